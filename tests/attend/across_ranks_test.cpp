// Is attention over ranks that of one process, and do all of them end when one cannot go on?
#include "attend/across_ranks.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <mutex>

#include "core/random/generator.hpp"
#include "files/npy.hpp"
#include "ranks/thread_ranks.hpp"
#include "support/folder.hpp"

using namespace attn;
using test::Folder;

namespace {

struct Given {
  Folder folder;
  TensorOptions options = {};
};

std::string drawn(const Folder& folder, const std::string& name, Index rows, Index columns,
                  double spread = 1.0) {
  std::vector<double> values(rows * columns);
  Generator(std::to_string(name.size() + columns)).fill_normal(values);
  for (double& x : values) x = static_cast<double>(static_cast<float>(spread * x));
  return folder.file(name, npy_bytes(std::vector<Index>{rows, columns}, values));
}

// Four heads of queries, two of keys and values.
void give(Given& given, Index n, double spread = 1.0) {
  given.options.q = drawn(given.folder, "q.npy", n, 4 * 6, spread);
  given.options.k = drawn(given.folder, "key.npy", n, 2 * 6, spread);
  given.options.v = drawn(given.folder, "value.npy", n, 2 * 5);
  given.options.heads = 4;
  given.options.kv_heads = 2;
  given.options.precision = kFloat32;
  given.options.save = given.folder / "out";
}

// What each of three ranks is told, of options that `change` makes its own.
std::vector<std::string> told(const TensorOptions& options,
                              const std::function<void(Index, TensorOptions&)>& change) {
  std::vector<std::string> messages(3, "no error");
  test::on_threads(3, [&](Ranks& ranks) {
    TensorOptions own = options;
    change(ranks.rank(), own);
    try {
      attend_across_ranks(ranks, own);
    } catch (const AgreedError& error) {
      messages[ranks.rank()] = error.what();
    }
  });
  CHECK(messages[1] == messages[0]);
  CHECK(messages[2] == messages[0]);
  return messages;
}

// How far the saved output lies from that of one process, step by step.
double distance(const Given& given) {
  const Tensor saved = read_npy(given.folder / "out/output.npy");
  TensorOptions alone = given.options;
  alone.save.reset();
  const AttendProblem problem = read_problem(alone);
  const Batch expected = attend_output(problem.input(), problem.options);
  const Index n = expected.shape(2), heads = expected.shape(1), width = expected.shape(3);
  REQUIRE(saved.shape == std::vector<Index>{n, heads * width});
  double largest = 0.0;
  for (Index i = 0; i < n; ++i) {
    for (Index head = 0; head < heads; ++head) {
      for (Index c = 0; c < width; ++c) {
        const double off =
            std::abs(saved.values[(i * heads + head) * width + c] - expected(Index{0}, head, i, c));
        if (!(off <= largest)) largest = off;
      }
    }
  }
  return largest;
}

}  // namespace

TEST_SUITE_BEGIN("attention across ranks");

TEST_CASE("is that of one process, each row written where it belongs") {
  for (const bool causal : {false, true}) {
    for (const Index ranks : {1, 2, 3, 5}) {
      Given given;
      give(given, 131);
      given.options.causal = causal;
      given.options.softcap = 3.0;
      given.options.scale = "0.3";
      std::vector<AcrossRanks> results(ranks);
      test::on_threads(
          ranks, [&](Ranks& r) { results[r.rank()] = attend_across_ranks(r, given.options); });
      CHECK(distance(given) < 2e-6);
      for (const AcrossRanks& result : results) {
        CHECK(result.error.rows == 16);
        CHECK(result.error.difference > 0.0);
        CHECK(result.error.difference < 1e-6);
        CHECK(result.error.difference <= result.error.bound);
        CHECK(result.ranks.size() == ranks);
      }
    }
  }
}

TEST_CASE("ends on all ranks when one of them has another file, other options or none") {
  Given given;
  give(given, 40);
  const std::string narrow = drawn(given.folder, "narrow.npy", 40, 2 * 4);
  CHECK(told(given.options,
             [&](Index rank, TensorOptions& o) {
               if (rank == 2) o.v = narrow;
             })[0]
            .find("rank 2: --q, --k and --v are (40, 4·6), (40, 2·6), (40, 2·4), and rank 0's") ==
        0);
  CHECK(told(given.options, [&](Index rank, TensorOptions& o) { o.causal = rank == 1; })[0].find(
            "rank 1: ") == 0);
  CHECK(told(given.options,
             [&](Index rank, TensorOptions& o) {
               if (rank == 1) o.k = given.folder / "none.npy";
             })[0]
            .find("none.npy: No such file") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(given.folder / "out"));
}

TEST_CASE("refuses what does not go together, on all ranks alike") {
  const auto refusal = [](const std::function<void(Given&)>& change) {
    Given given;
    give(given, 40);
    change(given);
    return told(given.options, [](Index, TensorOptions&) {})[0];
  };
  CHECK(refusal([](Given& g) { g.options.v = drawn(g.folder, "v.npy", 39, 10); }) ==
        "--q, --k and --v have 40, 40 and 39 rows; across ranks they must be equally many");
  CHECK(refusal([](Given& g) { g.options.k = drawn(g.folder, "k.npy", 40, 10); }) ==
        "--k has 5 components a head, and --q has 6; they must agree");
  CHECK(refusal([](Given& g) { g.options.heads = 5; }) ==
        "5 heads of --q cannot share 2 heads of --k evenly");
  CHECK(refusal([](Given& g) { give(g, 5); }) ==
        "--q has 5 rows, too few for 3 ranks; give 6 at least");
  CHECK(refusal([](Given& g) { give(g, 40, 1e30); }).find("which float32 cannot hold") !=
        std::string::npos);
  CHECK(refusal([](Given& g) {
          g.options.save = g.folder.path().string();
          std::filesystem::rename(*g.options.q, g.folder / "output.npy");
          g.options.q = g.folder / "output.npy";
        }).find("--save would write over") == 0);
}

TEST_CASE("leaves nothing when one of them cannot write") {
  Given given;
  give(given, 40);
  std::filesystem::create_directory(given.folder / "out");
  std::filesystem::create_symlink("/dev/full", given.folder / "out/output.npy");
  CHECK(told(given.options, [](Index, TensorOptions&) {})[0].find("No space left on device") !=
        std::string::npos);
  CHECK(std::distance(std::filesystem::directory_iterator(given.folder / "out"), {}) == 1);
}

TEST_CASE("knows some conventions, and refuses the others before any file is read") {
  Given given;
  give(given, 8);
  CHECK_NOTHROW(refuse_across_ranks(given.options));
  const auto refuses = [&given](const std::function<void(TensorOptions&)>& change) {
    TensorOptions options = given.options;
    change(options);
    CHECK_THROWS_AS(refuse_across_ranks(options), Error);
  };
  refuses([](TensorOptions& o) { o.v.reset(); });
  refuses([](TensorOptions& o) { o.mask = "m.npy"; });
  refuses([](TensorOptions& o) { o.window = 3; });
  refuses([](TensorOptions& o) { o.kv_len = {3}; });
  refuses([](TensorOptions& o) { o.past_k = "k.npy"; });
  refuses([](TensorOptions& o) { o.sink = "s.npy"; });
  refuses([](TensorOptions& o) { o.rope = RotaryLayout::half; });
  refuses([](TensorOptions& o) { o.empty_row = EmptyRow::nan; });
  refuses([](TensorOptions& o) { o.expect = "y.npy"; });
  refuses([](TensorOptions& o) { o.save_as = ArrayFormat::csv; });
  refuses([](TensorOptions& o) { o.precision = kFloat64; });
}

TEST_SUITE_END();
