#include "support/ascii.hpp"

#include <doctest/doctest.h>

using namespace attn;

TEST_SUITE_BEGIN("to_ascii");

TEST_CASE("leaves ASCII alone") { CHECK(to_ascii("a |b| ~ \\") == "a |b| ~ \\"); }

TEST_CASE("spells signs of mathematics out") {
  CHECK(to_ascii("softmax(Q Kᵀ / √d_k) V") == "softmax(Q K^T / sqrt(d_k)) V");
  CHECK(to_ascii("max |Σ−1| ≤ 2⁻¹⁰ · ∞") == "max |sum-1| <= 2^-10 * inf");
  CHECK(to_ascii("√(x² + 1) ≈ x₁ × α") == "sqrt(x^2 + 1) ~= x_1 x alpha");
  CHECK(to_ascii("1/√8 → √x₁, √") == "1/sqrt(8) -> sqrt(x_1), sqrt");
}

TEST_CASE("spells floors, growth and fractions out") {
  CHECK(to_ascii("⌊h / 2⌋ ≪ ⌈n⌉") == "floor(h / 2) << ceil(n)");
  CHECK(to_ascii("Θ(n²), t ∝ ½ n") == "Theta(n^2), t ~ (1/2) n");
}

TEST_CASE("spells typography out") { CHECK(to_ascii("“it’s” – a … ✓") == "\"it's\" - a ... [ok]"); }

TEST_CASE("escapes a reader's letters") {
  CHECK(to_ascii("caf\u00e9 \u732b \U0001f680") == "caf\\u{e9} \\u{732b} \\u{1f680}");
}

TEST_SUITE_END();
