// Is a JSON file of arrays read as it stands, and refused where it is wrong?
#include "files/json_arrays.hpp"

#include <doctest/doctest.h>

#include <array>

#include "support/error.hpp"

using namespace attn;

namespace {

constexpr std::array kKeys{ArrayKey{"m", 2}, ArrayKey{"words", 1, ArrayKey::Entry::string}};

JsonArrays parse(std::string_view text) { return parse_json_arrays(text, "f.json", kKeys); }

std::string complaint(std::string_view text) {
  try {
    parse(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_SUITE_BEGIN("a JSON file of arrays");

TEST_CASE("gives numbers row by row, with their shape") {
  const JsonArray m = parse(R"({"m": [[1, -2, 3e2], [0.5, 18446744073709551616, -0]]})").at("m");
  CHECK(m.shape == std::vector<Index>{2, 3});
  CHECK(m.numbers == std::vector<double>{1, -2, 300, 0.5, 18446744073709551616.0, 0});
}

TEST_CASE("gives strings, escapes undone") {
  const JsonArray words = parse(R"({"words": ["caf\u00e9", "\"", "\ud83d\ude00"]})").at("words");
  CHECK(words.shape == std::vector<Index>{3});
  CHECK(words.strings == std::vector<std::string>{"café", "\"", "😀"});
}

TEST_CASE("may leave keys out") { CHECK(parse("{}").empty()); }

TEST_CASE("knows the shape of nothing") {
  CHECK(parse(R"({"m": []})").at("m").shape == std::vector<Index>{0, 0});
  CHECK(parse(R"({"m": [[], []]})").at("m").shape == std::vector<Index>{2, 0});
}

TEST_CASE("with broken syntax is refused by line and column") {
  CHECK(complaint("{\"m\": [[1, 2],\n       [3, 4]],\n}") ==
        "f.json:3:1: not JSON: unexpected '}'; expected string literal");
  CHECK(complaint("{'m': 1}") == "f.json:1:2: not JSON: invalid literal");
  CHECK(complaint("{\"m\": [[1] [2]]}") == "f.json:1:12: not JSON: unexpected '['; expected ']'");
}

TEST_CASE("that ends too early is refused at its end") {
  CHECK(complaint("").starts_with("f.json:1:1: not JSON: unexpected end of input"));
  CHECK(complaint("{\"m\": [[1,\n").starts_with("f.json:2:1: not JSON: unexpected end of input"));
}

TEST_CASE("with more than one value is refused") {
  CHECK(complaint("{} {}").starts_with("f.json:1:4: not JSON: unexpected '{'"));
}

TEST_CASE("with NaN or infinity is told that JSON has none") {
  for (const std::string_view literal : {"NaN", "nan", "Infinity", "-Infinity", "inf", "-inf"}) {
    CAPTURE(literal);
    CHECK(complaint("{\"m\": [[" + std::string(literal) + "]]}")
              .ends_with(": JSON has no NaN or infinity; give finite numbers"));
  }
}

TEST_CASE("with a number beyond double is refused, not read as infinity") {
  CHECK(complaint(R"({"m": [[1e999]]})") ==
        "f.json:1:13: a number is too large; the largest is about 1.8e308");
}

TEST_CASE("with a string for a number is refused by place") {
  CHECK(complaint(R"({"m": [[1, 2], [3, "nan"]]})") ==
        "f.json: m[1][1] is the string \"nan\"; expected a number");
}

TEST_CASE("with null, true or an object for a number is refused by place") {
  CHECK(complaint(R"({"m": [[null]]})") == "f.json: m[0][0] is null; expected a number");
  CHECK(complaint(R"({"m": [[true]]})") == "f.json: m[0][0] is true; expected a number");
  CHECK(complaint(R"({"m": [[{}]]})") == "f.json: m[0][0] is an object; expected a number");
}

TEST_CASE("with a number for a string is refused by place") {
  CHECK(complaint(R"({"words": ["a", 7]})") ==
        "f.json: words[1] is the number 7; expected a string");
}

TEST_CASE("with too few brackets is refused by place") {
  CHECK(complaint(R"({"m": [1, 2]})") ==
        "f.json: m[0] is the number 1; expected an array of numbers");
  CHECK(complaint(R"({"m": 1})") ==
        "f.json: m is the number 1; expected an array of arrays of numbers");
}

TEST_CASE("with too many brackets is refused by place") {
  CHECK(complaint(R"({"m": [[[1]]]})") == "f.json: m[0][0] is an array; expected a number");
}

TEST_CASE("with ragged rows is refused by the first that differs") {
  CHECK(complaint(R"({"m": [[1, 2], [3, 4], [5]]})") ==
        "f.json: m[2] has 1 entry, those before it have 2");
}

TEST_CASE("with an unknown key is refused with a guess") {
  CHECK(complaint(R"({"wrods": []})") ==
        "f.json: unknown key \"wrods\"; did you mean \"words\"? there are: m, words");
}

TEST_CASE("with a key twice is refused") {
  CHECK(complaint(R"({"m": [], "m": []})") == "f.json: the key \"m\" occurs twice");
}

TEST_CASE("without an object around is refused") {
  CHECK(complaint("[[1]]") == "f.json: expected an object with the keys m, words; found an array");
  CHECK(complaint("3") == "f.json: expected an object with the keys m, words; found the number 3");
}

TEST_CASE("with a million brackets is refused at the first that is too deep") {
  CHECK(complaint("{\"m\":" + std::string(1'000'000, '[')) ==
        "f.json: m[0][0] is an array; expected a number");
  CHECK(complaint(std::string(1'000'000, '[')).ends_with("found an array"));
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"m\":";
  CHECK(complaint(objects).ends_with("m is an object; expected an array of arrays of numbers"));
}

TEST_CASE("with invalid UTF-8 is refused by line and column") {
  CHECK(complaint("{\"words\": [\"a\xff\"]}") ==
        "f.json:1:14: not JSON: invalid string: ill-formed UTF-8 byte");
  CHECK(complaint(R"({"words": ["\ud800"]})").starts_with("f.json:1:19: not JSON: invalid string"));
}

TEST_CASE("repeats a long string in its message only by its start") {
  const std::string said = complaint("{\"m\": [\"" + std::string(1'000'000, 'x') + "\"]}");
  CHECK(said.size() < 120);
}

TEST_SUITE_END();
TEST_SUITE_BEGIN("a JSON text of brackets");

TEST_CASE("is a tensor of as many dimensions, four at most") {
  const Tensor matrix = parse_json_tensor(" [[1, 2, 3],\n [4, 5, 6.5e1]]", "f.json");
  CHECK(matrix.shape == std::vector<Index>{2, 3});
  CHECK(matrix.values == std::vector<double>{1, 2, 3, 4, 5, 65});
  CHECK(parse_json_tensor("[[[[7]]]]", "f.json").shape == std::vector<Index>{1, 1, 1, 1});
  CHECK(parse_json_tensor("[[], []]", "f.json").shape == std::vector<Index>{2, 0});
}

TEST_CASE("is refused where it is no regular array of numbers") {
  const auto said = [](const std::string& text) {
    try {
      parse_json_tensor(text, "f.json");
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  CHECK(said("{}") == "f.json: expected an array of numbers, [[1, 2], [3, 4]]");
  CHECK(said("") == "f.json: expected an array of numbers, [[1, 2], [3, 4]]");
  CHECK(said("[[[[[1]]]]]") == "f.json: brackets are 5 deep; a tensor has at most 4 dimensions");
  CHECK(said("[[1], [2, 3]]") == "f.json: array[1] has 2 entries, those before it have 1");
  CHECK(said("[[1], 2]") == "f.json: array[1] is the number 2; expected an array of numbers");
  CHECK(said("[1, null]") == "f.json: array[1] is null; expected a number");
  CHECK(said("[NaN]").find("JSON has no NaN or infinity") != std::string::npos);
  CHECK(said("[1] [2]").find("f.json:1:") == 0);
  CHECK(said(std::string(1'000'000, '[')) ==
        "f.json: brackets are 1000000 deep; a tensor has at most 4 dimensions");
}

TEST_SUITE_END();
