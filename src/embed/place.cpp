#include "embed/place.hpp"

#include <algorithm>
#include <optional>

#include "embed/checksum.hpp"
#include "embed/headings.hpp"
#include "embed/marker.hpp"
#include "support/error.hpp"
#include "support/quote.hpp"

namespace attn {

namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

// What the lines after a list's "- " or a quote's "> " begin with, if `text` is of such marks only.
std::optional<std::string> indent_after(std::string_view text, Syntax syntax) {
  std::string indent;
  const std::string_view marks = syntax == Syntax::markdown ? "-*+.)>0123456789" : "";
  for (const char c : text) {
    const bool space = c == ' ' || c == '\t';
    if (!space && marks.find(c) == std::string_view::npos) return std::nullopt;
    indent += space || c == '>' ? c : ' ';
  }
  return indent;
}

// Two line ends with nothing but white space between them.
bool has_blank_line(std::string_view text) {
  const Lines lines(text);
  for (std::size_t i = 1; i + 1 < lines.count(); ++i) {
    if (trimmed(lines.content(i).of(text)).empty()) return true;
  }
  return false;
}

// Pairs the markers of one text.
class Reader {
 public:
  Reader(std::string_view notes, Syntax syntax) : notes_(notes), syntax_(syntax), lines_(notes) {}

  std::size_t line_of(const Marker& marker) const { return lines_.at(marker.whole.begin) + 1; }

  Place place(const Marker& first, const Marker& last) const {
    const bool value = first.kind == Marker::Kind::value;
    Place place{value, line_of(first), std::string(first.words.of(notes_)), {}, last.words, "", ""};
    if (place.command.empty()) {
      throw Error("the marker names no lesson; write, say, \"{} walkthrough\"",
                  value ? "attn=" : "attn:");
    }
    const std::string_view checksum = last.words.of(notes_);
    if (!checksum.empty() && !is_checksum(checksum)) {
      throw Error("its end marker says {} where a checksum of {} digits may stand; leave it out",
                  in_quotes(checksum), kChecksumDigits);
    }
    return value ? with_value(place, first, last) : with_block(place, first, last);
  }

  std::string_view end_marker() const {
    return syntax_ == Syntax::latex ? "% /attn" : "<!-- /attn -->";
  }

 private:
  Place with_value(Place place, const Marker& first, const Marker& last) const {
    const std::size_t ends = lines_.at(first.whole.end);
    const bool rest_of_line = syntax_ == Syntax::latex;  // the comment holds its line end
    const Span between{rest_of_line ? lines_.whole(ends).end : first.whole.end, last.whole.begin};
    if (has_blank_line(between.of(notes_))) {
      throw Error("a value stands within its paragraph; end it before the blank line with {}",
                  end_marker());
    }
    place.body = trimmed(notes_, between);
    return place;
  }

  Place with_block(Place place, const Marker& first, const Marker& last) const {
    const std::optional<std::string> indent = indent_after(before(first), syntax_);
    if (!indent || !trimmed(after(first)).empty()) {
      throw Error(
          "a block's marker stands on a line of its own; within a line write \"attn=\", "
          "for one value");
    }
    if (!indent_after(before(last), syntax_) || !trimmed(after(last)).empty()) {
      throw Error("the block's end marker, on line {}, shares its line; give it one of its own",
                  line_of(last));
    }
    const std::size_t ends = lines_.at(first.whole.end - 1);
    place.body = {lines_.whole(ends).end, lines_.whole(lines_.at(last.whole.begin)).begin};
    if (place.body.end < place.body.begin) {
      throw Error("a block's end marker stands on a line of its own, below the first");
    }
    place.indent = *indent;
    place.line_end = lines_.line_end(ends);
    return place;
  }

  // From the beginning of its line.
  std::string_view before(const Marker& marker) const {
    const std::size_t line = lines_.whole(lines_.at(marker.whole.begin)).begin;
    std::string_view text = Span{line, marker.whole.begin}.of(notes_);
    if (line == 0 && text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    return text;
  }

  // Up to the end of its line.
  std::string_view after(const Marker& marker) const {
    const std::size_t end = lines_.whole(lines_.at(marker.whole.end - 1)).end;
    return Span{marker.whole.end, end}.of(notes_);
  }

  std::string_view notes_;
  Syntax syntax_;
  Lines lines_;
};

// Headings that attn wrote, into another place, open no section of the notes.
void set_levels(std::vector<Place>& places, const std::vector<NotesHeading>& headings) {
  constexpr int kLowest = 6;
  std::size_t next = 0;
  std::size_t written = 0;  // up to where attn wrote last
  int level = 1;
  for (Place& place : places) {
    for (; next < headings.size() && headings[next].at < place.body.begin; ++next) {
      if (headings[next].at >= written) level = headings[next].level + 1;
    }
    place.level = std::min(level, kLowest);
    written = place.body.end;
  }
}

std::string not_ended(std::size_t next) {
  return fmt::format("no end marker before the next marker, on line {}; places do not nest", next);
}

constexpr std::string_view kUnfinished =
    "the comment of this marker does not end before another begins; add -->";
constexpr std::string_view kNothingToEnd =
    "an end marker without a beginning; delete it, or restore the marker above it";

}  // namespace

Places find_places(std::string_view notes, Syntax syntax) {
  Places found;
  const Reader reader(notes, syntax);
  std::optional<Marker> open;
  const auto mistake = [&](const Marker& marker, std::string message) {
    found.mistakes.push_back({reader.line_of(marker), std::move(message)});
  };
  for (const Marker& marker : find_markers(notes, syntax)) {
    if (marker.kind == Marker::Kind::unfinished) {
      mistake(marker, std::string(kUnfinished));
    } else if (marker.kind != Marker::Kind::end) {
      if (open) mistake(*open, not_ended(reader.line_of(marker)));
      open = marker;
    } else if (!open) {
      mistake(marker, std::string(kNothingToEnd));
    } else {
      try {
        found.places.push_back(reader.place(*open, marker));
      } catch (const Error& error) {
        mistake(*open, error.what());
      }
      open.reset();
    }
  }
  if (open) mistake(*open, fmt::format("no end marker follows; add {}", reader.end_marker()));
  set_levels(found.places, headings(notes, syntax));
  std::ranges::stable_sort(found.mistakes, {}, &Mistake::line);
  return found;
}

}  // namespace attn
