// Which forms of arithmetic does attn check know, in which spellings?
#include <doctest/doctest.h>

#include "checking.hpp"

using attn::PrintedDigits;
using attn::Syntax;
using attn::test::verdict;
using attn::test::verdicts;
using attn::test::Words;

TEST_SUITE("a softmax") {
  TEST_CASE("is recomputed at the digits printed") {
    CHECK(verdict("softmax([1, 0, 0.5]) = [0.506, 0.186, 0.307]") == "right");
    CHECK(verdict("softmax([1, 0, 0.5]) = [0.51, 0.19, 0.31]") == "right");
    CHECK(verdict("softmax([1, 0, 0.5]) = [0.506, 0.187, 0.307]") == "wrong [0.506, 0.186, 0.307]");
  }
  TEST_CASE("is known by any of its signs") {
    CHECK(verdict("softmax(1, 0, 0.5) ≈ (0.506, 0.186, 0.307)") == "right");
    CHECK(verdict("so softmax([14, 12]) → [0.88, 0.12].") == "right");
    CHECK(verdict("softmax([14, 12]) → [0.84, 0.12]") == "wrong [0.88, 0.12]");
    CHECK(verdict("np.exp(1) = 2.718") == "right");
    CHECK(verdict("weights = F.softmax(torch.tensor([1.0, 0.0]), dim=-1) = [0.731, 0.269]") ==
          "right");
  }
  TEST_CASE("may do without brackets") {
    CHECK(verdict("softmax(1, 0, 0.5) = 0.506, 0.186, 0.307") == "right");
    CHECK(verdict("softmax(1, 0, 0.5) = 0.506, 0.168, 0.307") == "wrong [0.506, 0.186, 0.307]");
  }
  TEST_CASE("goes along the rows of a matrix") {
    CHECK(verdict("softmax([[1, 0], [0, 1]]) = [[0.731, 0.269], [0.269, 0.731]]") == "right");
    CHECK(verdict("softmax([[1, 0], [0, 1]]) = [[0.731, 0.296], [0.269, 0.731]]") ==
          "wrong [[0.731, 0.269], [0.269, 0.731]]");
  }
  TEST_CASE("may have a temperature or a base") {
    CHECK(verdict("softmax([1, 0], T=2) = [0.622, 0.378]") == "right");
    CHECK(verdict("softmax([1, 0] / 2) = [0.622, 0.378]") == "right");
    CHECK(verdict("softmax([1, 0], base=3) = [0.75, 0.25]") == "right");
    CHECK(verdict("softmax([1, 0], T=2) = [0.731, 0.269]") == "wrong [0.622, 0.378]");
  }
  TEST_CASE("may be taken apart, with rounded numbers in between") {
    CHECK(verdict("e^2/(e^2 + e^0 + e^1) = 7.389/(7.389 + 1 + 2.718) = 0.665") == "right");
    CHECK(verdict("e^2/(e^2 + e^0 + e^1) = 7.389/(7.389 + 1 + 2.817) = 0.665") == "wrong 0.6652");
  }
  TEST_CASE("may have exponents that are formulas") { CHECK(verdict("10⁵⁻² = 1000") == "right"); }
  TEST_CASE("hides a score of minus infinity") {
    CHECK(verdict("softmax([0, -inf]) = [1, 0]") == "right");
    CHECK(verdict("softmax([2, −∞, 2]) = [0.5, 0, 0.5]") == "right");
  }
}

TEST_SUITE("a sum") {
  TEST_CASE("may be long, of powers and of roots") {
    std::string squares = "1²", roots = "√1";
    for (int i = 1; i < 60; ++i) squares += " + 1²", roots += " + √1";
    CHECK(verdict(squares + " = 60") == "right");
    CHECK(verdict(squares + " = 61") == "wrong 60");
    CHECK(verdict(roots + " = 61") == "wrong 60");
  }
}

TEST_SUITE("products") {
  TEST_CASE("of vectors are their dot product") {
    CHECK(verdict("[1, 2, 3] · [4, 5, 6] = 4 + 10 + 18 = 32") == "right");
    CHECK(verdict("[1, 2, 3] · [4, 5, 6] = 33") == "wrong 32");
    CHECK(verdict("dot([1, 2], [3, 4]) = 11") == "right");
    CHECK(verdict("[1, 2] @ [3, 4] = 11") == "right");
  }
  TEST_CASE("of a * may go element by element") {
    CHECK(verdict("[1, 2] * [3, 4] = [3, 8]") == "right");
    CHECK(verdict("[1, 2] ⊙ [3, 4] = [3, 8]") == "right");
    CHECK(verdict("[1, 2] ⊙ [3, 4] = [3, 9]") == "wrong [3, 8]");
  }
  TEST_CASE("go by the names that the notes gave before") {
    CHECK(verdicts("Q = [[1, 0], [0, 2]]\nK = [[1, 1], [0, 1]]\nQ K^T = [[1, 0], [2, 2]]\n") ==
          Words{"3 right"});
    CHECK(verdicts("Q = [[1, 0], [0, 2]]\nK = [[1, 1], [0, 1]]\nQKᵀ = [[1, 0], [2, 3]]\n") ==
          Words{"3 wrong [[1, 0], [2, 2]]"});
    CHECK(verdicts("cat = [0, 1]\nsat = [1, 1]\ncat · sat = 1\n") == Words{"3 right"});
    CHECK(verdicts("X = [[1, 2]]\nQ = K = V = X\nQ @ K.T = 6\n") == Words{"3 wrong 5"});
  }
  TEST_CASE("forget a name that is given something unknown") {
    CHECK(verdicts("Q = [[1, 0], [0, 2]]\nQ = np.random.randn(2, 2)\nQ Q^T = [[1, 1], [1, 1]]\n") ==
          Words{});
  }
  TEST_CASE("are unsure where shapes do not fit") {
    CHECK(verdict("[[1, 2], [3, 4]] @ [1, 2] = [5, 11, 12]") == "unsure");
    CHECK(verdict("(3, 4) × (4, 3) = (4, 4)") == "unsure");
    CHECK(verdict("(3, 4) × (4, 3) = (3, 3)") == "0 claims");
    CHECK(verdicts("[3×4] · [4×2] = [3×2]") == Words{});
  }
  TEST_CASE("of matrices may stand side by side, row by row") {
    constexpr std::string_view kRight =
        "[1, 0]   [2, 1]     [2, 1]\n"
        "[0, 2] @ [0, 1]  =  [0, 2]\n";
    CHECK(verdict(kRight) == "right");
    constexpr std::string_view kWrong =
        "[[2, 0],  / √4  =  [[1.0, 0.0],\n"
        " [1, 1]]            [0.5, 0.6]]\n";
    CHECK(verdict(kWrong) == "wrong [[1.0, 0.0], [0.5, 0.5]]");
  }
}

TEST_SUITE("weighted sums") {
  TEST_CASE("are checked step by step") {
    CHECK(verdict("0.5×[1, 0] + 0.25×[0, 1] + 0.25×[1, 1] = [0.5, 0] + [0, 0.25] + [0.25, 0.25]\n"
                  "  = [0.75, 0.5]") == "right");
    CHECK(verdict("0.5×[1, 0] + 0.25×[0, 1] + 0.25×[1, 1] = [0.5, 0] + [0, 0.25] + [0.25, 0.5]\n"
                  "  = [0.75, 0.75]") == "wrong [0.7500, 0.5000]");
  }
  TEST_CASE("allow for weights that are rounded results") {
    CHECK(verdicts("softmax([2, 0, 1]) = [0.67, 0.09, 0.24]\n0.67×3 + 0.09×4 + 0.24×5 = 3.58\n") ==
          Words{"1 right", "2 right"});  // of the weights before rounding, 3.5794
  }
}

TEST_SUITE("sizes") {
  TEST_CASE("are counted in bytes") {
    CHECK(verdict("4096² = 16,777,216") == "right");
    CHECK(verdict("4096^2 = 16,777,215") == "wrong 16,777,216");
    CHECK(verdict("8192² × 4 bytes = 256 MiB") == "right");
    CHECK(verdict("8192² × 4 bytes = 512 MiB") == "wrong 256 MiB");
    CHECK(verdict("32 heads × batch 4 × 256 MB = 32 GB") == "right");
    CHECK(verdict("32 heads × batch 4 × 256 MB = 64 GB") == "wrong 33 GB");
  }
  TEST_CASE("may be in units of 1000") {
    CHECK(verdict("4096² × 4 bytes = 67.1 MB") == "right");
    CHECK(verdict("3 GB + 500 MB = 3.5 GB") == "right");
  }
  TEST_CASE("are told how many times another they are") {
    CHECK(verdict("64 MB to 4 MB, a 16× reduction") == "right");
    CHECK(verdict("from 64 MB to 4 MB, an 8× reduction") == "wrong 16×");
    CHECK(verdict("an 8× reduction from 64 MB to 4 MB") == "wrong 16×");
    CHECK(verdict("Of 80 GB, 64 MB to 4 MB is an 8× reduction") == "wrong 16×");
    CHECK(verdict("64 MB → 4 MB (8x less)") == "wrong 16×");
    CHECK(verdicts("| naive | 64 MB |\n|---|---|\n| flash | 4 MB (8× smaller) |\n",
                   Syntax::markdown) == Words{"3 wrong 16×"});
  }
  TEST_CASE("are put right in the unit and with the commas that the notes print") {
    CHECK(verdict("4096² × 4 bytes = 65 MiB") == "wrong 64 MiB");
    CHECK(verdict("4096² × 4 bytes = 67,108,846 bytes") == "wrong 67,108,864 bytes");
    CHECK(verdict("64 × 1024 = 65,563") == "wrong 65,536");
    CHECK(verdict("3 × 20 % = 61%") == "wrong 60%");
  }
  TEST_CASE("may be counts of the same things, told how many times another they are") {
    CHECK(verdict("from 32 heads to 8 heads, an 8× reduction") == "wrong 4×");
    CHECK(verdict("from 32 KV heads to 8 KV heads (4x fewer)") == "right");
    CHECK(verdict("an 8× reduction from 32 heads to 8 heads") == "wrong 4×");
    CHECK(verdicts("from 32 heads to 8 heads, a 16× reduction in compute") == Words{});
    CHECK(verdicts("from 512 tokens to 1024 tokens, scores are 4× larger") == Words{});
    CHECK(verdicts("from 32 heads to 8 layers, an 8× reduction") == Words{});
  }
  TEST_CASE("are unsure where several may be meant") {
    CHECK(verdicts("naive | 64 MB |\nother | 40 MB |\nflash | 4 MB (8× smaller) |\n") ==
          Words{"3 unsure"});
  }
}

TEST_SUITE("weights and outputs") {
  TEST_CASE("said to sum to 1 do, as far as rounding allows") {
    CHECK(verdict("The weights [0.33, 0.33, 0.33] sum to 1.") == "right");
    CHECK(verdict("The weights [0.50, 0.30, 0.30] sum to 1.") == "wrong");
    CHECK(verdicts("The weights [0.50, 0.30, 0.30] do not sum to 1.") == Words{});
  }
  TEST_CASE("of attention are not negative") {
    CHECK(verdict("attention weights = [0.7, 0.4, -0.1]") == "wrong");
    CHECK(verdicts("weights = [0.7, 0.4, -0.1]") == Words{});
  }
  TEST_CASE("lie between the values that they mix") {
    // click4ai, "Scaled Dot-Product Attention", test case 1, prints this output.
    CHECK(verdicts("V = [[9, 10], [11, 12]]\noutput = [[2.5, 3.5], [6.5, 7.5]]\n") ==
          Words{"2 wrong"});
    CHECK(verdicts("V = [[9, 10], [11, 12]]\noutput = [[10.9, 11.9], [10.9, 11.9]]\n") == Words{});
  }
}

TEST_SUITE("a last digit that is cut off") {
  TEST_CASE("is told apart from a wrong one") {
    CHECK(verdict("√8 = 2.828", {}, PrintedDigits::round) == "right");
    CHECK(verdict("2/3 = 0.66") == "right");
    CHECK(verdict("2/3 = 0.66", {}, PrintedDigits::truncate) == "right");
    CHECK(verdict("2/3 = 0.67", {}, PrintedDigits::truncate) == "wrong 0.67");
    CHECK(verdict("2/3 = 0.66", {}, PrintedDigits::round) == "wrong 0.67");
  }
}

TEST_SUITE("every language of notes") {
  TEST_CASE("has the same softmax") {
    CHECK(verdict(R"($\mathrm{softmax}([1, 0]) \approx [0.731, 0.296]$)", Syntax::markdown) ==
          "wrong [0.731, 0.269]");
    CHECK(verdict(R"(\[ \operatorname{softmax}\left(\begin{bmatrix} 1 & 0 \end{bmatrix}\right)
                  = \begin{bmatrix} 0.731 & 0.296 \end{bmatrix} \])",
                  Syntax::latex) == "wrong [[0.731, 0.269]]");
    CHECK(verdict("<p>softmax([1, 0]) &asymp; [0.731, 0.296]</p>", Syntax::html) ==
          "wrong [0.731, 0.269]");
    CHECK(verdict("`softmax([1, 0])` = **[0.731, 0.296]**", Syntax::markdown) ==
          "wrong [0.731, 0.269]");
  }
  TEST_CASE("has the same fractions and roots") {
    CHECK(verdict(R"($\frac{6}{\sqrt{4}} = 4$)", Syntax::latex) == "wrong 3");
    CHECK(verdict("<math><mfrac><mn>6</mn><msqrt><mn>4</mn></msqrt></mfrac><mo>=</mo>"
                  "<mn>4</mn></math>",
                  Syntax::html) == "wrong 3");
    CHECK(verdict("<p>4096<sup>2</sup> = 16,777,215</p>", Syntax::html) == "wrong 16,777,216");
    CHECK(verdict(R"($4096^{2} = 16{,}777{,}215$)", Syntax::latex) == "wrong 16,777,216");
    CHECK(verdict("2 * 3 = 7 and *2* is *not* 3", Syntax::markdown) == "wrong 6");
    CHECK(verdict("- 2**3 = 9", Syntax::markdown) == "wrong 8");
  }
  TEST_CASE("may put one matrix over several lines") {
    CHECK(verdict("\\begin{align}\n\\begin{pmatrix}\n1 & 2 \\\\\n3 & 4\n\\end{pmatrix}\n"
                  "\\begin{pmatrix} 1 \\\\ 1 \\end{pmatrix}\n&= "
                  "\\begin{pmatrix} 3 \\\\ 8 \\end{pmatrix}\n\\end{align}\n",
                  Syntax::latex) == "wrong [[3], [7]]");
    CHECK(verdict("```\n2 @ [[1, 2],\n     [3, 4]] = [[2, 4],\n                [6, 9]]\n```\n",
                  Syntax::markdown) == "wrong [[2, 4], [6, 8]]");
  }
}

TEST_SUITE("a name") {
  TEST_CASE("said in another paragraph's prose, item or caption makes nothing wrong") {
    CHECK(verdicts("At n = 8192 tokens, attention is slow.\n\n"
                   "With six words uniform would be 1/n = 0.1667.\n") == Words{"3 unsure"});
    CHECK(verdicts("- At n = 8192 it is slow.\n- Of six words, 1/n = 0.1667.\n",
                   Syntax::markdown) == Words{"2 unsure"});
    CHECK(verdicts("Table 1: n = 8192\n\n1/n = 0.1667\n") == Words{"3 unsure"});
    CHECK(verdicts("If x = [1, 2] it is short.\n\nx · x = 14\n") == Words{"3 unsure"});
    CHECK(verdicts("<p>At n = 8192 it is slow.</p><p>Of six words, 1/n = 0.1667.</p>",
                   Syntax::html) == Words{"1 unsure"});
  }
  TEST_CASE("said in the same paragraph holds there") {
    CHECK(verdicts("There are n = 4 tokens.\nA uniform weight is 1/n = 0.15.\n") ==
          Words{"2 wrong 0.25"});
  }
  TEST_CASE("defined on a line of its own holds up to the end of its section") {
    CHECK(verdicts("Let n = 4.\n\nA uniform weight is 1/n = 0.15.\n") == Words{"3 wrong 0.25"});
    CHECK(verdicts("## A\nX = [[1, 2]]\n\n### B\nX Xᵀ = 6\n\n## C\nX Xᵀ = 6\n", Syntax::markdown) ==
          Words{"5 wrong 5", "8 unsure"});
    CHECK(verdicts("\\section{A}\nn = 8\n\n\\section{B}\n\n1/n = 0.15\n", Syntax::latex) ==
          Words{"6 unsure"});
  }
  TEST_CASE("of a doubtful one makes nothing wrong either") {
    CHECK(verdicts("At n = 8192 it is slow.\n\nm = 2n\n1/m = 0.083\n") == Words{"4 unsure"});
  }
  TEST_CASE("d_k is as wide as K only beside K") {
    CHECK(verdicts("K = [[1, 0], [0, 1]]\n√d_k = √64 = 8\n") == Words{"2 unsure"});
    CHECK(verdicts("K = [[1, 0], [0, 1]]\nK Kᵀ / √d_k = [[0.5, 0], [0, 0.5]]\n") ==
          Words{"2 wrong [[0.7, 0], [0, 0.7]]"});
  }
}

TEST_SUITE("what is no arithmetic, or is meant otherwise,") {
  TEST_CASE("is left alone") {
    for (const std::string line : {"x + 2 = 5",
                                   "f(3) = 12",
                                   "f(1 + 1) = 3",
                                   "d = 64",
                                   "T = 5 items",
                                   "see 2.1: 3 = 4",
                                   "1 + 2 + … + 10 = 55",
                                   "a[1 + 1] = 3",
                                   "i % 2 == 0",
                                   "Sum = 3 and 4",
                                   "GPT-4 = 8 experts",
                                   "O(n²) = quadratic",
                                   "p = 3.1.2 = beta",
                                   "x = 2 // 2 = 0",
                                   "2 + 2 != 5",
                                   "key=value=3",
                                   "half of 4 + 4 = 4 or 6?",
                                   "array[0] = 1; array[0] = 2",
                                   "1i32 + 1 == 3i32",
                                   "3095 acc = 4 * 2",
                                   "(1 + 2) * (3 / 4) = 0",
                                   "a = 1\nb = 2\n[a, b] = [3, 4]",
                                   "let = 3\nx = 5\nlet x = 42",
                                   "version 1.2 = 1.3"}) {
      CAPTURE(line);
      for (const std::string& said : verdicts(line)) CHECK(said.find("wrong") == said.npos);
    }
  }
  TEST_CASE("is unsure, and never wrong") {
    CHECK(verdict("2 × 3 = 7 is wrong") == "unsure");
    CHECK(verdict("pages 10-12 = 3") == "unsure");
    CHECK(verdicts("4 × 4 → 2") == Words{});
    CHECK(verdict("log(8) = 3") == "unsure");
    CHECK(verdict("from 64 MB to 4 MB is said to be an 8× reduction") == "unsure");
    CHECK(verdicts("from 64 MB to 4 MB, an “8×” reduction") == Words{});
    CHECK(verdicts("n = 512\n" + std::string(700, 'a') + "\n1/n = 0.1667\n") == Words{"3 unsure"});
    CHECK(verdict("2048 + 1 = 2048 in fp16") == "unsure");
    CHECK(verdict("0.88×2.5 = 2.21") == "unsure");  // with 0.88 rounded, it may be
  }
}
