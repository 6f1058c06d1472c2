// Does ring --measure compute what it says on ranks, and do its claims fall when it does not?
#include <doctest/doctest.h>

#include <mutex>

#include "document/find.hpp"
#include "lessons/ring/measure_page.hpp"
#include "lessons/run_lesson.hpp"
#include "ranks/thread_ranks.hpp"
#include "support/error.hpp"

using namespace attn;
using namespace attn::lessons::ring;

namespace {

// By `ranks` threads; as the first of them has it.
RingMeasurements measured_by(Index ranks, const MeasureOptions& options) {
  RingMeasurements result;
  test::on_threads(ranks, [&](Ranks& r) {
    const RingMeasurements own = measure(r, options);
    if (r.rank() == 0) result = own;
  });
  return result;
}

std::string message(Given given) {
  try {
    run_lesson("ring", std::move(given));
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

}  // namespace

TEST_SUITE_BEGIN("ring --measure");

TEST_CASE("finds the output of one process on any number of ranks, and what theory says is sent") {
  for (const Index ranks : {1, 2, 3, 4}) {
    for (const Index n : {64, 67}) {
      const MeasureOptions options{.n = n, .width = 8, .threads = 1};
      const RingMeasurements m = measured_by(ranks, options);
      CHECK(m.rings.back().ranks.size() == ranks);
      CHECK(m.rings.back().sum(&RankFigures::scores) == static_cast<double>(n * n));
      CHECK(m.zigzag.sum(&RankFigures::scores) == static_cast<double>(n * (n + 1) / 2));
      const Document page = measured_page(options, m);
      CHECK(all_claims_hold(page));
      const Table& sending = find_table(page, "sending");
      CHECK(real_at(sending, 0, "theory") * 1048576 ==
            doctest::Approx(2.0 * double(n) * 8 * double(ranks - 1) / double(ranks) * 4));
    }
  }
}

TEST_CASE("does not hold what is not so") {
  const MeasureOptions options{.n = 64, .width = 4, .threads = 1};
  const RingMeasurements right = measured_by(2, options);
  RingMeasurements wrong = right;
  wrong.rings.back().difference = 1e-3;
  wrong.in_order.difference = std::numeric_limits<double>::quiet_NaN();
  wrong.zigzag.difference = 1.0;
  wrong.rings.back().ranks[1].sent += 4.0;
  wrong.zigzag.ranks[0].scores += 1.0;
  const Document page = measured_page(options, wrong);
  int claims = 0;
  for (const Block& block : page.blocks) {
    if (const auto* claim = std::get_if<Claim>(&block)) {
      CAPTURE(claim->id);
      CHECK_FALSE(claim->holds);
      ++claims;
    }
  }
  CHECK(claims == 5);
}

TEST_CASE("ends on all ranks when they are not asked for the same") {
  std::mutex mutex;
  std::vector<std::string> messages;
  test::on_threads(2, [&](Ranks& ranks) {
    try {
      measure(ranks, {.n = 64 + ranks.rank(), .width = 4, .threads = 1});
    } catch (const AgreedError& error) {
      const std::scoped_lock lock(mutex);
      messages.push_back(error.what());
    }
  });
  CHECK(messages == std::vector<std::string>(
                        2,
                        "the ranks are asked for different --n, --dim or --seed; start all of "
                        "them with the same"));
}

TEST_CASE("calculates 64 nodes from the rate of one") {
  RingMeasurements m = measured_by(2, {.n = 64, .width = 64, .threads = 1});
  m.rings.front().ranks = {{.seconds = 1.0, .scores = 1e9}};  // 4 · 64 · 10⁹ operations a second
  const Document page = measured_page({.n = 64, .width = 64}, m);
  const Table& nodes = find_table(page, "nodes");
  CHECK(real_at(nodes, 0, "computing") == doctest::Approx(256.0 * 256.0 / 1e9 * 1e3));
  CHECK(real_at(nodes, 1, "sending") == doctest::Approx(2.0 * 256 * 64 * 4 / 1.25e9 * 1e3));
  CHECK(real_at(nodes, 7, "share") == doctest::Approx(100.0));
}

TEST_CASE("takes several processes, and says how to start them") {
  CHECK(message({{"--measure", ""}}) ==
        "--measure: it takes several processes; run mpirun -n 4 attn ring --measure");
  CHECK(message({{"--measure", ""}, {"--ranks", "2"}}) ==
        "--ranks: with --measure they are those of mpirun -n; leave it out");
  CHECK(message({{"--threads", "2"}}) ==
        "--threads: it goes with --measure; leave it out, or add --measure");
}

TEST_SUITE_END();
