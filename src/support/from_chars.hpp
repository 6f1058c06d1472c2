// A real number from its text, as std::from_chars reads it, where the library has no such thing.
#pragma once

#include <charconv>
#include <string_view>

#if !defined(__cpp_lib_to_chars)
#include <fast_float/fast_float.h>
#endif

namespace attn {

// Leaves the value alone when the text is none, or too large or too small for a double.
#if defined(__cpp_lib_to_chars)
inline std::from_chars_result real_from_chars(std::string_view text, double& value) {
  return std::from_chars(text.data(), text.data() + text.size(), value);
}
#else
inline std::from_chars_result real_from_chars(std::string_view text, double& value) {
  double read = 0.0;
  const auto result = fast_float::from_chars(text.data(), text.data() + text.size(), read);
  if (result.ec != std::errc{}) return {result.ptr, result.ec};
  // It returns infinity and 0 for what a double cannot hold.
  const std::string_view digits = text.substr(0, text.find_first_of("eE"));
  const bool named = text.find_first_of("iInN") != text.npos;
  const bool is_zero = digits.find_first_of("123456789") == digits.npos;
  const bool lost = read == 0.0 ? !is_zero : !named && read - read != 0.0;
  if (lost) return {result.ptr, std::errc::result_out_of_range};
  value = read;
  return {result.ptr, {}};
}
#endif

}  // namespace attn
