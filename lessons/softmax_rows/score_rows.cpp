#include "lessons/softmax_rows/softmax_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "support/error.hpp"
#include "support/integer.hpp"
#include "support/quote.hpp"
#include "support/text.hpp"

namespace attn::lessons::softmax_rows {

namespace {

constexpr double kHidden = -std::numeric_limits<double>::infinity();
constexpr double kLargestScore = 1e9;  // -1e9 is a customary stand-in for "hidden"

std::vector<double> parse_row(const std::string& text) {
  std::vector<double> scores;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    const auto words = words_of(std::string_view(text).substr(start, end - start));
    if (words.empty()) {
      throw Error("--scores {}: a number is missing; write a row like \"1,0,0.5\"",
                  in_quotes(text));
    }
    for (const std::string& word : words) {
      scores.push_back(word == "-inf" ? kHidden
                                      : parse_real(word, -kLargestScore, kLargestScore,
                                                   "--scores " + in_quotes(text)));
    }
    start = end + 1;
  }
  return scores;
}

void check_row(const std::string& text, const std::vector<double>& row, Index keys) {
  if (row.size() > kMostWords) {
    throw Error("--scores: {} scores in a row are too many for a page; use at most {}", row.size(),
                kMostWords);
  }
  if (row.size() != keys) {
    throw Error("--scores {}: {} scores where the first row has {}; give rows of equal length",
                in_quotes(text), row.size(), keys);
  }
  if (std::ranges::count(row, kHidden) == std::ssize(row)) {
    throw Error("--scores {}: every key is hidden; leave one (attn causal-mask has such rows)",
                in_quotes(text));
  }
}

void refuse_sentence(const StepsOptions& options) {
  const InputOptions& in = options.input;
  if (in.text || in.file || in.model.given() || in.dim || in.example != kSixWords ||
      options.causal || options.scale) {
    throw Error(
        "--scores brings its own numbers; leave out --text, --input, --model, --example, --dim, "
        "--causal and --scale");
  }
}

}  // namespace

ScoreRows read_score_rows(const std::vector<std::string>& texts, const StepsOptions& sentence) {
  if (texts.empty()) {
    Steps steps = take_steps(sentence);
    return {steps.a.visible, steps.words(), steps.words(), steps.focus, std::move(steps)};
  }
  refuse_sentence(sentence);
  ScoreRows given{parse_scores(texts), {}, {}, 0, {}};
  given.queries = numbered("row ", rows(given.scores));
  given.keys = numbered("key ", columns(given.scores));
  if (sentence.focus) given.focus = find_token({given.queries, {}, {}, {}, {}}, *sentence.focus);
  return given;
}

Matrix parse_scores(const std::vector<std::string>& texts) {
  if (texts.size() > kMostWords) {
    throw Error("--scores: {} rows are too many for a page; use at most {}", texts.size(),
                kMostWords);
  }
  std::vector<double> scores;
  Index keys = 0;
  for (const std::string& text : texts) {
    const std::vector<double> row = parse_row(text);
    if (scores.empty()) keys = row.size();
    check_row(text, row, keys);
    scores.insert(scores.end(), row.begin(), row.end());
  }
  Matrix result = xt::empty<double>({texts.size(), keys});
  std::ranges::copy(scores, result.begin());
  return result;
}

}  // namespace attn::lessons::softmax_rows
