// Does each mask hide exactly the keys that it should?
#include "core/mask.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <stdexcept>

#include "core/sample.hpp"
#include "core/softmax.hpp"

using namespace attn;

TEST_SUITE("a causal mask") {
  TEST_CASE("hides what lies above the diagonal") {
    const Mask expected{{false, true, true, true, true},
                        {false, false, true, true, true},
                        {false, false, false, true, true},
                        {false, false, false, false, true},
                        {false, false, false, false, false}};
    CHECK(causal_mask(5) == expected);
  }

  TEST_CASE("of one token hides nothing, and of none is empty") {
    CHECK(causal_mask(1) == Mask{{false}});
    CHECK(causal_mask(0).size() == 0);
  }

  TEST_CASE("lets the last query see every key of a cache before it") {
    const Mask expected{{false, false, false, false, true}, {false, false, false, false, false}};
    CHECK(causal_mask(2, 5, Align::bottom_right) == expected);
  }

  TEST_CASE("aligned top-left counts keys from the first query") {
    const Mask expected{{false, true, true, true, true}, {false, false, true, true, true}};
    CHECK(causal_mask(2, 5, Align::top_left) == expected);
  }

  TEST_CASE("aligned bottom-right leaves the first of too many queries no key") {
    const Mask expected{{true, true}, {false, true}, {false, false}};
    CHECK(causal_mask(3, 2, Align::bottom_right) == expected);
  }

  TEST_CASE("aligned top-left leaves the last of too many queries every key") {
    const Mask expected{{false, true}, {false, false}, {false, false}};
    CHECK(causal_mask(3, 2, Align::top_left) == expected);
  }

  TEST_CASE("is the same for both alignments of a square") {
    for (Index n = 0; n < 9; ++n) {
      CHECK(causal_mask(n, n, Align::top_left) == causal_mask(n, n, Align::bottom_right));
    }
  }

  TEST_CASE("turns equal scores into running averages") {
    // Rows 1, 1/2 1/2, 1/3 1/3 1/3, …: printed by the notebook after A. Karpathy's lecture,
    // github.com/adhello007/building_nanoGPT, self_attention_implementation.ipynb.
    const Matrix weights = softmax(hide(xt::zeros<double>({8, 8}), causal_mask(8)));
    for (Index i = 0; i < 8; ++i) {
      for (Index j = 0; j < 8; ++j) {
        CHECK(weights(i, j) == (j > i ? 0.0 : 1.0 / static_cast<double>(i + 1)));
      }
    }
  }
}

TEST_SUITE("a window mask") {
  TEST_CASE("of 3 shows each query its own key and the two before it") {
    const Mask expected{{false, true, true, true, true},
                        {false, false, true, true, true},
                        {false, false, false, true, true},
                        {true, false, false, false, true},
                        {true, true, false, false, false}};
    CHECK(window_mask(5, 3) == expected);
  }

  TEST_CASE("of 1 shows each query its own key only") {
    CHECK(window_mask(2, 1) == Mask{{false, true}, {true, false}});
  }

  TEST_CASE("as wide as the sequence is causal") {
    CHECK(window_mask(4, 4) == causal_mask(4));
    CHECK(window_mask(4, 100) == causal_mask(4));
  }
}

TEST_SUITE("a padding mask") {
  TEST_CASE("hides the first keys from every query") {
    CHECK(padding_mask(2, 3, 2) == Mask{{true, true, false}, {true, true, false}});
  }

  TEST_CASE("of more padding than keys hides them all, and no more") {
    CHECK(padding_mask(1, 2, 9) == Mask{{true, true}});
  }
}

TEST_SUITE("hiding") {
  TEST_CASE("puts −∞, or the fill, in place of hidden scores and keeps the others") {
    const Matrix scores{{1.0, 2.0}};
    const Mask mask{{false, true}};
    CHECK(hide(scores, mask) == Matrix{{1.0, -std::numeric_limits<double>::infinity()}});
    CHECK(hide(scores, mask, -1e9) == Matrix{{1.0, -1e9}});
  }

  TEST_CASE("replaces a NaN, which adding −∞ would keep") {
    const Matrix scores{{1.0, std::numeric_limits<double>::quiet_NaN()}};
    CHECK(hide(scores, Mask{{false, true}}, -5.0) == Matrix{{1.0, -5.0}});
  }

  TEST_CASE("is refused when the mask has another shape") {
    CHECK_THROWS_AS(hide(sample(2, 3, 1), causal_mask(2)), std::logic_error);
    CHECK_THROWS_AS(hide(sample(2, 3, 1), causal_mask(3, 2)), std::logic_error);
  }
}

TEST_SUITE("a window with sinks") {
  TEST_CASE("of 2 and 1 lets the last of five see itself, its neighbour and the first") {
    const Mask mask = sink_window_mask(5, 2, 1);
    const bool last[] = {false, true, true, false, false};
    for (Index j = 0; j < 5; ++j) CHECK(mask(4, j) == last[j]);
    CHECK(mask(0, 1));  // the future stays hidden
    CHECK_FALSE(mask(1, 0));
  }

  TEST_CASE("of more sinks than tokens is causal") {
    const Mask mask = sink_window_mask(3, 1, 9);
    CHECK_FALSE(mask(2, 0));
    CHECK_FALSE(mask(2, 1));
    CHECK(mask(1, 2));
  }
}
