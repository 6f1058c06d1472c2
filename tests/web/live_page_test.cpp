#include "web/live_page.hpp"

#include <doctest/doctest.h>

#include "web/base64.hpp"
#include "web/live_script.hpp"

TEST_SUITE_BEGIN("a live page");

TEST_CASE("spells bytes as RFC 4648 does") {
  CHECK(attn::base64("") == "");
  CHECK(attn::base64("f") == "Zg==");
  CHECK(attn::base64("fo") == "Zm8=");
  CHECK(attn::base64("foobar") == "Zm9vYmFy");
  CHECK(attn::bytes_of_hex("00ff") == std::string("\0\xff", 2));
}

TEST_CASE("keeps what the page was, and closes no script element by its words") {
  const std::string page =
      "<html><head><meta name=\"viewport\"/></head><body><main>m</main></body></html>";
  const std::string live =
      attn::live_page(page, {.lesson = "x", .words = {"--text", "</script><b>\""}}, "AAAA");
  CHECK(live.find("<main>m</main>") != std::string::npos);
  CHECK(live.find("</script><b>") == std::string::npos);
  CHECK(live.find("\\u003c/script>") != std::string::npos);
  CHECK(live.find("default-src 'none'") < live.find("<script"));
  CHECK(attn::live_script().find("</script") == std::string_view::npos);
}

TEST_SUITE_END();
