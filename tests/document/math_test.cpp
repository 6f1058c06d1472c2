#include "document/math.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

using namespace attn;

namespace {

std::string plain(std::string_view latex) { return plain_math(parse_math(latex)); }

}  // namespace

TEST_SUITE_BEGIN("parse_math");

TEST_CASE("reads scripts into a tree of base, below and above") {
  const Math row = parse_math(R"(W_q^{2})");
  REQUIRE(row.children.size() == 1);
  const Math& script = row.children[0];
  CHECK(script.kind == Math::Kind::script);
  CHECK(script.children[0].text == "W");
  CHECK(script.children[1].children[0].text == "q");
  CHECK(script.children[2].children[0].text == "2");
}

TEST_CASE("tells variables, names, numbers and operations apart") {
  const Math row = parse_math(R"(x \max 1.5 \cdot)");
  REQUIRE(row.children.size() == 4);
  CHECK(row.children[0].kind == Math::Kind::identifier);
  CHECK(row.children[1].kind == Math::Kind::upright);
  CHECK(row.children[2].kind == Math::Kind::number);
  CHECK(row.children[2].text == "1.5");
  CHECK(row.children[3].kind == Math::Kind::operation);
}

TEST_CASE("keeps what \\left and \\right hold apart from brackets that do not grow") {
  const Math row = parse_math(R"(f(x) \left| \frac{a}{b} \right|)");
  REQUIRE(row.children.size() == 5);
  const Math& fence = row.children[4];
  CHECK(fence.kind == Math::Kind::fence);
  CHECK(fence.children[0].text == "|");
  CHECK(fence.children[1].children[0].kind == Math::Kind::fraction);
}

TEST_CASE("refuses what is outside the subset") {
  for (const char* latex :
       {"{", "}", "a^", "a^{}", "a^b^c", R"(\foo)", R"(\frac{a})", "a#b", R"(\left( x)",
        R"(\right))", R"(\text{\x})", "\u00e9", "\\", R"(x \left)", R"(\left x)",
        R"(\left( {x \right)})", R"(\frac{\right)}{b})", "a & b", "$"}) {
    CAPTURE(latex);
    CHECK_THROWS_AS(parse_math(latex), std::logic_error);
  }
}

TEST_SUITE_END();
TEST_SUITE_BEGIN("plain_math");

TEST_CASE("writes attention the way a terminal can show it") {
  CHECK(plain(R"(\mathrm{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V)") ==
        "softmax(Q Kᵀ / √d_k) V");
}

TEST_CASE("puts a fraction's part in brackets where it needs them") {
  CHECK(plain(R"(\frac{a + b}{2})") == "(a + b) / 2");
  CHECK(plain(R"(\frac{a b}{c d})") == "a b / (c d)");
  CHECK(plain(R"(\frac{1}{\frac{a}{b}})") == "1 / (a / b)");
  CHECK(plain(R"(\frac{\exp(s_i)}{\sum_j \exp(s_j)})") == "exp(s_i) / (Σ_j exp(s_j))");
  CHECK(plain(R"(\frac{1}{(a + b)})") == "1 / (a + b)");
  CHECK(plain(R"(\frac{1}{(a)(b)})") == "1 / ((a) (b))");
}

TEST_CASE("puts a fraction in brackets where its neighbours would join it") {
  CHECK(plain(R"(\frac{a}{b} c)") == "(a / b) c");
  CHECK(plain(R"(\log \frac{a}{b})") == "log (a / b)");
  CHECK(plain(R"({\frac{a}{b}}^2)") == "(a / b)²");
}

TEST_CASE("raises and lowers with the characters that Unicode has") {
  CHECK(plain("2^{40} + x_1^2") == "2⁴⁰ + x₁²");
  CHECK(plain(R"(10^{-6} a a^\top)") == "10⁻⁶ a aᵀ");
  CHECK(plain(R"(a_{ij} e^{s_j} d_{\mathrm{model}})") == "a_ij e^(s_j) d_model");
  CHECK(plain(R"(\sum_{j=1}^{n} a_j)") == "Σ_(j=1)ⁿ a_j");
  CHECK(plain("e^{-(x-1)/2}") == "e^(−(x−1)/2)");
}

TEST_CASE("keeps what a root or a script covers in brackets") {
  CHECK(plain(R"(\sqrt{x^2 + 1})") == "√(x² + 1)");
  CHECK(plain(R"(\sqrt{x^2})") == "√(x²)");
  CHECK(plain(R"({\sqrt{x}}^2)") == "(√x)²");
  CHECK(plain("{a b}^{-1}") == "(a b)⁻¹");
}

TEST_CASE("reads brackets alike whether they grow or not") {
  CHECK(plain(R"(\exp\left(\frac{a}{b}\right) \left[ c \right]^2)") == "exp(a / b) [c]²");
  CHECK(plain(R"(\frac{1}{\left(a + b\right)})") == "1 / (a + b)");
  CHECK(plain(R"(\log\left(x\right)^2 y)") == "log(x)² y");
}

TEST_CASE("spaces factors, operators and bars as people do") {
  CHECK(plain(R"(4 T^2 h \log n)") == "4T² h log n");
  CHECK(plain(R"(\max |\sum_j a_j - 1|)") == "max |Σ_j a_j − 1|");
  CHECK(plain(R"(\lVert v \rVert_2 \cdot |x|)") == "‖v‖₂ · |x|");
  CHECK(plain(R"(f(x, y) = -x, 1 - -\infty)") == "f(x, y) = −x, 1 − −∞");
  CHECK(plain(R"(n/2 \in \{1, \ldots, n\})") == "n/2 ∈ {1, …, n}");
}

TEST_SUITE_END();
TEST_SUITE_BEGIN("relation_at");

TEST_CASE("finds the first sign outside braces and brackets") {
  CHECK(relation_at("a = b = c") == 2);
  CHECK(relation_at(R"(x_{i=1} \le 2)") == 8);
  CHECK(relation_at("f(a = b) < c") == 9);
  CHECK(relation_at(R"(\left| a = b \right| > c)") == 21);
  CHECK(relation_at("= x") == 0);
}

TEST_CASE("finds none in names that begin like one") {
  CHECK(relation_at(R"(\left( \infty \right) \top \ln x)") == std::string_view::npos);
  CHECK(relation_at("") == std::string_view::npos);
  CHECK(relation_at(R"(\{ x \})") == std::string_view::npos);
}

TEST_SUITE_END();
TEST_SUITE_BEGIN("plain_line");

TEST_CASE("breaks before the relation sign") {
  const MathLine line = plain_line(R"(S' = Q K^\top)");
  CHECK(line.left == "S'");
  CHECK(line.right == "= Q Kᵀ");
}

TEST_SUITE_END();
