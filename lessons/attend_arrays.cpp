#include "lessons/attend_arrays.hpp"

#include <algorithm>

#include "lessons/show.hpp"

namespace attn {

namespace {

constexpr Index kBlock = 64;  // queries at once: T × S is never held

std::span<const double> numbers_of(const Matrix& m) { return {m.data(), m.size()}; }

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
  const Batch& batch = shared->input.*part;
  return {std::move(id), shape_of(shared->problem, batch.shape(2), batch.shape(3), batch.shape(1)),
          Array::Type::real,
          [shared, part](const StreamedArray::Sink& sink) {
            const Batch& numbers = shared->input.*part;
            sink({numbers.data(), numbers.size()});
          },
          std::move(row)};
}

StreamedArray step_array(const SharedAttending& shared, std::string id, Array::Type type,
                         std::function<Matrix(const AttendSteps&)> part) {
  const AttendInput& in = shared->input;
  return {std::move(id),
          shape_of(shared->problem, in.q.shape(2), in.k.shape(2), in.q.shape(1)),
          type,
          [shared, part](const StreamedArray::Sink& sink) {
            each_block(*shared, [&](const AttendSlice&, const AttendSteps& steps) {
              const Matrix rows = part(steps);
              return sink(numbers_of(rows));
            });
          },
          "q",
          "k"};
}

// Heads side by side again where they came so.
void stream_output(const Attending& a, const StreamedArray::Sink& sink) {
  if (a.input.q.size() == 0) return;
  const Index queries = a.input.q.shape(2), heads = a.input.q.shape(1);
  for (Index b = 0; b < a.input.q.shape(0); ++b) {
    for (Index first = 0; first < queries; first += kBlock) {
      std::vector<Matrix> outputs;
      for (Index h = 0; h < heads; ++h) {
        const AttendSlice slice{b, h, first, std::min(kBlock, queries - first)};
        outputs.push_back(attend(a.input, a.problem.options, slice).output);
      }
      const Matrix rows = join_heads(outputs);
      if (!sink(numbers_of(rows))) return;
    }
  }
}

StreamedArray output_array(const SharedAttending& shared) {
  const AttendInput& in = shared->input;
  const Index sequences = in.q.shape(0), queries = in.q.shape(2);
  if (shared->problem.rank == 4) {
    StreamedArray array = step_array(shared, "output", Array::Type::real,
                                     [](const AttendSteps& s) { return s.output; });
    array.shape.back() = in.v.shape(3);
    array.column = "";
    return array;
  }
  const Index width = in.q.shape(1) * in.v.shape(3);
  return {"output",
          shared->problem.rank == 2 ? std::vector<Index>{queries, width}
                                    : std::vector<Index>{sequences, queries, width},
          Array::Type::real,
          [shared](const StreamedArray::Sink& sink) { stream_output(*shared, sink); }, "q"};
}

}  // namespace

void each_block(const Attending& a, const VisitSteps& visit) {
  if (a.input.q.size() == 0) return;  // there may be no end of sequences that hold nothing
  const Index queries = a.input.q.shape(2);
  for (Index b = 0; b < a.input.q.shape(0); ++b) {
    for (Index h = 0; h < a.input.q.shape(1); ++h) {
      for (Index first = 0; first < queries; first += kBlock) {
        const AttendSlice slice{b, h, first, std::min(kBlock, queries - first)};
        if (!visit(slice, attend(a.input, a.problem.options, slice))) return;
      }
    }
  }
}

std::vector<StreamedArray> arrays_of(const SharedAttending& shared) {
  const AttendProblem& p = shared->problem;
  std::vector<StreamedArray> arrays;
  if (p.example || p.options.rope) arrays.push_back(input_array(shared, "q", &AttendInput::q, "q"));
  if (p.example || p.options.rope || p.past_k) {
    arrays.push_back(input_array(shared, "k", &AttendInput::k, "k"));
  }
  if (p.example || p.past_v) arrays.push_back(input_array(shared, "v", &AttendInput::v, "k"));
  const auto add = [&](std::string id, auto part, Array::Type type = Array::Type::real) {
    arrays.push_back(step_array(shared, std::move(id), type, part));
  };
  add("scores", [](const AttendSteps& s) { return s.scores; });
  add("scaled", [](const AttendSteps& s) { return s.scaled; });
  if (p.options.softcap) add("capped", [](const AttendSteps& s) { return s.capped; });
  add(
      "mask", [](const AttendSteps& s) { return as_numbers(s.hidden); }, Array::Type::boolean);
  add("weights", [](const AttendSteps& s) { return s.weights; });
  arrays.push_back(output_array(shared));
  return arrays;
}

Array held(const StreamedArray& array) {
  Array result{array.id, {array.shape.begin(), array.shape.end()}, {}, {}, {}, array.type};
  array.stream([&result](std::span<const double> numbers) {
    result.values.insert(result.values.end(), numbers.begin(), numbers.end());
    return true;
  });
  result.row_labels = few_labels(array.row, array.shape.end()[-2]);
  result.column_labels = few_labels(array.column, array.shape.back());
  return result;
}

}  // namespace attn
