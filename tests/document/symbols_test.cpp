#include "document/symbols.hpp"

#include <doctest/doctest.h>

#include "document/math.hpp"

using namespace attn;

namespace {

// Math between dollar signs, as a Markdown writer would leave it.
std::string marked(std::string_view text) {
  std::string result;
  for (const Inline& piece : with_symbols(text)) {
    const bool symbol = piece.kind == Inline::Kind::math;
    if (symbol) parse_math(piece.text);
    result += symbol ? "$" + piece.text + "$" : piece.text;
  }
  return result;
}

}  // namespace

TEST_SUITE_BEGIN("with_symbols");

TEST_CASE("sets a letter with an index") {
  CHECK(marked("W_Q, W_K and W_V") == "$W_Q$, $W_K$ and $W_V$");
  CHECK(marked("(d_k)") == "($d_k$)");
  CHECK(marked("b^(−2i/d_model)") == "b^(−2i/$d_{\\text{model}}$)");
}

TEST_CASE("sets a root with what stands under it") {
  CHECK(marked("divided by √d_k") == "divided by $\\sqrt{d_k}$");
  CHECK(marked("1/√8 = 0.354") == "1/$\\sqrt{8}$ = 0.354");
  CHECK(marked("like √d, and") == "like $\\sqrt{d}$, and");
}

TEST_CASE("leaves words, and roots of longer things, as they are") {
  for (const char* text : {"is_causal", "head_dim", "x_mean", "a snake_b", "d_", "√", "√(a + b)",
                           "√dim", "d_kv", "kd_k", "ä_b", "naïve_", ""}) {
    CHECK(marked(text) == text);
  }
}

TEST_CASE("finds names beside quotation marks and products") {
  CHECK(marked("“d_k”") == "“$d_k$”");
  CHECK(marked("4·d_k") == "4·$d_k$");
}

TEST_CASE("gives a name that ends a sentence or stands alone") {
  CHECK(marked("d_k") == "$d_k$");
  CHECK(marked("for W_O.") == "for $W_O$.");
}
