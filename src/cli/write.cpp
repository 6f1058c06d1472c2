#include "cli/write.hpp"

#include <unistd.h>

#include <csignal>

#include "files/write.hpp"
#include "support/error.hpp"

namespace attn {

namespace {

constexpr int kCannotWrite = 3;

}  // namespace

int deliver(const Outcome& outcome) {
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
  for (const OutputFile& file : outcome.files) {
    // Of a folder of files that go with a page, one complaint is enough.
    if (code == kCannotWrite && file.pieces) continue;
    attempt([&file] { write_file(file); });
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
