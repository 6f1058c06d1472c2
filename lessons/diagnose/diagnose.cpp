// Lesson: diagnose. Which mistake gives exactly these numbers?
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "files/read_tensor.hpp"
#include "lessons/shared/claims.hpp"
#include "lessons/shared/explanations.hpp"
#include "lessons/shared/input.hpp"
#include "lessons/shared/tensor_options.hpp"
#include "support/error.hpp"

namespace attn::lessons::diagnose {

namespace {

struct Options {
  TensorOptions tensors;
  InputOptions sentence{.seed = ""};  // none unless given: the small example
  std::optional<std::string> weights = {};
  std::optional<Integer> decimals = {};
};

void declare(Knobs& knobs, Options& o) {
  knobs.example("attn diagnose", "What each mistake does to two queries and three keys");
  knobs.example("attn diagnose --causal", "What can go wrong with a mask as well");
  knobs.example("attn diagnose --seed 0", "The same of walkthrough's six words");
  knobs.reads_file("--weights", o.weights, "FILE", "Somebody's weights, a row for each query");
  knobs.reads_file("--expect", o.tensors.expect, "FILE", "Somebody's output for the same input");
  knobs.count("--decimals", o.decimals, 0, 15,
              "To how many decimals they were rounded; as many as they show unless given");
  declare_own_input(knobs, o.sentence);
  declare_tensors(knobs, o.tensors);
}

Tensor tensor_of(const Matrix& m) { return {{rows(m), columns(m)}, {m.begin(), m.end()}}; }

AttendProblem read(const Options& o) {
  InputOptions sentence = o.sentence;
  const bool spoken =
      sentence.text || sentence.file || sentence.model.given() || sentence.seed != "";
  if (!spoken) return read_problem(o.tensors);
  if (o.tensors.q || o.tensors.k || o.tensors.v) {
    throw Error("--q, --k and --v are tensors of your own, and {} draws others; give either",
                sentence.text         ? "--text"
                : sentence.file       ? "--input"
                : sentence.seed != "" ? "--seed"
                                      : "--model");
  }
  if (sentence.seed.empty()) sentence.seed = InputOptions{}.seed;
  const Sentence s = read_sentence(sentence);
  TensorOptions tensors = o.tensors;
  tensors.causal |= s.causal;
  return read_problem(
      tensors, {tensor_of(product(s.embeddings, s.w_q)), tensor_of(product(s.embeddings, s.w_k)),
                tensor_of(product(s.embeddings, s.w_v))});
}

// (T, S), (heads, T, S) or (batch, T, S), (batch, heads, T, S), as (batch, heads, T, S).
Batch read_weights(const std::string& path, const AttendProblem& problem) {
  const Tensor weights = read_tensor("--weights", path);
  const AttendInput input = problem.input();
  const std::vector<Index> expected{input.q.shape(0), input.q.shape(1), input.q.shape(2),
                                    input.k.shape(2)};
  const auto without_ones = [](std::vector<Index> shape) {
    while (shape.size() > 2) {
      const auto one = std::find(shape.begin(), shape.end() - 2, Index{1});
      if (one == shape.end() - 2) break;
      shape.erase(one);
    }
    return shape;
  };
  if (without_ones(weights.shape) != without_ones(expected)) {
    throw Error("--weights has the shape {}; expected {}, a row for each query, of each key",
                shape_text(weights.shape), shape_text(without_ones(expected)));
  }
  Batch batch = xt::empty<double>({expected[0], expected[1], expected[2], expected[3]});
  std::ranges::copy(weights.values, batch.begin());
  return batch;
}

void refuse_large(const KnownTensors& known) {
  if (products_of(known) > kMostDiagnosedProducts) {
    throw Error(
        "{:.0f} products are computed once for each mistake and each two of them, which takes "
        "long; give tensors of at most {:.0f}",
        products_of(known), kMostDiagnosedProducts);
  }
  if (known.q.size() == 0 || known.k.size() == 0) {
    throw Error("--q and --k hold no number; give a query and a key at least");
  }
}

double largest_change(const Batch& a, const Batch& b) {
  double largest = 0.0;
  for (Index i = 0; i < a.size(); ++i) {
    if (a.data()[i] != b.data()[i]) {
      largest = std::max(largest, std::abs(a.data()[i] - b.data()[i]));
    }
  }
  return largest;
}

void write_given(Page& page, const Options& o, const AttendProblem& problem,
                 const KnownTensors& known) {
  GivenNumbers given{.output = problem.expected};
  if (o.weights) given.weights = read_weights(*o.weights, problem);
  if (o.decimals) given.decimals = static_cast<int>(*o.decimals);
  const Diagnosis found = diagnosed(known, given);
  say_explanations(page, found);
  const Explanation& best = found.explanations.empty() ? found.nearest : found.explanations.front();
  page.claim("right", "the numbers given are those of attention as asked for",
             found.is_right()
                 ? check(true, "at most {} off", tiny(best.distance))
                 : check(false, "nearest: {}, {} off", words_of(best.faults), tiny(best.distance)));
}

// What each mistake does to these tensors, and that each is found by what it does.
void write_table(Page& page, const KnownTensors& known) {
  constexpr auto kGeneral = Column::Notation::general;
  Table table{"mistakes",
              "Mistakes that can be made here, and how far the numbers move",
              {{"mistake", "what is done", ""},
               {"instead", "what is right", ""},
               {"weights", "weights move by", "", 2, kGeneral},
               {"output", "output moves by", "", 2, kGeneral}},
              {}};
  const AttentionNumbers right = faulty_attention(known, {});
  Index found_again = 0;
  for (const Faults& faults : single_faults(known)) {
    const AttentionNumbers wrong = faulty_attention(known, choices_with(faults));
    table.rows.push_back({words_of(faults), std::string(faults.front()->instead),
                          largest_change(wrong.weights, right.weights),
                          largest_change(wrong.output, right.output)});
    const Diagnosis found = diagnosed(known, {.weights = wrong.weights, .output = wrong.output});
    found_again += std::ranges::any_of(
        found.explanations, [&](const Explanation& way) { return way.faults == faults; });
  }
  const std::size_t count = table.rows.size();
  page.table(std::move(table));
  page.claim("found", "from the numbers that a mistake gives, the mistake is found",
             check(found_again == count, "{} of {}", found_again, count));
}

void write_search(Page& page, const AttendProblem& problem, const KnownTensors& known) {
  page.say(
      "Every mistake has numbers of its own. Give somebody's weights with --weights or an output "
      "with --expect, and attention is computed once with each mistake, and with each two of them, "
      "until the numbers come out.");
  write_table(page, known);
  const AttendInput input = problem.input();
  const Batch output = attend_output(input, problem.options);
  page.claim("faultless", "without a mistake, the outputs are those of attn attend",
             check(largest_change(faulty_attention(known, {}).output, output) <= kTolerance,
                   "largest difference {}",
                   tiny(largest_change(faulty_attention(known, {}).output, output))));
}

Document write(const Options& o) {
  const AttendProblem problem = read(o);
  const KnownTensors known = known_tensors(problem);
  refuse_large(known);
  Page page{"diagnose", "Which mistake gives these numbers?"};
  if (o.weights || problem.expected) {
    write_given(page, o, problem, known);
  } else {
    if (o.decimals) throw Error("--decimals is of --weights or --expect; give one of them");
    write_search(page, problem, known);
  }
  page.try_next({{"attn diagnose --causal", {"Mistakes that a mask makes possible."}},
                 {"attn conventions", {"What is no mistake, and differs all the same."}}});
  return std::move(page).finish();
}

}  // namespace

Writer open(Knobs& knobs) { return open_lesson<Options, declare, write>(knobs); }

}  // namespace attn::lessons::diagnose
