#include "core/random/chunk.hpp"

#include <bit>
#include <cstring>

#include "core/random/ziggurat.hpp"

namespace attn {

double next_normal(Pcg64& engine) {
  for (;;) {
    const std::uint64_t word = engine.next();
    const FirstTry attempt = first_try(word);
    if (attempt.accepted) return attempt.value;
    if (layer_of(word) == 0) return tail(word, engine);
    if (under_curve(word, engine.next())) return attempt.value;
  }
}

Chunk::Chunk(const Pcg64& stream)
    : stream_(stream), leap_(repeated(stream.step(), kChunkWords)), loops_(fastest_loops()) {}

void Chunk::read(std::uint64_t number) {
  number_ = number;
  start_ = {repeated(leap_, number)(stream_.state), stream_.increment};
  end_ = {leap_(start_.state), stream_.increment};
  loops_.words(start_, words_.data(), kChunkWords);
  words_.back() = Pcg64(end_).next();
  decode(0);
}

// What a word gives does not depend on where normals begin. So every word is tried as if one began
// there, and those that turn out to be a normal's second word, or its later ones, are closed up.
void Chunk::decode(std::size_t taken) {
  taken_ = taken;
  loops_.first_tries(words_.data(), normals_.data(), refused_.data(), kChunkWords);
  try_refused_again();
  close_up();
}

void Chunk::try_refused_again() {
  refusal_count_ = 0;
  for (std::size_t block = 0; block < refused_.size(); ++block) {
    for (std::uint64_t bits = refused_[block]; bits != 0; bits &= bits - 1) {
      const std::size_t at = 64 * block + static_cast<std::size_t>(std::countr_zero(bits));
      const bool in_wedge = layer_of(words_[at]) != 0;
      refusals_[refusal_count_++] = {static_cast<std::uint32_t>(at),
                                     in_wedge && under_curve(words_[at], words_[at + 1])};
    }
  }
}

void Chunk::close_up() {
  struct Words {
    const std::uint64_t* words;
    std::size_t at;
    Pcg64 beyond;
    std::uint64_t next() {
      const std::size_t i = at++;
      return i < kChunkWords ? words[i] : beyond.next();
    }
  };
  double* const tries = normals_.data();
  double* to = tries;
  std::size_t at = taken_;
  const auto keep_until = [&](std::size_t stop) {
    std::memmove(to, tries + at, (stop - at) * sizeof(double));
    to += stop - at;
    at = stop;
  };
  for (const Refusal& refusal : std::span(refusals_).first(refusal_count_)) {
    if (refusal.at < at) continue;  // no normal begins there
    keep_until(refusal.at);
    if (layer_of(words_[at]) != 0) {
      *to = tries[at];
      to += refusal.accepted;
      at += 2;
    } else {
      Words words{words_.data(), at + 1, end_};
      *to++ = tail(words_[at], words);
      at = words.at;
    }
  }
  if (at < kChunkWords) keep_until(kChunkWords);
  count_ = static_cast<std::size_t>(to - tries);
  overrun_ = at - kChunkWords;
}

Pcg64 Chunk::engine_after(std::size_t count) const {
  Pcg64 engine = start_;
  for (std::size_t i = 0; i < taken_; ++i) engine.next();
  for (std::size_t i = 0; i < count; ++i) next_normal(engine);
  return engine;
}

}  // namespace attn
