// What a lesson says: prose, equations, tables, pictures and claims, before any format is chosen.
//
// Plain structs and variants, no behaviour. Cells stay numbers until a renderer shows them: people
// get a column's digits, programs the shortest text that reads back exactly.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "support/integer.hpp"

namespace attn {

// A piece of a paragraph. `math` holds the LaTeX subset of document/math.hpp; `reference` the
// number of a section, and in `target` the id of its heading.
struct Inline {
  enum class Kind { text, strong, emphasis, code, math, reference };

  Inline(const char* plain) : text(plain) {}             // NOLINT(google-explicit-constructor)
  Inline(std::string plain) : text(std::move(plain)) {}  // NOLINT(google-explicit-constructor)
  Inline(Kind k, std::string content) : kind(k), text(std::move(content)) {}

  Kind kind = Kind::text;
  std::string text;
  std::string target = {};
};
using Prose = std::vector<Inline>;

inline Inline strong(std::string text) { return {Inline::Kind::strong, std::move(text)}; }
inline Inline emphasis(std::string text) { return {Inline::Kind::emphasis, std::move(text)}; }
inline Inline code(std::string text) { return {Inline::Kind::code, std::move(text)}; }
inline Inline math(std::string latex) { return {Inline::Kind::math, std::move(latex)}; }
// The number of the section of that id, also of a later one: Page fills it in when it is finished.
inline Inline section_number(std::string id) {
  Inline piece{Inline::Kind::reference, ""};
  piece.target = std::move(id);
  return piece;
}

struct Missing {};  // a dash for people, null for programs, never 0
// A place for the reader to write a number: a line on paper, a field in HTML.
struct Blank {
  std::string name;          // "weights[cat][sat]"; unique on its page
  std::string content = {};  // what stands there already, and stays
  int width = 8;             // characters
};
using Cell = std::variant<Missing, Integer, double, std::string, Blank>;

struct Column {
  // Of bytes, whole numbers are shown in a unit that fits them: 4.0 GiB (iec), or 4.3 GB (si).
  enum class Notation { fixed, scientific, general, iec_bytes, si_bytes };

  std::string id, title, unit;
  // After the point; in general notation, the significant ones. Whole numbers are shown whole.
  int digits = 4;
  Notation notation = Notation::fixed;
};

struct Heading {
  std::string text;
  int level = 2;            // 1 is the page's own title
  std::string id = {};      // a place for Contents and references to point to
  std::string number = {};  // "4" in a page, "17.4" in a book; none for a heading without a number
};
// What a document of several chapters holds: the id and the title of each chapter's heading, which
// are numbered from 1.
struct Contents {
  struct Item {
    std::string id, title;
  };
  std::vector<Item> items;
};
struct Paragraph {
  Prose prose;
};
// One display equation; several lines are aligned at their first relation sign.
struct Equation {
  std::string id;
  std::vector<std::string> lines;  // the LaTeX subset of document/math.hpp
};
struct Listing {
  std::string text, language;
};
// A first column of strings names the rows.
struct Table {
  std::string id, caption;
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;
};
// A matrix as a picture: cells are real, or Missing where a mask hides them.
struct Heatmap {
  std::string id, caption;
  std::vector<std::string> row_labels, column_labels;
  std::vector<std::vector<Cell>> cells;
  double low = 0.0, high = 1.0;  // the ends of the ramp
  int digits = 2;
};
struct Series {
  std::string name;
  std::vector<std::pair<double, double>> points;  // x ascending
};
struct Chart {
  std::string id, caption, x_title, y_title;
  bool log_x = false, log_y = false;
  std::vector<Series> series;
};
// A statement tested in the run that prints it: "rows sum to 1", "max |Σ−1| = 2.2e-16".
struct Claim {
  std::string id, text;
  bool holds = false;
  std::string evidence;
};
struct Note {
  std::string title;
  Prose prose;
};
// Commands that are worth running next, each with what there is to see.
struct NextSteps {
  struct Item {
    std::string command;
    Prose prose;
  };
  std::vector<Item> items;
};

using Block = std::variant<Heading, Contents, Paragraph, Equation, Listing, Table, Heatmap, Chart,
                           Claim, Note, NextSteps>;

// An array under its plain name, for programs: {"shape": [6, 8], "values": …}.
struct Array {
  enum class Type { real, boolean };

  std::string id;
  std::vector<std::size_t> shape;
  std::vector<double> values;  // row-major; 0 and 1 when boolean
  std::vector<std::string> row_labels, column_labels;
  Type type = Type::real;
};

// A file that goes with a page. It may be larger than memory: its bytes are asked for in pieces,
// and only once the page is made.
struct Attachment {
  using Sink = std::function<bool(std::string_view)>;  // false: no more is wanted

  std::string path;
  std::function<void(const Sink&)> write;
};

// An array that need not fit in memory, by its plain name: lines of CSV, asked for in pieces.
struct Stream {
  std::string id;
  std::function<void(const Attachment::Sink&)> write;
};

struct Setting {
  std::string name;  // "--seed"
  Cell value;
  bool is_switch = false;  // takes no value on the command line: 1 when it is given, else 0
};

struct Document {
  std::string lesson, title;
  std::vector<Setting> settings;
  std::vector<Block> blocks;
  std::vector<Array> arrays;
  std::vector<Attachment> attachments = {};
  std::vector<Stream> streams = {};
};

// A page that takes long, and what is known of it before the work, so that what it cannot give is
// refused at once.
struct PageJob {
  // Blocks and arrays by their ids, tables with the labels of their rows, and at most the lengths
  // that arrays will have; files and streams.
  Document announced;
  std::function<Document()> compute;
};

// What a lesson comes to: its page, or the work that makes it.
using Written = std::variant<Document, PageJob>;

}  // namespace attn
