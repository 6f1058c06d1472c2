// Does a checksum tell an edit from a move?
#include "embed/checksum.hpp"

#include <doctest/doctest.h>

using attn::checksum;

TEST_SUITE("a checksum") {
  TEST_CASE("is FNV-1a's of the lines") {
    // FNV-1a, 32 bits, of no bytes and of "a\n" (the latter by hand: two steps of the definition).
    CHECK(checksum("") == "811c9dc5");
    CHECK(checksum("a\n") == "2524c6d2");  // of 0x61 alone it is e40c292c, a published test vector
  }

  TEST_CASE("changes with any character") {
    CHECK(checksum("0.7507") != checksum("0.7508"));
    CHECK(checksum("a b") != checksum("ab"));
    CHECK(checksum("a\nb") != checksum("b\na"));
    CHECK(checksum("ab") != checksum("a\nb"));
  }

  TEST_CASE("is the same after a move into a list or quote, and with other line ends") {
    CHECK(checksum("\na\nb\n\n") == checksum("a\r\nb\r\n"));
    CHECK(checksum("  a\n\n  b\n", "  ") == checksum("a\n\nb\n"));
    CHECK(checksum("> a\n>\n> b\n", "> ") == checksum("a\n\nb\n"));
  }

  TEST_CASE("is recognised by its form") {
    CHECK(attn::is_checksum("0123abcd"));
    CHECK_FALSE(attn::is_checksum("0123ABCD"));
    CHECK_FALSE(attn::is_checksum("0123abc"));
    CHECK_FALSE(attn::is_checksum("walkthro"));
  }
}
