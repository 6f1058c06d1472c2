#include "core/random/pcg64.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "support/error.hpp"
#include "support/quote.hpp"

namespace attn {

namespace {

using Pool = std::array<std::uint32_t, 4>;

// The seed in base 2^32, lowest word first; at least one word.
std::vector<std::uint32_t> base_2_32(std::string_view seed, std::string_view option) {
  const bool digits = !seed.empty() && std::all_of(seed.begin(), seed.end(),
                                                   [](char c) { return c >= '0' && c <= '9'; });
  if (!digits) {
    throw Error("{}: {} is not a whole number; use decimal digits only, such as 0 or 42", option,
                in_quotes(seed));
  }
  std::vector<std::uint32_t> words{0};
  for (const char c : seed) {
    std::uint64_t carry = static_cast<std::uint64_t>(c - '0');
    for (std::uint32_t& word : words) {
      carry += std::uint64_t{word} * 10;
      word = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry != 0) words.push_back(static_cast<std::uint32_t>(carry));
  }
  return words;
}

// A multiplicative hash whose constant moves on with every word hashed.
class Hash {
 public:
  constexpr Hash(std::uint32_t start, std::uint32_t factor) : constant_(start), factor_(factor) {}

  std::uint32_t operator()(std::uint32_t word) {
    word ^= constant_;
    constant_ *= factor_;
    word *= constant_;
    return word ^ (word >> 16);
  }

 private:
  std::uint32_t constant_;
  std::uint32_t factor_;
};

std::uint32_t mixed(std::uint32_t a, std::uint32_t b) {
  const std::uint32_t word = 0xca01f9dd * a - 0x4973f715 * b;
  return word ^ (word >> 16);
}

// SeedSequence.mix_entropy of numpy/random/bit_generator.pyx, after seed_seq_fe of O'Neill's
// randutils: every word of the seed reaches every word of the pool.
Pool entropy_pool(const std::vector<std::uint32_t>& seed) {
  Hash hash(0x43b0d7e5, 0x931e8875);
  Pool pool;
  for (std::size_t i = 0; i < pool.size(); ++i) pool[i] = hash(i < seed.size() ? seed[i] : 0);
  for (std::size_t from = 0; from < pool.size(); ++from) {
    for (std::size_t to = 0; to < pool.size(); ++to) {
      if (from != to) pool[to] = mixed(pool[to], hash(pool[from]));
    }
  }
  for (std::size_t from = pool.size(); from < seed.size(); ++from) {
    for (std::uint32_t& word : pool) word = mixed(word, hash(seed[from]));
  }
  return pool;
}

}  // namespace

// SeedSequence.generate_state(4, uint64), then pcg64_srandom: the first two words start the state,
// the last two choose the stream. NumPy keeps a number's high word first.
Pcg64 seeded_pcg64(std::string_view seed, std::string_view option) {
  const Pool pool = entropy_pool(base_2_32(seed, option));
  Hash hash(0x8b51f9dd, 0x58f38ded);
  std::array<std::uint64_t, 4> words;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::uint64_t low = hash(pool[2 * i % pool.size()]);
    const std::uint64_t high = hash(pool[(2 * i + 1) % pool.size()]);
    words[i] = high << 32 | low;
  }
  const Unsigned128 start = Unsigned128{words[0]} << 64 | words[1];
  const Unsigned128 stream = Unsigned128{words[2]} << 64 | words[3];
  Pcg64 engine{0, stream << 1 | 1};
  engine.next();
  engine.state += start;
  engine.next();
  return engine;
}

}  // namespace attn
