#include "ranks/ranks.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>

namespace attn {

namespace {

using Start = Ranks*();
using Stop = void();

// Of Open MPI's mpirun, and of MPICH's.
const char* from_mpirun(const char* open_mpi, const char* mpich) {
  const char* value = std::getenv(open_mpi);
  return value != nullptr ? value : std::getenv(mpich);
}

// Beside the program, as it is built, or where it is installed.
void* loaded_module() {
  std::error_code none;
  const auto folder = std::filesystem::canonical("/proc/self/exe", none).parent_path();
  for (const auto& place : {folder / ATTN_MPI_MODULE, folder / ATTN_MPI_INSTALLED}) {
    if (void* found = dlopen(place.c_str(), RTLD_NOW | RTLD_GLOBAL)) return found;
    if (std::filesystem::exists(place, none)) {
      throw Error("{} could not be loaded: {}", place.filename().string(), dlerror());
    }
  }
  throw Error(
      "this attn was built without MPI; install it (Debian: libopenmpi-dev openmpi-bin), build "
      "attn again, or run it without mpirun");
}

Stop* stop = nullptr;  // none: the others have not been met

Ranks* started() {
  void* const module = loaded_module();
  const auto start = reinterpret_cast<Start*>(dlsym(module, "attn_start_ranks"));
  stop = reinterpret_cast<Stop*>(dlsym(module, "attn_stop_ranks"));
  if (start == nullptr || stop == nullptr) {
    throw Error("{} is of another attn; build both again", ATTN_MPI_MODULE);
  }
  Ranks* const ranks = start();
  std::at_quick_exit([] { stop(); });
  return ranks;
}

// What a rank has to say, of the same size on all of them.
struct Report {
  int code = 0;  // 0: nothing failed
  std::array<char, 1020> message = {};
};

Report report_of(const std::optional<std::string>& failure, int code) {
  Report report;
  if (!failure) return report;
  report.code = code;
  std::copy_n(failure->data(), std::min(failure->size(), report.message.size() - 1),
              report.message.data());
  return report;
}

}  // namespace

bool is_one_of_several() {
  const char* count = from_mpirun("OMPI_COMM_WORLD_SIZE", "PMI_SIZE");
  return count != nullptr && std::string_view(count) != "1";
}

std::size_t ranks_here() {
  const char* count = from_mpirun("OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS");
  return count != nullptr ? std::max(1UL, std::strtoul(count, nullptr, 10)) : 1;
}

bool is_silent() {
  const char* rank = from_mpirun("OMPI_COMM_WORLD_RANK", "PMI_RANK");
  return rank != nullptr && std::string_view(rank) != "0";
}

Ranks& all_ranks() {
  static Ranks* const ranks = started();
  return *ranks;
}

void agree(Ranks& ranks, const std::optional<std::string>& failure, int code) {
  const Report own = report_of(failure, code);
  std::vector<Report> all(ranks.count());
  ranks.gather(std::as_bytes(std::span(&own, 1)), std::as_writable_bytes(std::span(all)));
  const auto failed = [](const Report& report) { return report.code != 0; };
  const auto first = std::ranges::find_if(all, failed);
  if (first == all.end()) return;
  const char* const message = first->message.data();
  if (std::ranges::all_of(all, failed)) throw AgreedError(first->code, message);
  throw AgreedError(first->code, fmt::format("rank {}: {}", first - all.begin(), message));
}

void together(Ranks& ranks, const std::function<void()>& part, int code) {
  std::optional<std::string> failure;
  try {
    part();
  } catch (const Error& error) {
    failure = error.what();
  } catch (const std::bad_alloc&) {
    failure = "there is not enough memory";
  } catch (const std::exception& error) {
    failure = fmt::format("a mistake in attn itself, please report it: {}", error.what());
  }
  agree(ranks, failure, code);
}

void exchanging(Ranks& ranks, const std::function<void()>& work) {
  try {
    work();
  } catch (const AgreedError&) {
    throw;
  } catch (const std::bad_alloc&) {
    ranks.abort("there is not enough memory");
  } catch (const std::exception& error) {
    ranks.abort(error.what());
  }
}

void excuse(const std::string& failure) {
  if (stop != nullptr || !is_one_of_several()) return;
  try {
    agree(all_ranks(), failure);
  } catch (const Error&) {
    // It is told already, or there is nobody to tell.
  }
}

std::vector<double> gathered(Ranks& ranks, std::span<const double> own) {
  std::vector<double> all(own.size() * ranks.count());
  ranks.gather(std::as_bytes(own), std::as_writable_bytes(std::span(all)));
  return all;
}

}  // namespace attn
