// The part of utf8proc that the core uses, on a table of what the host's utf8proc says.
//
// Clusters are simpler: what fills no column, or follows a joiner, goes with what is before it.
// They are for the layout of text, which in a page is the browser's.
#include <utf8proc.h>

#include <algorithm>
#include <iterator>

namespace {

struct Run {
  utf8proc_int32_t first;
  signed char category, width;
};

constexpr Run kRuns[] = {
#include "unicode_table.inc"
};

const Run& run_of(utf8proc_int32_t code) {
  const auto next = std::ranges::upper_bound(kRuns, code, {}, &Run::first);
  return *std::prev(next);
}

}  // namespace

extern "C" {

utf8proc_category_t utf8proc_category(utf8proc_int32_t code) {
  return static_cast<utf8proc_category_t>(run_of(code).category);
}

int utf8proc_charwidth(utf8proc_int32_t code) { return run_of(code).width; }

utf8proc_bool utf8proc_grapheme_break_stateful(utf8proc_int32_t before, utf8proc_int32_t code,
                                               utf8proc_int32_t*) {
  constexpr utf8proc_int32_t kJoiner = 0x200D;
  return before != kJoiner && utf8proc_charwidth(code) > 0;
}

// Well-formed UTF-8 alone: no overlong forms, no surrogates.
utf8proc_ssize_t utf8proc_iterate(const utf8proc_uint8_t* text, utf8proc_ssize_t size,
                                  utf8proc_int32_t* code) {
  *code = -1;
  if (size <= 0) return 0;
  const int lead = text[0];
  const int length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (length == 0 || lead > 0xF4 || length > size) return UTF8PROC_ERROR_INVALIDUTF8;
  utf8proc_int32_t value = length == 1 ? lead : lead & (0xFF >> (length + 1));
  for (int i = 1; i < length; ++i) {
    if ((text[i] & 0xC0) != 0x80) return UTF8PROC_ERROR_INVALIDUTF8;
    value = (value << 6) | (text[i] & 0x3F);
  }
  const bool overlong = (length == 3 && value < 0x800) || (length == 4 && value < 0x10000);
  if (overlong || (value >= 0xD800 && value < 0xE000) || value > 0x10FFFF) {
    return UTF8PROC_ERROR_INVALIDUTF8;
  }
  *code = value;
  return length;
}

utf8proc_ssize_t utf8proc_encode_char(utf8proc_int32_t code, utf8proc_uint8_t* bytes) {
  const auto part = [code](int shift) {
    return static_cast<utf8proc_uint8_t>(0x80 | ((code >> shift) & 0x3F));
  };
  if (code < 0x80) {
    bytes[0] = static_cast<utf8proc_uint8_t>(code);
    return 1;
  }
  const int length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  constexpr int kLead[] = {0, 0, 0xC0, 0xE0, 0xF0};
  bytes[0] = static_cast<utf8proc_uint8_t>(kLead[length] | (code >> (6 * (length - 1))));
  for (int i = 1; i < length; ++i) bytes[i] = part(6 * (length - 1 - i));
  return length;
}

// Composes nothing: that is for LaTeX, which a page does not write.
utf8proc_ssize_t utf8proc_map(const utf8proc_uint8_t*, utf8proc_ssize_t, utf8proc_uint8_t**,
                              utf8proc_option_t) {
  return UTF8PROC_ERROR_INVALIDOPTS;
}

}  // extern "C"
