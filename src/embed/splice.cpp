#include "embed/splice.hpp"

namespace attn {

std::string spliced(std::string_view text, std::span<const Splice> splices) {
  std::string result;
  std::size_t done = 0;
  for (const Splice& splice : splices) {
    result += text.substr(done, splice.at.begin - done);
    result += splice.text;
    done = splice.at.end;
  }
  result += text.substr(done);
  return result;
}

}  // namespace attn
