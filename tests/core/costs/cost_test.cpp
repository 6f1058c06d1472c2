#include "core/costs/cost.hpp"

#include <doctest/doctest.h>

#include <random>

#include "support/error.hpp"

using namespace attn;

namespace {

constexpr Integer kKibi = 1024, kMebi = kKibi * 1024, kGibi = kMebi * 1024;

// Llama 3, arXiv 2407.21783, table 3.
constexpr AttentionShape kLlama8B{
    .layers = 32, .heads = 32, .kv_heads = 8, .head_dim = 128, .number_bytes = 2};

// Any shape whose heads share KV heads evenly.
AttentionShape random_shape(std::mt19937& engine) {
  const auto up_to = [&engine](int high) { return Integer{1} + engine() % high; };
  AttentionShape shape{.batch = up_to(64), .layers = up_to(128)};
  shape.kv_heads = up_to(32);
  shape.heads = shape.kv_heads * up_to(16);
  shape.head_dim = up_to(512);
  shape.number_bytes = Integer{1} << up_to(3);
  return shape;
}

}  // namespace

TEST_SUITE("the cost of attention") {
  TEST_CASE("is 36 entries for six tokens") { CHECK(score_entries(6) == 36); }

  TEST_CASE("is 256 bytes of float32 scores for 8 tokens") {
    CHECK(score_bytes(AttentionShape{}, 8) == 256);
  }

  TEST_CASE("is 1,073,741,824 entries and 4096 MiB for 32,768 tokens") {
    CHECK(score_entries(32768) == 1'073'741'824);
    CHECK(score_bytes(AttentionShape{}, 32768) == 4096 * kMebi);
  }

  TEST_CASE("is 32 GiB for 8192 tokens, 32 heads and batch 4, in one layer") {
    CHECK(layer_score_bytes({.batch = 4, .heads = 32}, 8192) == 32 * kGibi);
  }

  TEST_CASE("counts every layer's scores where all are kept") {
    CHECK(all_score_bytes({.batch = 4, .layers = 3, .heads = 32}, 8192) == 96 * kGibi);
  }

  TEST_CASE("of Q, K, V and the output is 4 MiB for one head, n = 4096, d = 64, float32") {
    CHECK(qkvo_bytes(AttentionShape{}, 4096) == 4 * kMebi);
  }

  TEST_CASE("of K and V is less where heads share them") {
    const AttentionShape shape{.heads = 8, .kv_heads = 2, .head_dim = 1, .number_bytes = 1};
    CHECK(qkvo_bytes(shape, 1) == 8 + 2 + 2 + 8);
  }

  TEST_CASE("of flash attention's own state is 32 KiB for n = 4096, one head") {
    CHECK(flash_state_bytes(AttentionShape{}, 4096) == 32 * kKibi);
  }

  TEST_CASE("of that state is float32 for narrower numbers too, and float64 for float64") {
    CHECK(flash_state_bytes({.number_bytes = 2}, 4096) == 32 * kKibi);
    CHECK(flash_state_bytes({.number_bytes = 8}, 4096) == 64 * kKibi);
  }

  TEST_CASE("is 128 KiB of cache a token for Llama-3-8B in bfloat16") {
    CHECK(kv_cache_bytes(kLlama8B, 1) == 128 * kKibi);
  }

  TEST_CASE("is 4 GiB of cache at 32,768 tokens, 16 were it MHA, half of one were it MQA") {
    CHECK(kv_cache_bytes(kLlama8B, 32768) == 4 * kGibi);
    CHECK(kv_cache_bytes(as_mha(kLlama8B), 32768) == 16 * kGibi);
    CHECK(kv_cache_bytes(as_mqa(kLlama8B), 32768) == kGibi / 2);
  }

  // rasbt/LLMs-from-scratch, ch04/04_gqa/README.md: width 4096 in 32 heads, 32 layers, 32,768
  // tokens, bfloat16, groups of 4; GB of 10^9 bytes.
  TEST_CASE("agrees with a published calculator: 17.18 GB for MHA, 4.29 GB for GQA") {
    const Integer centigigabyte = 10'000'000;
    CHECK((kv_cache_bytes(as_mha(kLlama8B), 32768) + centigigabyte / 2) / centigigabyte == 1718);
    CHECK((kv_cache_bytes(kLlama8B, 32768) + centigigabyte / 2) / centigigabyte == 429);
  }

  TEST_CASE("is 4 · n² · d operations a head: 144 for six tokens and d = 1") {
    CHECK(attention_operations({.head_dim = 1}, 6) == 144);
    CHECK(attention_operations({.batch = 2, .layers = 3, .heads = 5, .head_dim = 7}, 1) == 840);
  }

  TEST_CASE("stays exact for 2^40 tokens") {
    const Integer n = Integer{1} << 40;
    CHECK(score_entries(n) == Integer{1} << 80);
    CHECK(score_bytes(AttentionShape{}, n + 1) == (Integer{1} << 82) + (Integer{1} << 43) + 4);
  }

  TEST_CASE("past 128 bits is an error, not a wrong number") {
    CHECK_NOTHROW(score_entries(Integer{1} << 63));
    CHECK_THROWS_AS(score_entries(Integer{1} << 64), Error);
    CHECK_THROWS_AS(score_bytes(AttentionShape{}, Integer{1} << 63), Error);
  }

  TEST_CASE("is nothing for no tokens") {
    for (const auto cost : {score_bytes, layer_score_bytes, all_score_bytes, qkvo_bytes,
                            flash_state_bytes, kv_cache_bytes, attention_operations}) {
      CHECK(cost(kLlama8B, 0) == 0);
    }
  }

  TEST_CASE("quadruples with twice the tokens where pairs are counted") {
    std::mt19937 engine{1};
    for (int round = 0; round < 200; ++round) {
      const AttentionShape shape = random_shape(engine);
      const Integer n = engine();
      for (const auto cost :
           {score_bytes, layer_score_bytes, all_score_bytes, attention_operations}) {
        CHECK(cost(shape, 2 * n) == 4 * cost(shape, n));
      }
    }
  }

  TEST_CASE("doubles with twice the tokens where tokens are counted") {
    std::mt19937 engine{2};
    for (int round = 0; round < 200; ++round) {
      const AttentionShape shape = random_shape(engine);
      const Integer n = engine();
      for (const auto cost : {qkvo_bytes, flash_state_bytes, kv_cache_bytes}) {
        CHECK(cost(shape, 2 * n) == 2 * cost(shape, n));
      }
    }
  }

  TEST_CASE("of the cache is divided by the heads that share a KV head") {
    std::mt19937 engine{3};
    for (int round = 0; round < 200; ++round) {
      const AttentionShape shape = random_shape(engine);
      const Integer n = engine();
      CHECK(kv_cache_bytes(as_mha(shape), n) ==
            shape.heads / shape.kv_heads * kv_cache_bytes(shape, n));
      CHECK(kv_cache_bytes(shape, n) == shape.kv_heads * kv_cache_bytes(as_mqa(shape), n));
    }
  }

  TEST_CASE("of scores does not change where heads share KV heads") {
    std::mt19937 engine{4};
    for (int round = 0; round < 50; ++round) {
      const AttentionShape shape = random_shape(engine);
      CHECK(layer_score_bytes(shape, 777) == layer_score_bytes(as_mqa(shape), 777));
    }
  }
}

TEST_SUITE("an integer square root") {
  TEST_CASE("is the whole part: 0, 1, 1, 1, 2") {
    CHECK(integer_sqrt(0) == 0);
    CHECK(integer_sqrt(1) == 1);
    CHECK(integer_sqrt(3) == 1);
    CHECK(integer_sqrt(4) == 2);
  }

  TEST_CASE("is exact beside every square") {
    std::mt19937_64 engine{5};
    for (int round = 0; round < 1000; ++round) {
      const Integer root = (engine() >> (1 + round % 62)) + 1;
      CHECK(integer_sqrt(root * root) == root);
      CHECK(integer_sqrt(root * root - 1) == root - 1);
      CHECK(integer_sqrt(root * root + root) == root);
    }
  }

  TEST_CASE("is 13,043,817,825,332,782,212 for the largest number of 128 bits") {
    const Integer largest = (((Integer{1} << 126) - 1) << 1) + 1;
    CHECK(grouped(integer_sqrt(largest)) == "13,043,817,825,332,782,212");
  }
}
