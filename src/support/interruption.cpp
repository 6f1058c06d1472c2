#include "support/interruption.hpp"

#include <csignal>

namespace attn {

namespace {

volatile std::sig_atomic_t was_asked = 0;

extern "C" void ask_once(int signal) {
  was_asked = 1;
  std::signal(signal, SIG_DFL);
}

}  // namespace

Interruption::Interruption() : before_(std::signal(SIGINT, ask_once)) {}

Interruption::~Interruption() {
  if (was_asked == 0) std::signal(SIGINT, before_);
}

bool Interruption::asked() const { return was_asked != 0; }

}  // namespace attn
