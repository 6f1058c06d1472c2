// Do markers in notes survive any bytes around and within them?
#include <cstdlib>

#include "embed/refresh.hpp"
#include "fuzz/targets.hpp"

namespace attn {

void fuzz_notes(std::string_view bytes) {
  const Compute compute = [](const Request& request) -> Answer {
    return {request.value ? "0.5" : "| a |\n|---|\n| 1 |\n", "markdown"};
  };
  for (const Syntax syntax : {Syntax::markdown, Syntax::latex, Syntax::html}) {
    for (const Verdict& verdict : refresh(bytes, syntax, compute, {})) {
      if (verdict.line == 0) std::abort();
    }
  }
}

}  // namespace attn
