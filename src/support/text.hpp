// Text as a terminal shows it: width in columns, padding, wrapping. UTF-8 in, UTF-8 out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attn {

// Whether the bytes are well-formed UTF-8 (no overlong forms, surrogates or truncated sequences).
bool valid_utf8(std::string_view text);

// Columns that a terminal gives to the text, by grapheme cluster: wide characters and emoji take
// two, combining marks none. `text` is valid UTF-8 without control characters (see printable).
int display_width(std::string_view text);

// The text with control characters, bidirectional overrides and the like written visibly
// ("\u{1b}"), so that a reader's word cannot move the cursor; invalid bytes become U+FFFD.
std::string printable(std::string_view text);

// The code points of the text, each as its bytes (a byte that is not UTF-8 stands alone).
std::vector<std::string_view> characters_of(std::string_view text);

// With letters and their combining marks in one code point where Unicode has it (NFC); text that is
// not UTF-8 is left as it is.
std::string composed(std::string_view text);

// Spaces added up to `width` columns, never cut.
std::string pad_left(std::string_view text, int width);   // text at the right
std::string pad_right(std::string_view text, int width);  // text at the left

// Lines of at most `width` columns, broken at spaces; a word that is longer is broken as well,
// after a hyphen or a slash if it has one.
std::vector<std::string> wrapped(std::string_view text, int width);

// Words between white space (Unicode's), a leading byte-order mark dropped.
std::vector<std::string> words_of(std::string_view text);

// Of `candidates` the one that is nearest in spelling, or "" when none is near: "did you mean".
std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates);

}  // namespace attn
