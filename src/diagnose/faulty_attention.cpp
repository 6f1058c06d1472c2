#include "diagnose/faulty_attention.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/attention.hpp"

namespace attn {

namespace {

using Choices = AttentionChoices;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLarge = -1e4;  // what is written where −∞ is meant

// The rows (T, h·d) of each sequence cut as if they were h blocks (T, d), one after another.
Batch read_in_order(const Batch& x) {
  Batch result = xt::empty_like(x);
  const Index heads = x.shape(1), length = x.shape(2), width = x.shape(3);
  for (Index b = 0; b < x.shape(0); ++b) {
    for (Index at = 0; at < heads * length * width; ++at) {
      const Index t = at / (heads * width), column = at % (heads * width);
      result(b, at / (length * width), at / width % length, at % width) =
          x(b, column / width, t, column % width);
    }
  }
  return result;
}

// Blocks (T, d), one after another, taken for rows (T, h·d).
Batch written_in_order(const Batch& x) {
  Batch result = xt::empty_like(x);
  const Index heads = x.shape(1), length = x.shape(2), width = x.shape(3);
  for (Index b = 0; b < x.shape(0); ++b) {
    for (Index at = 0; at < heads * length * width; ++at) {
      const Index t = at / (heads * width), column = at % (heads * width);
      result(b, column / width, t, column % width) =
          x(b, at / (length * width), at / width % length, at % width);
    }
  }
  return result;
}

// Turned as if they were the first of a text.
Batch turned_from_zero(const Batch& x, const AttendOptions& options) {
  AttendOptions rope;
  rope.rope = options.rope;
  return with_cache_and_rotation(x, x, x, {}, {}, rope).q;
}

AttendInput placed(const KnownTensors& known, const Choices& choices, AttendOptions& options) {
  const auto cut = [&](const Batch& x) {
    return choices.split == Choices::Layout::reshaped ? read_in_order(x) : x;
  };
  Batch q = cut(known.q), k = cut(known.k);
  if (choices.positions == Choices::Positions::from_zero) {
    q = turned_from_zero(q, options);
    k = turned_from_zero(k, options);
  }
  if (choices.positions == Choices::Positions::other_layout) {
    RotaryLayout& layout = options.rope.value().layout;
    layout = layout == RotaryLayout::pairs ? RotaryLayout::half : RotaryLayout::pairs;
  } else if (choices.positions != Choices::Positions::as_asked) {
    options.rope.reset();
  }
  return with_cache_and_rotation(q, k, cut(known.v), known.past_k, known.past_v, options);
}

double scale_of(const AttendInput& input, const AttendOptions& options, Choices::Scale scale) {
  const auto width = static_cast<double>(input.q.shape(3));
  switch (scale) {
    case Choices::Scale::none:
      return 1.0;
    case Choices::Scale::by_width:
      return 1.0 / width;
    case Choices::Scale::by_joined_width:
      return 1.0 / std::sqrt(width * static_cast<double>(input.q.shape(1)));
    case Choices::Scale::multiplied:
      return std::sqrt(width);
    default:
      return options.scale.value_or(1.0 / std::sqrt(width));
  }
}

// Query i stands at the key `first` + i and sees those before it, itself included.
Mask hidden_after(std::ptrdiff_t first, Index queries, Index keys, Index known) {
  Mask hidden = xt::empty<bool>({queries, keys});
  for (Index i = 0; i < queries; ++i) {
    for (Index j = 0; j < keys; ++j) {
      hidden(i, j) =
          static_cast<std::ptrdiff_t>(j) > first + static_cast<std::ptrdiff_t>(i) || j >= known;
    }
  }
  return hidden;
}

// What is hidden but for a mask of the reader's.
Mask visibility_hides(const AttendInput& input, const AttendOptions& options, const Choices& choices,
                 Index sequence) {
  const Index queries = input.q.shape(2), keys = input.k.shape(2);
  Visibility seen = visibility_of(input, options, sequence);
  const std::ptrdiff_t first = first_place(seen, queries, keys);
  switch (choices.hidden) {
    case Choices::Hidden::future_too:
      seen.causal = true;
      break;
    case Choices::Hidden::one_key_less:
    case Choices::Hidden::one_key_more:
      return hidden_after(choices.hidden == Choices::Hidden::one_key_less ? first + 1 : first - 1,
                          queries, keys, std::min(keys, seen.kv_len.value_or(keys)));
    case Choices::Hidden::other_diagonal:
      seen.align = seen.align == Align::top_left ? Align::bottom_right : Align::top_left;
      break;
    case Choices::Hidden::wider_window:
      ++seen.window.value();
      break;
    case Choices::Hidden::narrower_window:
      --seen.window.value();
      break;
    default:
      break;
  }
  return hidden_keys(seen, queries, keys, 0, queries);
}

// Which keys are hidden; what a mask adds is added to `scores`.
Mask hidden_of(const AttendInput& input, const AttendOptions& options, const Choices& choices,
               const QueryBlock& at, Matrix& scores) {
  Mask hidden = visibility_hides(input, options, choices, at.sequence);
  if (choices.hidden == Choices::Hidden::nothing) return xt::zeros_like(hidden);
  if (options.mask) lay(*options.mask, at, hidden, scores);
  if (choices.hidden == Choices::Hidden::the_others) hidden = !hidden;
  return hidden;
}

Matrix scores_of(const Matrix& q, const Matrix& k, Choices::Scores scores) {
  switch (scores) {
    case Choices::Scores::keys_by_queries:
      return product(k, transposed(q));
    case Choices::Scores::keys_as_they_are:
      return product(q, k);
    default:
      return product(q, transposed(k));
  }
}

Matrix hidden_by(const Matrix& scores, const Mask& hidden, Choices::Hiding hiding) {
  switch (hiding) {
    case Choices::Hiding::large_added:
      return xt::where(hidden, scores + kLarge, scores);
    case Choices::Hiding::large_put:
      return hide(scores, hidden, kLarge);
    case Choices::Hiding::zero_put:
      return hide(scores, hidden, 0.0);
    case Choices::Hiding::after_softmax:
      return scores;
    default:
      return hide(scores, hidden);
  }
}

Matrix softmaxed(Matrix scores, const Choices& choices, double sink, EmptyRow empty) {
  if (choices.base == Choices::Base::two) {  // 2ˣ = exp(x ln 2)
    scores *= std::numbers::ln2;
    sink *= std::numbers::ln2;
  }
  if (choices.along == Choices::Along::column) {
    return transposed(softmax_with_sink(transposed(scores), sink, empty));
  }
  if (choices.along == Choices::Along::everything) {
    const auto shape = scores.shape();
    scores.reshape({Index{1}, scores.size()});
    Matrix weights = softmax_with_sink(scores, sink, empty);
    weights.reshape(shape);
    return weights;
  }
  return softmax_with_sink(scores, sink, empty);
}

Index key_head_of(const AttendInput& input, const Choices& choices, Index head) {
  const Index heads = input.q.shape(1), kv_heads = input.k.shape(1);
  return choices.key_head == Choices::KeyHead::in_turn ? head % kv_heads
                                                       : kv_head_of(head, heads, kv_heads);
}

struct HeadNumbers {
  Matrix weights, output;
};

HeadNumbers attend_head(const AttendInput& input, const AttendOptions& o, const Choices& choices,
                        const QueryBlock& at) {
  const Index kv_head = key_head_of(input, choices, at.head);
  const Matrix q = head_of(input.q, at.sequence, at.head);
  const Matrix k = head_of(input.k, at.sequence, kv_head);
  const Matrix v = head_of(input.v, at.sequence, kv_head);
  const bool scaled_late = choices.scale == Choices::Scale::after_softmax;
  const double scale = scale_of(input, o, choices.scale);
  Matrix scores = rounded(scores_of(q, k, choices.scores), o.precision);
  if (!scaled_late) scores = rounded(Matrix(scores * scale), o.precision);
  if (o.softcap) scores = rounded(Matrix(*o.softcap * xt::tanh(scores / *o.softcap)), o.precision);
  const Mask hidden = hidden_of(input, o, choices, at, scores);
  scores = hidden_by(rounded(scores, o.precision), hidden, choices.hiding);
  const bool sink = o.sink && choices.sink == Choices::Sink::as_asked;
  Matrix weights = softmaxed(scores, choices, sink ? (*o.sink)(at.head) : -kInfinity, o.empty_row);
  if (choices.hiding == Choices::Hiding::after_softmax) weights = hide(weights, hidden, 0.0);
  if (scaled_late) weights *= scale;
  weights = rounded(weights, o.precision);
  if (choices.weights == Choices::Weights::transposed) weights = transposed(weights);
  const Matrix& mixed = choices.mixed == Choices::Mixed::keys      ? k
                        : choices.mixed == Choices::Mixed::queries ? q
                                                                   : v;
  return {weights, rounded(weighted_sum(weights, mixed), o.precision)};
}

}  // namespace

KnownTensors known_tensors(const Matrix& q, const Matrix& k, const Matrix& v,
                           AttendOptions options) {
  const auto batch = [](const Matrix& m) {
    Batch result = xt::empty<double>({Index{1}, Index{1}, rows(m), columns(m)});
    std::copy(m.begin(), m.end(), result.begin());
    return result;
  };
  return {batch(q), batch(k), batch(v), {}, {}, std::move(options)};
}

AttentionNumbers faulty_attention(const KnownTensors& known, const Choices& choices) {
  AttendOptions options = known.options;
  if (choices.digits == Choices::Digits::float16) options.precision = kFloat16;
  const AttendInput input = placed(known, choices, options);
  const Index sequences = input.q.shape(0), heads = input.q.shape(1), queries = input.q.shape(2);
  AttentionNumbers numbers{xt::empty<double>({sequences, heads, queries, input.k.shape(2)}),
                           xt::empty<double>({sequences, heads, queries, input.v.shape(3)})};
  for (Index b = 0; b < sequences; ++b) {
    for (Index h = 0; h < heads; ++h) {
      const HeadNumbers head = attend_head(input, options, choices, {b, h, 0, queries});
      xt::view(numbers.weights, b, h) = head.weights;
      xt::view(numbers.output, b, h) = head.output;
    }
  }
  if (choices.join == Choices::Layout::reshaped) numbers.output = written_in_order(numbers.output);
  return numbers;
}

}  // namespace attn
