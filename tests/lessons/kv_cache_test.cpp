// Does kv-cache keep, forget, page and share as NumPy and arithmetic by hand do?
#include <doctest/doctest.h>

#include <algorithm>

#include "document/find.hpp"
#include "lessons/run_lesson.hpp"
#include "reference.hpp"
#include "support/error.hpp"

using namespace attn;

namespace {

Integer whole(const Table& table, std::size_t row, std::string_view column) {
  const auto at = std::ranges::find(table.columns, column, &Column::id);
  REQUIRE(at != table.columns.end());
  return std::get<Integer>(
      table.rows.at(row).at(static_cast<std::size_t>(at - table.columns.begin())));
}

std::size_t row_of(const Table& table, const std::string& name) {
  const auto at = std::ranges::find_if(
      table.rows, [&](const auto& row) { return std::get<std::string>(row.front()) == name; });
  REQUIRE(at != table.rows.end());
  return static_cast<std::size_t>(at - table.rows.begin());
}

std::string message(Given given) {
  try {
    run_lesson("kv-cache", std::move(given));
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

constexpr Integer kKibi = 1024;

}  // namespace

TEST_SUITE_BEGIN("kv-cache");

TEST_CASE("writes token by token what NumPy computes at once under a causal mask") {
  const Document page = run_lesson("kv-cache");
  CHECK(equals(find_array(page, "output"), reference("kv_cache")["output"]));
  CHECK(equals(find_array(page, "cached_keys"), reference("six_words")["k"]));
  CHECK(all_claims_hold(page));
}

TEST_CASE("counts for six tokens 6 rows and 21 scores with the cache, 21 and 91 without") {
  const Document page = run_lesson("kv-cache");
  const Table& steps = find_table(page, "steps");
  CHECK(whole(steps, 6, "projected") == 6);
  CHECK(whole(steps, 6, "scores") == 21);
  CHECK(whole(steps, 6, "projected_afresh") == 21);
  CHECK(whole(steps, 6, "scores_afresh") == 91);  // 1 + 4 + 9 + 16 + 25 + 36
}

TEST_CASE("finds stale what NumPy finds changed") {
  const Document page = run_lesson("kv-cache");
  const Table& stale = find_table(page, "stale");
  for (std::size_t t = 0; t < 6; ++t) {
    CHECK(near(real_at(stale, t, "first"), reference("kv_cache")["stale"][0][t]));
    CHECK(near(real_at(stale, t, "second"), reference("kv_cache")["stale"][1][t]));
  }
}

TEST_CASE("gives Llama-3-8B 128 KiB a token in bf16, divided by 4, and Falcon-7B's by 71") {
  const Document page = run_lesson("kv-cache");
  const Table& models = find_table(page, "models");
  const std::size_t llama = row_of(models, "llama-3-8b"), falcon = row_of(models, "falcon-7b");
  CHECK(whole(models, llama, "token_bytes") == 2 * 32 * 8 * 128 * 2);
  CHECK(whole(models, llama, "factor") == 4);
  CHECK(whole(models, falcon, "factor") == 71);
  CHECK(whole(models, row_of(models, "llama-3-70b"), "factor") == 8);
}

TEST_CASE("counts what requests lose in one piece and in pages of 16") {
  const Document page = run_lesson("kv-cache");
  const Table& waste = find_table(page, "waste");
  CHECK(whole(waste, 5, "used") == 37 + 512 + 1200 + 90 + 3000);
  CHECK(whole(waste, 5, "reserved") == 5 * 8192);
  CHECK(whole(waste, 5, "paged") == 48 + 512 + 1200 + 96 + 3008);
  CHECK(near(real_at(waste, 0, "paged_lost"), 100.0 * 11 / 48));
}

TEST_CASE("cuts its own requests to a short context, and refuses a reader's that are longer") {
  const Document page = run_lesson("kv-cache", {{"--like", "gpt-2"}});
  const Table& waste = find_table(page, "waste");
  CHECK(whole(waste, 4, "used") == 1024);
  CHECK(whole(waste, 5, "reserved") == 5 * 1024);
  CHECK(message({{"--like", "gpt-2"}, {"--requests", "1024,1025"}}) ==
        "--requests: 1025 tokens are more than the context of gpt-2; use at most 1024");
}

TEST_CASE("keeps no more of a request than Mistral-7B's window of 4,096 tokens") {
  const Document page = run_lesson("kv-cache", {{"--like", "mistral-7b"}, {"--requests", "8000"}});
  const Table& waste = find_table(page, "waste");
  CHECK(whole(waste, 0, "used") == 4096);
  CHECK(whole(waste, 0, "reserved") == 4096);
}

TEST_CASE("gives two sentences that grow in turn every other page") {
  const Document page = run_lesson("kv-cache");
  const Table& pages = find_table(page, "page-table");
  CHECK(std::get<std::string>(pages.rows[0][1]) == "0, 2, 4");
  CHECK(std::get<std::string>(pages.rows[1][1]) == "1, 3, 5");
}

TEST_CASE("weighs the keys that a window and a sink leave as NumPy does") {
  const Document page = run_lesson("kv-cache");
  const Table& eviction = find_table(page, "eviction");
  const auto numpy = reference("kv_cache")["eviction"];
  for (std::size_t j = 0; j < 6; ++j) {
    CHECK(near(real_at(eviction, j, "full"), numpy[0][j]));
    CHECK(near(real_at(eviction, j, "window"), numpy[1][j]));
    CHECK(near(real_at(eviction, j, "sinks"), numpy[2][j]));
  }
}

TEST_CASE("gives a score without a key the share that NumPy gives it") {
  const Document page = run_lesson("kv-cache");
  const Table& sink = find_table(page, "softmax-sink");
  for (std::size_t z = 0; z < 4; ++z) {
    CHECK(near(real_at(sink, z, "sum"), reference("kv_cache")["sink"][z][0]));
    CHECK(near(real_at(sink, z, "largest"), reference("kv_cache")["sink"][z][1]));
  }
}

TEST_CASE("divides Llama-3-8B's cache up to 8 devices, and holds it twice on 16") {
  const Document page = run_lesson("kv-cache");
  const Table& devices = find_table(page, "devices-model");
  REQUIRE(devices.rows.size() == 6);
  CHECK(whole(devices, 3, "each_bytes") == 16 * kKibi);
  CHECK(whole(devices, 3, "all_bytes") == 128 * kKibi);
  CHECK(whole(devices, 4, "all_bytes") == 256 * kKibi);
}

TEST_CASE("keeps its claims on other sentences, windows, sinks, devices, models and requests") {
  for (const Given& given : {Given{{"--text", "one"}},
                             {{"--text", "a b c d e f g h i j"}},
                             {{"--example", "cat-sat"}},
                             {{"--window", "1"}},
                             {{"--window", "64"}},
                             {{"--sinks", "0"}},
                             {{"--sinks", "64"}},
                             {{"--sink-score", "-100"}},
                             {{"--sink-score", "100"}},
                             {{"--devices", "1"}},
                             {{"--devices", "4"}},
                             {{"--like", "falcon-7b"}},
                             {{"--like", "gpt-2-xl"}},
                             {{"--like", "qwen2.5-7b"}},
                             {{"--dtype", "fp8"}},
                             {{"--page", "1"}},
                             {{"--requests", "8192,1"}},
                             {{"--like", "gpt-2"}},
                             {{"--like", "mistral-7b"}, {"--requests", "8000"}},
                             {{"--dim", "7"}},
                             {{"--seed", "9"}}}) {
    CAPTURE(given[0].first + " " + given[0].second);
    CHECK(all_claims_hold(run_lesson("kv-cache", given)));
  }
}

TEST_CASE("refuses devices that cannot share the heads, and too many requests") {
  CHECK(message({{"--devices", "3"}}).find("--devices: 3 devices") == 0);
  std::string many = "1";
  for (int i = 0; i < 64; ++i) many += ",1";
  CHECK(message({{"--requests", many}}).find("--requests: 65 requests") == 0);
  CHECK(message({{"--requests", "1099511627776"}}).find("--requests: 1099511627776 tokens") == 0);
}

TEST_SUITE_END();
