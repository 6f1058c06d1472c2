#include "core/random/generator.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "core/random/chunk.hpp"
#include "core/random/loops.hpp"
#include "core/random/ziggurat.hpp"
#include "numpy_streams.hpp"
#include "support/error.hpp"

using namespace attn;

namespace {

constexpr std::size_t kChunk = kChunkWords;
constexpr std::size_t kSizes[] = {0,          1,      5,          kChunk / 4 - 1, kChunk / 4,
                                  kChunk - 1, kChunk, kChunk + 1, 40'001,         150'000};

std::vector<double> filled(Generator& generator, std::size_t count, unsigned threads) {
  std::vector<double> normals(count);
  generator.fill_normal(normals, threads);
  return normals;
}

std::vector<double> one_by_one(Generator& generator, std::size_t count) {
  std::vector<double> normals(count);
  for (double& x : normals) x = generator.normal();
  return normals;
}

std::uint64_t sum_of_bits(const std::vector<double>& numbers) {
  std::uint64_t sum = 0;
  for (const double x : numbers) sum += std::bit_cast<std::uint64_t>(x);
  return sum;
}

// Words that a generator never has to make, but could: the ends of every layer.
std::vector<std::uint64_t> words_at_the_edges() {
  std::vector<std::uint64_t> words;
  for (std::uint64_t layer = 0; layer < kLayerCount; ++layer) {
    const auto limit = static_cast<std::uint64_t>(kLayers[layer].limit);
    for (const std::uint64_t place : {std::uint64_t{0}, limit - (limit > 0), limit, limit + 1}) {
      words.push_back(place << 9 | layer);
      words.push_back(std::uint64_t{7} << 61 | place << 9 | std::uint64_t{1} << 8 | layer);
    }
  }
  return words;
}

}  // namespace

TEST_SUITE_BEGIN("random");

TEST_CASE("hashes a seed as NumPy's SeedSequence does") {
  for (const NumpyStream& numpy : kNumpyStreams) {
    CAPTURE(numpy.seed);
    const auto& words = numpy.seed_words;
    Unsigned128 stream = 0;
    for (const std::uint32_t word : {words[5], words[4], words[7], words[6]})
      stream = stream << 32 | word;
    CHECK(bool(seeded_pcg64(numpy.seed).increment == (stream << 1 | 1)));
  }
}

TEST_CASE("gives NumPy's raw words, uniforms and normals") {
  for (const NumpyStream& numpy : kNumpyStreams) {
    CAPTURE(numpy.seed);
    Generator raws(numpy.seed), uniforms(numpy.seed), normals(numpy.seed);
    for (const std::uint64_t word : numpy.raws) CHECK(raws.raw() == word);
    for (const double u : numpy.uniforms) CHECK(uniforms.uniform() == u);
    for (const double x : numpy.normals) CHECK(normals.normal() == x);
  }
}

TEST_CASE("gives NumPy's first million normals, wedges and tails among them") {
  for (const NumpyStream& numpy : kNumpyStreams) {
    CAPTURE(numpy.seed);
    Generator generator(numpy.seed);
    const std::vector<double> normals = filled(generator, 1'000'000, 2);
    for (std::size_t i = 0; i < numpy.places.size(); ++i) {
      CHECK(normals[numpy.places[i]] == numpy.normals_at_places[i]);
    }
    CHECK(sum_of_bits(normals) == numpy.bits_of_normals);
    CHECK(generator.raw() == numpy.next_raw);
  }
}

TEST_CASE("gives the tail both signs") {
  Generator generator("0");
  const std::vector<double> normals = filled(generator, 1'000'000, 1);
  CHECK(std::count_if(normals.begin(), normals.end(), [](double x) { return x > kTailStart; }) >
        50);
  CHECK(std::count_if(normals.begin(), normals.end(), [](double x) { return x < -kTailStart; }) >
        50);
}

TEST_CASE("fills with what normal() gives, for every size and number of threads") {
  for (const std::size_t size : kSizes) {
    Generator expected_generator("42");
    const std::vector<double> expected = one_by_one(expected_generator, size);
    const std::uint64_t expected_raw = expected_generator.raw();
    for (const unsigned threads : {0U, 1U, 2U, 3U, 7U}) {
      CAPTURE(size);
      CAPTURE(threads);
      Generator generator("42");
      CHECK(filled(generator, size, threads) == expected);
      CHECK(generator.raw() == expected_raw);
    }
  }
}

TEST_CASE("gives normals whose words lie in two chunks") {
  // What begins last in the first chunk takes 1 word of the second (a wedge), 2 or 4 (the tail).
  struct Seam {
    const char* seed;
    std::size_t overrun;
  };
  for (const Seam& seam : {Seam{"31", 1}, Seam{"2097", 2}, Seam{"29843", 4}}) {
    CAPTURE(seam.seed);
    const auto chunk = std::make_unique<Chunk>(seeded_pcg64(seam.seed));
    chunk->read(0);
    CHECK(chunk->overrun() == seam.overrun);
    for (std::size_t size = 16'000; size <= 17'000; size += 200) {
      Generator expected_generator(seam.seed), generator(seam.seed);
      CHECK(filled(generator, size, 1) == one_by_one(expected_generator, size));
      CHECK(generator.raw() == expected_generator.raw());
    }
  }
}

TEST_CASE("goes on where a fill ended") {
  Generator expected_generator("7"), generator("7");
  const std::vector<double> expected = one_by_one(expected_generator, 60'000);
  std::vector<double> normals;
  for (std::size_t size = 1; normals.size() < expected.size(); size = size * 3 / 2 + 1) {
    const std::size_t rest = expected.size() - normals.size();
    const std::vector<double> more = filled(generator, std::min(size, rest), 2);
    normals.insert(normals.end(), more.begin(), more.end());
  }
  CHECK(normals == expected);
}

TEST_CASE("shows a stream in order, and calls back once for each stretch") {
  Generator expected_generator("1"), generator("1");
  const std::vector<double> expected = one_by_one(expected_generator, 100'000);
  std::vector<double> shown;
  std::vector<int> calls;
  calls.reserve(expected.size());
  generator.visit_normals(expected.size(), 3, [&](std::span<const double> stretch) {
    shown.insert(shown.end(), stretch.begin(), stretch.end());
    int& call = calls.emplace_back(0);
    return [&call] { ++call; };
  });
  CHECK(shown == expected);
  CHECK(calls == std::vector<int>(calls.size(), 1));
}

TEST_CASE("has the same words and first tries with and without AVX2") {
  const Loops* wide = avx2_loops();
  if (wide == nullptr) return;
  const Loops& narrow = portable_loops();
  const Pcg64 engine = seeded_pcg64("3");
  std::vector<std::uint64_t> words(4096), same_words(words.size());
  narrow.words(engine, words.data(), words.size());
  wide->words(engine, same_words.data(), words.size());
  CHECK(words == same_words);

  const std::vector<std::uint64_t> edges = words_at_the_edges();
  words.insert(words.end(), edges.begin(), edges.end());
  std::vector<double> values(words.size()), same_values(words.size());
  std::vector<std::uint64_t> refused(words.size() / 64), same_refused(words.size() / 64);
  narrow.first_tries(words.data(), values.data(), refused.data(), words.size());
  wide->first_tries(words.data(), same_values.data(), same_refused.data(), words.size());
  CHECK(sum_of_bits(values) == sum_of_bits(same_values));
  CHECK(values == same_values);
  CHECK(refused == same_refused);
}

TEST_CASE("has the same dot products with and without AVX2") {
  const Loops* wide = avx2_loops();
  if (wide == nullptr) return;
  Generator generator("5");
  const std::vector<double> a = filled(generator, 300, 1), b = filled(generator, 300, 1);
  for (std::size_t count = 0; count <= a.size(); ++count) {
    CAPTURE(count);
    CHECK(wide->dot(a.data(), b.data(), count) == portable_loops().dot(a.data(), b.data(), count));
  }
}

TEST_CASE("adds up dot products to within rounding") {
  Generator generator("6");
  const std::vector<double> a = filled(generator, 1000, 1), b = filled(generator, 1000, 1);
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  CHECK(std::abs(fastest_loops().dot(a.data(), b.data(), a.size()) - sum) <= 1e-12);
}

TEST_CASE("takes leading zeros for nothing") {
  CHECK(Generator("00042").raw() == Generator("42").raw());
  CHECK(Generator("000").raw() == Generator("0").raw());
}

TEST_CASE("takes a seed of any length") {
  // numpy.random.default_rng(10**300).bit_generator.random_raw()
  CHECK(Generator("1" + std::string(300, '0')).raw() == 3522840563303880296u);
}

TEST_CASE("refuses a seed that is not a whole number") {
  for (const char* seed : {"", "-1", "+1", "abc", "1e3", "1.0", " 1", "1 ", "0x10", "1'000"}) {
    CAPTURE(seed);
    CHECK_THROWS_AS(Generator{seed}, Error);
  }
  CHECK_THROWS_WITH_AS(
      Generator("abc"),
      "--seed: \"abc\" is not a whole number; use decimal digits only, such as 0 or 42", Error);
}

TEST_SUITE_END();
