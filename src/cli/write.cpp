#include "cli/write.hpp"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <span>

#include "files/write.hpp"
#include "support/error.hpp"

namespace attn {

namespace {

constexpr int kCannotWrite = 3;

}  // namespace

int deliver(Outcome outcome) {
  std::signal(SIGPIPE, SIG_IGN);  // both are then errors of write
  std::signal(SIGXFSZ, SIG_IGN);
  int code = outcome.code;
  std::string err = outcome.err;
  const auto attempt = [&](const auto& write) {
    try {
      write();
    } catch (const Error& e) {
      code = kCannotWrite;
      err += fmt::format("attn: {}\n", e.what());
    }
  };
  // What goes with a page, and may be large, is written together or not at all.
  const auto alone =
      std::stable_partition(outcome.files.begin(), outcome.files.end(),
                            [](const OutputFile& file) { return file.pieces != nullptr; });
  attempt([&] { write_files({outcome.files.begin(), alone}); });
  for (auto file = alone; file != outcome.files.end(); ++file) {
    attempt([&file] { write_file(*file); });
  }
  if (code != kCannotWrite) {
    attempt([&outcome] { write_descriptor(STDOUT_FILENO, "standard output", outcome.out); });
  }
  try {
    write_descriptor(STDERR_FILENO, "standard error", err);
  } catch (const Error&) {  // nobody is left to tell
  }
  return code;
}

}  // namespace attn
