// Is the place in a JSON text where its syntax breaks told in lines and columns?
#include "files/json_syntax.hpp"

#include <doctest/doctest.h>

TEST_SUITE_BEGIN("JSON syntax errors");

TEST_CASE("name file, line and column, and what was expected") {
  CHECK(attn::json_syntax_error("{\n  x", "f.json", 5,
                                "[json] at 5: syntax error - invalid literal; last read: 'x'") ==
        "f.json:2:3: not JSON: invalid literal");
  CHECK(attn::json_syntax_error("[NaN]", "f.json", 2, "x")
            .starts_with("f.json:1:2: JSON has no NaN"));
  CHECK(attn::json_syntax_error("", "f.json", 1, "a - b") == "f.json:1:1: not JSON: b");
  CHECK(attn::json_syntax_error("[1e999]", "f.json", 6, "number overflow parsing")
            .find("too large") != std::string::npos);
}

TEST_SUITE_END();
