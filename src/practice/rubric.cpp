#include "practice/rubric.hpp"

#include <array>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "files/json_syntax.hpp"
#include "support/error.hpp"
#include "support/quote.hpp"
#include "support/unknown.hpp"

namespace attn::practice {

namespace {

using Json = nlohmann::json;

constexpr double kMostPoints = 1e6;

double amount(const Json& value, const std::string& file, const std::string& key, double most) {
  const double number = value.is_number() ? value.get<double>() : -1.0;
  if (number >= 0.0 && number <= most) return number;
  throw Error("{}: {} is to be a number from 0 to {}", file, in_quotes(key), most);
}

Json parsed(std::string_view text, const std::string& file) {
  try {
    Json json = Json::parse(text);
    if (json.is_object()) return json;
  } catch (const Json::parse_error& error) {
    throw Error("{}", json_syntax_error(text, file, error.byte, error.what()));
  } catch (const Json::exception&) {
    throw Error("{}: a number is too large", file);
  }
  throw Error("{}: a rubric is an object, as {{\"points\": {{\"weights\": 4}}}}", file);
}

}  // namespace

Rubric parse_rubric(std::string_view text, const std::string& file) {
  Rubric rubric;
  const std::array<std::pair<std::string_view, double*>, 4> shares{
      {{"follows", &rubric.follows},
       {"truncated", &rubric.truncated},
       {"rounded_early", &rubric.rounded_early},
       {"fewer_digits", &rubric.fewer_digits}}};
  const Json json = parsed(text, file);
  for (const auto& [key, value] : json.items()) {
    if (key == "points") {
      if (!value.is_object())
        throw Error("{}: \"points\" is to be an object: points by step", file);
      for (const auto& [step, points] : value.items()) {
        rubric.points[step] = amount(points, file, step, kMostPoints);
      }
      continue;
    }
    const auto share = std::ranges::find(shares, key, &std::pair<std::string_view, double*>::first);
    if (share == shares.end()) {
      throw unknown_name("key of a rubric", key,
                         {"points", "follows", "truncated", "rounded_early", "fewer_digits"});
    }
    *share->second = amount(value, file, key, 1.0);
  }
  return rubric;
}

void refuse_unknown_steps(const Rubric& rubric, const Sheet& sheet) {
  std::vector<std::string_view> names;
  for (const Step& step : sheet.steps) {
    if (step.rule) names.push_back(step.id);
  }
  for (const auto& [step, points] : rubric.points) {
    if (std::ranges::find(names, step) == names.end()) {
      throw unknown_name("step in the rubric", step, names);
    }
  }
}

}  // namespace attn::practice
