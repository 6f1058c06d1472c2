#include "lessons/flash_tiling/flash_tiling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "render/number.hpp"

namespace attn::lessons::flash_tiling {

namespace {

constexpr int kDigits = 4;

std::vector<double> copy_of(std::span<const double> numbers) {
  return {numbers.begin(), numbers.end()};
}

// "r = exp(0.0986 − 0.3414) = 0.7844"
std::string rescale_formula(double before, double after, double r) {
  const std::string subtrahend = shown(after, kDigits);
  return fmt::format("r = exp({} − {}) = {}", shown(before, kDigits),
                     after < 0.0 ? "(" + subtrahend + ")" : subtrahend, shown(r, kDigits));
}

// A tile that raises the maximum of a row that has one.
bool raises(const RowStep& step) { return 0.0 < step.rescale && step.rescale < 1.0; }

Index width_of(const FlashTrace& trace) { return std::min(columns(trace.output), kTracedColumns); }

// What a caption says where a table does not show every component.
std::string part_shown(Index width) {
  return width > kTracedColumns ? fmt::format(", components 0 to {}", kTracedColumns - 1) : "";
}

// A column for each component that is shown: o0, o1, ….
void add_columns(Table& table, const std::string& letter, Index width) {
  for (const std::string& name : numbered(letter, width)) {
    table.columns.push_back({name, name, "", kDigits});
  }
}

// A line of a table: its leading cells, then a figure for each component that is shown.
template <typename FigureOf>
std::vector<Cell> line(std::vector<Cell> cells, Index width, FigureOf figure_of) {
  for (Index c = 0; c < width; ++c) cells.emplace_back(figure_of(c));
  return cells;
}

}  // namespace

FlashTrace trace_flash(const Steps& steps, const FlashOptions& options) {
  FlashTrace trace;
  trace.output = flash_attention(steps.q, steps.k, steps.v, options,
                                 [&trace](const Tile& tile) { trace.tiles.push_back(tile); });
  return trace;
}

std::vector<RowStep> steps_of(const FlashTrace& trace, Index query) {
  std::vector<RowStep> steps;
  for (const Tile& tile : trace.tiles) {
    if (query < tile.first_query || query >= tile.first_query + rows(tile.scores)) continue;
    const Index i = query - tile.first_query;
    steps.push_back({tile.first_query, tile.first_key, copy_of(row(tile.scores, i)),
                     copy_of(row(tile.exps, i)), tile.rescale(i), tile.after.peaks(i),
                     tile.after.sums(i), copy_of(row(tile.after.output, i))});
  }
  return steps;
}

Index eventful_row(const FlashTrace& trace) {
  const Index count = rows(trace.output);
  Index busiest = 0, most = 0;
  for (Index i = 0; i < count; ++i) {
    if (std::isnan(trace.output(i, 0))) return i;
    const Index met = steps_of(trace, i).size();
    if (met > most) busiest = i;
    most = std::max(most, met);
  }
  for (Index i = busiest; i < count; ++i) {
    const std::vector<RowStep> steps = steps_of(trace, i);
    if (!steps.empty() && steps.front().first_query == busiest &&
        std::ranges::any_of(steps, raises)) {
      return i;
    }
  }
  return busiest;
}

Table query_keys_values(const std::string& id, const Steps& steps, Index query) {
  const Index key_width = std::min(columns(steps.k), kTracedColumns);
  const Index value_width = std::min(columns(steps.v), kTracedColumns);
  Table table{id,
              fmt::format("The query of “{}”, and the keys and values{}", steps.words()[query],
                          part_shown(std::max(columns(steps.k), columns(steps.v)))),
              {{"line", "", ""}},
              {}};
  add_columns(table, "k", key_width);
  add_columns(table, "v", value_width);
  std::vector<Cell> first = line({"query"}, key_width, [&](Index c) { return steps.q(query, c); });
  table.rows.push_back(line(std::move(first), value_width, [](Index) { return Missing{}; }));
  for (Index j = 0; j < steps.count(); ++j) {
    std::vector<Cell> key =
        line({steps.words()[j]}, key_width, [&](Index c) { return steps.k(j, c); });
    table.rows.push_back(line(std::move(key), value_width, [&](Index c) { return steps.v(j, c); }));
  }
  return table;
}

Table ledger(const std::string& id, const Steps& steps, const FlashTrace& trace, Index query) {
  const Index width = width_of(trace);
  Table table{id,
              fmt::format("The row of “{}”, added up{}", steps.words()[query],
                          part_shown(columns(steps.v))),
              {{"line", "", ""}, {"score", "score s", ""}, {"exp", "exp(s − m)", ""}},
              {}};
  add_columns(table, "o", width);
  double sum = 0.0;
  std::vector<double> output(width, 0.0);
  for (const RowStep& step : steps_of(trace, query)) {
    const double r = step.rescale;
    table.rows.push_back(line({fmt::format("carried × {}", shown(r, kDigits)), Missing{}, r * sum},
                              width, [&](Index c) { return r * output[c]; }));
    for (Index j = 0; j < step.scores.size(); ++j) {
      const Index key = step.first_key + j;
      table.rows.push_back(line({steps.words()[key], step.scores[j], step.exps[j]}, width,
                                [&](Index c) { return step.exps[j] * steps.v(key, c); }));
    }
    sum = step.sum;
    output = step.output;
    table.rows.push_back(
        line({"total: m, l, o", step.peak, sum}, width, [&](Index c) { return output[c]; }));
  }
  table.rows.push_back(line({"output = o / l", Missing{}, Missing{}}, width,
                            [&](Index c) { return trace.output(query, c); }));
  return table;
}

std::string rescale_note(const Steps& run, const FlashTrace& trace, Index query) {
  const std::vector<RowStep> steps = steps_of(trace, query);
  if (steps.empty()) return "Every tile of this row is hidden and skipped: its output is 0.";
  if (std::isnan(steps.front().rescale)) {
    return "The first tile holds nothing that this row may see: m stays −∞, and r = exp(−∞ − (−∞)) "
           "is not a number. No later tile mends that.";
  }
  std::string note = "Nothing is carried into the first tile: m starts at −∞, and exp(−∞) is 0.";
  const bool waits = std::isinf(steps.front().peak);
  if (waits) note += " That tile holds no key that this row sees, so m stays −∞ for now.";
  const auto raising = std::ranges::find_if(steps, raises);
  if (raising != steps.end()) {
    const double before = std::prev(raising)->peak;
    note += fmt::format(" Tile {} raises m from {} to {}: {}.",
                        stretch(run.words(), raising->first_key, raising->scores.size()),
                        shown(before, kDigits), shown(raising->peak, kDigits),
                        rescale_formula(before, raising->peak, raising->rescale));
  } else if (steps.size() > 1 && !waits) {
    note += " No later tile raises m here, so r is exp(0) = 1 from then on.";
  }
  return note;
}

Table block_states(const std::string& id, const Steps& steps, const FlashTrace& trace,
                   Index query) {
  const Index width = width_of(trace);
  Table table{id,
              "The state of each query in the block, after each tile",
              {{"keys", "keys", ""},
               {"query", "query", ""},
               {"m", "m", "", kDigits},
               {"r", "r", "", kDigits},
               {"l", "l", "", kDigits}},
              {}};
  add_columns(table, "o", width);
  for (const Tile& tile : trace.tiles) {
    if (query < tile.first_query || query >= tile.first_query + rows(tile.scores)) continue;
    for (Index i = 0; i < rows(tile.scores); ++i) {
      const OnlineSoftmax& after = tile.after;
      table.rows.push_back(line(
          {stretch(steps.words(), tile.first_key, columns(tile.scores)),
           steps.words()[tile.first_query + i], after.peaks(i), tile.rescale(i), after.sums(i)},
          width, [&](Index c) { return after.output(i, c); }));
    }
  }
  return table;
}

std::string stretch(const Labels& labels, Index first, Index count) {
  if (count == 1) return labels[first];
  return fmt::format("{}–{}", labels[first], labels[first + count - 1]);
}

}  // namespace attn::lessons::flash_tiling
