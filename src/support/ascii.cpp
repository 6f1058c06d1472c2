#include "support/ascii.hpp"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <map>

namespace attn {

namespace {

const std::map<std::string_view, std::string_view>& spelled() {
  static const std::map<std::string_view, std::string_view> kSpelled{
      {"·", "*"},      {"×", "x"},        {"÷", "/"},      {"−", "-"},       {"±", "+-"},
      {"⊙", "(*)"},    {"≤", "<="},       {"≥", ">="},     {"≠", "!="},      {"≈", "~="},
      {"→", "->"},     {"←", "<-"},       {"↔", "<->"},    {"∈", "in"},      {"∞", "inf"},
      {"Σ", "sum"},    {"‖", "||"},       {"⊤", "T"},      {"…", "..."},     {"—", "-"},
      {"–", "-"},      {"‘", "'"},        {"’", "'"},      {"“", "\""},      {"”", "\""},
      {"\u00A0", " "}, {"°", " degrees"}, {"✓", "[ok]"},   {"✗", "[FAILS]"}, {"α", "alpha"},
      {"β", "beta"},   {"γ", "gamma"},    {"δ", "delta"},  {"ε", "epsilon"}, {"η", "eta"},
      {"θ", "theta"},  {"κ", "kappa"},    {"λ", "lambda"}, {"μ", "mu"},      {"π", "pi"},
      {"ρ", "rho"},    {"σ", "sigma"},    {"τ", "tau"},    {"φ", "phi"},     {"ψ", "psi"},
      {"ω", "omega"},  {"ℓ", "l"},        {"Δ", "Delta"},  {"Ω", "Omega"},   {"Θ", "Theta"},
      {"χ", "chi"},    {"ξ", "xi"},       {"ν", "nu"},     {"ζ", "zeta"},    {"Γ", "Gamma"},
      {"Λ", "Lambda"}, {"Φ", "Phi"},      {"Ψ", "Psi"},    {"Π", "prod"},    {"∑", "sum"},
      {"⌊", "floor("}, {"⌋", ")"},        {"⌈", "ceil("},  {"⌉", ")"},       {"½", "(1/2)"},
      {"¼", "(1/4)"},  {"¾", "(3/4)"},    {"≫", ">>"},     {"≪", "<<"},      {"∝", "~"},
      {"∘", "o"},      {"⋅", "*"},        {"∙", "*"},      {"∗", "*"},       {"•", "*"},
      {"∕", "/"},      {"⁄", "/"},        {"‐", "-"},      {"‑", "-"},       {"′", "'"},
      {"„", "\""},     {"⟨", "<"},        {"⟩", ">"},      {"⇒", "=>"},      {"⟶", "->"},
      {"⟹", "=>"},     {"↦", "->"},       {"⋯", "..."},    {"≃", "~="},      {"≅", "~="},
      {"≔", ":="},     {"\u2003", "  "}};
  return kSpelled;
}

const std::map<std::string_view, char>& raised() {
  static const std::map<std::string_view, char> kRaised{
      {"⁰", '0'}, {"¹", '1'}, {"²", '2'}, {"³", '3'}, {"⁴", '4'}, {"⁵", '5'}, {"⁶", '6'},
      {"⁷", '7'}, {"⁸", '8'}, {"⁹", '9'}, {"⁺", '+'}, {"⁻", '-'}, {"⁼", '='}, {"⁽", '('},
      {"⁾", ')'}, {"ⁿ", 'n'}, {"ⁱ", 'i'}, {"ʲ", 'j'}, {"ᵏ", 'k'}, {"ᵈ", 'd'}, {"ʰ", 'h'},
      {"ᵐ", 'm'}, {"ᵗ", 't'}, {"ˣ", 'x'}, {"ᵀ", 'T'}};
  return kRaised;
}

const std::map<std::string_view, char>& lowered() {
  static const std::map<std::string_view, char> kLowered{
      {"₀", '0'}, {"₁", '1'}, {"₂", '2'}, {"₃", '3'}, {"₄", '4'}, {"₅", '5'}, {"₆", '6'},
      {"₇", '7'}, {"₈", '8'}, {"₉", '9'}, {"ₖ", 'k'}, {"ᵢ", 'i'}, {"ⱼ", 'j'}, {"ₙ", 'n'}};
  return kLowered;
}

bool part_of_name(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// Takes the run of characters that `table` knows off the front of the text; their ASCII.
std::string take_run(std::string_view& text, const std::map<std::string_view, char>& table) {
  std::string run;
  const auto starts = [&text](const auto& entry) { return text.starts_with(entry.first); };
  for (auto found = std::ranges::find_if(table, starts); found != table.end();
       found = std::ranges::find_if(table, starts)) {
    run += found->second;
    text.remove_prefix(found->first.size());
  }
  return run;
}

// Takes the name off the front of the text, as far as a root sign before it reaches: d_k, x₁.
std::string take_name(std::string_view& text) {
  std::string name;
  while (!text.empty() && part_of_name(text.front())) {
    name += text.front();
    text.remove_prefix(1);
  }
  const std::string below = take_run(text, lowered());
  return below.empty() ? name : name + "_" + below;
}

// Takes one character off the front of the text; its ASCII.
std::string take_character(std::string_view& text) {
  utf8proc_int32_t value = -1;
  const auto size = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                     static_cast<utf8proc_ssize_t>(text.size()), &value);
  const std::string_view bytes = text.substr(0, size > 0 ? static_cast<std::size_t>(size) : 1);
  text.remove_prefix(bytes.size());
  if (value >= 0 && value < 0x80) return std::string{bytes};
  const auto spelling = spelled().find(bytes);
  if (spelling != spelled().end()) return std::string{spelling->second};
  return value < 0 ? "?" : fmt::format("\\u{{{:x}}}", value);
}

}  // namespace

std::string to_ascii(std::string_view text) {
  constexpr std::string_view kRoot = "√";
  std::string result;
  while (!text.empty()) {
    if (const std::string above = take_run(text, raised()); !above.empty()) {
      result += "^" + above;
    } else if (const std::string below = take_run(text, lowered()); !below.empty()) {
      result += "_" + below;
    } else if (text.starts_with(kRoot)) {
      text.remove_prefix(kRoot.size());
      const std::string name = take_name(text);
      result += name.empty() ? "sqrt" : "sqrt(" + name + ")";
    } else {
      result += take_character(text);
    }
  }
  return result;
}

}  // namespace attn
