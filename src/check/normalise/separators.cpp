// Do the notes write 2.5 or 2,5? What a page of decimal commas says, with points.
#include <algorithm>
#include <span>

#include "check/normalise/normalised_text.hpp"

namespace attn {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Of the digits that begin there, with the points and commas between them.

std::size_t end_of_figure(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  while (end < text.size() &&
         (is_digit(text[end]) || ((text[end] == '.' || text[end] == ',') && end + 1 < text.size() &&
                                  is_digit(text[end + 1])))) {
    ++end;
  }
  return end;
}

// "46.080" groups thousands where commas are decimal; "3.7" is as elsewhere.
bool groups_thousands(std::string_view figure) {
  std::size_t point = figure.find('.');
  if (point == std::string_view::npos || point > 3) return false;
  for (; point < figure.size() && figure[point] == '.'; point += 4) {
    const std::string_view three = figure.substr(point + 1, 3);
    if (three.size() < 3 || three.find_first_of(".,") != std::string_view::npos) return false;
  }
  return point >= figure.size() || figure[point] == ',';
}

void swap_signs(std::span<char> figure) {
  for (char& c : figure) c = c == '.' ? ',' : c == ',' ? '.' : c;
}

// Of the brackets around each place: whether semicolons part what they hold; '\0' outside.
std::vector<char> separators_around(std::string_view text) {
  std::vector<char> around(text.size(), '\0');
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') open.clear();
    if (text[i] == '[' || text[i] == '(') open.push_back(i);
    if (!open.empty()) around[i] = ',';
    if (text[i] == ';' && !open.empty()) around[open.back()] = ';';
    if ((text[i] == ']' || text[i] == ')') && !open.empty()) {
      if (around[open.back()] == ';') std::fill(&around[open.back()], &around[i], ';');
      open.pop_back();
    }
  }
  return around;
}

// Zeros before a comma tell; so do zeros before a point.
bool has_decimal_commas(std::string_view text, const std::vector<char>& around) {
  int commas = 0, points = 0;
  for (std::size_t i = 0; i + 2 < text.size(); ++i) {
    const bool begins =
        i == 0 || (!is_digit(text[i - 1]) && text[i - 1] != '.' && text[i - 1] != ',');
    if (!begins || text[i] != '0' || !is_digit(text[i + 2])) continue;
    if (text[i + 1] == '.') ++points;
    if (text[i + 1] == kInnerComma || (text[i + 1] == ',' && around[i] != ',')) ++commas;
  }
  return commas > 3 * points;
}

}  // namespace

NormalisedText with_decimal_points(NormalisedText notes) {
  std::string& text = notes.text;
  const bool inner = text.find(kInnerComma) != std::string::npos;
  if (text.find("0,") == std::string::npos && !inner) return notes;
  const std::vector<char> around = separators_around(text);
  const bool decimal = has_decimal_commas(text, around);
  for (std::size_t i = 0; decimal && i < text.size(); ++i) {
    if (text[i] == ';' && around[i] == ';') text[i] = ',';
    if (!is_digit(text[i])) continue;
    const std::size_t end = end_of_figure(text, i);
    const std::string_view figure = std::string_view(text).substr(i, end - i);
    const bool pointed = figure.find('.') != std::string_view::npos && !groups_thousands(figure);
    if (!pointed && around[i] != ',') swap_signs({text.data() + i, end - i});
    i = end - 1;
  }
  std::ranges::replace(text, kInnerComma, decimal ? '.' : ',');
  return notes;
}

}  // namespace attn
