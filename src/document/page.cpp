#include "document/page.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "document/math.hpp"
#include "document/references.hpp"

namespace attn {

namespace {

[[noreturn]] void reject(const std::string& id, const char* why) {
  throw std::logic_error("page: \"" + id + "\": " + why);
}

void check_id(const std::string& id) {
  constexpr std::string_view kAllowed = "abcdefghijklmnopqrstuvwxyz0123456789_-";
  if (id.empty() || id.find_first_not_of(kAllowed) != std::string::npos) {
    reject(id, "an id is made of a-z, 0-9, _ and -");
  }
}

// An equation outside the subset is found when the page is built, not by one of the formats.
void check_math(const Prose& prose) {
  for (const Inline& piece : prose) {
    if (piece.kind == Inline::Kind::math) parse_math(piece.text);
  }
}

}  // namespace

Page::Page(std::string lesson, std::string title) {
  document_.lesson = std::move(lesson);
  document_.title = std::move(title);
}

void Page::take_id(const std::string& id) {
  check_id(id);
  const auto taken = [&id](const Block& block) {
    return std::visit(
        [&id](const auto& b) {
          if constexpr (requires { b.id; }) return b.id == id;
          return false;
        },
        block);
  };
  if (std::ranges::any_of(document_.blocks, taken)) reject(id, "this id is taken");
}

void Page::heading(std::string text) { document_.blocks.emplace_back(Heading{std::move(text)}); }

void Page::section(std::string id, std::string title) {
  take_id(id);
  document_.blocks.emplace_back(
      Heading{std::move(title), 2, std::move(id), fmt::format("{}", ++sections_)});
}

void Page::paragraph(Prose prose) {
  check_math(prose);
  document_.blocks.emplace_back(Paragraph{std::move(prose)});
}

void Page::equation(std::string id, std::vector<std::string> lines) {
  take_id(id);
  for (const std::string& line : lines) plain_line(line);
  document_.blocks.emplace_back(Equation{std::move(id), std::move(lines)});
}

void Page::listing(std::string text, std::string language) {
  document_.blocks.emplace_back(Listing{std::move(text), std::move(language)});
}

void Page::table(Table table) {
  take_id(table.id);
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    check_id(table.columns[i].id);
    for (std::size_t j = 0; j < i; ++j) {
      if (table.columns[j].id == table.columns[i].id) reject(table.id, "two columns share an id");
    }
  }
  for (const auto& row : table.rows) {
    if (row.size() != table.columns.size()) reject(table.id, "a row is not as wide as the columns");
  }
  document_.blocks.emplace_back(std::move(table));
}

void Page::heatmap(Heatmap heatmap) {
  take_id(heatmap.id);
  if (heatmap.cells.size() != heatmap.row_labels.size()) reject(heatmap.id, "rows lack labels");
  for (const auto& row : heatmap.cells) {
    if (row.size() != heatmap.column_labels.size()) reject(heatmap.id, "columns lack labels");
  }
  document_.blocks.emplace_back(std::move(heatmap));
}

void Page::chart(Chart chart) {
  take_id(chart.id);
  document_.blocks.emplace_back(std::move(chart));
}

void Page::claim(std::string id, std::string text, Check check) {
  take_id(id);
  document_.blocks.emplace_back(
      Claim{std::move(id), std::move(text), check.holds, std::move(check.evidence)});
}

void Page::note(std::string title, Prose prose) {
  check_math(prose);
  document_.blocks.emplace_back(Note{std::move(title), std::move(prose)});
}

void Page::try_next(std::vector<NextSteps::Item> items) {
  for (const NextSteps::Item& item : items) check_math(item.prose);
  document_.blocks.emplace_back(NextSteps{std::move(items)});
}

void Page::array(Array array) {
  check_id(array.id);
  const auto size =
      std::accumulate(array.shape.begin(), array.shape.end(), std::size_t{1}, std::multiplies<>{});
  if (size != array.values.size()) reject(array.id, "the shape does not hold the values");
  for (const Array& other : document_.arrays) {
    if (other.id == array.id) reject(array.id, "this array is there already");
  }
  document_.arrays.push_back(std::move(array));
}

void Page::attach(Attachment attachment) { document_.attachments.push_back(std::move(attachment)); }

void Page::stream(Stream stream) {
  check_id(stream.id);
  document_.streams.push_back(std::move(stream));
}

Document Page::finish() && {
  resolve_references(document_);
  return std::move(document_);
}

void announce_table(Document& page, std::string id, const std::vector<std::string>& labels) {
  Table table{.id = std::move(id), .caption = {}, .columns = {}, .rows = {}};
  for (const std::string& label : labels) table.rows.push_back({label});
  page.blocks.emplace_back(std::move(table));
}

Document computed(Written written) {
  const auto* job = std::get_if<PageJob>(&written);
  return job != nullptr ? job->compute() : std::get<Document>(std::move(written));
}

}  // namespace attn
