// What does attn check make of statements as instructors write them?
#include <doctest/doctest.h>

#include "checking.hpp"

using attn::Syntax;
using attn::test::verdict;

namespace {

struct Statement {
  std::string_view text, verdict;
};

void check_all(std::span<const Statement> statements, std::optional<Syntax> syntax) {
  for (const Statement& s : statements) {
    CAPTURE(s.text);
    CHECK(verdict(s.text, syntax) == s.verdict);
  }
}

constexpr Statement kPlain[] = {
    {"1/√64 = 0.125", "right"},
    {"1/√64 = 0.15", "wrong 0.13"},
    {"exp(2) ≈ 7.39", "right"},
    {"exp(2) ≈ 7.93", "wrong 7.39"},
    {"e² ≈ 7.39", "right"},
    {"e^2 ≈ 7.93", "wrong 7.39"},
    {"ln 2 = 0.693", "right"},
    {"ln 2 = 0.639", "wrong 0.693"},
    {"−ln 0.9 = 0.105", "right"},
    {"-ln(0.9) = 0.15", "wrong 0.11"},
    {"-log(0.5) = 0.693", "right"},
    {"exp(2.3) = 9.97", "right"},
    {"The perplexity is exp(2.3) = 9.79.", "wrong 9.97"},
    {"12 × 64 = 768", "right"},
    {"12 × 64 = 786", "wrong 768"},
    {"12 heads of 64 = 768 dimensions", "right"},
    {"12 heads of 64 = 786 dimensions", "wrong 768"},
    {"4 × 768² = 2,359,296 ≈ 2.36M", "right"},
    {"4 × 768² = 2,359,296 ≈ 2.63M", "wrong 2.36M"},
    {"4 × 768² = 2,395,296", "wrong 2,359,296"},
    {"23 % of 512 = 118", "right"},
    {"23% of 512 = 188", "wrong 118"},
    {"1.2×10⁻³ × 1000 = 1.2", "right"},
    {"1.2e-3 * 1000 = 12", "wrong 1"},
    {"3 × 10^8 / 1e6 = 300", "right"},
    {"tanh(0.5) = 0.462", "right"},
    {"5·tanh(0.7/5) = 0.695", "right"},
    {"5·tanh(0.7/5) = 0.659", "wrong 0.695"},
    {"‖[3, 4]‖ = 5", "right"},
    {"||[3, 4]|| = 6", "wrong 5"},
    {"mean([1, 2, 3, 6]) = 3", "right"},
    {"mean([1, 2, 3, 6]) = 4", "wrong 3"},
    {"var([1, 2, 3, 6]) = 3.5", "right"},
    {"sum([0.2, 0.3, 0.5]) = 1", "right"},
    {"sum([0.2, 0.3, 0.5]) = 1.1", "wrong 1.0"},
    {"sigmoid(0) = 0.5", "right"},
    {"131072 bytes = 128 KB a token", "right"},
    {"131072 bytes = 182 KB a token", "wrong 131 KB"},
    {"32 layers × 2 × 8 heads × 128 × 2 bytes = 128 KiB per token", "right"},
    {"32 layers × 2 × 8 heads × 128 × 2 bytes = 256 KiB per token", "wrong 128 KiB"},
    {"7e9 × 2 bytes = 14 GB", "right"},
    {"7B × 2 bytes = 14 GB", "1 claims"},
    {"100 tokens/s × 60 s = 6000 tokens", "right"},
    {"0.25 · 4 + 0.75 · 8 = 7", "right"},
    {"0.25 · 4 + 0.75 · 8 = 8", "wrong 7"},
    {"[1, 2, 3] @ [4, 5, 6] = 32", "right"},
    {"(1·4) + (2·5) + (3·6) = 34", "wrong 32"},
    {"d_k = 64, so √d_k = 8", "2 claims"},
    {"sqrt(512) = 22.6", "right"},
    {"sqrt(512) = 26.6", "wrong 22.6"},
    {"2^10 = 1024", "right"},
    {"2**10 = 1000", "wrong 1024"},
    {"[1, 2]ᵀ [3, 4] = 11", "right"},
};

}  // namespace

TEST_SUITE("statements of instructors") {
  TEST_CASE("are right or wrong in Unicode and ASCII") { check_all(kPlain, std::nullopt); }
}
