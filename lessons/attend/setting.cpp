#include "lessons/attend/setting.hpp"

#include <fmt/format.h>

#include <cmath>

#include "files/read_tensor.hpp"

namespace attn::lessons::attend {

namespace {

std::string lengths(const Batch& b) {
  return fmt::format("{} × {} × {} × {}", b.shape(0), b.shape(1), b.shape(2), b.shape(3));
}

std::string scale_text(const Attending& a) {
  const Index width = a.input.q.shape(3);
  const AttendOptions& o = a.problem.options;
  if (o.scale) return fmt::format("{:g}", *o.scale);
  return fmt::format("1/√{} = {:.4g}", width, 1.0 / std::sqrt(static_cast<double>(width)));
}

std::string causal_text(const AttendOptions& o) {
  if (!o.causal && !o.window) return "no";
  const char* place =
      o.align == Align::bottom_right ? "last query at last key" : "first query at first new key";
  return o.window ? fmt::format("{}; window of {}", place, *o.window) : place;
}

std::string mask_text(const AttendOptions& o) {
  if (!o.mask) return "none";
  switch (o.mask->means) {
    case AttendMask::Means::hide:
      return "1 = hidden";
    case AttendMask::Means::keep:
      return "1 = takes part";
    case AttendMask::Means::add:
      return "added to scaled scores";
  }
  return "";
}

std::string rope_text(const AttendOptions& o) {
  if (!o.rope) return "none";
  return fmt::format(
      "{}, base {:g}",
      o.rope->layout == RotaryLayout::pairs ? "neighbours pair up" : "halves pair up",
      o.rope->base);
}

std::string empty_text(EmptyRow empty) {
  return empty == EmptyRow::zero ? "0" : empty == EmptyRow::nan ? "NaN" : "1/S for each key";
}

Table conventions(const Attending& a) {
  const AttendOptions& o = a.problem.options;
  const Index group = a.input.q.shape(1) / a.input.k.shape(1);
  std::vector<std::vector<Cell>> rows{
      {"scores times", scale_text(a), "--scale"},
      {"softcap",
       o.softcap ? fmt::format("{:g} · tanh(score / {:g})", *o.softcap, *o.softcap) : "none",
       "--softcap"},
      {"mask", mask_text(o), "--mask, --mask-means"},
      {"causal", causal_text(o), "--causal, --align, --window"},
      {"keys of padding", o.kv_len.empty() ? "none" : "from --kv-len on", "--kv-len"},
      {"keys of a cache", fmt::format("{}", a.input.past), "--past-k, --past-v"},
      {"query heads for a KV head", fmt::format("{}", group), "--heads, --kv-heads"},
      {"sink", o.sink ? "one score a head" : "none", "--sink"},
      {"rotary positions", rope_text(o), "--rope, --rope-base"},
      {"a row without a key", empty_text(o.empty_row), "--empty-row"},
      {"every step rounded to", std::string(o.precision.name), "--dtype"}};
  return {"conventions",
          "What is done, and the switch for it",
          {{"convention", "", ""}, {"here", "here", ""}, {"switch", "switch", ""}},
          std::move(rows)};
}

}  // namespace

void write_setting(Page& page, const Attending& a) {
  const AttendProblem& p = a.problem;
  page.table({"shapes",
              "The tensors: batch × heads × rows × components",
              {{"name", "", ""}, {"given", "given as", ""}, {"used", "attended to as", ""}},
              {{"queries", shape_text(p.shapes[0]), lengths(a.input.q)},
               {"keys", shape_text(p.shapes[1]), lengths(a.input.k)},
               {"values", shape_text(p.shapes[2]), lengths(a.input.v)}}});
  page.table(conventions(a));
}

}  // namespace attn::lessons::attend
