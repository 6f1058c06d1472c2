#include "lessons/shared/explanations.hpp"

#include <algorithm>

#include "lessons/shared/claims.hpp"

namespace attn {

namespace {

std::string joined(const Faults& faults, std::string_view Fault::*text, std::string_view none) {
  std::string all(faults.empty() ? none : "");
  for (const Fault* fault : faults)
    all += (all.empty() ? "" : ", and ") + std::string(fault->*text);
  return all;
}

std::vector<Cell> row_of(const Explanation& way) {
  return {words_of(way.faults), joined(way.faults, &Fault::instead, "this"), way.distance,
          joined(way.faults, &Fault::id, "right")};
}

std::string digits_of(const Diagnosis& diagnosis) {
  return diagnosis.decimals ? fmt::format("{} decimals", *diagnosis.decimals)
                            : std::string("the precision of float32");
}

// Why several ways give the numbers: they do not differ, or the digits do not show it.
void say_why_several(Page& page, const Diagnosis& diagnosis) {
  constexpr double kSame = 1e-9;
  double apart = 0.0;
  Index alike = 0;
  for (const Explanation& way : diagnosis.explanations) {
    apart = std::max(apart, way.from_first);
    alike += way.from_first <= kSame ? 1 : 0;
  }
  if (alike > 1) {
    page.say(
        "On these tensors {} of the ways give the same numbers, to the last digit: nothing "
        "can tell them apart here. Other tensors may.",
        alike);
  }
  if (apart > kSame) {
    page.say(
        "The ways differ by up to {}, which does not show at {}. More digits would tell them "
        "apart.",
        tiny(apart), digits_of(diagnosis));
  }
}

void say_none(Page& page, const Diagnosis& diagnosis) {
  const Explanation& nearest = diagnosis.nearest;
  page.say(
      "No mistake that is known here gives these numbers, alone or with another: attention was "
      "computed in {} ways. The nearest is {}, {} off, which leaves {} decimals that agree.",
      diagnosis.tried, nearest.faults.empty() ? "what is right" : "this one",
      tiny(nearest.distance), agreeing_decimals(nearest.distance));
}

void say_found(Page& page, const Diagnosis& diagnosis) {
  const std::vector<Explanation>& ways = diagnosis.explanations;
  const bool right = diagnosis.is_right();
  if (right) {
    page.say("The numbers are right, at {}.", digits_of(diagnosis));
  } else {
    page.say("The numbers are not right. At {} they are exactly those of a mistake: {}.",
             digits_of(diagnosis), words_of(ways.front().faults));
  }
  if (right && ways.size() > 1) {
    page.say("{} would not show in them:",
             ways.size() == 2 ? "One mistake" : fmt::format("{} mistakes", ways.size() - 1));
  }
}

}  // namespace

KnownTensors known_tensors(const AttendProblem& problem) {
  return {problem.q, problem.k, problem.v, problem.past_k, problem.past_v, problem.options};
}

std::string words_of(const Faults& faults) { return joined(faults, &Fault::words, "as asked for"); }

void say_explanations(Page& page, const Diagnosis& diagnosis) {
  constexpr auto kGeneral = Column::Notation::general;
  Table table{"explanations",
              "Whose numbers these are",
              {{"mistake", "what was done", ""},
               {"instead", "what is right", ""},
               {"off", "off by", "", 2, kGeneral},
               {"id", "name", ""}},
              {}};
  if (diagnosis.explanations.empty()) {
    table.caption = "Whose numbers are nearest";
    say_none(page, diagnosis);
    table.rows.push_back(row_of(diagnosis.nearest));
  } else {
    say_found(page, diagnosis);
    for (const Explanation& way : diagnosis.explanations) table.rows.push_back(row_of(way));
  }
  page.table(std::move(table));
  if (diagnosis.explanations.size() > 1) say_why_several(page, diagnosis);
}

}  // namespace attn
