// Is a text cut into the tokens that GPT-2's published rules give?
#include "files/byte_pair.hpp"

#include <doctest/doctest.h>

#include "support/error.hpp"

using namespace attn;

namespace {

using Words = std::vector<std::string_view>;

// huggingface/transformers, tests/models/gpt2/test_tokenization_gpt2.py, setUp.
constexpr const char* kVocabulary =
    R"({"l": 0, "o": 1, "w": 2, "e": 3, "r": 4, "s": 5, "t": 6, "i": 7, "d": 8, "n": 9, "Ġ": 10,
        "Ġl": 11, "Ġn": 12, "Ġlo": 13, "Ġlow": 14, "er": 15, "Ġlowest": 16, "Ġnewer": 17,
        "Ġwider": 18, "<unk>": 19, "<|endoftext|>": 20})";
constexpr const char* kMerges = "#version: 0.2\nĠ l\nĠl o\nĠlo w\ne r\n";

BytePairs published() { return {kVocabulary, "vocab.json", kMerges, "merges.txt"}; }

std::vector<Index> ids_of(const std::vector<BytePairToken>& tokens) {
  std::vector<Index> ids;
  for (const BytePairToken& token : tokens) ids.push_back(token.id);
  return ids;
}

std::string complaint(std::string_view vocabulary, std::string_view merges,
                      std::string_view text = "l") {
  try {
    BytePairs(vocabulary, "v.json", merges, "m.txt").tokens(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_SUITE_BEGIN("byte pair encoding");

TEST_CASE("gives the ids that huggingface/transformers tests its own with") {
  // test_full_tokenizer there: “lower newer” with a space put before it.
  const std::vector<BytePairToken> tokens = published().tokens(" lower newer");
  CHECK(ids_of(tokens) == std::vector<Index>{14, 15, 10, 9, 3, 2, 15});
  CHECK(tokens[0].bytes == " low");
  CHECK(tokens[1].bytes == "er");
  CHECK(tokens[2].bytes == " ");
}

TEST_CASE("joins by the order of the list, and not by what comes first in the word") {
  // By hand: “b c” is the more urgent, so “abc” is a, bc; with the lines changed over, ab, c.
  const char* const vocabulary = R"({"a": 0, "b": 1, "c": 2, "ab": 3, "bc": 4})";
  CHECK(ids_of(BytePairs(vocabulary, "v", "b c\na b\n", "m").tokens("abc")) ==
        std::vector<Index>{0, 4});
  CHECK(ids_of(BytePairs(vocabulary, "v", "a b\r\nb c", "m").tokens("abc")) ==
        std::vector<Index>{3, 2});
}

TEST_CASE("joins every place of a pair before it looks for the next, from the left") {
  const char* const vocabulary = R"({"a": 0, "aa": 1, "aaaa": 2})";
  CHECK(ids_of(BytePairs(vocabulary, "v", "a a\naa aa\n", "m").tokens("aaaaaaa")) ==
        std::vector<Index>{2, 1, 0});
}

TEST_CASE("cuts words as the published expression does") {
  // By hand, from the expression of openai/gpt-2, src/encoder.py.
  CHECK(byte_pair_words("Hello world") == Words{"Hello", " world"});
  CHECK(byte_pair_words("I'm sure we'll see you've it's 'd") ==
        Words{"I", "'m", " sure", " we", "'ll", " see", " you", "'ve", " it", "'s", " '", "d"});
  CHECK(byte_pair_words("I'M") == Words{"I", "'", "M"});  // capitals are no contraction
  CHECK(byte_pair_words("a1b 22 c_d") == Words{"a", "1", "b", " 22", " c", "_", "d"});
  CHECK(byte_pair_words("wait... what?!") == Words{"wait", "...", " what", "?!"});
  CHECK(byte_pair_words("''s") == Words{"''", "s"});
}

TEST_CASE("leaves the last of several spaces to the word behind them") {
  CHECK(byte_pair_words("a   b") == Words{"a", "  ", " b"});
  CHECK(byte_pair_words("a \n b\n") == Words{"a", " \n", " b", "\n"});
  CHECK(byte_pair_words("a\nb") == Words{"a", "\n", "b"});
  CHECK(byte_pair_words("a  \nb") == Words{"a", "  ", "\n", "b"});
  CHECK(byte_pair_words("a  ") == Words{"a", "  "});
  CHECK(byte_pair_words("").empty());
}

TEST_CASE("knows letters, numbers and white space of every script") {
  CHECK(byte_pair_words("Äpfel 東京 ٣٤½ x\u3000y") ==
        Words{"Äpfel", " 東京", " ٣٤½", " x", "\u3000", "y"});
  // A combining mark is no letter.
  CHECK(byte_pair_words("e\u0301a") == Words{"e", "\u0301", "a"});
}

TEST_CASE("shows each byte as a character of its own") {
  CHECK(visible_bytes(" ") == "Ġ");
  CHECK(visible_bytes("\n") == "Ċ");
  CHECK(visible_bytes("é") == "Ã©");
  CHECK(visible_bytes("\xad") == "Ń");  // the last of the 68, U+0143
  CHECK(visible_bytes(std::string_view("\0", 1)) == "Ā");
  CHECK(visible_bytes("~!") == "~!");
}

TEST_CASE("takes any bytes, a character cut in two among them") {
  const BytePairs pairs(R"({"Ã": 0, "©": 1})", "v", "", "m");
  const std::vector<BytePairToken> tokens = pairs.tokens("é");
  REQUIRE(tokens.size() == 2);
  CHECK(tokens[0].bytes == "\xc3");
  CHECK(tokens[1].bytes == "\xa9");
}

TEST_CASE("refuses files that are none, and words that the vocabulary lacks, in one line") {
  CHECK(complaint(kVocabulary, kMerges, "lox") ==
        R"(v.json: no token "x" for a part of "lox"; there are: "<unk>", "<|endoftext|>", )"
        R"("d", "e", "er", "i", "l", "n", "o", "r", …)");
  CHECK(complaint("[1]", "") ==
        R"(v.json: expected an object of whole numbers, {"TOKEN": ID, …}; it is something else)");
  CHECK(complaint(R"({"a": -1})", "") ==
        R"(v.json: expected an object of whole numbers, {"TOKEN": ID, …}; "a" is something else)");
  CHECK(complaint(R"({"a": {"b": 1}})", "").find("\"a\" is something else") != std::string::npos);
  CHECK(complaint(R"({"a": 1e3})", "").find("something else") != std::string::npos);
  CHECK(complaint(R"({"a": 4294967296})", "").find("something else") != std::string::npos);
  CHECK(complaint(R"({"a": 1, "a": 2})", "") == R"(v.json: the token "a" occurs twice)");
  CHECK(complaint(R"({"a": 1, "b": 1})", "") == R"(v.json: "b" has the number 1 of another token)");
  CHECK(complaint(R"({"a": 1)", "") == "v.json: not JSON from byte 7 on");
  CHECK(complaint("", "") == "v.json: not JSON from byte 0 on");
  CHECK(complaint("{}", "") == "v.json: it holds no token");
  CHECK(complaint(kVocabulary, "#version: 0.2\na b\nabc\n") ==
        "m.txt:3: expected two symbols with a space between them; found 1");
  CHECK(complaint(std::string(100'000, '['), "").size() < 200);
}

TEST_SUITE_END();
