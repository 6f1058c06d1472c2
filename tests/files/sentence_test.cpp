// Is a reader's sentence taken as it stands, and refused where it does not fit together?
#include "files/sentence.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "files/embedded.hpp"
#include "support/error.hpp"

using namespace attn;

namespace {

std::string complaint(std::string_view text) {
  try {
    parse_sentence(text, "s.json");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

// One token, two wide, with what else the file says.
std::string with(std::string_view rest) {
  return fmt::format(R"({{"tokens": ["a"], "embeddings": [[1, 2]], {}}})", rest);
}

}  // namespace

TEST_SUITE_BEGIN("a sentence");

TEST_CASE("has tokens, embeddings and projections as the file gives them") {
  const Sentence s = parse_sentence(R"({
    "tokens": ["a", "b", "c"], "embeddings": [[1, 2], [3, 4], [5, 6]],
    "w_q": [[1], [2]], "w_k": [[3], [4]], "w_v": [[1, 2, 3], [4, 5, 6]]})",
                                    "s.json");
  CHECK(s.tokens == std::vector<std::string>{"a", "b", "c"});
  CHECK(s.embeddings == Matrix{{1, 2}, {3, 4}, {5, 6}});
  CHECK(s.w_q == Matrix{{1}, {2}});
  CHECK(s.w_k == Matrix{{3}, {4}});
  CHECK(s.w_v == Matrix{{1, 2, 3}, {4, 5, 6}});
}

TEST_CASE("without projections is projected by the identity") {
  const Sentence s = parse_sentence(R"({"tokens": ["a"], "embeddings": [[7, 8]]})", "s.json");
  const Matrix identity{{1, 0}, {0, 1}};
  CHECK(s.w_q == identity);
  CHECK(s.w_k == identity);
  CHECK(s.w_v == identity);
}

// "The cat sat", the second course lesson's worked example: d_model = 4, W_Q = W_K = W_V = I.
TEST_CASE("comes with the program: The cat sat") {
  const Sentence s = parse_sentence(embedded("cat-sat.json"), "cat-sat.json");
  CHECK(s.tokens == std::vector<std::string>{"The", "cat", "sat"});
  CHECK(s.embeddings == Matrix{{1, 0, 1, 0}, {0, 1, 0, 1}, {1, 1, 0, 0}});
  CHECK(s.w_v == Matrix(xt::eye<double>(4)));
}

TEST_CASE("needs tokens and embeddings") {
  CHECK(complaint("{}") == "s.json: the key \"tokens\" is missing");
  CHECK(complaint(R"({"tokens": ["a"]})") == "s.json: the key \"embeddings\" is missing");
}

TEST_CASE("needs one token at least, and none empty") {
  CHECK(complaint(R"({"tokens": [], "embeddings": []})") ==
        "s.json: tokens is empty; give at least one");
  CHECK(complaint(R"({"tokens": ["a", ""], "embeddings": [[1], [2]]})") ==
        "s.json: tokens[1] is an empty string");
}

TEST_CASE("needs one row of embeddings per token") {
  CHECK(complaint(R"({"tokens": ["a", "b"], "embeddings": [[1], [2], [3]]})") ==
        "s.json: there are 2 tokens, but embeddings has 3 rows; give one row per token");
}

TEST_CASE("needs matrices that hold something") {
  CHECK(complaint(R"({"tokens": ["a"], "embeddings": [[]]})") ==
        "s.json: embeddings is empty; give it numbers");
  CHECK(complaint(with(R"("w_q": [[], []], "w_k": [[1], [2]], "w_v": [[1], [2]])")) ==
        "s.json: w_q is empty; give it numbers");
}

TEST_CASE("needs all three projections or none") {
  CHECK(complaint(with(R"("w_q": [[1], [2]], "w_v": [[1], [2]])")) ==
        "s.json: w_k is missing; give all of w_q, w_k and w_v, or none");
}

TEST_CASE("needs projections with a row for each column of the embeddings") {
  CHECK(complaint(with(R"("w_q": [[1], [2]], "w_k": [[1], [2]], "w_v": [[1], [2], [3]])")) ==
        "s.json: w_v has 3 rows, but embeddings are 2 wide; give it one row per column of them");
}

TEST_CASE("needs queries as wide as keys") {
  CHECK(complaint(with(R"("w_q": [[1, 2], [3, 4]], "w_k": [[1], [2]], "w_v": [[1], [2]])")) ==
        "s.json: w_q is 2 wide, but w_k is 1 wide; a query and a key need the same width");
}

TEST_CASE("that is too long or too wide is refused before an identity is built") {
  const auto many = [](std::string entry) {
    std::string result = entry;
    for (int i = 1; i <= 4096; ++i) result += "," + entry;
    return result;
  };
  CHECK(complaint(
            fmt::format(R"({{"tokens": [{}], "embeddings": [{}]}})", many("\"a\""), many("[1]"))) ==
        "s.json: there are 4097 tokens; at most 4096 are possible");
  CHECK(complaint(fmt::format(R"({{"tokens": ["a"], "embeddings": [[{}]]}})", many("1"))) ==
        "s.json: embeddings is 4097 wide; at most 4096 is possible");
}

TEST_CASE("in a file that is missing names the file") {
  CHECK_THROWS_WITH_AS(read_sentence("no-such-folder/s.json"),
                       "cannot read no-such-folder/s.json: no such file", Error);
}

TEST_SUITE_END();
