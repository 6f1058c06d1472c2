// Several threads where the system has them; where it has none (WebAssembly in a page), the same
// work in place, in the same order.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#if defined(__wasi__)
namespace attn {

struct Mutex {
  void lock() {}
  void unlock() {}
};

struct Thread {};

inline unsigned processors() { return 1; }

// Work that is done when its result is asked for.
template <typename T>
struct Pending {
  std::function<T()> work;
  T get() { return work(); }
};

template <typename Work>
auto start_work(Work work, bool /*beside*/) -> Pending<decltype(work())> {
  return {std::move(work)};
}

}  // namespace attn
#else

#include <future>
#include <thread>

namespace attn {

using Mutex = std::mutex;
using Thread = std::jthread;  // which is waited for where it goes out of scope

// At least 1.
inline unsigned processors() { return std::max(1U, std::thread::hardware_concurrency()); }

template <typename T>
using Pending = std::future<T>;

// Work that is done beside this thread, where the system grants one, or else when its result is
// asked for.
template <typename Work>
auto start_work(Work work, bool beside) {
  return std::async(beside ? std::launch::async | std::launch::deferred : std::launch::deferred,
                    std::move(work));
}

}  // namespace attn
#endif

namespace attn {

// What is computed when it is first asked for, once, whoever asks; copies share it.
template <typename T>
class Once {
 public:
  Once() = default;
  explicit Once(std::function<T()> work) : state_(std::make_shared<State>(std::move(work))) {}

  bool valid() const { return state_ != nullptr; }

  const T& get() const {
    const std::lock_guard mine(state_->turn);
    if (!state_->value) state_->value = state_->work();
    return *state_->value;
  }

 private:
  struct State {
    explicit State(std::function<T()> w) : work(std::move(w)) {}
    std::function<T()> work;
    std::optional<T> value = {};
    Mutex turn = {};
  };
  std::shared_ptr<State> state_;
};

}  // namespace attn
