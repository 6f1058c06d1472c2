// What is attended to, and under which conventions?
#include <fmt/format.h>

#include "attend/conventions.hpp"
#include "files/read_tensor.hpp"
#include "lessons/attend/attend.hpp"

namespace attn::lessons::attend {

namespace {

std::string lengths(const Batch& batch) {
  return fmt::format("{} × {} × {} × {}", batch.shape(0), batch.shape(1), batch.shape(2),
                     batch.shape(3));
}

Table conventions_in_force(const AttendRun& run) {
  Table table{"conventions",
              "What is done, and the switch for it",
              {{"convention", "", ""}, {"here", "here", ""}, {"switch", "switch", ""}},
              {}};
  for (const Convention& convention : conventions()) {
    table.rows.push_back(
        {convention.name, convention.here(run.input, run.problem.options), convention.switches});
  }
  return table;
}

}  // namespace

void write_conventions_in_force(Page& page, const AttendRun& run) {
  const std::vector<std::vector<Index>>& given = run.problem.shapes;
  page.table({"shapes",
              "The tensors: batch × heads × rows × components",
              {{"name", "", ""}, {"given", "given as", ""}, {"used", "attended to as", ""}},
              {{"queries", shape_text(given[0]), lengths(run.input.q)},
               {"keys", shape_text(given[1]), lengths(run.input.k)},
               {"values", shape_text(given[2]), lengths(run.input.v)}}});
  page.table(conventions_in_force(run));
}

}  // namespace attn::lessons::attend
