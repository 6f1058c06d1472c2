// The JSON format: everything that a page holds, exact, for programs.
//
// JSON has no NaN and no infinities, and most readers hold a whole number in 64 bits: such values
// are the strings "nan", "inf", "-inf", "36893488147419103232". A hidden or missing cell is null,
// and so is a blank.
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "render/format.hpp"
#include "render/number.hpp"

namespace attn {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(double value) { return std::isfinite(value) ? Json(value) : Json(exact(value)); }

Json json_of(Integer value) {
  if (value >= std::numeric_limits<std::int64_t>::min() &&
      value <= std::numeric_limits<std::int64_t>::max()) {
    return static_cast<std::int64_t>(value);
  }
  if (value > 0 && value <= std::numeric_limits<std::uint64_t>::max()) {
    return static_cast<std::uint64_t>(value);
  }
  return exact(value);
}

Json json_of(Missing) { return nullptr; }
Json json_of(const std::string& text) { return text; }
Json json_of(const Blank& blank) {
  return blank.content.empty() ? Json(nullptr) : Json(blank.content);
}
Json json_of(const Cell& cell) {
  return std::visit([](const auto& value) { return json_of(value); }, cell);
}

Json json_of(const std::vector<std::vector<Cell>>& rows) {
  Json result = Json::array();
  for (const auto& row : rows) {
    Json cells = Json::array();
    for (const Cell& cell : row) cells.push_back(json_of(cell));
    result.push_back(std::move(cells));
  }
  return result;
}

// [{"text": "divide by "}, {"math": "\\sqrt{d_k}"}]; of a section's number also its heading's id:
// {"text": "4", "reference": "pages"}
Json json_of(const Prose& prose) {
  const auto name = [](Inline::Kind kind) {
    switch (kind) {
      case Inline::Kind::strong:
        return "strong";
      case Inline::Kind::emphasis:
        return "emphasis";
      case Inline::Kind::code:
        return "code";
      case Inline::Kind::math:
        return "math";
      case Inline::Kind::reference:
      case Inline::Kind::text:
        break;
    }
    return "text";
  };
  Json result = Json::array();
  for (const Inline& piece : prose) {
    result.push_back(Json{{name(piece.kind), piece.text}});
    if (!piece.target.empty()) result.back()["reference"] = piece.target;
  }
  return result;
}

Json json_of(const Heading& heading) {
  Json json{{"type", "heading"}, {"level", heading.level}, {"text", heading.text}};
  if (!heading.id.empty()) json["id"] = heading.id;
  if (!heading.number.empty()) json["number"] = heading.number;
  return json;
}

Json json_of(const Paragraph& paragraph) {
  return {{"type", "paragraph"}, {"prose", json_of(paragraph.prose)}};
}

Json json_of(const Equation& equation) {
  return {{"type", "equation"}, {"id", equation.id}, {"lines", equation.lines}};
}

Json json_of(const Listing& listing) {
  return {{"type", "listing"}, {"language", listing.language}, {"text", listing.text}};
}

Json json_of(const Table& table) {
  Json columns = Json::array();
  for (const Column& column : table.columns) {
    columns.push_back({{"id", column.id}, {"title", column.title}, {"unit", column.unit}});
  }
  return {{"type", "table"},
          {"id", table.id},
          {"caption", table.caption},
          {"columns", columns},
          {"rows", json_of(table.rows)}};
}

Json json_of(const Heatmap& map) {
  return {{"type", "heatmap"},
          {"id", map.id},
          {"caption", map.caption},
          {"rows", map.row_labels},
          {"low", json_of(map.low)},
          {"high", json_of(map.high)},
          {"columns", map.column_labels},
          {"values", json_of(map.cells)}};
}

Json json_of(const Chart& chart) {
  Json all = Json::array();
  for (const Series& series : chart.series) {
    Json points = Json::array();
    for (const auto& [x, y] : series.points) {
      points.push_back(Json::array({json_of(x), json_of(y)}));
    }
    all.push_back({{"name", series.name}, {"points", points}});
  }
  return {{"type", "chart"},          {"id", chart.id},
          {"caption", chart.caption}, {"x_title", chart.x_title},
          {"y_title", chart.y_title}, {"log_x", chart.log_x},
          {"log_y", chart.log_y},     {"series", all}};
}

Json json_of(const Claim& claim) {
  return {{"type", "claim"},
          {"id", claim.id},
          {"text", claim.text},
          {"holds", claim.holds},
          {"evidence", claim.evidence}};
}

Json json_of(const Contents& contents) {
  Json items = Json::array();
  for (const Contents::Item& item : contents.items) {
    items.push_back({{"id", item.id}, {"title", item.title}});
  }
  return {{"type", "contents"}, {"items", items}};
}

Json json_of(const Note& note) {
  return {{"type", "note"}, {"title", note.title}, {"prose", json_of(note.prose)}};
}

Json json_of(const NextSteps& next) {
  Json items = Json::array();
  for (const NextSteps::Item& item : next.items) {
    items.push_back({{"command", item.command}, {"prose", json_of(item.prose)}});
  }
  return {{"type", "try"}, {"items", items}};
}

// Values nested by shape, from `at` on: (2, 3) is two lists of three.
Json nested(const Array& array, std::size_t dimension, std::size_t& at) {
  if (dimension == array.shape.size()) {
    const double value = array.values[at++];
    return array.type == Array::Type::boolean ? Json(value != 0.0) : json_of(value);
  }
  Json result = Json::array();
  for (std::size_t i = 0; i < array.shape[dimension]; ++i) {
    result.push_back(nested(array, dimension + 1, at));
  }
  return result;
}

Json json_of(const Array& array) {
  std::size_t at = 0;
  return {{"shape", array.shape},
          {"rows", array.row_labels},
          {"columns", array.column_labels},
          {"values", nested(array, 0, at)}};
}

Json page_of(const Document& document) {
  Json page{{"schema", "attn/1"},         {"lesson", document.lesson}, {"title", document.title},
            {"settings", Json::object()}, {"blocks", Json::array()},   {"arrays", Json::object()},
            {"claims", Json::array()}};
  for (const Setting& setting : document.settings) {
    const std::size_t dashes = setting.name.find_first_not_of('-');
    page["settings"][setting.name.substr(std::min(dashes, setting.name.size()))] =
        json_of(setting.value);
  }
  for (const Block& block : document.blocks) {
    page["blocks"].push_back(std::visit([](const auto& b) { return json_of(b); }, block));
    if (const Claim* claim = std::get_if<Claim>(&block)) {
      Json entry = json_of(*claim);
      entry.erase("type");
      page["claims"].push_back(std::move(entry));
    }
  }
  for (const Array& array : document.arrays) page["arrays"][array.id] = json_of(array);
  return page;
}

std::string one_line(const Json& json) {
  constexpr auto kReplace = Json::error_handler_t::replace;  // bytes that are not UTF-8
  if (!json.is_structured()) return json.dump(-1, ' ', false, kReplace);
  std::string line;
  for (auto part = json.begin(); part != json.end(); ++part) {
    if (part != json.begin()) line += ", ";
    if (json.is_object()) line += one_line(Json(part.key())) + ": ";
    line += one_line(*part);
  }
  return json.is_array() ? "[" + line + "]" : "{" + line + "}";
}

// A list of plain values takes one line, so that a matrix reads as a matrix; so does an object of
// plain values when it is short.
bool on_one_line(const Json& json) {
  constexpr std::size_t kShort = 80;
  const bool flat =
      std::none_of(json.begin(), json.end(), [](const Json& part) { return part.is_structured(); });
  return flat && (!json.is_object() || one_line(json).size() <= kShort);
}

void write(std::string& out, const Json& json, const std::string& indent) {
  if (on_one_line(json)) {
    out += one_line(json);
    return;
  }
  const std::string deeper = indent + "  ";
  out += json.is_array() ? "[" : "{";
  for (auto part = json.begin(); part != json.end(); ++part) {
    out += (part == json.begin() ? "\n" : ",\n") + deeper;
    if (json.is_object()) out += one_line(Json(part.key())) + ": ";
    write(out, *part, deeper);
  }
  out += "\n" + indent + (json.is_array() ? "]" : "}");
}

}  // namespace

std::string render_json(const Document& document, const RenderOptions&) {
  std::string out;
  write(out, page_of(document), "");
  return out + "\n";
}

}  // namespace attn
