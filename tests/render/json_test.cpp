#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "document/page.hpp"
#include "render/fixture.hpp"
#include "render/format.hpp"
#include "support/text.hpp"

using namespace attn;
using Json = nlohmann::json;

namespace {

Json page() { return Json::parse(render_json(test::fixture(), {})); }

const Json& block(const Json& page, std::string_view id) {
  for (const Json& b : page["blocks"]) {
    if (b.value("id", "") == id) return b;
  }
  throw std::out_of_range("no such block");
}

// What the document holds, against what a reader of its JSON holds.
bool equals(const Json& json, const Cell& cell) {
  if (std::holds_alternative<Missing>(cell)) return json.is_null();
  if (const auto* text = std::get_if<std::string>(&cell)) return json == *text;
  if (const auto* real = std::get_if<double>(&cell)) {
    if (std::isnan(*real)) return json == "nan";
    if (std::isinf(*real)) return json == (*real > 0 ? "inf" : "-inf");
    return json.is_number_float() && json.get<double>() == *real;
  }
  const Integer whole = std::get<Integer>(cell);
  if (json.is_string())
    return parse_integer(json.get<std::string>(), whole, whole, "cell") == whole;
  return json.is_number_integer() && json.get<std::int64_t>() == whole;
}

}  // namespace

TEST_SUITE_BEGIN("json");

TEST_CASE("gives every cell of every table back as it was") {
  const Json json = page();
  for (const Block& b : test::fixture().blocks) {
    const auto* table = std::get_if<Table>(&b);
    if (table == nullptr) continue;
    const Json& rows = block(json, table->id)["rows"];
    REQUIRE(rows.size() == table->rows.size());
    for (std::size_t r = 0; r < rows.size(); ++r) {
      for (std::size_t c = 0; c < table->columns.size(); ++c) {
        CAPTURE(table->id);
        CAPTURE(r);
        CAPTURE(c);
        CHECK(equals(rows[r][c], table->rows[r][c]));
      }
    }
  }
}

TEST_CASE("nests an array's values by its shape") {
  const Json arrays = page()["arrays"];
  CHECK(arrays["weights"]["shape"] == Json({2, 3}));
  CHECK(arrays["weights"]["rows"] == Json({"a|b", "猫"}));
  CHECK(arrays["weights"]["values"] == Json({{1.0, 0.1, 1.0 / 3.0}, {"nan", "inf", "-inf"}}));
  CHECK(arrays["cube"]["values"] == Json::parse("[[[1.0, 2.0]], [[3.0, 4.0]]]"));
  CHECK(arrays["scale"]["values"] == 0.125);
  CHECK(arrays["nothing"]["values"] == Json::array());
}

TEST_CASE("writes a mask as true and false") {
  CHECK(page()["arrays"]["mask"]["values"] == Json({{false, true}, {false, false}}));
}

TEST_CASE("writes a whole number beyond 64 bits as its digits in a string") {
  CHECK(page()["settings"]["n"] == "1208925819614629174706176");
  Document largest;
  largest.settings = {{"--a", Integer{INT64_MAX}},
                      {"--b", Integer{UINT64_MAX}},
                      {"--c", Integer{INT64_MIN}},
                      {"--d", Integer{INT64_MIN} - 1}};
  const Json settings = Json::parse(render_json(largest, {}))["settings"];
  CHECK(settings["a"].get<std::int64_t>() == INT64_MAX);
  CHECK(settings["b"].get<std::uint64_t>() == UINT64_MAX);
  CHECK(settings["c"].get<std::int64_t>() == INT64_MIN);
  CHECK(settings["d"] == "-9223372036854775809");
}

TEST_CASE("states the settings without their dashes") {
  const Json settings = page()["settings"];
  CHECK(settings["scale"] == 0.1);
  CHECK(settings["causal"] == 1);
  CHECK(settings["input"].is_null());
}

TEST_CASE("gathers the claims, and keeps them in place too") {
  const Json json = page();
  REQUIRE(json["claims"].size() == 3);
  CHECK(json["claims"][1] == Json{{"id", "fails"},
                                  {"text", "a|b is *less* than <c> & $5"},
                                  {"holds", false},
                                  {"evidence", "a = 1_000, b = 50%"}});
  CHECK(block(json, "fails")["type"] == "claim");
}

TEST_CASE("names its schema first, then the lesson") {
  const std::string text = render_json(test::fixture(), {});
  CHECK(text.starts_with("{\n  \"schema\": \"attn/1\",\n  \"lesson\": \"fixture\",\n"));
}

TEST_CASE("puts a row of a matrix on one line") {
  CHECK(render_json(test::fixture(), {}).find("[1.0, 0.1, 0.3333333333333333],\n") !=
        std::string::npos);
}

TEST_CASE("is UTF-8 even where a reader's word is not") {
  Document broken;
  broken.title = "caf\xc3";
  const std::string text = render_json(broken, {});
  CHECK(valid_utf8(text));
  CHECK(Json::parse(text)["title"] == "caf\ufffd");
}

TEST_SUITE_END();
