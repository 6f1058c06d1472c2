// How several threads make a stream that is defined one number after another.
//
// The engine can leap, so every thread makes the raw words of chunks of its own. Which words begin
// a normal, though, is known only from the front: most normals take one word, some take more. A
// thread therefore guesses that one begins at the first word of its chunk, which is right in 98.9 %
// of all cases, decodes, and waits until the front of the stream has come to its chunk. Then it is
// known how many of its words belong to the chunk before; where the guess was wrong, it decodes
// again. What it now holds is NumPy's stream, whatever the number of threads.
//
// A chunk takes some 30 µs, but a thread that has lost its processor is away for milliseconds. So
// nobody waits for long: whoever has to makes the missing chunk too, and who comes late drops it.
#include "core/random/generator.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "core/random/chunk.hpp"
#include "core/random/ziggurat.hpp"

namespace attn {

namespace {

// Tells the processor that this is a loop that waits.
void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

// The threads of one stream, and the front up to which it has been shown.
class Relay {
 public:
  Relay(const Pcg64& stream, std::uint64_t count, const Visit& visit)
      : stream_(stream), count_(count), visit_(visit) {}

  // The engine after the last normal.
  Pcg64 run(unsigned threads);

 private:
  static constexpr std::uint64_t kFinished = std::numeric_limits<std::uint64_t>::max();
  static constexpr int kPatience = 1000;  // looks at the front; about as long as a chunk takes

  void work() noexcept;  // a visit that throws ends the program: nobody could go on
  bool front_reaches(std::uint64_t number) const;
  void show(Chunk& chunk);

  const Pcg64 stream_;
  const std::uint64_t count_;
  const Visit& visit_;
  std::atomic<std::uint64_t> claimed_{0};  // chunks

  // 2n: chunk n is the next to be shown. 2n + 1: a thread is showing it, and has what follows to
  // itself until it moves the front on.
  alignas(64) std::atomic<std::uint64_t> front_{0};
  std::uint64_t shown_ = 0;  // normals
  std::size_t taken_ = 0;    // words of the next chunk that belong to the last normal shown
  Pcg64 end_{};              // the engine after normal count_, once it is shown
};

Pcg64 Relay::run(unsigned threads) {
  std::vector<std::jthread> others;
  try {
    while (others.size() + 1 < threads) others.emplace_back([this] { work(); });
  } catch (const std::system_error&) {
    // No more threads to be had: those that there are do the work.
  }
  work();
  others.clear();
  return end_;
}

void Relay::work() noexcept {
  const auto own = std::make_unique<Chunk>(stream_);
  const auto missing = std::make_unique<Chunk>(stream_);
  while (front_.load(std::memory_order_acquire) != kFinished) {
    own->read(claimed_++);
    while (!front_reaches(own->number())) {
      const std::uint64_t front = front_.load(std::memory_order_acquire);
      if (front % 2 == 1) {
        std::this_thread::yield();
      } else {
        missing->read(front / 2);
        show(*missing);
      }
    }
    show(*own);
  }
}

// Waits until the front has come to chunk `number`, or past it; false when it stands still.
bool Relay::front_reaches(std::uint64_t number) const {
  std::uint64_t last = 0;
  for (int patience = kPatience; patience > 0; --patience) {
    const std::uint64_t front = front_.load(std::memory_order_acquire);
    if (front >= 2 * number) return true;
    if (front != std::exchange(last, front)) patience = kPatience;
    relax();
  }
  return false;
}

// Shows the chunk and moves the front on, unless the front stands elsewhere or another thread is at
// it.
void Relay::show(Chunk& chunk) {
  std::uint64_t here = 2 * chunk.number();
  if (!front_.compare_exchange_strong(here, here + 1, std::memory_order_acq_rel)) return;
  if (taken_ != 0) chunk.decode(taken_);
  const auto all = chunk.normals();
  const auto wanted = all.first(std::min<std::uint64_t>(all.size(), count_ - shown_));
  const auto rest = visit_(wanted);
  shown_ += wanted.size();
  taken_ = chunk.overrun();
  const bool finished = shown_ == count_;
  if (finished) end_ = chunk.engine_after(wanted.size());
  front_.store(finished ? kFinished : here + 2, std::memory_order_release);
  rest();
}

}  // namespace

double Generator::uniform() { return unit(engine_.next()); }

double Generator::normal() { return next_normal(engine_); }

void Generator::fill_normal(std::span<double> out, unsigned threads) {
  if (out.size() < kChunkWords / 4) {
    for (double& x : out) x = normal();
    return;
  }
  double* to = out.data();
  visit_normals(out.size(), threads, [&to](std::span<const double> stretch) {
    double* const from = std::exchange(to, to + stretch.size());
    return [from, stretch] { std::copy(stretch.begin(), stretch.end(), from); };
  });
}

void Generator::visit_normals(std::uint64_t count, unsigned threads, const Visit& visit) {
  if (count == 0) return;
  const std::uint64_t useful = 1 + count / kChunkWords;
  const auto team = static_cast<unsigned>(std::min<std::uint64_t>(threads, useful));
  engine_ = Relay(engine_, count, visit).run(team);
}

}  // namespace attn
