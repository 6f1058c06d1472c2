// attn: arguments in, bytes out.
#include <algorithm>
#include <cstdlib>

#include "cli/app.hpp"
#include "cli/write.hpp"

int main(int argc, char** argv) {
  const std::vector<std::string> args(argv + std::min(argc, 1), argv + argc);
  // Not by return: OpenBLAS then waits for its threads, for ever where a limit on memory kept them
  // from starting.
  std::quick_exit(attn::deliver(attn::run(args, attn::console())));
}
