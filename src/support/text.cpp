#include "support/text.hpp"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <memory>
#include <utility>

namespace attn {

namespace {

constexpr utf8proc_int32_t kJoiner = 0x200D, kNonJoiner = 0x200C, kEmojiStyle = 0xFE0F;

// One code point and its bytes; `value` is negative where a byte is not UTF-8.
struct CodePoint {
  utf8proc_int32_t value;
  std::string_view bytes;
};

std::vector<CodePoint> code_points(std::string_view text) {
  std::vector<CodePoint> result;
  result.reserve(text.size());
  while (!text.empty()) {
    utf8proc_int32_t value = -1;
    const auto size = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                       static_cast<utf8proc_ssize_t>(text.size()), &value);
    const std::size_t length = size > 0 ? static_cast<std::size_t>(size) : 1;
    result.push_back({size > 0 ? value : -1, text.substr(0, length)});
    text.remove_prefix(length);
  }
  return result;
}

bool regional_indicator(utf8proc_int32_t c) { return c >= 0x1F1E6 && c <= 0x1F1FF; }

// Tags spell the region in an emoji flag, and show nothing elsewhere.
bool tag(utf8proc_int32_t c) { return c >= 0xE0020 && c <= 0xE007F; }

// What a reader takes for one character, and the columns that it fills.
struct Cluster {
  std::string_view bytes;
  int width;
};

std::vector<Cluster> clusters(std::string_view text) {
  std::vector<Cluster> result;
  utf8proc_int32_t previous = -1, state = 0;
  for (const CodePoint& c : code_points(text)) {
    const bool starts = previous < 0 || c.value < 0 ||
                        utf8proc_grapheme_break_stateful(previous, c.value, &state) != 0;
    if (starts) result.push_back({{c.bytes.data(), 0}, 0});
    Cluster& cluster = result.back();
    // As wide as its widest part; an emoji presentation or a flag fills two columns (UAX #11).
    const bool flag = !starts && regional_indicator(previous) && regional_indicator(c.value);
    const int part = flag || c.value == kEmojiStyle ? 2
                     : c.value < 0                  ? 1
                                                    : utf8proc_charwidth(c.value);
    cluster.bytes = {cluster.bytes.data(), cluster.bytes.size() + c.bytes.size()};
    cluster.width = std::max(cluster.width, part);
    previous = c.value;
  }
  return result;
}

// U+FFFE and the like: valid UTF-8, but forbidden in XML and never a letter.
bool noncharacter(utf8proc_int32_t c) {
  return (c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c <= 0xFDEF);
}

bool must_be_visible(utf8proc_int32_t c) {
  if (noncharacter(c)) return true;
  switch (utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
      return true;
    case UTF8PROC_CATEGORY_CF:  // bidirectional controls, soft hyphens, zero-width spaces
      return c != kJoiner && c != kNonJoiner && !tag(c);
    default:
      return false;
  }
}

// Unicode's White_Space property.
bool white_space(utf8proc_int32_t c) {
  if ((c >= 0x09 && c <= 0x0D) || c == 0x85) return true;
  const auto category = utf8proc_category(c);
  return category == UTF8PROC_CATEGORY_ZS || category == UTF8PROC_CATEGORY_ZL ||
         category == UTF8PROC_CATEGORY_ZP;
}

std::string lower(std::string_view word) {
  std::string result{word};
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

// Damerau–Levenshtein (optimal string alignment): insertions, deletions, substitutions and swaps of
// neighbours, each 1.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  const std::size_t width = b.size() + 1;
  std::vector<std::size_t> before(width), last(width), row(width);
  for (std::size_t j = 0; j < width; ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before.swap(last);
    last.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j < width; ++j) {
      const std::size_t changed = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, changed});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row.back();
}

// A word cut after each hyphen and slash, where it is best broken.
std::vector<std::string_view> parts_of(std::string_view word) {
  std::vector<std::string_view> parts;
  while (!word.empty()) {
    const std::size_t length = std::min(word.find_first_of("-/"), word.size() - 1) + 1;
    parts.push_back(word.substr(0, length));
    word.remove_prefix(length);
  }
  return parts;
}

std::string spaces(int count) {
  return std::string(static_cast<std::size_t>(std::max(count, 0)), ' ');
}

}  // namespace

bool valid_utf8(std::string_view text) {
  return std::ranges::all_of(code_points(text), [](const CodePoint& c) { return c.value >= 0; });
}

int display_width(std::string_view text) {
  int width = 0;
  for (const Cluster& c : clusters(text)) width += c.width;
  return width;
}

std::string printable(std::string_view text) {
  std::string result;
  for (const CodePoint& c : code_points(text)) {
    if (c.value < 0) {
      result += "\uFFFD";
    } else if (must_be_visible(c.value)) {
      result += fmt::format("\\u{{{:x}}}", c.value);
    } else {
      result += c.bytes;
    }
  }
  return result;
}

std::vector<std::string_view> characters_of(std::string_view text) {
  std::vector<std::string_view> result;
  for (const CodePoint& c : code_points(text)) result.push_back(c.bytes);
  return result;
}

std::string composed(std::string_view text) {
  utf8proc_uint8_t* bytes = nullptr;
  const auto size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                   static_cast<utf8proc_ssize_t>(text.size()), &bytes,
                   static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner{bytes, std::free};
  if (size < 0) return std::string{text};
  return {reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size)};
}

std::string pad_left(std::string_view text, int width) {
  return spaces(width - display_width(text)).append(text);
}

std::string pad_right(std::string_view text, int width) {
  return std::string{text} + spaces(width - display_width(text));
}

std::vector<std::string> wrapped(std::string_view text, int width) {
  std::vector<std::string> lines;
  int used = 0;
  const auto add = [&](std::string_view word, int columns, bool after_space) {
    const bool fits = !lines.empty() && used + (after_space ? 1 : 0) + columns <= width;
    if (!fits) lines.emplace_back();
    if (fits && after_space) lines.back() += ' ';
    lines.back() += word;
    used = fits ? used + (after_space ? 1 : 0) + columns : columns;
  };
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    if (word.empty()) continue;
    const int columns = display_width(word);
    if (columns <= width) {
      add(word, columns, true);
      continue;
    }
    bool after_space = true;
    for (const std::string_view part : parts_of(word)) {
      const int wide = display_width(part);
      if (wide <= width) {
        add(part, wide, std::exchange(after_space, false));
        continue;
      }
      for (const Cluster& c : clusters(part)) {
        add(c.bytes, c.width, std::exchange(after_space, false));
      }
    }
  }
  return lines;
}

std::vector<std::string> words_of(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  std::vector<std::string> words;
  bool inside = false;
  for (const CodePoint& c : code_points(text)) {
    const bool space = c.value >= 0 && white_space(c.value);
    if (!space && !inside) words.emplace_back();
    if (!space) words.back() += c.bytes;
    inside = !space;
  }
  return words;
}

std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates) {
  const std::string given = lower(word);
  std::string_view best;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  for (const std::string_view candidate : candidates) {
    const std::string other = lower(candidate);
    const std::size_t allowed = std::max<std::size_t>(1, std::max(given.size(), other.size()) / 3);
    // A beginning ("mark" for "markdown") is as near as one slip of the finger.
    const bool beginning = given.size() >= 2 && other.starts_with(given);
    if (!beginning && given.size() > other.size() + allowed) continue;
    const std::size_t distance = beginning ? std::min<std::size_t>(1, other.size() - given.size())
                                           : edit_distance(given, other);
    if (distance <= allowed && distance < other.size() && distance < least) {
      best = candidate;
      least = distance;
    }
  }
  return best;
}

}  // namespace attn
