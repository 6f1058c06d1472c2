#include "support/text.hpp"

#include <doctest/doctest.h>

using namespace attn;

namespace {

using Words = std::vector<std::string>;

struct Measured {
  const char* text;
  int width;
};

}  // namespace

TEST_SUITE_BEGIN("display_width");

// By grapheme cluster (UAX #29), as wide as its widest code point (UAX #11); cases from the reports
// fmtlib/fmt #2033 and #4851, and rust-lang/rust #30646.
TEST_CASE("counts columns, neither bytes nor code points") {
  for (const auto& [text, width] : {Measured{"", 0},
                                    {"cat", 3},
                                    {"caf\u00e9", 4},
                                    {"cafe\u0301", 4},
                                    {"e\u0301\u0302", 1},
                                    {"z\u0351\u036b\u0343\u036a\u0302", 1},
                                    {"\u2588\u2500\u2026", 3},
                                    {"\u03b1\u00b7", 2}}) {
    CAPTURE(text);
    CHECK(display_width(text) == width);
  }
}

TEST_CASE("gives wide characters and emoji two columns") {
  for (const auto& [text, width] : {Measured{"\u732b", 2},
                                    {"\u65e5\u672c\u8a9e", 6},
                                    {"\ud55c\uad6d\uc5b4", 6},
                                    {"\uff21\uff22", 4},
                                    {"\uff76\uff85", 2},
                                    {"\U0001f680", 2},
                                    {"\u2705", 2},
                                    {"\u2764", 1},
                                    {"\u2764\ufe0f", 2},
                                    {"\u3042\u3099", 2},
                                    {"\U00020000", 2}}) {
    CAPTURE(text);
    CHECK(display_width(text) == width);
  }
}

TEST_CASE("takes what is joined for one character") {
  for (const auto& [text, width] :
       {Measured{"\U0001f468\u200d\U0001f469\u200d\U0001f467", 2},
        {"\U0001f469\u200d\U0001f680", 2},
        {"\U0001f44d\U0001f3fd", 2},
        {"\U0001f1fa\U0001f1f8", 2},
        {"\U0001f1fa\U0001f1f8\U0001f1eb\U0001f1f7", 4},
        {"\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f", 2},
        {"1\ufe0f\u20e3", 2},
        {"\u1112\u1161\u11ab", 2}}) {
    CAPTURE(text);
    CHECK(display_width(text) == width);
  }
}

TEST_SUITE_END();
TEST_SUITE_BEGIN("valid_utf8");

TEST_CASE("accepts text of every script") {
  CHECK(valid_utf8(""));
  CHECK(valid_utf8("cat \u732b \U0001f680 \u05e9"));
}

TEST_CASE("refuses stray bytes, overlong forms, surrogates and a cut-off character") {
  for (const char* bytes :
       {"\xff", "a\x80", "\xc3(", "\xc0\xaf", "\xe0\x80\xaf", "\xf0\x80\x80\xaf", "\xed\xa0\x80",
        "\xf8\x88\x80\x80\x80", "caf\xc3"}) {
    CAPTURE(bytes);
    CHECK_FALSE(valid_utf8(bytes));
  }
}

TEST_SUITE_END();
TEST_SUITE_BEGIN("printable");

TEST_CASE("leaves words and emoji as they are") {
  for (const char* text :
       {"cat", "cafe\u0301", "\U0001f469\u200d\U0001f680", "\u0645\u0631", " "}) {
    CAPTURE(text);
    CHECK(printable(text) == text);
  }
}

TEST_CASE("shows what would move the cursor") {
  CHECK(printable("\x1b[31mred") == "\\u{1b}[31mred");
  CHECK(printable(std::string_view("a\0b\n\x7f\u0085", 7)) == "a\\u{0}b\\u{a}\\u{7f}\\u{85}");
}

TEST_CASE("shows what would reorder or hide letters") {
  CHECK(printable("a\u202ec") == "a\\u{202e}c");
  CHECK(printable("a\u2028b") == "a\\u{2028}b");
  CHECK(printable("a\u200bb\u00ad\ufeff") == "a\\u{200b}b\\u{ad}\\u{feff}");
}

TEST_CASE("shows what is no character at all") {
  CHECK(printable("a\uffff\ufdd0") == "a\\u{ffff}\\u{fdd0}");
}

TEST_CASE("replaces bytes that are not UTF-8") {
  CHECK(printable("ok \xff caf\xc3") == "ok \ufffd caf\ufffd");
}

TEST_SUITE_END();
TEST_SUITE_BEGIN("composed");

TEST_CASE("joins a letter and its mark where Unicode has both in one") {
  CHECK(composed("cafe\u0301") == "caf\u00e9");
  CHECK(composed("\u732b q\u0301") == "\u732b q\u0301");
  CHECK(composed("").empty());
  CHECK(composed("caf\xc3") == "caf\xc3");
}

TEST_SUITE_END();
TEST_SUITE_BEGIN("characters_of");

TEST_CASE("cuts between code points") {
  CHECK(characters_of("a\u732b\xff") == std::vector<std::string_view>{"a", "\u732b", "\xff"});
}

TEST_SUITE_END();
TEST_SUITE_BEGIN("padding");

TEST_CASE("counts columns and never cuts") {
  CHECK(pad_left("\u732b", 4) == "  \u732b");
  CHECK(pad_right("cafe\u0301", 6) == "cafe\u0301  ");
  CHECK(pad_left("long", 2) == "long");
  CHECK(pad_right("long", -1) == "long");
}

TEST_SUITE_END();
TEST_SUITE_BEGIN("wrapped");

TEST_CASE("breaks at spaces, within the width") {
  CHECK(wrapped("the cat sat on the mat", 11) == Words{"the cat sat", "on the mat"});
  CHECK(wrapped("\u732b \u732b \u732b", 5) == Words{"\u732b \u732b", "\u732b"});
  CHECK(wrapped("  spaced   out ", 80) == Words{"spaced out"});
  CHECK(wrapped("", 80).empty());
}

TEST_CASE("breaks a word that is longer than a line between characters") {
  CHECK(wrapped("a abcdefg h", 3) == Words{"a a", "bcd", "efg", "h"});
  CHECK(wrapped("\u732b\u732b\u732b", 5) == Words{"\u732b\u732b", "\u732b"});
}

TEST_CASE("breaks a word that is longer than a line after its hyphens and slashes") {
  CHECK(wrapped("permutation-invariant? Yes", 18) == Words{"permutation-", "invariant? Yes"});
  CHECK(wrapped("src/notes/marker.cpp", 11) == Words{"src/notes/", "marker.cpp"});
  CHECK(wrapped("ab-cdefgh", 4) == Words{"ab-c", "defg", "h"});
}

TEST_CASE("ends for a width that holds nothing") {
  CHECK(wrapped("ab", 0) == Words{"a", "b"});
  CHECK(wrapped("\u732b", 1) == Words{"\u732b"});
}

TEST_SUITE_END();
TEST_SUITE_BEGIN("words_of");

TEST_CASE("splits at white space of every kind") {
  CHECK(words_of("the cat\r\nsat\ron\n") == Words{"the", "cat", "sat", "on"});
  CHECK(words_of("a\tb\vc\fd") == Words{"a", "b", "c", "d"});
  CHECK(words_of("a\u00a0b\u3000c\u2003d\u0085e\u2028f") == Words{"a", "b", "c", "d", "e", "f"});
  CHECK(words_of("").empty());
  CHECK(words_of("\n\n\n").empty());
}

TEST_CASE("drops a byte-order mark at the beginning and nowhere else") {
  CHECK(words_of("\ufeffthe cat") == Words{"the", "cat"});
  CHECK(words_of("\ufeff").empty());
  CHECK(words_of("the \ufeffcat") == Words{"the", "\ufeffcat"});
}

TEST_SUITE_END();
TEST_SUITE_BEGIN("nearest");

TEST_CASE("finds the name that was meant") {
  const std::vector<std::string_view> names{"walkthrough", "softmax-rows", "scaling-demo", "json"};
  CHECK(nearest("walkthruogh", names) == "walkthrough");
  CHECK(nearest("sofmax-rows", names) == "softmax-rows");
  CHECK(nearest("JSON", names) == "json");
  CHECK(nearest("scaling", names) == "scaling-demo");
}

TEST_CASE("finds nothing where nothing is near") {
  const std::vector<std::string_view> names{"walkthrough", "json", "q"};
  CHECK(nearest("banana", names).empty());
  CHECK(nearest("k", names).empty());
  CHECK(nearest("", names).empty());
  CHECK(nearest(std::string(100000, 'x'), names).empty());
  CHECK(nearest("json", {}).empty());
}

TEST_SUITE_END();
