// What comes out with a pencil: rounded numbers carried on, or powers of 2 or 3 in place of e?
#pragma once

#include "document/page.hpp"
#include "lessons/shared/steps.hpp"

namespace attn::lessons::walkthrough {

enum class ExponentBase { e, two, three };
enum class VectorLayout { rows, columns };

struct Options : StepsOptions {
  std::optional<Integer> round = {};  // digits that every step is rounded to
  ExponentBase base = ExponentBase::e;
  VectorLayout layout = VectorLayout::rows;
};

// --round, --base and --layout.
void declare_by_hand(Knobs& knobs, Options& options);

bool by_hand(const Options& options);

// The steps with every array computed from rounded ones and rounded itself, given numbers included,
// as `attn trace --round` does; the row maximum is left in unless a score is beyond 5.
Steps carried(const Steps& exact, const Options& options);

// Half a unit of the last digit that is carried; 0 where nothing is rounded.
double half_unit(const Options& options);

// How many digits a page shows: those that are carried, or else `usual`.
int shown_digits(const Options& options, int usual);

// How far a row of weights may sum from 1, each weight and the sum that divides it being rounded.
double tolerance_of_sums(const Steps& steps, const Options& options);

// Equation "softmax-formula", in powers of the base.
void write_carried_softmax(Page& page, const Options& options);

// Table "row": the focus from scores to weights.
Table carried_row(const Steps& steps, const Options& options);

// Table "drift", of how far each array has gone from the exact one; claim "rounded-once".
void write_drift(Page& page, const Steps& exact, const Steps& rounded, const Options& options);

// The page with vectors as columns: matrices, pictures and arrays on their sides, with what is said
// of rows said of columns, products the other way round, and the softmax down the columns.
Document in_columns(Document page);

}  // namespace attn::lessons::walkthrough
