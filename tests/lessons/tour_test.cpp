// Does the tour's "it" find its noun as NumPy computes it, and fail in one layer?
#include <doctest/doctest.h>

#include "document/find.hpp"
#include "lessons/run_lesson.hpp"
#include "lessons/tour/tour.hpp"
#include "reference.hpp"
#include "support/error.hpp"

using namespace attn;
using namespace attn::lessons::tour;

namespace {

bool column_equals(const Document& page, const char* table, const char* column,
                   const nlohmann::json& expected) {
  const Table& t = find_table(page, table);
  if (t.rows.size() != expected.size()) return false;
  for (std::size_t i = 0; i < t.rows.size(); ++i) {
    if (!near(real_at(t, i, column), expected[i])) return false;
  }
  return true;
}

std::string message(Given given) {
  try {
    run_lesson("tour", std::move(given));
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

}  // namespace

TEST_SUITE_BEGIN("tour");

TEST_CASE("gives “it” NumPy's weights in both layers and both sentences") {
  const Document page = run_lesson("tour");
  const auto numpy = reference("tour");
  CHECK(column_equals(page, "layer-1", "here", numpy["tired"]["layer1"]));
  CHECK(column_equals(page, "layer-1", "there", numpy["wide"]["layer1"]));
  CHECK(column_equals(page, "layer-2", "here", numpy["tired"]["layer2"]));
  CHECK(column_equals(page, "layer-2", "there", numpy["wide"]["layer2"]));
  CHECK(equals(find_array(page, "layer2_weights"), numpy["tired"]["weights"]));
  CHECK(all_claims_hold(page));
}

TEST_CASE("shows one row of layer 1 for both sentences, to the bit") {
  const Document tired = run_lesson("tour"), wide = run_lesson("tour", {{"--example", "wide"}});
  constexpr std::size_t kWords = 11, kIt = 7;
  const auto& a = find_array(tired, "layer1_weights").values;
  const auto& b = find_array(wide, "layer1_weights").values;
  REQUIRE(a.size() == kWords * kWords);
  for (std::size_t j = 0; j < kWords; ++j) CHECK(a[kIt * kWords + j] == b[kIt * kWords + j]);
}

TEST_CASE("lets the animal win for tired and the street for wide, by more than 3 to 1") {
  for (const char* example : {"tired", "wide"}) {
    const Document page = run_lesson("tour", {{"--example", example}});
    const Table& rows = find_table(page, "layer-2");
    const double animal = real_at(rows, 1, "here"), street = real_at(rows, 5, "here");
    CHECK((std::string(example) == "tired" ? animal / street : street / animal) >= 3.0);
    CHECK(find_claim(page, "follows").holds);
  }
}

TEST_CASE("leaves “it” with what NumPy collects in two layers") {
  const Table collected = find_table(run_lesson("tour"), "collected");
  const auto x2 = reference("tour")["tired"]["x2"];
  const char* columns[] = {"f4", "f5", "f6", "f7"};
  for (std::size_t c = 0; c < 4; ++c) CHECK(near(real_at(collected, 3, columns[c]), x2[4 + c]));
}

TEST_CASE("blurs to 95 % of the entropy at 0.2 and looks up at 5, as NumPy does") {
  const Document page = run_lesson("tour");
  const Table& sharpness = find_table(page, "sharpness");
  const auto numpy = reference("tour")["tired"];
  std::size_t i = 0;
  for (const char* level : {"sharp0.2", "sharp1", "sharp5"}) {
    CHECK(near(real_at(sharpness, i, "mean"), numpy[level][0], 1e-10));
    CHECK(near(real_at(sharpness, i, "row"), numpy[level][1], 1e-10));
    CHECK(near(real_at(sharpness, i, "peak"), numpy[level][2]));
    ++i;
  }
  CHECK(real_at(sharpness, 0, "mean") >= 95.0);
  CHECK(real_at(sharpness, 2, "peak") > 0.95);
}

TEST_CASE("cannot resolve “it” in any layer once the adjective is hidden") {
  const Document page = run_lesson("tour", {{"--causal", ""}});
  const auto numpy = reference("tour");
  CHECK(column_equals(page, "layer-2", "here", numpy["tired"]["causal"]));
  CHECK(column_equals(page, "layer-2", "there", numpy["wide"]["causal"]));
  CHECK(find_claim(page, "causal-same").holds);
  CHECK(all_claims_hold(page));
}

TEST_CASE("keeps each word's partners when the words are shuffled") {
  const Document page = run_lesson("tour");
  const Table& shuffled = find_table(page, "shuffled");
  for (std::size_t i = 0; i < shuffled.rows.size(); ++i) {
    CHECK(near(real_at(shuffled, i, "before"), real_at(shuffled, i, "after"), 1e-15));
  }
  CHECK(find_claim(page, "order-blind").holds);
}

TEST_CASE("counts 121 scores for eleven words") {
  const Table price = find_table(run_lesson("tour"), "price");
  CHECK(std::get<Integer>(price.rows[0][1]) == 121);
  CHECK(std::get<Integer>(price.rows[1][1]) == 484);
}

TEST_CASE("keeps its claims with every switch and with sentences of your own") {
  const std::vector<Given> runs{
      {{"--layer", "1"}, {"--focus", "cross"}},
      {{"--sharpness", "0"}},
      {{"--sharpness", "100"}, {"--shuffle", ""}},
      {{"--shuffle", ""}, {"--causal", ""}},
      {{"--text", "The dog left the river because it was deep."}},
      {{"--text", "it tired dog road"}, {"--causal", ""}},
      {{"--text", "they they man woman lake lake wide lazy"}, {"--sharpness", "7"}}};
  for (const Given& given : runs) {
    CAPTURE(given.front().second);
    CHECK(all_claims_hold(run_lesson("tour", given)));
  }
}

TEST_CASE("takes a word's features in any case and before punctuation") {
  CHECK(has("Tired.", Feature::suits_alive));
  CHECK(has("STREET,", Feature::broad));
  CHECK_FALSE(has("tiredness", Feature::adjective));
}

TEST_CASE("says which words it knows when a text lacks one that it needs") {
  CHECK(message({{"--text", "the dog left the river"}}).find("it he she they") !=
        std::string::npos);
  CHECK(message({{"--text", "it was a deep river"}}).find("noun that lives; it knows animal") !=
        std::string::npos);
  CHECK(message({{"--text", ""}}).find("no word") != std::string::npos);
  CHECK(message({{"--focus", "anmal"}}).find("animal") != std::string::npos);
}

TEST_SUITE_END();
