#include "cli/page_options.hpp"

#include <algorithm>

#include "document/cell_reference.hpp"
#include "document/find.hpp"
#include "support/error.hpp"
#include "support/quote.hpp"

namespace attn {

namespace {

constexpr Integer kLowestHeading = 6;
constexpr Integer kMostDigits = 17;  // no double has more to show

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const Format& format : formats()) names.emplace_back(format.name);
  return names;
}

// What stands after the last point of a file's name, if anything.
std::string extension_of(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  const std::size_t point = name.rfind('.');
  return point == std::string::npos || point == 0 ? "" : name.substr(point + 1);
}

const Format* format_of_extension(const std::string& extension) {
  const auto answers = [&extension](const Format& format) {
    return extension == format.extension || extension == format.name;
  };
  const auto found = std::ranges::find_if(formats(), answers);
  return found == formats().end() ? nullptr : &*found;
}

const Format& format_of_file(const std::string& path, const Format* given) {
  const std::string extension = extension_of(path);
  if (const Format* implied = format_of_extension(extension)) return *implied;
  if (given != nullptr) return *given;
  if (extension.empty()) return format_named("text");
  throw Error("--output: no format has the extension .{}; add --format NAME", shortened(extension));
}

// "--only a,b --only c" -> a, b, c.
std::vector<std::string> items_of(const std::vector<std::string>& lists) {
  std::vector<std::string> items;
  for (const std::string& list : lists) {
    for (std::string& item : split_at_commas(list)) items.push_back(std::move(item));
  }
  return items;
}

RenderOptions render_options(const PageOptions& options, const Console& console) {
  return {.digits = static_cast<int>(options.digits.value_or(-1)),
          .width = static_cast<int>(options.width.value_or(console.width)),
          .color = options.color == Color::always ||
                   (options.color == Color::automatic && console.color),
          .ascii = options.ascii,
          .title = options.only.empty(),
          .level = static_cast<int>(options.level.value_or(1)),
          .standalone = options.standalone};
}

// A number by itself has no format and no parts.
void refuse_beside_value(const PageOptions& options) {
  const char* other = !options.only.empty()     ? "--only"
                      : !options.rows.empty()   ? "--rows"
                      : !options.format.empty() ? "--format"
                                                : nullptr;
  if (other != nullptr) throw Error("--value is a number by itself; drop {}", other);
}

// --format beside files that all say another format by their extension would be ignored.
void refuse_contradiction(const std::vector<Target>& targets, const Format& given) {
  const auto obeys = [&given](const Target& target) { return target.format == &given; };
  if (std::ranges::any_of(targets, obeys)) return;
  throw Error("--format {} contradicts --output {}, which is {} by its extension; drop one of them",
              given.name, shortened(targets.front().path), targets.front().format->name);
}

}  // namespace

void declare_page_options(CommandLine& line, PageOptions& options) {
  line.section("Options of every page");
  line.text("-f,--format", options.format, "NAME",
            "The format of standard output, and of files whose extension names none");
  line.offer(format_names());
  line.texts("-o,--output", options.outputs, "FILE",
             "Write to FILE, in the format that its extension names; - is standard output");
  line.touches(Touches::writes_file);
  line.texts("--only", options.only, "ID[,ID…]", "Only these sections, tables, figures and claims");
  line.texts("--rows", options.rows, "LABEL[,LABEL…]",
             "Only the rows of these labels, in the tables and figures that have them");
  line.text(
      "--value", options.value, "NAME[ROW][COLUMN]",
      "Only this number, to 4 digits unless --digits says otherwise; rows and columns by label, "
      "or by number from 0");
  line.count("--digits", options.digits, 0, kMostDigits, "Digits after the point, in every column");
  line.choice("--color", options.color,
              {{"auto", Color::automatic}, {"always", Color::always}, {"never", Color::never}},
              "Colour in text; auto means on a terminal, unless NO_COLOR is set");
  line.flag("--ascii", options.ascii, "Nothing beyond ASCII in text");
  line.flag("--standalone", options.standalone, "LaTeX and HTML as a whole file, not a fragment");
  line.count(
      "--level", options.level, 1, kLowestHeading,
      "Level of the title in a fragment, to suit the notes around it; sections are one below");
  line.count("--width", options.width, 20, 1000,
             "Columns of text; a terminal's own unless given, and 80 elsewhere");
}

Section page_section() {
  CommandLine line("");
  PageOptions options;
  declare_page_options(line, options);
  return line.sections().back();
}

Document wanted_part(const Document& page, const PageOptions& options) {
  Document part = options.only.empty() ? page : only(page, items_of(options.only));
  return options.rows.empty() ? part : with_rows(std::move(part), items_of(options.rows));
}

std::vector<Target> targets_of(const PageOptions& options, const Console& console) {
  if (options.value) refuse_beside_value(options);
  if (options.level && options.standalone) {
    throw Error("--level is for a fragment; drop it, or --standalone");
  }
  const Format* given = options.format.empty() ? nullptr : &format_named(options.format);
  const Format& otherwise = given != nullptr ? *given : format_named("text");
  const Target standard{std::string(kStandardOutput), &otherwise, render_options(options, console)};
  if (options.outputs.empty()) return {standard};
  std::vector<Target> targets;
  for (const std::string& path : options.outputs) {
    if (path.empty()) throw Error("--output is empty; give a file, or - for standard output");
    if (path == kStandardOutput) {
      targets.push_back(standard);
    } else {
      targets.push_back({path, &format_of_file(path, given), render_options(options, Console{})});
    }
  }
  if (given != nullptr) refuse_contradiction(targets, *given);
  return targets;
}

}  // namespace attn
