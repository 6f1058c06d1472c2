#include "embed/refresh.hpp"

#include <algorithm>

#include "embed/checksum.hpp"
#include "embed/insertion.hpp"
#include "embed/numbers_within.hpp"
#include "embed/place.hpp"
#include "embed/shell_words.hpp"
#include "support/error.hpp"

namespace attn {

namespace {

using State = Verdict::State;

// From the body up to the checksum, what stands between them kept.
Splice renewed(std::string_view notes, const Place& place, const std::string& body) {
  const std::string_view kept = Span{place.body.end, place.checksum.begin}.of(notes);
  const std::string_view gap = place.checksum.begin == place.checksum.end ? " " : "";
  return {{place.body.begin, place.checksum.end},
          fmt::format("{}{}{}{}", body, kept, gap, checksum(body, place.indent))};
}

State judged(std::string_view body, std::string_view recorded, const Place& place,
             const std::string& computed, const Tolerance& tolerance) {
  const bool unsealed = recorded.empty();
  if (body == computed) {
    const bool sealed = recorded == checksum(computed, place.indent);
    return unsealed || sealed ? State::fresh : State::stale;
  }
  const bool edited = !unsealed && recorded != checksum(body, place.indent);
  if (edited && !tolerance.edits) return State::edited;
  const bool drifted = tolerance.numbers > 0.0 && within(tolerance.numbers, body, computed);
  return drifted ? State::drifted : State::stale;
}

Verdict verdict_on(const Place& place, std::string_view notes, Syntax syntax,
                   const Compute& compute, const Tolerance& tolerance) {
  Verdict verdict{.state = State::broken, .line = place.line, .command = place.command};
  try {
    const Request request{split_words(place.command), place.value, name_of(syntax), place.level};
    const std::string computed = insertion(compute(request), place, syntax);
    verdict.state =
        judged(place.body.of(notes), place.checksum.of(notes), place, computed, tolerance);
    if (verdict.state == State::stale || verdict.state == State::edited) {
      verdict.renewal = renewed(notes, place, computed);
    }
  } catch (const Error& error) {
    verdict.why = error.what();
  }
  return verdict;
}

}  // namespace

std::vector<Verdict> refresh(std::string_view notes, Syntax syntax, const Compute& compute,
                             const Tolerance& tolerance) {
  const Places found = find_places(notes, syntax);
  std::vector<Verdict> verdicts;
  for (const Mistake& mistake : found.mistakes) {
    verdicts.push_back({.state = State::broken, .line = mistake.line, .why = mistake.message});
  }
  for (const Place& place : found.places) {
    verdicts.push_back(verdict_on(place, notes, syntax, compute, tolerance));
  }
  std::ranges::stable_sort(verdicts, {}, &Verdict::line);
  return verdicts;
}

}  // namespace attn
