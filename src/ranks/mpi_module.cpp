// Ranks over MPI: a shared object of its own, and the only file that includes mpi.h.
#include <mpi.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>

#include "ranks/ranks.hpp"

namespace {

using attn::Ranks;

// A message of MPI counts its numbers in an int.
constexpr std::size_t kMostAtOnce = std::size_t{1} << 30;

// Tests until all is there, and leaves the processor to whoever else wants it meanwhile: ranks may
// be more than processors, and waiting in MPI itself would be busy.
void await(std::span<MPI_Request> requests) {
  constexpr int kYields = 2000;
  constexpr useconds_t kNap = 100;  // microseconds
  int done = 0;
  for (int i = 0;; ++i) {
    MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE);
    if (done != 0) return;
    if (i < kYields) {
      sched_yield();
    } else {
      usleep(kNap);
    }
  }
}

class MpiRanks : public Ranks {
 public:
  MpiRanks() {
    int given = 0, rank = 0, count = 1;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &given);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    rank_ = static_cast<std::size_t>(rank);
    count_ = static_cast<std::size_t>(count);
  }

  std::size_t rank() const override { return rank_; }
  std::size_t count() const override { return count_; }

  void start(std::span<const float> out, std::size_t to, std::span<float> in,
             std::size_t from) override {
    for (std::size_t i = 0; i < in.size(); i += kMostAtOnce) {
      MPI_Irecv(in.data() + i, piece(in.size(), i), MPI_FLOAT, static_cast<int>(from), 0,
                MPI_COMM_WORLD, &requests_.emplace_back());
    }
    for (std::size_t i = 0; i < out.size(); i += kMostAtOnce) {
      MPI_Isend(out.data() + i, piece(out.size(), i), MPI_FLOAT, static_cast<int>(to), 0,
                MPI_COMM_WORLD, &requests_.emplace_back());
    }
  }

  void progress() override {
    int done = 0;
    MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &done, MPI_STATUSES_IGNORE);
  }

  void finish() override {
    await(requests_);
    requests_.clear();
  }

  void gather(std::span<const std::byte> own, std::span<std::byte> all) override {
    std::array<MPI_Request, 1> request{};
    const int size = static_cast<int>(own.size());
    MPI_Iallgather(own.data(), size, MPI_BYTE, all.data(), size, MPI_BYTE, MPI_COMM_WORLD,
                   request.data());
    await(request);
  }

  [[noreturn]] void abort(std::string_view message) override {
    const std::string line =
        "attn: rank " + std::to_string(rank_) + ": " + std::string(message) + '\n';
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
    MPI_Abort(MPI_COMM_WORLD, 2);
    _exit(2);
  }

 private:
  static int piece(std::size_t size, std::size_t first) {
    return static_cast<int>(std::min(size - first, kMostAtOnce));
  }

  std::size_t rank_ = 0, count_ = 1;
  std::vector<MPI_Request> requests_;
};

}  // namespace

extern "C" Ranks* attn_start_ranks() {
  static MpiRanks ranks;
  return &ranks;
}

extern "C" void attn_stop_ranks() { MPI_Finalize(); }
