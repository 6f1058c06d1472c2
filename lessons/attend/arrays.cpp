#include "lessons/attend/arrays.hpp"

#include <algorithm>

#include "lessons/shared/tables.hpp"
#include "support/in_order.hpp"

namespace attn::lessons::attend {

namespace {

// Fewer queries of a long row, but enough that the keys are not fetched for each of them.
Index rows_of_block(const AttendInput& input) {
  constexpr Index kNumbers = Index{1} << 21, kFewest = 8, kMost = 64;
  return std::clamp(kNumbers / std::max(input.k.shape(2), Index{1}), kFewest, kMost);
}

Index blocks_of_head(const AttendInput& input) {
  const Index rows = rows_of_block(input);
  return (input.q.shape(2) + rows - 1) / rows;
}

Matrix as_numbers(const Mask& mask) {
  Matrix m = xt::empty<double>({mask.shape(0), mask.shape(1)});
  std::ranges::copy(mask, m.begin());
  return m;
}

// None for a length beyond what a message can list.
Labels few_labels(const std::string& prefix, Index count) {
  constexpr Index kMostLabels = 64;
  return prefix.empty() || count > kMostLabels ? Labels{} : numbered(prefix, count);
}

// (batch, heads, T, width) as the reader is used to it: without the first two where there is one
// head in two dimensions.
std::vector<Index> shape_of(const AttendProblem& p, Index length, Index width, Index heads) {
  const Index sequences = p.q.shape(0);
  if (p.rank > 2) return {sequences, heads, length, width};
  return heads == 1 ? std::vector<Index>{length, width} : std::vector<Index>{heads, length, width};
}

StreamedArray input_array(const SharedAttending& shared, std::string id,
                          const Batch AttendInput::*part, std::string row) {
  static constexpr Index kRows = 1024;  // at once
  const Batch& batch = shared->input.*part;
  const Index width = batch.shape(3), all = batch.size() / std::max(width, Index{1});
  return {std::move(id),
          shape_of(shared->problem, batch.shape(2), width, batch.shape(1)),
          Array::Type::real,
          (all + kRows - 1) / kRows,
          [shared, part, width, all](Index piece) {
            const Index first = piece * kRows, count = std::min(kRows, all - first);
            Matrix numbers = xt::empty<double>({count, width});
            std::copy_n((shared->input.*part).data() + first * width, count * width,
                        numbers.data());
            return numbers;
          },
          std::move(row)};
}

StreamedArray step_array(const SharedAttending& shared, std::string id, Array::Type type,
                         std::function<Matrix(const AttendSlice&)> rows) {
  const AttendInput& in = shared->input;
  return {std::move(id),
          shape_of(shared->problem, in.q.shape(2), in.k.shape(2), in.q.shape(1)),
          type,
          block_count(in),
          [shared, rows](Index piece) { return rows(block_at(shared->input, piece)); },
          "q",
          "k"};
}

StreamedArray sink_array(const SharedAttending& shared) {
  const Index heads = shared->problem.options.sink->size();
  const auto row = [shared, heads](Index) {
    Matrix numbers = xt::empty<double>({Index{1}, heads});
    std::ranges::copy(*shared->problem.options.sink, numbers.begin());
    return numbers;
  };
  return {.id = "sink", .shape = {1, heads}, .pieces = 1, .piece = row, .given = true};
}

// A mask that is added, at every score; what it does not reach is hidden.
Matrix bias_rows(const Attending& a, const AttendSlice& at) {
  const Batch& mask = a.problem.options.mask->values;
  const auto place = [&mask](Index axis, Index i) { return mask.shape(axis) == 1 ? 0 : i; };
  Matrix bias = xt::zeros<double>({at.count, a.input.k.shape(2)});
  for (Index i = 0; i < at.count; ++i) {
    for (Index j = 0; j < columns(bias) && place(3, j) < mask.shape(3); ++j) {
      bias(i, j) =
          mask(place(0, at.sequence), place(1, at.head), place(2, at.first + i), place(3, j));
    }
  }
  return bias;
}

// Heads side by side again where they came so.
Matrix joined_output(const Attending& a, Index piece) {
  const Index blocks = blocks_of_head(a.input), heads = a.input.q.shape(1);
  std::vector<Matrix> outputs;
  for (Index h = 0; h < heads; ++h) {
    const Index of_head = (piece / blocks * heads + h) * blocks + piece % blocks;
    outputs.push_back(output_rows(a, block_at(a.input, of_head)));
  }
  return join_heads(outputs);
}

StreamedArray output_array(const SharedAttending& shared) {
  const AttendInput& in = shared->input;
  const Index sequences = in.q.shape(0), queries = in.q.shape(2);
  if (shared->problem.rank == 4) {
    StreamedArray array =
        step_array(shared, "output", Array::Type::real,
                   [a = shared.get()](const AttendSlice& slice) { return output_rows(*a, slice); });
    array.shape.back() = in.v.shape(3);
    array.column = "";
    return array;
  }
  const Index width = in.q.shape(1) * in.v.shape(3);
  return {"output",
          shared->problem.rank == 2 ? std::vector<Index>{queries, width}
                                    : std::vector<Index>{sequences, queries, width},
          Array::Type::real,
          block_count(in) / std::max(in.q.shape(1), Index{1}),
          [shared](Index piece) { return joined_output(*shared, piece); },
          "q"};
}

// What is attended to. It is new where it is an example's, or was rotated, put behind a cache, or
// rounded.
std::vector<StreamedArray> inputs_of(const SharedAttending& shared) {
  const AttendProblem& p = shared->problem;
  const bool new_numbers = p.example || p.options.precision.digits != kFloat64.digits;
  std::vector<StreamedArray> arrays{input_array(shared, "q", &AttendInput::q, "q"),
                                    input_array(shared, "k", &AttendInput::k, "k"),
                                    input_array(shared, "v", &AttendInput::v, "k")};
  arrays[0].given = !new_numbers && !p.options.rope;
  arrays[1].given = !new_numbers && !p.options.rope && !p.past_k;
  arrays[2].given = !new_numbers && !p.past_v;
  if (p.options.sink) arrays.push_back(sink_array(shared));
  return arrays;
}

}  // namespace

Index block_count(const AttendInput& input) {
  if (input.q.size() == 0) return 0;  // there may be no end of sequences that hold nothing
  return input.q.shape(0) * input.q.shape(1) * blocks_of_head(input);
}

AttendSlice block_at(const AttendInput& input, Index block) {
  const Index blocks = blocks_of_head(input), heads = input.q.shape(1);
  const Index first = block % blocks * rows_of_block(input);
  return {block / blocks / heads, block / blocks % heads, first,
          std::min(rows_of_block(input), input.q.shape(2) - first)};
}

Matrix output_rows(const Attending& a, const AttendSlice& slice) {
  if (a.fast.valid()) return rows_of(a.fast.get(), a.input, slice);
  return attn::attend(a.input, a.problem.options, slice).output;
}

std::vector<StreamedArray> arrays_of(const SharedAttending& shared) {
  const AttendProblem& p = shared->problem;
  const bool added = p.options.mask && p.options.mask->means == AttendMask::Means::add;
  std::vector<StreamedArray> arrays = inputs_of(shared);
  const auto add = [&](std::string id, auto part, Array::Type type = Array::Type::real) {
    const auto rows = [a = shared.get(), part](const AttendSlice& slice) {
      return part(attend_weights(a->input, a->problem.options, slice));
    };
    arrays.push_back(step_array(shared, std::move(id), type, rows));
  };
  add("scores", [](const AttendSteps& s) { return s.scores; });
  add("scaled", [](const AttendSteps& s) { return s.scaled; });
  if (p.options.softcap) add("capped", [](const AttendSteps& s) { return s.capped; });
  add(
      "mask", [](const AttendSteps& s) { return as_numbers(s.hidden); }, Array::Type::boolean);
  if (added) {
    arrays.push_back(
        step_array(shared, "bias", Array::Type::real,
                   [a = shared.get()](const AttendSlice& s) { return bias_rows(*a, s); }));
    arrays.back().given = true;
    add("visible", [](const AttendSteps& s) { return s.visible; });
  }
  add("weights", [](const AttendSteps& s) { return s.weights; });
  arrays.push_back(output_array(shared));
  return arrays;
}

Array held(const StreamedArray& array) {
  Array result{array.id, {array.shape.begin(), array.shape.end()}, {}, {}, {}, array.type};
  in_order(array.pieces, array.piece, [&result](const Matrix& rows) {
    result.values.insert(result.values.end(), rows.begin(), rows.end());
    return true;
  });
  result.row_labels = few_labels(array.row, array.shape.end()[-2]);
  result.column_labels = few_labels(array.column, array.shape.back());
  return result;
}

}  // namespace attn::lessons::attend
