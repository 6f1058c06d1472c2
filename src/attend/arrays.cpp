#include "attend/arrays.hpp"

#include <algorithm>

#include "support/in_order.hpp"

namespace attn {

namespace {

Matrix as_numbers(const Mask& mask) {
  Matrix numbers = xt::empty<double>({mask.shape(0), mask.shape(1)});
  std::ranges::copy(mask, numbers.begin());
  return numbers;
}

// None for a length beyond what a message can list.
std::vector<std::string> few_labels(const std::string& prefix, Index count) {
  constexpr Index kMostLabels = 64;
  std::vector<std::string> labels;
  if (prefix.empty() || count > kMostLabels) return labels;
  for (Index i = 0; i < count; ++i) labels.push_back(prefix + std::to_string(i));
  return labels;
}

// (batch, heads, T, width) as the reader is used to it: without the first two where there is one
// head in two dimensions.
std::vector<Index> shape_of(const AttendProblem& problem, Index length, Index width, Index heads) {
  const Index sequences = problem.q.shape(0);
  if (problem.rank > 2) return {sequences, heads, length, width};
  return heads == 1 ? std::vector<Index>{length, width} : std::vector<Index>{heads, length, width};
}

StreamedArray input_array(const SharedRun& run, std::string id, const Batch AttendInput::*part,
                          std::string row) {
  static constexpr Index kRows = 1024;  // at once
  const Batch& batch = run->input.*part;
  const Index width = batch.shape(3), all = batch.size() / std::max(width, Index{1});
  return {std::move(id),
          shape_of(run->problem, batch.shape(2), width, batch.shape(1)),
          Array::Type::real,
          (all + kRows - 1) / kRows,
          [run, part, width, all](Index piece) {
            const Index first = piece * kRows, count = std::min(kRows, all - first);
            Matrix numbers = xt::empty<double>({count, width});
            std::copy_n((run->input.*part).data() + first * width, count * width, numbers.data());
            return numbers;
          },
          std::move(row)};
}

StreamedArray step_array(const SharedRun& run, std::string id, Array::Type type,
                         std::function<Matrix(const QueryBlock&)> rows) {
  const AttendInput& input = run->input;
  return {std::move(id),
          shape_of(run->problem, input.q.shape(2), input.k.shape(2), input.q.shape(1)),
          type,
          block_count(input),
          [run, rows](Index piece) { return rows(block_at(run->input, piece)); },
          "q",
          "k"};
}

StreamedArray sink_array(const SharedRun& run) {
  const Index heads = run->problem.options.sink->size();
  const auto row = [run, heads](Index) {
    Matrix numbers = xt::empty<double>({Index{1}, heads});
    std::ranges::copy(*run->problem.options.sink, numbers.begin());
    return numbers;
  };
  return {.id = "sink", .shape = {1, heads}, .pieces = 1, .piece = row, .given = true};
}

// A mask that is added, at every score; what it does not reach is hidden.
Matrix bias_rows(const AttendRun& run, const QueryBlock& at) {
  const Batch& mask = run.problem.options.mask->values;
  const auto place = [&mask](Index axis, Index i) { return mask.shape(axis) == 1 ? 0 : i; };
  Matrix bias = xt::zeros<double>({at.count, run.input.k.shape(2)});
  for (Index i = 0; i < at.count; ++i) {
    for (Index j = 0; j < columns(bias) && place(3, j) < mask.shape(3); ++j) {
      bias(i, j) =
          mask(place(0, at.sequence), place(1, at.head), place(2, at.first + i), place(3, j));
    }
  }
  return bias;
}

// Heads side by side again where they came so.
Matrix joined_output(const AttendRun& run, Index piece) {
  const Index blocks = blocks_of_head(run.input), heads = run.input.q.shape(1);
  std::vector<Matrix> outputs;
  for (Index head = 0; head < heads; ++head) {
    const Index of_head = (piece / blocks * heads + head) * blocks + piece % blocks;
    outputs.push_back(output_rows(run, block_at(run.input, of_head)));
  }
  return join_heads(outputs);
}

StreamedArray output_array(const SharedRun& run) {
  const AttendInput& input = run->input;
  const Index sequences = input.q.shape(0), queries = input.q.shape(2);
  if (run->problem.rank == 4) {
    StreamedArray array =
        step_array(run, "output", Array::Type::real,
                   [&whole = *run](const QueryBlock& block) { return output_rows(whole, block); });
    array.shape.back() = input.v.shape(3);
    array.column = "";
    return array;
  }
  const Index width = input.q.shape(1) * input.v.shape(3);
  return {"output",
          run->problem.rank == 2 ? std::vector<Index>{queries, width}
                                 : std::vector<Index>{sequences, queries, width},
          Array::Type::real,
          block_count(input) / std::max(input.q.shape(1), Index{1}),
          [run](Index piece) { return joined_output(*run, piece); },
          "q"};
}

// What is attended to. It is new where it is an example's, or was rotated, put behind a cache, or
// rounded.
std::vector<StreamedArray> inputs_of(const SharedRun& run) {
  const AttendProblem& problem = run->problem;
  const bool new_numbers = problem.example || problem.options.precision.digits != kFloat64.digits;
  std::vector<StreamedArray> arrays{input_array(run, "q", &AttendInput::q, "q"),
                                    input_array(run, "k", &AttendInput::k, "k"),
                                    input_array(run, "v", &AttendInput::v, "k")};
  arrays[0].given = !new_numbers && !problem.options.rope;
  arrays[1].given = !new_numbers && !problem.options.rope && !problem.past_k;
  arrays[2].given = !new_numbers && !problem.past_v;
  if (problem.options.sink) arrays.push_back(sink_array(run));
  return arrays;
}

}  // namespace

std::vector<StreamedArray> arrays_of(const SharedRun& run) {
  const AttendProblem& problem = run->problem;
  const bool added = problem.options.mask && problem.options.mask->means == AttendMask::Means::add;
  std::vector<StreamedArray> arrays = inputs_of(run);
  const auto add = [&](std::string id, auto part, Array::Type type = Array::Type::real) {
    const auto rows = [part, &whole = *run](const QueryBlock& block) {
      return part(attend_weights(whole.input, whole.problem.options, block));
    };
    arrays.push_back(step_array(run, std::move(id), type, rows));
  };
  add("scores", [](const AttendSteps& steps) { return steps.scores; });
  add("scaled", [](const AttendSteps& steps) { return steps.scaled; });
  if (problem.options.softcap) add("capped", [](const AttendSteps& steps) { return steps.capped; });
  add(
      "mask", [](const AttendSteps& steps) { return as_numbers(steps.hidden); },
      Array::Type::boolean);
  if (added) {
    arrays.push_back(
        step_array(run, "bias", Array::Type::real,
                   [&whole = *run](const QueryBlock& block) { return bias_rows(whole, block); }));
    arrays.back().given = true;
    add("visible", [](const AttendSteps& steps) { return steps.visible; });
  }
  add("weights", [](const AttendSteps& steps) { return steps.weights; });
  arrays.push_back(output_array(run));
  return arrays;
}

Array announced(const StreamedArray& array) {
  return {array.id,
          array.shape,
          {},
          few_labels(array.row, array.shape.end()[-2]),
          few_labels(array.column, array.shape.back()),
          array.type};
}

Array held(const StreamedArray& array) {
  Array result = announced(array);
  in_order(array.pieces, array.piece, [&result](const Matrix& rows) {
    result.values.insert(result.values.end(), rows.begin(), rows.end());
    return true;
  });
  return result;
}

}  // namespace attn
