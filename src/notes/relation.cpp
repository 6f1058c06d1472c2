#include "notes/relation.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace attn {

namespace {

using Rule = Relation::Rule;

struct Candidate {
  std::string_view child;
  Rule rule;
  std::string_view a, b;
};

// In the order to try: the first that holds is the one.
constexpr std::array kCandidates{Candidate{"output", Rule::product, "weights", "v"},
                                 Candidate{"weights", Rule::softmax, "scaled", "mask"},
                                 Candidate{"weights", Rule::softmax, "scaled", ""},
                                 Candidate{"weights", Rule::softmax, "capped", "mask"},
                                 Candidate{"weights", Rule::softmax, "capped", ""},
                                 Candidate{"weights", Rule::softmax, "scores", "mask"},
                                 Candidate{"weights", Rule::softmax, "scores", ""},
                                 Candidate{"scaled", Rule::scaled, "scores", ""},
                                 Candidate{"scores", Rule::dots, "q", "k"},
                                 Candidate{"scaled", Rule::dots, "q", "k"},
                                 Candidate{"q", Rule::product, "embeddings", "w_q"},
                                 Candidate{"k", Rule::product, "embeddings", "w_k"},
                                 Candidate{"v", Rule::product, "embeddings", "w_v"},
                                 Candidate{"q", Rule::same, "embeddings", ""},
                                 Candidate{"k", Rule::same, "embeddings", ""},
                                 Candidate{"v", Rule::same, "embeddings", ""}};

constexpr std::size_t kBudget = 1 << 22;  // multiplications spent on checking one relation

std::size_t rows(const Array& m) { return m.shape[0]; }
std::size_t columns(const Array& m) { return m.shape[1]; }

const Array* matrix_named(const Document& page, std::string_view id) {
  const auto found = std::ranges::find(page.arrays, id, &Array::id);
  return found != page.arrays.end() && found->shape.size() == 2 ? &*found : nullptr;
}

bool same_shape(const Array& a, const Array& b) { return a.shape == b.shape; }

bool shapes_fit(const Array& x, const Relation& r) {
  if (r.rule == Rule::product || r.rule == Rule::dots) {
    const bool product = r.rule == Rule::product;
    return rows(x) == rows(*r.a) && columns(*r.a) == (product ? rows(*r.b) : columns(*r.b)) &&
           columns(x) == (product ? columns(*r.b) : rows(*r.b));
  }
  return same_shape(x, *r.a) && (r.b == nullptr || same_shape(x, *r.b));
}

double softmax_cell(const Relation& r, std::size_t i, std::size_t j) {
  if (is_hidden(r, i, j)) return 0.0;
  double sum = 0.0;
  for (std::size_t t = 0; t < columns(*r.a); ++t) {
    if (!is_hidden(r, i, t)) sum += std::exp(cell(*r.a, i, t) - cell(*r.a, i, j));
  }
  return 1.0 / sum;
}

// With the size of what was added up, since rounding is relative to that.
struct Sum {
  double value, size;
};

Sum computed(const Relation& r, std::size_t i, std::size_t j) {
  if (r.rule == Rule::softmax) return {softmax_cell(r, i, j), 1.0};
  if (r.rule == Rule::same || r.rule == Rule::scaled) {
    const double value = r.factor * cell(*r.a, i, j);
    return {value, std::abs(value)};
  }
  Sum sum{0.0, 0.0};
  for (std::size_t c = 0; c < columns(*r.a); ++c) {
    const double term =
        cell(*r.a, i, c) * (r.rule == Rule::product ? cell(*r.b, c, j) : cell(*r.b, j, c));
    sum = {sum.value + term, sum.size + std::abs(term)};
  }
  return sum;
}

bool holds(const Array& x, const Relation& r) {
  const std::size_t cost = r.rule == Rule::same || r.rule == Rule::scaled ? 1 : columns(*r.a);
  std::size_t spent = 0;
  for (std::size_t i = 0; i < rows(x); ++i) {
    for (std::size_t j = 0; j < columns(x); ++j) {
      const Sum sum = computed(r, i, j);
      if (!(std::abs(sum.value - cell(x, i, j)) <= 1e-9 * sum.size + 1e-300)) return false;
      if ((spent += cost) > kBudget) return true;
    }
  }
  return true;
}

// By the largest cell, which rounding disturbs least.
double factor_between(const Array& from, const Array& to) {
  std::size_t largest = 0;
  for (std::size_t i = 0; i < from.values.size(); ++i) {
    if (std::abs(from.values[i]) > std::abs(from.values[largest])) largest = i;
  }
  return from.values.empty() ? 1.0 : to.values[largest] / from.values[largest];
}

}  // namespace

double cell(const Array& matrix, std::size_t i, std::size_t j) {
  return matrix.values[i * columns(matrix) + j];
}

bool is_hidden(const Relation& r, std::size_t i, std::size_t j) {
  return r.b != nullptr && cell(*r.b, i, j) != 0.0;
}

std::vector<Relation> relation_of(const Document& page, const Array& array) {
  if (array.shape.size() != 2) return {};
  for (const Candidate& candidate : kCandidates) {
    if (candidate.child != array.id) continue;
    Relation relation{candidate.rule, matrix_named(page, candidate.a)};
    if (!candidate.b.empty()) relation.b = matrix_named(page, candidate.b);
    const bool there = relation.a != nullptr && (candidate.b.empty() || relation.b != nullptr);
    if (!there || !shapes_fit(array, relation)) continue;
    if (relation.rule == Rule::scaled) relation.factor = factor_between(*relation.a, array);
    if (holds(array, relation)) return {relation};
  }
  return {};
}

}  // namespace attn
