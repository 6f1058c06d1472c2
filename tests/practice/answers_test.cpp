// Is every upload read as numbers, or refused with place and reason?
#include "practice/answers.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "support/error.hpp"
#include "support/folder.hpp"

using namespace attn;
using namespace attn::practice;

namespace {

double number(std::string_view text) {
  const Answer answer = read_answer(text, "here");
  CAPTURE(answer.refused);
  REQUIRE(answer.number);
  return answer.number->value;
}

std::string refusal(std::string_view text) { return read_answer(text, "here").refused; }

std::string csv_error(std::string_view text) {
  try {
    parse_csv_answers(text, "a.csv");
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

std::string json_error(std::string_view text) {
  try {
    parse_json_answers(text, "a.json");
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

}  // namespace

TEST_SUITE_BEGIN("answers");

TEST_CASE("are numbers in the ways that people write them") {
  CHECK(number("0.5") == 0.5);
  CHECK(number(" −0.5 ") == -0.5);
  CHECK(number("+2") == 2.0);
  CHECK(number("1.5e-3") == 0.0015);
  CHECK(number(".5") == 0.5);
  CHECK(number("-inf") == -HUGE_VAL);
  CHECK(number("−∞") == -HUGE_VAL);
  CHECK(number("Infinity") == HUGE_VAL);
  CHECK(read_answer("0.500", "").number->decimals == 3);
  CHECK(read_answer("2", "").number->decimals == 0);
}

TEST_CASE("are refused with the reason where they are none") {
  CHECK(refusal("0,5").starts_with("a comma"));
  CHECK(refusal("1/3").starts_with("a fraction"));
  CHECK(refusal("50%").starts_with("a percentage"));
  CHECK(refusal("1e999") == "beyond what a number can be");
  CHECK(refusal("nan") == "no number");
  CHECK(refusal("0x10") == "no number");
  CHECK(refusal("1 2") == "no number");
  CHECK(refusal("--1") == "no number");
  CHECK(refusal(std::string_view("1\0", 2)) == "no number");
  CHECK(refusal("\xff") == "no number");
  CHECK(refusal(std::string(100'000, '9')) == "no number, and too long for one");
}

TEST_CASE("may be left out") {
  const Answer answer = read_answer("  ", "here");
  CHECK(!answer.number);
  CHECK(answer.refused.empty());
}

TEST_CASE("are read from CSV as spreadsheets save it") {
  const Answers comma = parse_csv_answers(
      "gap,answer\r\nsheet,s/1\r\nstudent,\"Lovelace, Ada\"\r\n"
      "w[a][b],0.5\r\n\r\nw[a][c],\r\n",
      "a.csv");
  CHECK(comma.sheet == "s/1");
  CHECK(comma.student == "Lovelace, Ada");
  CHECK(comma.gaps.at("w[a][b]").number->value == 0.5);
  CHECK(comma.gaps.at("w[a][b]").place == "a.csv:4");
  CHECK(!comma.gaps.at("w[a][c]").number);
  const Answers semicolon = parse_csv_answers("gap;answer\nw[a];0,5\n", "a.csv");
  CHECK(semicolon.gaps.at("w[a]").refused.starts_with("a comma"));
  const Answers bare = parse_csv_answers("gap,answer\nw[a],0,5\nw[b],1,,\n", "a.csv");
  CHECK(bare.gaps.at("w[a]").refused.starts_with("a comma"));
  CHECK(bare.gaps.at("w[b]").number->value == 1.0);
}

TEST_CASE("are refused whole where the CSV is not a template's") {
  CHECK(csv_error("") ==
        "a.csv:1: it is no template for answers, whose first line is \"gap,answer\"");
  CHECK(csv_error("q,a\n").starts_with("a.csv:1: it is no template"));
  CHECK(csv_error("gap,answer\nw,1\nw,2\n") == "a.csv:3: \"w\" is answered a second time");
  CHECK(csv_error("gap,answer\nw,\"1\n") == "a.csv:2: a quote is opened and not closed");
  CHECK(csv_error("gap,answer\nw,\"1\"2\n") == "a.csv:2: text follows a closed quote");
  CHECK(
      csv_error(std::string_view("gap,answer\nw\0,1\n", 16)).starts_with("a.csv:2: it holds NUL"));
  CHECK(csv_error("gap,answer\nw,\xff\n") == "a.csv: it is not UTF-8; save it as UTF-8");
}

TEST_CASE("are read from JSON, as numbers or as text") {
  const Answers answers = parse_json_answers(
      R"({"sheet": "s/1", "student": null, "answers": {"a": 0.50, "b": "−2", "c": null, "d": -3, "e": "x", "f": true}})",
      "a.json");
  CHECK(answers.sheet == "s/1");
  CHECK(answers.student.empty());
  CHECK(answers.gaps.at("a").number->decimals == 2);
  CHECK(answers.gaps.at("b").number->value == -2.0);
  CHECK(!answers.gaps.at("c").number);
  CHECK(answers.gaps.at("c").refused.empty());
  CHECK(answers.gaps.at("d").number->value == -3.0);
  CHECK(answers.gaps.at("e").refused == "no number");
  CHECK(answers.gaps.at("f").refused == "no number");
}

TEST_CASE("are refused whole where the JSON is not a template's") {
  CHECK(json_error("").starts_with("a.json:1:1: not JSON"));
  CHECK(json_error("7") == "a.json: the whole is a number; expected an object");
  CHECK(json_error("[1]") == "a.json: the whole is an array; expected an object");
  CHECK(json_error(R"({"answers": {"a": NaN}})") ==
        "a.json:1:19: JSON has no NaN or infinity; give finite numbers");
  CHECK(json_error(R"({"answers": {"a": 1e999}})").find("a number is too large") !=
        std::string::npos);
  CHECK(json_error(R"({"answers": {"a": 1, "a": 2}})") ==
        "a.json: \"a\" is answered a second time");
  CHECK(json_error(R"({"answers": {"a": [1]}})") == "a.json: \"a\" is an array; expected a number");
  CHECK(json_error(R"({"answers": {"a": {}}})") == "a.json: \"a\" is an object; expected a number");
  CHECK(json_error(R"({"sheet": {}})") == "a.json: \"sheet\" is an object; expected text");
  CHECK(json_error(R"({"answers": 3})") == "a.json: \"answers\" is a number; expected an object");
  CHECK(json_error(R"({"anwsers": {}})").starts_with("a.json: unknown key \"anwsers\""));
  CHECK(json_error(std::string(1'000'000, '[')) ==
        "a.json: the whole is an array; expected an object");
  const std::string deep = R"({"answers": {"a": )" + std::string(1'000'000, '[');
  CHECK(json_error(deep) == "a.json: \"a\" is an array; expected a number");
  CHECK(json_error(std::string_view("{\"a\0\": 1}", 9)).starts_with("a.json:1:"));
}

TEST_CASE("are refused where they are too large, or of another kind") {
  const test::Folder folder;
  const std::string large = folder.file("large.csv", std::string(kLargestAnswers + 1, 'x'));
  CHECK_THROWS_AS(read_answers(large), Error);
  CHECK_THROWS_AS(read_answers(folder.file("sheet.pdf", "%PDF")), Error);
  CHECK_THROWS_AS(read_answers(folder / "absent.csv"), Error);
  CHECK_THROWS_AS(read_answers(folder.path().string()), Error);
  CHECK(read_answers(folder.file("A.CSV", "\xef\xbb\xbfgap,answer\nw,1\n")).gaps.size() == 1);
}

TEST_SUITE_END();
