#include <doctest/doctest.h>

#include <random>

#include "document/find.hpp"
#include "lessons/run_lesson.hpp"
#include "support/error.hpp"

using namespace attn;

namespace {

constexpr Integer kMebi = Integer{1} << 20, kGibi = Integer{1} << 30;

Document run(Given given = {}) { return run_lesson("memory-table", std::move(given)); }

// The whole number in that column (by id) of a row of a table.
Integer at(const Table& table, std::size_t row, std::string_view column) {
  const auto found = std::ranges::find(table.columns, column, &Column::id);
  REQUIRE(found != table.columns.end());
  const auto index = static_cast<std::size_t>(found - table.columns.begin());
  return std::get<Integer>(table.rows.at(row).at(index));
}

std::vector<Integer> tokens_of(const Table& table) {
  std::vector<Integer> tokens;
  for (std::size_t i = 0; i < table.rows.size(); ++i) tokens.push_back(at(table, i, "n"));
  return tokens;
}

// Every word of the page, as far as it is prose.
std::string prose_of(const Document& page) {
  std::string text;
  const auto add = [&text](const Prose& prose) {
    for (const Inline& piece : prose) text += piece.text + "\n";
  };
  for (const Block& block : page.blocks) {
    if (const auto* paragraph = std::get_if<Paragraph>(&block)) add(paragraph->prose);
    if (const auto* note = std::get_if<Note>(&block)) add(note->prose);
  }
  return text;
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_SUITE_BEGIN("memory-table");

TEST_CASE("counts 64, 262,144, 16,777,216 and 1,073,741,824 entries by default") {
  const Document page = run();
  const Table& scores = find_table(page, "scores");
  CHECK(tokens_of(scores) == std::vector<Integer>{8, 512, 4096, 32768});
  CHECK(at(scores, 0, "entries") == 64);
  CHECK(at(scores, 1, "entries") == 262'144);
  CHECK(at(scores, 2, "entries") == 16'777'216);
  CHECK(at(scores, 3, "entries") == 1'073'741'824);
}

TEST_CASE("gives 8 tokens 256 bytes, and 32,768 of them 4096 MiB") {
  const Document page = run();
  const Table& scores = find_table(page, "scores");
  CHECK(at(scores, 0, "bytes") == 256);
  CHECK(at(scores, 3, "bytes") == 4096 * kMebi);
}

TEST_CASE("says so in words for the largest n that was asked for") {
  CHECK(contains(prose_of(run({{"--n", "32768"}})),
                 "For 32,768 tokens that is 1,073,741,824 entries in 4,294,967,296 bytes, or "
                 "4.0 GiB."));
}

TEST_CASE("shows a single n with its halves and its double") {
  const Document page = run({{"--n", "32768"}});
  CHECK(tokens_of(find_table(page, "scores")) ==
        std::vector<Integer>{4096, 8192, 16384, 32768, 65536});
}

TEST_CASE("halves a single n only as far as it is even") {
  CHECK(tokens_of(find_table(run({{"--n", "999"}}), "scores")) == std::vector<Integer>{999, 1998});
  CHECK(tokens_of(find_table(run({{"--n", "1"}}), "scores")) == std::vector<Integer>{1, 2});
  CHECK(tokens_of(find_table(run({{"--n", "6"}}), "scores")) == std::vector<Integer>{3, 6, 12});
}

TEST_CASE("shows several n in ascending order, each once") {
  CHECK(tokens_of(find_table(run({{"--n", "64"}, {"--n", "8"}, {"--n", "64"}}), "scores")) ==
        std::vector<Integer>{8, 64});
}

TEST_CASE("shows a growth of 4 for scores and of 2 for all else, at twice the tokens") {
  const Document page = run();
  for (std::size_t row = 0; row < 4; ++row) {
    CHECK(at(find_table(page, "scores"), row, "growth") == 4);
    CHECK(at(find_table(page, "head"), row, "qkvo_growth") == 2);
    CHECK(at(find_table(page, "head"), row, "flash_growth") == 2);
    CHECK(at(find_table(page, "cache"), row, "growth") == 2);
  }
}

TEST_CASE("is exact for 2^40 tokens") {
  const Document page = run({{"--n", "1099511627776"}});
  CHECK(at(find_table(page, "scores"), 3, "entries") == Integer{1} << 80);
  CHECK(all_claims_hold(page));
}

TEST_CASE("gives Llama-3-8B in bf16 at 32,768 tokens 4 GiB of cache, 16 were it MHA") {
  const Document page = run({{"--like", "llama-3-8b"}, {"--n", "32768"}, {"--dtype", "bf16"}});
  const Table& cache = find_table(page, "cache");
  CHECK(at(cache, 3, "gqa_bytes") == 4 * kGibi);
  CHECK(at(cache, 3, "mha_bytes") == 16 * kGibi);
  CHECK(at(cache, 3, "mqa_bytes") == kGibi / 2);
  CHECK(contains(prose_of(page), "the cache takes 4.0 GiB"));
  CHECK(contains(prose_of(page), "it would take 16.0 GiB"));
}

TEST_CASE("finds 32 GiB of scores for 8192 tokens, 32 heads and batch 4 in one layer") {
  const Document page = run({{"--n", "8192"}, {"--heads", "32"}, {"--batch", "4"}});
  CHECK(at(find_table(page, "model"), 3, "one_layer_bytes") == 32 * kGibi);
}

TEST_CASE("finds one head's Q, K, V and output in 4 MiB and flash's state in 32 KiB") {
  const Document page = run({{"--n", "4096"}, {"--head-dim", "64"}});
  const Table& head = find_table(page, "head");
  CHECK(at(head, 3, "scores_bytes") == 64 * kMebi);
  CHECK(at(head, 3, "qkvo_bytes") == 4 * kMebi);
  CHECK(at(head, 3, "flash_bytes") == 32 * 1024);
}

TEST_CASE("corrects what is often printed: 16×, 4× and 8×, MiB for MB, 256 bytes for 0.0 MB") {
  const std::string prose = prose_of(run());
  CHECK(contains(prose, "the output 4.0 MiB: a factor of 16"));
  CHECK(contains(prose, "Flash's own state is 32.0 KiB"));
  CHECK(contains(prose, "by 4 in llama-3-8b, by 4 in mistral-7b and by 8 in llama-3-70b"));
  CHECK(contains(prose, "32,768 tokens 4096.0 MB"));
  CHECK(contains(prose, "take 4096.0 MiB, which is 4295.0 MB"));
  CHECK(contains(prose, "8 tokens 0.0 MB; they take 256 B"));
}

TEST_CASE("lets the reader's own heads win over the model's") {
  const Document page = run({{"--like", "llama-3-8b"}, {"--heads", "64"}, {"--n", "1"}});
  CHECK(at(find_table(page, "cache"), 0, "mha_bytes") == 2 * 32 * 64 * 128 * 4);
  CHECK(at(find_table(page, "cache"), 0, "gqa_bytes") == 2 * 32 * 8 * 128 * 4);
}

TEST_CASE("takes heads alone for MHA") {
  const Document page = run({{"--heads", "12"}, {"--n", "1"}});
  const Table& cache = find_table(page, "cache");
  CHECK(cache.columns.size() == 4);  // n, MHA, MQA, growth
  CHECK(at(cache, 0, "mha_bytes") == 2 * 32 * 12 * 128 * 4);
}

TEST_CASE("keeps every claim for any model, dtype, shape and unit") {
  const std::vector<Given> runs{{{"--like", "gpt-2"}},
                                {{"--like", "falcon-7b"}, {"--dtype", "fp16"}},
                                {{"--like", "gemma-2-9b"}, {"--dtype", "fp64"}},
                                {{"--heads", "1"}, {"--layers", "1"}, {"--head-dim", "1"}},
                                {{"--heads", "1000000"}, {"--batch", "1000000"}, {"--n", "1"}},
                                {{"--heads", "1000000"},
                                 {"--batch", "1000000"},
                                 {"--layers", "1000000"},
                                 {"--head-dim", "1000000"},
                                 {"--dtype", "fp64"},
                                 {"--n", "1"},
                                 {"--fit", "999999999999999999EiB"}},
                                {{"--heads", "64"}, {"--kv-heads", "1"}, {"--layers", "1"}},
                                {{"--units", "si"}, {"--show-work", ""}, {"--n", "3,5,7"}},
                                {{"--fit", "24GiB"}},
                                {{"--fit", "1B"}},
                                {{"--fit", "999999999999999999EiB"}}};
  for (const Given& given : runs) {
    CAPTURE(given.front().second);
    CHECK(all_claims_hold(run(given)));
  }
}

TEST_CASE("keeps every claim for shapes drawn at random") {
  std::mt19937 engine{7};
  const auto drawn = [&engine](unsigned high) { return 1 + engine() % high; };
  for (int round = 0; round < 50; ++round) {
    const auto kv = drawn(16), group = drawn(16);
    const Given given{
        {"--n", std::to_string(drawn(1'000'000))},    {"--layers", std::to_string(drawn(100))},
        {"--heads", std::to_string(kv * group)},      {"--kv-heads", std::to_string(kv)},
        {"--head-dim", std::to_string(drawn(300))},   {"--batch", std::to_string(drawn(50))},
        {"--fit", std::to_string(drawn(1000)) + "GB"}};
    CHECK(all_claims_hold(run(given)));
  }
}

// 24 GiB = 25,769,803,776 bytes; by Python's math.isqrt.
TEST_CASE("solves for n: 24 GiB in fp16 with Llama-3-8B's shape") {
  const Document page = run({{"--fit", "24GiB"}, {"--dtype", "fp16"}});
  const Table& fit = find_table(page, "fit");
  CHECK(at(fit, 0, "n") == 3'547);    // all layers: 32 · 32 · 2 bytes a pair
  CHECK(at(fit, 1, "n") == 20'066);   // one layer: 32 · 2 bytes a pair
  CHECK(at(fit, 2, "n") == 49'152);   // MHA: 512 KiB a token
  CHECK(at(fit, 3, "n") == 196'608);  // 8 KV heads: 128 KiB a token
}

TEST_CASE("says 0 where not one token fits") {
  const Document page = run({{"--fit", "1B"}});
  CHECK(at(find_table(page, "fit"), 0, "n") == 0);
  CHECK(at(find_table(page, "fit"), 0, "bytes") == 0);
}

TEST_CASE("shows no fit unless asked") { CHECK_THROWS_AS(find_table(run(), "fit"), Error); }

TEST_CASE("shows its work on request: a line for each n beside the formula") {
  const auto lines = [](const Document& page, std::string_view id) {
    for (const Block& block : page.blocks) {
      const auto* equation = std::get_if<Equation>(&block);
      if (equation != nullptr && equation->id == id) return equation->lines;
    }
    return std::vector<std::string>{};
  };
  CHECK(lines(run(), "score-formula").size() == 1);
  const auto work = lines(run({{"--show-work", ""}, {"--n", "8,16"}}), "score-formula");
  REQUIRE(work.size() == 3);
  CHECK(work[1] == R"(S(8) = 8^2 \cdot 4 = \text{256})");
}

TEST_CASE("ends in the same bytes by its formulas as by its tables") {
  const Given given{{"--show-work", ""}, {"--n", "12345"}, {"--dtype", "fp16"}, {"--batch", "3"}};
  const Document page = run(given);
  const auto result = [&page](std::string_view id) {
    for (const Block& block : page.blocks) {
      const auto* equation = std::get_if<Equation>(&block);
      if (equation != nullptr && equation->id == id) return equation->lines.at(1);
    }
    return std::string{};
  };
  const auto ends_in = [&](std::string_view id, std::string_view table, std::string_view column) {
    const Integer bytes = at(find_table(page, table), 0, column);
    return result(id).ends_with(" = \\text{" + grouped(bytes) + "}");
  };
  CHECK(ends_in("score-formula", "scores", "bytes"));
  CHECK(ends_in("head-formula", "head", "qkvo_bytes"));
  CHECK(ends_in("model-formula", "model", "one_layer_bytes"));
  CHECK(ends_in("cache-formula", "cache", "gqa_bytes"));
}

TEST_CASE("draws the scores' curve through four times the bytes at twice the tokens") {
  const Document page = run();
  for (const Block& block : page.blocks) {
    const auto* chart = std::get_if<Chart>(&block);
    if (chart == nullptr) continue;
    CHECK(chart->log_x);
    CHECK(chart->log_y);
    REQUIRE(chart->series.size() == 2);
    for (std::size_t i = 1; i < chart->series[0].points.size(); ++i) {
      CHECK(chart->series[0].points[i].second == 4 * chart->series[0].points[i - 1].second);
      CHECK(chart->series[1].points[i].second == 2 * chart->series[1].points[i - 1].second);
    }
    return;
  }
  FAIL("no chart");
}

TEST_CASE("says where a model is taken past the context it was published for") {
  CHECK(contains(prose_of(run({{"--like", "gpt-2"}})), "published for 1,024 tokens"));
  CHECK_FALSE(contains(prose_of(run({{"--like", "gpt-2"}, {"--n", "8"}})), "published for"));
}

TEST_SUITE_END();
