// A stretch of raw words, and the normals that begin among them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/random/loops.hpp"
#include "core/random/pcg64.hpp"

namespace attn {

inline constexpr std::size_t kChunkWords = 16384;  // a chunk fits in the second-level cache

// The normal that the engine's next words give.
double next_normal(Pcg64& engine);

// Chunk n of a stream holds its words n·kChunkWords and on.
class Chunk {
 public:
  explicit Chunk(const Pcg64& stream);

  // Makes the words of chunk `number`, and decodes them on the guess that the first begins a
  // normal.
  void read(std::uint64_t number);

  // Decodes again, when the first `taken` words turn out to belong to the chunk before.
  void decode(std::size_t taken);

  std::uint64_t number() const { return number_; }
  std::span<const double> normals() const { return {normals_.data(), count_}; }

  // How many words of the next chunk belong to this one's last normal.
  std::size_t overrun() const { return overrun_; }

  // The engine after the first `count` normals.
  Pcg64 engine_after(std::size_t count) const;

 private:
  struct Refusal {
    std::uint32_t at;
    bool accepted;  // at the second try
  };

  void try_refused_again();
  void close_up();

  const Pcg64 stream_;
  const Leap leap_;
  const Loops& loops_;
  std::uint64_t number_ = 0;
  Pcg64 start_{}, end_{};
  std::size_t taken_ = 0, count_ = 0, overrun_ = 0, refusal_count_ = 0;
  alignas(64) std::array<std::uint64_t, kChunkWords + 1> words_;  // and the next chunk's first
  std::array<std::uint64_t, kChunkWords / 64> refused_;
  std::array<Refusal, kChunkWords> refusals_;
  alignas(64) std::array<double, kChunkWords> normals_;
};

}  // namespace attn
