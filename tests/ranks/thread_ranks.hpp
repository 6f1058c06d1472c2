// Ranks that are threads of one process, for tests.
#pragma once

#include <barrier>
#include <condition_variable>
#include <cstring>
#include <functional>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "ranks/ranks.hpp"

namespace attn::test {

// What the threads share: what each is sending, until it is taken, and what it gives to all.
struct Board {
  explicit Board(std::size_t count)
      : barrier(static_cast<std::ptrdiff_t>(count)), sending(count), bytes(count) {}

  std::barrier<> barrier;
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::optional<std::span<const float>>> sending;
  std::vector<std::span<const std::byte>> bytes;
};

class ThreadRanks : public Ranks {
 public:
  ThreadRanks(Board& board, std::size_t rank) : board_(board), rank_(rank) {}

  std::size_t rank() const override { return rank_; }
  std::size_t count() const override { return board_.bytes.size(); }

  void start(std::span<const float> out, std::size_t, std::span<float> in,
             std::size_t from) override {
    const std::scoped_lock lock(board_.mutex);
    board_.sending[rank_] = out;
    board_.changed.notify_all();
    in_ = in;
    from_ = from;
  }
  void progress() override {}
  void finish() override {
    std::unique_lock lock(board_.mutex);
    board_.changed.wait(lock, [this] { return board_.sending[from_].has_value(); });
    const std::span<const float> message = *board_.sending[from_];
    if (message.size() != in_.size()) throw std::logic_error("a message of another size");
    std::copy(message.begin(), message.end(), in_.begin());
    board_.sending[from_].reset();
    board_.changed.notify_all();
    board_.changed.wait(lock, [this] { return !board_.sending[rank_].has_value(); });
  }
  void gather(std::span<const std::byte> own, std::span<std::byte> all) override {
    board_.bytes[rank_] = own;
    board_.barrier.arrive_and_wait();
    for (std::size_t r = 0; r < count(); ++r) {
      std::memcpy(all.data() + r * own.size(), board_.bytes[r].data(), own.size());
    }
    board_.barrier.arrive_and_wait();
  }
  [[noreturn]] void abort(std::string_view message) override {
    throw std::logic_error(std::string(message));
  }

 private:
  Board& board_;
  std::size_t rank_;
  std::span<float> in_;
  std::size_t from_ = 0;
};

// work(ranks) by `count` threads, each a rank of its own.
inline void on_threads(std::size_t count, const std::function<void(Ranks&)>& work) {
  Board board(count);
  std::vector<std::jthread> threads;
  for (std::size_t rank = 0; rank < count; ++rank) {
    threads.emplace_back([&board, &work, rank] {
      ThreadRanks ranks(board, rank);
      work(ranks);
    });
  }
}

}  // namespace attn::test
