#include "trace/provenance.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace attn {

namespace {

using Rule = Relation::Rule;

struct Candidate {
  std::string_view child;
  Rule rule;
  std::string_view a, b = {}, mask = {}, sink = {};
};

// In the order to try: the first that holds is the one.
constexpr std::array kCandidates{Candidate{"output", Rule::product, "weights", "v"},
                                 Candidate{"output", Rule::product, "joined", "w_o"},
                                 Candidate{"output", Rule::product, "weights", "embeddings"},
                                 Candidate{"weights", Rule::softmax, "visible", "", "mask", "sink"},
                                 Candidate{"weights", Rule::softmax, "visible", "", "mask"},
                                 Candidate{"weights", Rule::softmax, "capped", "", "mask", "sink"},
                                 Candidate{"weights", Rule::softmax, "capped", "", "mask"},
                                 Candidate{"weights", Rule::softmax, "scaled", "", "mask", "sink"},
                                 Candidate{"weights", Rule::softmax, "scaled", "", "mask"},
                                 Candidate{"weights", Rule::softmax, "scaled"},
                                 Candidate{"weights", Rule::softmax, "scores", "", "mask"},
                                 Candidate{"weights", Rule::softmax, "scores"},
                                 Candidate{"visible", Rule::sum, "capped", "bias", "mask"},
                                 Candidate{"visible", Rule::sum, "scaled", "bias", "mask"},
                                 Candidate{"capped", Rule::capped, "scaled"},
                                 Candidate{"scaled", Rule::scaled, "scores"},
                                 Candidate{"scores", Rule::dots, "q", "k"},
                                 Candidate{"scaled", Rule::dots, "q", "k"},
                                 Candidate{"q", Rule::product, "embeddings", "w_q"},
                                 Candidate{"k", Rule::product, "embeddings", "w_k"},
                                 Candidate{"v", Rule::product, "embeddings", "w_v"},
                                 Candidate{"q", Rule::same, "embeddings"},
                                 Candidate{"k", Rule::same, "embeddings"},
                                 Candidate{"v", Rule::same, "embeddings"}};

// Of "layer1_weights" and "weights_0", what is not "weights".
struct Affixes {
  std::string_view before = {}, after = {};
};

std::optional<Affixes> affixes_of(std::string_view id, std::string_view name) {
  if (id == name) return Affixes{};
  if (id.size() <= name.size()) return std::nullopt;
  const std::size_t rest = id.size() - name.size();
  if (id.ends_with(name) && id[rest - 1] == '_') return Affixes{id.substr(0, rest)};
  if (id.starts_with(name) && id[name.size()] == '_') return Affixes{"", id.substr(name.size())};
  return std::nullopt;
}

// The matrices of that name within the affixes, or else without them.
std::optional<Planes> named(const Document& page, std::string_view name, const Affixes& around,
                            const Array& but) {
  std::string whole(around.before);
  whole.append(name).append(around.after);
  for (const std::string_view id : {std::string_view(whole), name}) {
    const auto found = std::ranges::find(page.arrays, id, &Array::id);
    if (found != page.arrays.end() && &*found != &but) return planes_of(page, *found);
  }
  return std::nullopt;
}

bool fit_together(const Relation& r) {
  const Planes &x = r.x, &a = r.a;
  const auto goes_with_x = [&x](const std::optional<Planes>& p) {
    return !p || (p->heads > 0 && x.heads % p->heads == 0 && p->sequences == x.sequences);
  };
  if (!goes_with_x(a) || !goes_with_x(r.b) || !goes_with_x(r.mask)) return false;
  if (r.sink && (r.sink->rows != 1 || r.sink->columns != x.heads)) return false;
  const auto like_x = [&x](const Planes& p) { return p.rows == x.rows && p.columns == x.columns; };
  if (r.mask && !like_x(*r.mask)) return false;
  if (!r.multiplies()) return like_x(a) && (!r.b || like_x(*r.b));
  const bool product = r.rule == Rule::product;
  return x.rows == a.rows && a.columns == (product ? r.b->rows : r.b->columns) &&
         x.columns == (product ? r.b->columns : r.b->rows);
}

// By the largest number, which rounding disturbs least.
double factor_between(const Array& from, const Array& to) {
  double factor = 1.0, largest = 0.0;
  for (std::size_t i = 0; i < from.values.size(); ++i) {
    const double size = std::abs(from.values[i]);
    if (!(size > largest) || std::isinf(size)) continue;
    largest = size;
    factor = to.values[i] / from.values[i];
  }
  return factor;
}

double cap_of(const Document& page) {
  const auto found = std::ranges::find(page.settings, "--softcap", &Setting::name);
  const double* cap = found == page.settings.end() ? nullptr : std::get_if<double>(&found->value);
  return cap == nullptr ? 0.0 : *cap;
}

std::optional<int> base_of(const Document& page) {
  const auto found = std::ranges::find(page.settings, "--base", &Setting::name);
  const auto* base =
      found == page.settings.end() ? nullptr : std::get_if<std::string>(&found->value);
  if (base == nullptr || (*base != "2" && *base != "3")) return std::nullopt;
  return *base == "2" ? 2 : 3;
}

// Rounding is relative to the size of what was added up.
double size_of_sum(const Relation& r, Spot spot) {
  if (!r.multiplies()) return 1.0;
  const Arithmetic sizes{
      .number = [](const Planes& p, Spot at) { return std::abs(number_at(p, at)); }};
  return computed(r, spot, sizes);
}

bool holds_at(const Relation& r, Spot spot) {
  if (r.rule == Rule::softmax && sees_nothing(r, spot))
    return true;  // what it is then is agreed on
  const double expected = computed(r, spot, {}), is = number_at(r.x, spot);
  if (expected == is || (std::isnan(expected) && std::isnan(is))) return true;
  const double size = std::max({size_of_sum(r, spot), std::abs(is), 1e-300});
  return std::abs(expected - is) <= 1e-9 * (r.multiplies() ? size : std::max(std::abs(is), 1e-300));
}

bool holds(const Relation& r) {
  constexpr std::size_t kBudget = 1 << 21;  // numbers looked at
  const std::size_t cost = r.multiplies() || r.rule == Rule::softmax ? 2 * r.a.columns + 1 : 1;
  std::size_t spent = 0;
  Spot at;
  for (at.sequence = 0; at.sequence < r.x.sequences; ++at.sequence) {
    for (at.head = 0; at.head < r.x.heads; ++at.head) {
      for (at.row = 0; at.row < r.x.rows; ++at.row) {
        for (at.column = 0; at.column < r.x.columns; ++at.column) {
          if (!holds_at(r, at)) return false;
          if ((spent += cost) > kBudget) return true;
        }
      }
    }
  }
  return true;
}

std::optional<Relation> relation_by(const Candidate& candidate, const Document& page,
                                    const Planes& x, const Affixes& around) {
  const auto find = [&](std::string_view name) { return named(page, name, around, *x.array); };
  const std::optional<Planes> a = find(candidate.a);
  if (!a) return std::nullopt;
  Relation r{.rule = candidate.rule, .x = x, .a = *a};
  if (!candidate.b.empty() && !(r.b = find(candidate.b))) return std::nullopt;
  if (!candidate.mask.empty() && !(r.mask = find(candidate.mask))) return std::nullopt;
  if (!candidate.sink.empty() && !(r.sink = find(candidate.sink))) return std::nullopt;
  if (!fit_together(r)) return std::nullopt;
  if (r.rule == Rule::softmax) r.base = base_of(page);
  if (r.rule == Rule::scaled) r.factor = factor_between(*a->array, *x.array);
  if (r.rule == Rule::capped) r.factor = cap_of(page);
  if (!holds(r)) return std::nullopt;
  if (r.rule == Rule::scaled && r.factor == 1.0) r.rule = Rule::same;
  return r;
}

}  // namespace

std::optional<Relation> relation_of(const Document& page, const Array& array) {
  const std::optional<Planes> x = planes_of(page, array);
  if (!x) return std::nullopt;
  for (const Candidate& candidate : kCandidates) {
    const std::optional<Affixes> around = affixes_of(array.id, candidate.child);
    if (!around) continue;
    if (std::optional<Relation> r = relation_by(candidate, page, *x, *around)) return r;
  }
  return std::nullopt;
}

}  // namespace attn
