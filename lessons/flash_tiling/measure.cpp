#include "lessons/flash_tiling/measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>

#include "core/flash.hpp"
#include "core/random/generator.hpp"
#include "kernel/flash_attention.hpp"
#include "kernel/instruction_set.hpp"
#include "kernel/naive.hpp"
#include "kernel/probe.hpp"
#include "kernel/thread_team.hpp"
#include "kernel/workspace.hpp"
#include "lessons/flash_tiling/measure_runs.hpp"
#include "support/child.hpp"
#include "support/late_blas.hpp"
#include "support/progress.hpp"
#include "support/size.hpp"

namespace attn::lessons::flash_tiling {

namespace {

constexpr int kRuns = 7;
constexpr double kEnough = 0.35;  // seconds, after which a run is not repeated
constexpr double kTooLong = 5.0;

using Attend = std::function<Floats(const Inputs&)>;
using Prepare = std::function<Attend()>;  // in the process that measures

Floats attend_naively(const Inputs& in) {
  return kernel::naive_attention(in.q, in.k, in.v, in.n, in.width);
}

// With the softmax in vectors, by all threads.
Attend attend_in_vectors(Index threads) {
  const kernel::NaiveSoftmax softmax{kernel::instruction_sets().front(), threads};
  return [softmax](const Inputs& in) {
    return kernel::naive_attention(in.q, in.k, in.v, in.n, in.width, softmax);
  };
}

Attend attend_fast(Index threads) {
  const auto workspace = std::make_shared<kernel::Workspace>(static_cast<unsigned>(threads));
  return [workspace](const Inputs& in) {
    const kernel::Shape shape{1, 1, in.n, in.n, in.width, in.width};
    return kernel::flash_attention(in.q, in.k, in.v, shape, {.workspace = workspace.get()});
  };
}

Attend attend_in_tiles(Index block) {
  return [block](const Inputs& in) {
    const auto matrix = [&](const Floats& x) {
      Matrix m = xt::empty<double>({in.n, in.width});
      std::copy(x.begin(), x.end(), m.data());
      return m;
    };
    const Matrix output =
        flash_attention(matrix(in.q), matrix(in.k), matrix(in.v), {.block = block});
    Floats result(output.size());
    std::transform(output.begin(), output.end(), result.begin(),
                   [](double x) { return static_cast<float>(x); });
    return result;
  };
}

// Row i of softmax(q·kᵀ/√d)·v, summed in double precision.
std::vector<double> exact_row(const Inputs& in, Index i) {
  std::vector<double> weights(in.n), output(in.width, 0.0);
  for (Index j = 0; j < in.n; ++j) {
    for (Index c = 0; c < in.width; ++c) {
      weights[j] += double{in.q[i * in.width + c]} * double{in.k[j * in.width + c]};
    }
    weights[j] /= std::sqrt(static_cast<double>(in.width));
  }
  const double peak = *std::ranges::max_element(weights);
  double sum = 0.0;
  for (double& w : weights) sum += w = std::exp(w - peak);
  for (Index j = 0; j < in.n; ++j) {
    for (Index c = 0; c < in.width; ++c) {
      output[c] += weights[j] / sum * double{in.v[j * in.width + c]};
    }
  }
  return output;
}

// The largest difference in some rows from the first to the last; NaN where the output is.
double error_of(const Floats& output, const Inputs& in) {
  double largest = 0.0;
  for (Index i = 0; i < in.n; i += std::max<Index>(1, in.n / 16)) {
    const std::vector<double> row = exact_row(in, i);
    for (Index c = 0; c < in.width; ++c) {
      const double difference = std::abs(double{output[i * in.width + c]} - row[c]);
      if (!(difference <= largest)) largest = difference;
    }
  }
  return largest;
}

// What a child sends home: the error, the peak of memory after one run, the seconds of each run.
// The first run only warms up, unless it took long.
std::vector<double> time_runs(const Inputs& in, const Prepare& prepare) {
  const Attend attend = prepare();
  std::vector<double> seconds;
  const double first = now();
  Floats output = attend(in);
  const double warm = now() - first;
  const auto peak = static_cast<double>(peak_memory());
  const double error = error_of(output, in);
  if (warm > kEnough) seconds.push_back(warm);
  const double begin = now();
  while (seconds.size() < kRuns && now() - begin < kEnough) {
    const double start = now();
    output = attend(in);
    seconds.push_back(now() - start);
  }
  std::ranges::sort(seconds);
  seconds.insert(seconds.begin(), {error, peak});
  return seconds;
}

// What Linux can give without swapping; none elsewhere.
std::optional<Integer> available_memory() {
  std::ifstream file("/proc/meminfo");
  std::string name;
  for (std::int64_t kibibytes = 0; file >> name >> kibibytes; file.ignore(100, '\n')) {
    if (name == "MemAvailable:") return Integer{kibibytes} * 1024;
  }
  return {};
}

std::string reason_to_skip(const Way& way, Index n) {
  const Integer scores = Integer{4} * Integer{n} * Integer{n};
  const std::optional<Integer> memory = available_memory();
  if ((way.name == "naive" || way.name == "vectors") && memory && scores > *memory / 10 * 9) {
    return fmt::format("the scores take {}, and {} are free", natural_size(scores),
                       natural_size(*memory));
  }
  if (way.samples.empty()) return {};
  const Sample& last = way.samples.back();
  if (!last.measured()) return last.skipped;
  const double growth = static_cast<double>(n) / static_cast<double>(last.n);
  const double expected = last.median() * growth * growth;
  return expected > kTooLong ? fmt::format("it would take about {:.0f} s", expected) : "";
}

// A way, how it is done, and the memory that it takes for next to no tokens.
struct Contender {
  Way way;
  Prepare prepare;
  double fixed_bytes;
};

Contender contender(std::string name, const MeasureOptions& options, const Prepare& prepare) {
  constexpr Index kFew = 16;
  const ChildRun run = in_own_process([&] { return time_runs(draw(kFew, options), prepare); });
  return {{std::move(name), {}}, prepare, run.failure.empty() ? run.numbers[1] : 0.0};
}

Sample sample(const Contender& contender, Index n, const MeasureOptions& options) {
  Sample result{.n = n, .skipped = reason_to_skip(contender.way, n)};
  if (!result.measured()) return result;
  const ChildRun run =
      in_own_process([&] { return time_runs(draw(n, options), contender.prepare); });
  result.skipped = run.failure;
  if (!result.measured()) return result;
  result.error = run.numbers[0];
  result.bytes = std::max(0.0, run.numbers[1] - contender.fixed_bytes);
  result.seconds.assign(run.numbers.begin() + 2, run.numbers.end());
  return result;
}

}  // namespace

Inputs draw(Index n, const MeasureOptions& options) {
  Inputs in{n, options.width, Floats(n * options.width), Floats(n * options.width),
            Floats(n * options.width)};
  Generator generator(options.seed);
  for (Floats* x : {&in.q, &in.k, &in.v}) {
    for (float& number : *x) number = static_cast<float>(generator.normal());
  }
  return in;
}

std::vector<Index> ladder(Index most) {
  std::vector<Index> lengths{most};
  while (lengths.size() < 5 && lengths.back() > 1) lengths.push_back(lengths.back() / 2);
  std::ranges::reverse(lengths);
  return lengths;
}

Measurements measure(const MeasureOptions& options) {
  const Generator valid_seed(options.seed);  // an Error is for this process to report
  const kernel::InstructionSet& set = *kernel::instruction_sets().front();
  const Index threads = std::min(kernel::thread_count(options.threads), kernel::thread_count(0));
  limit_blas_threads(static_cast<int>(threads));
  const Progress progress;
  progress.say("how fast the processor multiplies and adds");
  const double before = kernel::peak_rate(set, threads);
  std::vector<Contender> contenders{
      contender("naive", options, [] { return attend_naively; }),
      contender("vectors", options, [threads] { return attend_in_vectors(threads); }),
      contender("tiles", options, [&options] { return attend_in_tiles(options.block); }),
      contender("kernel", options, [threads] { return attend_fast(threads); })};
  for (const Index n : ladder(options.most)) {
    for (Contender& contender : contenders) {
      progress.say(fmt::format("{}, {} tokens", contender.way.name, grouped(Integer{n})));
      contender.way.samples.push_back(sample(contender, n, options));
    }
  }
  progress.say("where the kernel's time goes");
  Anatomy anatomy = dissect(options, threads);
  return {set.name,
          threads,
          before,
          kernel::peak_rate(set, threads),
          std::move(contenders[0].way),
          std::move(contenders[1].way),
          std::move(contenders[2].way),
          std::move(contenders[3].way),
          std::move(anatomy)};
}

}  // namespace attn::lessons::flash_tiling
