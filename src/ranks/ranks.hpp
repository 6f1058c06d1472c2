// What can one of several processes that compute together ask of the others?
//
// They are started by mpirun, and MPI carries what they say. The program is not linked to it: this
// interface is implemented in mpi_module.cpp, a shared object of its own that is loaded when ranks
// are first asked for, and built where CMake finds MPI.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/error.hpp"

namespace attn {

class Ranks {
 public:
  virtual ~Ranks() = default;

  virtual std::size_t rank() const = 0;
  virtual std::size_t count() const = 0;

  // Begins to send to one rank and to receive from another; both spans stay as they are until
  // `finish`. One exchange at a time.
  virtual void start(std::span<const float> out, std::size_t to, std::span<float> in,
                     std::size_t from) = 0;
  // Lets it go on; MPI moves large messages only while it is called.
  virtual void progress() = 0;
  virtual void finish() = 0;

  // The same number of bytes from each rank, in `all` by rank. Every rank has to call it.
  virtual void gather(std::span<const std::byte> own, std::span<std::byte> all) = 0;

  // Ends all ranks at once, with a line on standard error: for what the others cannot know of.
  [[noreturn]] virtual void abort(std::string_view message) = 0;
};

// Whether mpirun has started this process as one of several; costs nothing.
bool is_one_of_several();
// Whether it is one that leaves printing and writing to rank 0.
bool is_silent();

// How many of them are on this machine.
std::size_t ranks_here();

// The ranks, as loaded when first asked for; they take leave of each other when the program quits.
// Throws Error when attn was built without MPI.
Ranks& all_ranks();

inline constexpr int kWrongInput = 2, kCannotWrite = 3;  // exit codes

// What all of them failed with, as they agreed, and the exit code for it.
class AgreedError : public Error {
 public:
  AgreedError(int exit_code, const std::string& message) : Error("{}", message), code(exit_code) {}
  int code;
};

// Every rank says whether it failed, and how; when one did, all throw AgreedError with the message
// and code of the first.
void agree(Ranks& ranks, const std::optional<std::string>& failure, int code = kWrongInput);

// What a rank may fail in by itself: all of them go on, or all throw AgreedError.
void together(Ranks& ranks, const std::function<void()>& part, int code = kWrongInput);

// Work in which messages go to and fro, and nobody can be told that one has failed: it ends all.
void exchanging(Ranks& ranks, const std::function<void()>& work);

// Of a process that has failed: tells the others, unless it has met them before, so that none waits
// for it.
void excuse(const std::string& failure);

// By rank; every rank gives as many.
std::vector<double> gathered(Ranks& ranks, std::span<const double> own);

}  // namespace attn
