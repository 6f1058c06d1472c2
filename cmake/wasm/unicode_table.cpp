// Prints the categories and widths of all code points as runs that are alike, for the module: the
// host's utf8proc cannot be linked into it.
#include <utf8proc.h>

#include <cstdio>

int main() {
  int category = -1, width = -1;
  for (utf8proc_int32_t code = 0; code <= 0x10FFFF; ++code) {
    const int c = utf8proc_category(code), w = utf8proc_charwidth(code);
    if (c != category || w != width)
      std::printf("{0x%x, %d, %d},\n", static_cast<unsigned>(code), c, w);
    category = c;
    width = w;
  }
}
