// Where does one number of a page come from? Every step down to what was given.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "document/document.hpp"

namespace attn {

struct TraceOptions {
  std::optional<Integer> depth = {};  // how many steps down
  std::optional<Integer> round = {};  // digits that every step is rounded to, as with a pencil
};

// A cell and what it comes to, side after side: "0.5·2 + 0.25·4", "2".
struct TraceStep {
  std::string cell;  // "weights[cat][sat]"
  std::vector<std::string> sides;
  std::size_t depth = 0;
  std::string remark = {};  // "hidden"
};

struct Trace {
  std::vector<TraceStep> steps;            // a step, then those of its numbers, none twice
  std::string exact, carried, drift = {};  // of the number itself; the last two when rounded
};

// Throws Error when there is no such cell, no steps lead to it, or they are too many to read.
Trace trace(const Document& page, std::string_view reference, const TraceOptions& options);

// Whether steps lead to an array of the page.
bool is_traceable(const Document& page);

std::vector<std::string> trace_formats();
std::string trace_as(std::string_view format, const Trace& trace);

}  // namespace attn
