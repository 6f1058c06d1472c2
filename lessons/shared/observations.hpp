// What is worth noticing about a sentence once its weights are there. Each looks at the numbers
// that the run made, says what it finds in them, and stays silent where there is nothing to find.
#pragma once

#include <span>

#include "document/page.hpp"
#include "lessons/shared/steps.hpp"

namespace attn {

// The sum of a row's weights as they are displayed, with four digits; whether it is 1.
double displayed_sum(std::span<const double> weights);
bool displays_one(std::span<const double> weights);

// Rows sum to 1, but the digits on the page may add up to 0.9999 or 1.0001.
void observe_displayed_sums(Page& page, const Labels& labels, const Matrix& weights);

// Equal words with equal embeddings get equal rows, unless a mask shows them different keys.
void observe_equal_words(Page& page, const Steps& steps);

// Whether the two words with the most similar embeddings look at each other.
void observe_similar_words(Page& page, const Steps& steps);

// Without a mask: shuffled words give the same outputs, shuffled (equivariance).
void observe_order(Page& page, const Steps& steps);

}  // namespace attn
