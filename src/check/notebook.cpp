#include "check/notebook.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "support/error.hpp"

namespace attn {

namespace {

using Json = nlohmann::json;

const Json* member(const Json& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}

// "source" and "text" are a string, or a list of lines that hold their ends.
// https://nbformat.readthedocs.io/en/latest/format_description.html
std::optional<std::string> text_of(const Json* value) {
  if (value == nullptr) return std::nullopt;
  if (value->is_string()) return value->get<std::string>();
  if (!value->is_array()) return std::nullopt;
  std::string text;
  for (const Json& line : *value) {
    if (!line.is_string()) return std::nullopt;
    text += line.get_ref<const std::string&>();
  }
  return text;
}

std::string printed_text(const Json* outputs) {
  std::string all;
  if (outputs == nullptr || !outputs->is_array()) return all;
  for (const Json& output : *outputs) {
    const Json* data = member(output, "data");
    const std::optional<std::string> text =
        text_of(data == nullptr ? member(output, "text") : member(*data, "text/plain"));
    if (!text) continue;
    all += *text;
    if (!all.ends_with('\n')) all += '\n';
  }
  return all;
}

class Cells {
 public:
  void add(const Json& cell, std::size_t number) {
    const Json* type = member(cell, "cell_type");
    const std::optional<std::string> source = text_of(member(cell, "source"));
    if (type == nullptr || !type->is_string() || !source) return notebook_.unread.push_back(number);
    if (*type == "markdown") put(*source, number);
    if (*type == "code") {
      const std::string printed = printed_text(member(cell, "outputs"));
      if (printed.empty() || printed.find("~~~") != std::string::npos) return;
      line("~~~", number, 1);
      put(printed, number);
      line("~~~", number, 1);
      line("", number, 1);
    }
  }

  Notebook all() && { return std::move(notebook_); }

 private:
  void line(std::string_view text, std::size_t cell, std::size_t number) {
    notebook_.markdown.append(text).append("\n");
    notebook_.places.push_back({cell, number});
  }

  void put(std::string_view text, std::size_t cell) {
    std::size_t number = 1;
    for (; !text.empty(); ++number) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      std::string content(text.substr(0, end));
      std::ranges::replace(content, '\r', ' ');  // progress bars of what ran
      std::ranges::replace(content, '\0', ' ');
      line(content, cell, number);
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    line("", cell, number);
  }

  Notebook notebook_;
};

}  // namespace

Notebook read_notebook(std::string_view json, const std::string& name) {
  Json whole;
  try {
    whole = Json::parse(json);
  } catch (const Json::parse_error& error) {
    throw Error("cannot read {}: it is no notebook, for it is no JSON from byte {} on", name,
                error.byte);
  } catch (const Json::exception&) {  // a number that no double holds
    throw Error("cannot read {}: it is no notebook, for a number in its JSON is too large", name);
  }
  const Json* cells = member(whole, "cells");
  if (cells == nullptr || !cells->is_array()) {
    throw Error("cannot read {}: it is no notebook of version 4, for it has no list of cells",
                name);
  }
  Cells all;
  std::size_t number = 0;
  for (const Json& cell : *cells) all.add(cell, ++number);
  return std::move(all).all();
}

}  // namespace attn
