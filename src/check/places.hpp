// Where in the notes does a judgement belong, and what stands there?
#pragma once

#include <string>
#include <string_view>

#include "check/check.hpp"
#include "notes/lines.hpp"

namespace attn {

// From the bytes of a reading to lines and columns of the notes.
class PlacesInNotes {
 public:
  PlacesInNotes(std::string_view notes, const NormalisedText& reading)
      : notes_(notes), reading_(reading), lines_(notes) {}

  Finding finding(const Judgement& j);

 private:
  std::size_t origin(std::size_t at) const;
  std::size_t with_commands(std::size_t begin) const;
  std::size_t with_braces(std::size_t begin, std::size_t end) const;
  std::size_t column(std::size_t line, std::size_t offset);
  std::string excerpt(std::size_t begin, std::size_t end) const;
  Finding::Figure figure(const WrongNumber& number);
  void show_source(Finding& finding, Span claim) const;

  std::string_view notes_;
  const NormalisedText& reading_;
  Lines lines_;
  Span counted_ = {};  // of a line, what the column is known of
  std::size_t column_ = 1;
};

}  // namespace attn
