// The sections of the lesson order that put positions into the arithmetic.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/rotary.hpp"
#include "document/page.hpp"
#include "lessons/shared/steps.hpp"

namespace attn::lessons::order {

struct OrderOptions {
  InputOptions input{.text = {}, .file = {}, .example = "", .dim = {}};
  std::optional<std::string> order;
  RotaryLayout rope = RotaryLayout::pairs;
  double base = kRotaryBase;
  Integer trained = 4096, width = 128;
};

// A sentence and the same words in another order: place p of the other holds word order[p].
struct TwoOrders {
  Steps steps;
  std::vector<Index> order;
  OrderOptions options;
};

// Attention on the words of the sentence (or all of them in another order), (T, d_model).
using OneLayer = std::function<Attention(const Matrix& embeddings)>;
OneLayer plain_layer(const Steps& steps);                  // no positions
OneLayer causal_layer(const Steps& steps);                 // none, under a causal mask
OneLayer sinusoid_layer(const Steps& steps, double base);  // added to the embeddings
OneLayer rotary_layer(const Steps& steps, const OrderOptions& options);  // turning queries and keys

// How far each word's output moves when the order changes, (T,): the largest |difference| of its
// components.
Vector moved_by(const TwoOrders& two, const OneLayer& layer);

// m with rows and columns in that order.
Matrix both_ways(const Matrix& m, const std::vector<Index>& order);

// 0, 1, 2, … from `first` on.
std::vector<double> places(Index count, double first = 0.0);

// Positions added to embeddings. Equation sinusoid-formula; pictures sinusoids-map and
// sinusoids-chart; table terms; claims sinusoid-distance, sinusoid-turns and four-terms.
void write_sinusoids(Page& page, const TwoOrders& two);

// Positions that turn queries and keys. Equations rope-formula and relative-formula; tables pairs
// and shifts; pictures rope-chart and distance-chart; claims relative, length-kept and layouts.
void write_rotary(Page& page, const TwoOrders& two);

// Positions past those of training. Table waves; equation interpolation; claim slow-pairs.
void write_extrapolation(Page& page, const OrderOptions& options);

}  // namespace attn::lessons::order
