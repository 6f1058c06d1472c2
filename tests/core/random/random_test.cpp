#include "core/random/generator.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "core/random/ziggurat.hpp"
#include "numpy_streams.hpp"
#include "support/error.hpp"

using namespace attn;

namespace {

std::vector<double> filled(Generator& generator, std::size_t count) {
  std::vector<double> normals(count);
  generator.fill_normal(normals);
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
    const std::vector<double> normals = filled(generator, 1'000'000);
    for (std::size_t i = 0; i < numpy.places.size(); ++i) {
      CHECK(normals[numpy.places[i]] == numpy.normals_at_places[i]);
    }
    CHECK(sum_of_bits(normals) == numpy.bits_of_normals);
    CHECK(generator.raw() == numpy.next_raw);
  }
}

TEST_CASE("gives the tail both signs") {
  Generator generator("0");
  const std::vector<double> normals = filled(generator, 1'000'000);
  CHECK(std::count_if(normals.begin(), normals.end(), [](double x) { return x > kTailStart; }) >
        50);
  CHECK(std::count_if(normals.begin(), normals.end(), [](double x) { return x < -kTailStart; }) >
        50);
}

TEST_CASE("fills with what normal() gives, and goes on where a fill ended") {
  Generator expected_generator("7"), generator("7");
  const std::vector<double> expected = one_by_one(expected_generator, 60'000);
  std::vector<double> normals;
  for (std::size_t size = 1; normals.size() < expected.size(); size = size * 3 / 2 + 1) {
    const std::size_t rest = expected.size() - normals.size();
    const std::vector<double> more = filled(generator, std::min(size, rest));
    normals.insert(normals.end(), more.begin(), more.end());
  }
  CHECK(normals == expected);
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
