#include "trace/parts.hpp"

#include "document/cell_reference.hpp"
#include "trace/provenance.hpp"

namespace attn {

namespace {

using Rule = Relation::Rule;

TracePart part(const Planes& planes, Spot spot, bool right) {
  return {planes.array->id, name_of(planes, spot), number_at(planes, spot), right};
}

std::vector<TracePart> factors(const Relation& r, Spot at) {
  std::vector<TracePart> parts;
  const std::vector<Factors> pairs = factors_of(r, at, {});
  for (const Factors& f : pairs) parts.push_back(part(r.a, f.a, false));
  for (const Factors& f : pairs) parts.push_back(part(*r.b, f.b, true));
  return parts;
}

std::vector<TracePart> scores_of_row(const Relation& r, Spot at) {
  std::vector<TracePart> parts;
  for (at.column = 0; at.column < r.a.columns; ++at.column) {
    if (!is_hidden(r, at)) parts.push_back(part(r.a, shared(r.a, r.x, at), false));
  }
  if (r.sink) parts.push_back(part(*r.sink, {.column = at.head}, true));
  return parts;
}

}  // namespace

std::vector<TracePart> parts_of(const Document& page, std::string_view reference) {
  const ArrayCell start = array_cell(page, reference);
  const std::optional<Planes> planes = planes_of(page, *start.array);
  const std::optional<Relation> r = planes ? relation_of(page, *start.array) : std::nullopt;
  if (!r) return {};
  const Spot at = spot_of(*planes, start.at);
  if (r->multiplies()) return factors(*r, at);
  if (is_hidden(*r, at)) return {};
  if (r->rule == Rule::softmax) return scores_of_row(*r, at);
  std::vector<TracePart> parts{part(r->a, shared(r->a, r->x, at), false)};
  if (r->b) parts.push_back(part(*r->b, shared(*r->b, r->x, at), true));
  return parts;
}

std::string cell_at(const Document& page, const Array& array, std::size_t place) {
  const std::optional<Planes> planes = planes_of(page, array);
  if (!planes) return {};
  std::vector<std::size_t> at(array.shape.size());
  for (std::size_t d = at.size(); d-- > 0; place /= array.shape[d]) at[d] = place % array.shape[d];
  return name_of(*planes, spot_of(*planes, at));
}

}  // namespace attn
