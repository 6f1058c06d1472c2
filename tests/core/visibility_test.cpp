// Does each query see the keys that it should?
#include "core/visibility.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <string>

using namespace attn;

namespace {

// A line a query: o where a key is seen, . where it is hidden.
std::string drawn(const Visibility& visibility, Index queries, Index keys) {
  const Mask hidden = hidden_keys(visibility, queries, keys, 0, queries);
  std::string text;
  for (Index i = 0; i < queries; ++i) {
    if (i > 0) text += ' ';
    for (Index j = 0; j < keys; ++j) text += hidden(i, j) ? '.' : 'o';
  }
  return text;
}

}  // namespace

TEST_SUITE("the visibility of a query") {
  TEST_CASE("is every key where nothing is said") { CHECK(drawn({}, 2, 3) == "ooo ooo"); }

  TEST_CASE("ends, bottom-right, at the last key for the last query") {
    CHECK(drawn({.causal = true}, 2, 4) == "ooo. oooo");
    CHECK(drawn({.causal = true}, 3, 2) == ".. o. oo");
  }

  TEST_CASE("ends, top-left, at key i for query i: PyTorch's is_causal") {
    CHECK(drawn({.causal = true, .align = Align::top_left}, 2, 4) == "o... oo..");
    CHECK(drawn({.causal = true, .align = Align::top_left}, 3, 2) == "o. oo oo");
  }

  TEST_CASE("includes, top-left, the whole cache: ONNX") {
    CHECK(drawn({.causal = true, .align = Align::top_left, .past = 2}, 2, 5) == "ooo.. oooo.");
  }

  TEST_CASE("is the same under both alignments when every query has its new key") {
    CHECK(drawn({.causal = true, .align = Align::top_left, .past = 2}, 3, 5) ==
          drawn({.causal = true, .past = 2}, 3, 5));
  }

  TEST_CASE("holds as many keys as its window, the query's own included") {
    CHECK(drawn({.window = 2}, 4, 4) == "o... oo.. .oo. ..oo");
    CHECK(drawn({.window = 1}, 2, 3) == ".o. ..o");
  }

  TEST_CASE("may leave the keys behind, top-left, where queries go on") {
    CHECK(drawn({.align = Align::top_left, .window = 3}, 5, 2) == "o. oo oo .o ..");
  }

  TEST_CASE("is causal where a window is wider than the keys") {
    CHECK(drawn({.window = std::numeric_limits<Index>::max()}, 3, 3) ==
          drawn({.causal = true}, 3, 3));
  }

  TEST_CASE("stops before the padding, where bottom-right puts the last query") {
    CHECK(drawn({.kv_len = 2}, 2, 4) == "oo.. oo..");
    CHECK(drawn({.causal = true, .kv_len = 3}, 2, 4) == "oo.. ooo.");
    CHECK(drawn({.kv_len = 9}, 1, 2) == "oo");
    CHECK(drawn({.kv_len = 0}, 1, 2) == "..");
  }

  TEST_CASE("is told for some queries as for all of them") {
    const Visibility visibility{.causal = true, .window = 3};
    const Mask all = hidden_keys(visibility, 6, 7, 0, 6);
    const Mask some = hidden_keys(visibility, 6, 7, 2, 3);
    for (Index i = 0; i < 3; ++i) {
      for (Index j = 0; j < 7; ++j) CHECK(some(i, j) == all(i + 2, j));
    }
  }
}
