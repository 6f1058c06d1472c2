// attn: arguments in, bytes out.
#include <algorithm>

#include "cli/app.hpp"
#include "cli/write.hpp"

int main(int argc, char** argv) {
  const std::vector<std::string> args(argv + std::min(argc, 1), argv + argc);
  return attn::deliver(attn::run(args, attn::console()));
}
