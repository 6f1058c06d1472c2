// Does attn check find what is wrong in published notes, and only that?
#include "check/check.hpp"

#include <doctest/doctest.h>

#include "checking.hpp"

using attn::Finding;
using attn::PrintedDigits;
using attn::Syntax;
using attn::test::verdicts;
using attn::test::Words;

namespace {

// The arithmetic of "Self-Attention: The Heart of Transformers" as its authors print it: its
// worked example, with three wrong softmax rows, and its sizes, with a wrong ratio.
constexpr std::string_view kWorkedExample = R"(
X (3, 4):
  The = [1, 0, 1, 0]
  cat = [0, 1, 0, 1]
  sat = [1, 1, 0, 0]

So Q = K = V = X.

Q @ K^T =
  [1,0,1,0]   [1,0,1,0]^T       row 0 (The):  [2, 0, 1]
  [0,1,0,1] · [0,1,0,1]^T  =    row 1 (cat):  [0, 2, 1]
  [1,1,0,0]   [1,1,0,0]^T       row 2 (sat):  [1, 1, 2]

√d_k = √4 = 2:

[[2, 0, 1],    /2 =    [[1.00, 0.00, 0.50],
 [0, 2, 1],             [0.00, 1.00, 0.50],
 [1, 1, 2]]             [0.50, 0.50, 1.00]]

Row 0: softmax([1.00, 0.00, 0.50]) = [0.462, 0.170, 0.368]
Row 1: softmax([0.00, 1.00, 0.50]) = [0.170, 0.462, 0.368]
Row 2: softmax([0.50, 0.50, 1.00]) = [0.244, 0.244, 0.512]

Output[0] ("The") = 0.462×[1,0,1,0] + 0.170×[0,1,0,1] + 0.368×[1,1,0,0]
                  = [0.462,0,0.462,0] + [0,0.170,0,0.170] + [0.368,0.368,0,0]
                  = [0.830, 0.538, 0.462, 0.170]

8192² × 4 bytes = 256 MB

Implementation	Memory	Time
Naive	64 MB	Baseline
Flash v1	4 MB (8× reduction)	~2× faster
Flash v2	4 MB	~4× faster
)";

}  // namespace

TEST_SUITE("a check of published notes") {
  TEST_CASE("finds three wrong rows, the output that follows from them, and a wrong ratio") {
    CHECK(verdicts(kWorkedExample) ==
          Words{"9 right", "14 right", "16 right", "20 wrong [0.506, 0.186, 0.307]",
                "21 wrong [0.186, 0.506, 0.307]", "22 wrong [0.274, 0.274, 0.452]",
                "24 inherits [0.814, 0.494, 0.506, 0.186]", "28 right", "32 wrong 16×"});
  }

  TEST_CASE("tells from which line a wrong output follows") {
    const std::vector<Finding> found = attn::check_notes(kWorkedExample, {}, PrintedDigits::either);
    REQUIRE(found.size() == 9);
    CHECK(found[6].source_line == 20);
  }

  TEST_CASE("tells of MB that are MiB, and does not fail them") {
    const std::vector<Finding> found = attn::check_notes(kWorkedExample, {}, PrintedDigits::either);
    REQUIRE(found.size() == 9);
    CHECK(found[7].remark == "right in units of 1024, as KiB, MiB and GiB are");
  }
}

TEST_SUITE("a finding") {
  TEST_CASE("begins where the command of its first word does, and ends with its braces") {
    const auto found =
        attn::check_notes(R"(Thus \mathrm{softmax}([2, 1]) = \mathbf{[0.731, 0.296]}.)",
                          Syntax::latex, PrintedDigits::either);
    REQUIRE(found.size() == 1);
    CHECK(found[0].text == R"(\mathrm{softmax}([2, 1]) = \mathbf{[0.731, 0.296]})");
    CHECK(found[0].column == 6);
    CHECK(found[0].end_column == 56);
    CHECK(found[0].said == "[0.731, 0.296]");
  }
  TEST_CASE("stands in the order of the notes, and says where it is on a long line") {
    const auto found = attn::check_notes("From 64 MB to 4 MB, an 8× reduction; é: 2 × 3 = 7", {},
                                         PrintedDigits::either);
    REQUIRE(found.size() == 2);
    CHECK(found[0].text == "64 MB to 4 MB, an 8×");
    CHECK(found[1].column == 41);
  }
}

TEST_SUITE("what the notes silence") {
  TEST_CASE("is not checked, up to where they end it") {
    CHECK(verdicts("<!-- attn-check: off -->\n2 × 3 = 7\n<!-- attn-check: on -->\n2 × 3 = 8\n",
                   Syntax::markdown) == Words{"4 wrong 6"});
    CHECK(verdicts("% attn-check: off\n$2 \\times 3 = 7$\n% attn-check: on\n$2 \\times 3 = 8$\n",
                   Syntax::latex) == Words{"4 wrong 6"});
    CHECK(verdicts("<p>2 × 3 = 8</p>\n<!-- attn-check: off -->\n<p>2 × 3 = 7</p>\n",
                   Syntax::html) == Words{"1 wrong 6"});
  }
  TEST_CASE("teaches no names and no wrong numbers") {
    CHECK(verdicts("<!-- attn-check: off -->\nsoftmax([2, 0, 1]) = [0.667, 0.091, 0.242]\n"
                   "<!-- attn-check: on -->\n0.667×3 + 0.091×4 + 0.242×5 = 3.575\n",
                   Syntax::markdown) == Words{"4 right"});
  }
  TEST_CASE("is told by a marker behind a comment that holds a fence") {
    CHECK(verdicts("<!--\n```\n-->\n<!-- attn-check: off -->\n2 × 3 = 7\n", Syntax::markdown) ==
          Words{});
  }
  TEST_CASE("is not what stands behind a marker in code") {
    CHECK(verdicts("```\n<!-- attn-check: off -->\n```\n2 × 3 = 7\n", Syntax::markdown) ==
          Words{"4 wrong 6"});
  }
}
