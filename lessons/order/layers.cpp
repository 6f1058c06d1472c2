// What does one layer of attention make of words in an order, by how it knows of positions?
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/mask.hpp"
#include "core/sinusoids.hpp"
#include "lessons/order/order.hpp"

namespace attn::lessons::order {

std::vector<double> places(Index count, double first) {
  std::vector<double> positions(count);
  std::iota(positions.begin(), positions.end(), first);
  return positions;
}

OneLayer plain_layer(const Steps& steps) {
  return [&steps](const Matrix& x) {
    return attention(product(x, steps.sentence.w_q), product(x, steps.sentence.w_k),
                     product(x, steps.sentence.w_v));
  };
}

OneLayer causal_layer(const Steps& steps) {
  return [&steps](const Matrix& x) {
    return attention(product(x, steps.sentence.w_q), product(x, steps.sentence.w_k),
                     product(x, steps.sentence.w_v), {.mask = causal_mask(rows(x))});
  };
}

OneLayer sinusoid_layer(const Steps& steps, double base) {
  return [&steps, base](const Matrix& x) {
    const Matrix placed = x + sinusoids(places(rows(x)), columns(x), base);
    return plain_layer(steps)(placed);
  };
}

OneLayer rotary_layer(const Steps& steps, const OrderOptions& options) {
  return [&steps, base = options.base, layout = options.rope](const Matrix& x) {
    const Index even = columns(steps.q) - columns(steps.q) % 2;
    const Rotation turn = rotation(places(rows(x)), even, base);
    return attention(rotated(product(x, steps.sentence.w_q), turn, layout),
                     rotated(product(x, steps.sentence.w_k), turn, layout),
                     product(x, steps.sentence.w_v));
  };
}

Vector moved_by(const TwoOrders& two, const OneLayer& layer) {
  const Matrix& x = two.steps.sentence.embeddings;
  const Matrix before = layer(x).output;
  const Matrix after = layer(rows_in_order(x, two.order)).output;
  Vector moved = xt::zeros<double>({rows(x)});
  for (Index place = 0; place < two.order.size(); ++place) {
    const Index word = two.order[place];
    for (Index c = 0; c < columns(before); ++c) {
      const double difference = std::abs(after(place, c) - before(word, c));
      if (!(difference <= moved(word))) moved(word) = difference;
    }
  }
  return moved;
}

Matrix both_ways(const Matrix& m, const std::vector<Index>& order) {
  return transposed(rows_in_order(transposed(rows_in_order(m, order)), order));
}

}  // namespace attn::lessons::order
