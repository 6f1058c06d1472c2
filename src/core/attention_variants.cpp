#include "core/attention_variants.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "core/attention.hpp"
#include "core/rows.hpp"

namespace attn {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The reader's mask at one score. What it does not reach is padding, and hidden anyway.
double mask_at(const Batch& values, const QueryBlock& at, Index i, Index j, double beyond) {
  const auto place = [&values](Index axis, Index index) {
    return values.shape(axis) == 1 ? 0 : index;
  };
  if (j >= values.shape(3) && values.shape(3) != 1) return beyond;
  return values(place(0, at.sequence), place(1, at.head), place(2, at.first + i), place(3, j));
}

Batch joined(const std::optional<Batch>& past, const Batch& now) {
  if (!past) return now;
  if (past->shape(0) != now.shape(0) || past->shape(1) != now.shape(1) ||
      past->shape(3) != now.shape(3)) {
    throw std::logic_error("with_cache_and_rotation: the cache differs in batch, heads or width");
  }
  return xt::concatenate(xt::xtuple(*past, now), 2);
}

// The positions of `count` tokens of one sequence, from `first` on where none are given.
std::vector<double> places(const Rope& rope, Index sequence, std::ptrdiff_t first, Index count) {
  std::vector<double> result;
  for (Index t = 0; t < count; ++t) {
    if (rope.positions) {
      const Index line = rows(*rope.positions) == 1 ? 0 : sequence;
      result.push_back((*rope.positions)(line, columns(*rope.positions) - count + t));
    } else {
      result.push_back(static_cast<double>(first + static_cast<std::ptrdiff_t>(t)));
    }
  }
  return result;
}

// All heads of a sequence turned alike; the first token of sequence b stands at first(b).
template <typename First>
Batch turned(Batch x, const Rope& rope, First first) {
  if (x.size() == 0) return x;  // there may be no end of sequences that hold nothing
  const Index width = rope.width.value_or(x.shape(3));
  for (Index b = 0; b < x.shape(0); ++b) {
    const Rotation angles = rotation(places(rope, b, first(b), x.shape(2)), width, rope.base);
    for (Index h = 0; h < x.shape(1); ++h) {
      xt::view(x, b, h) = rotated(head_of(x, b, h), angles, rope.layout);
    }
  }
  return x;
}

Batch rounded(Batch x, const Precision& precision) {
  if (precision.digits == kFloat64.digits) return x;
  std::ranges::transform(x, x.begin(),
                         [&precision](double value) { return rounded(value, precision); });
  return x;
}

}  // namespace

Visibility visibility_of(const AttendInput& input, const AttendOptions& options, Index sequence) {
  Visibility visibility{options.causal, options.align, options.window, {}, input.past};
  if (!options.kv_len.empty())
    visibility.kv_len = options.kv_len[options.kv_len.size() == 1 ? 0 : sequence];
  return visibility;
}

void lay(const AttendMask& mask, const QueryBlock& at, Mask& hidden, Matrix& visible) {
  for (Index i = 0; i < rows(hidden); ++i) {
    for (Index j = 0; j < columns(hidden); ++j) {
      const double value = mask_at(mask.values, at, i, j, 0.0);
      switch (mask.means) {
        case AttendMask::Means::hide:
          hidden(i, j) |= value != 0.0;
          break;
        case AttendMask::Means::keep:
          hidden(i, j) |= value == 0.0;
          break;
        case AttendMask::Means::add:
          hidden(i, j) |= value == -kInfinity;
          visible(i, j) += value;
          break;
      }
    }
  }
}

namespace {

// Sets `hidden` from what is visible and the mask, and adds to `visible`, (count, S), what is
// added.
void hide_and_add(const AttendInput& input, const AttendOptions& options, const QueryBlock& at,
                  AttendSteps& steps) {
  steps.hidden = hidden_keys(visibility_of(input, options, at.sequence), input.q.shape(2),
                             input.k.shape(2), at.first, at.count);
  if (options.mask) lay(*options.mask, at, steps.hidden, steps.visible);
}

}  // namespace

AttendInput with_cache_and_rotation(const Batch& q, const Batch& k, const Batch& v,
                                    const std::optional<Batch>& past_k,
                                    const std::optional<Batch>& past_v,
                                    const AttendOptions& options) {
  if (options.rope && options.rope->positions &&
      columns(*options.rope->positions) < std::max(q.shape(2), k.shape(2))) {
    throw std::logic_error("with_cache_and_rotation: fewer positions than tokens");
  }
  AttendInput input{q, {}, {}, past_k ? past_k->shape(2) : 0};
  const Index keys = input.past + k.shape(2);
  Batch now = k;
  if (options.rope) {
    input.q = turned(q, *options.rope, [&](Index b) {
      return first_place(visibility_of(input, options, b), q.shape(2), keys);
    });
    now = turned(k, *options.rope, [&](Index) { return static_cast<std::ptrdiff_t>(input.past); });
  }
  input.q = rounded(std::move(input.q), options.precision);
  input.k = rounded(joined(past_k, now), options.precision);
  input.v = rounded(joined(past_v, v), options.precision);
  return input;
}

AttendSteps attend_weights(const AttendInput& input, const AttendOptions& options,
                           const QueryBlock& at) {
  const Index kv_head = kv_head_of(at.head, input.q.shape(1), input.k.shape(1));
  const Matrix q = head_rows(input.q, at.sequence, at.head, at.first, at.count);
  const Matrix k = head_of(input.k, at.sequence, kv_head);
  AttendSteps steps;
  steps.scale = options.scale.value_or(1.0 / std::sqrt(static_cast<double>(columns(q))));
  steps.scores = rounded(product(q, transposed(k)), options.precision);
  steps.scaled = rounded(Matrix(steps.scores * steps.scale), options.precision);
  steps.capped = steps.scaled;
  if (options.softcap) {
    steps.capped = rounded(Matrix(*options.softcap * xt::tanh(steps.scaled / *options.softcap)),
                           options.precision);
  }
  steps.visible = steps.capped;
  hide_and_add(input, options, at, steps);
  steps.visible = hide(rounded(steps.visible, options.precision), steps.hidden);
  const double sink = options.sink ? (*options.sink)(at.head) : -kInfinity;
  steps.weights =
      rounded(softmax_with_sink(steps.visible, sink, options.empty_row), options.precision);
  return steps;
}

Matrix added_to_scores(const AttendInput& input, const AttendOptions& options,
                       const QueryBlock& at) {
  AttendSteps steps;
  steps.visible = xt::zeros<double>({at.count, input.k.shape(2)});
  hide_and_add(input, options, at, steps);
  return hide(steps.visible, steps.hidden);
}

AttendSteps attend(const AttendInput& input, const AttendOptions& options, const QueryBlock& at) {
  const Index kv_head = kv_head_of(at.head, input.q.shape(1), input.k.shape(1));
  AttendSteps steps = attend_weights(input, options, at);
  steps.output = rounded(weighted_sum(steps.weights, head_of(input.v, at.sequence, kv_head)),
                         options.precision);
  return steps;
}

Batch attend_output(const AttendInput& input, const AttendOptions& options) {
  constexpr Index kBlock = 64;  // queries at once: T × S is never held
  const Index queries = input.q.shape(2);
  Batch output = xt::empty<double>({input.q.shape(0), input.q.shape(1), queries, input.v.shape(3)});
  if (input.q.size() == 0) return output;
  for (Index b = 0; b < output.shape(0); ++b) {
    for (Index h = 0; h < output.shape(1); ++h) {
      for (Index first = 0; first < queries; first += kBlock) {
        const Index count = std::min(kBlock, queries - first);
        xt::view(output, b, h, xt::range(first, first + count)) =
            attend(input, options, {b, h, first, count}).output;
      }
    }
  }
  return output;
}

}  // namespace attn
