// What is known about each word of the tour, and who asks whom for what?
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lessons/tour/tour.hpp"

namespace attn::lessons::tour {

namespace {

// "noun 4, adjective 4": where a row of a matrix leads.
std::string links(std::span<const double> strengths, const Labels& names) {
  Labels found;
  for (Index c = 0; c < strengths.size(); ++c) {
    if (strengths[c] != 0.0) found.push_back(fmt::format("{} {:g}", names[c], strengths[c]));
  }
  return found.empty() ? "–" : fmt::format("{}", fmt::join(found, ", "));
}

// "noun, alive": where a row of embeddings is not 0.
std::string features_in_words(std::span<const double> features) {
  Labels found;
  for (Index f = 0; f < features.size(); ++f) {
    if (features[f] != 0.0) found.push_back(feature_names()[f]);
  }
  return found.empty() ? "–" : fmt::format("{}", fmt::join(found, ", "));
}

}  // namespace

void write_features(Page& page, const Sentence& sentence) {
  page.say(
      "Nothing is trained here. A word is {} features, set by hand, so that you can follow every "
      "number. Words that are none of these things are rows of zeros; a real model has thousands "
      "of features, and no names for them.",
      kFeatures);
  Table features{"features",
                 "What is known about each word",
                 {{"word", "word", ""}, {"features", "features, each 1", ""}},
                 {}};
  for (Index i = 0; i < sentence.tokens.size(); ++i) {
    features.rows.push_back({sentence.tokens[i], features_in_words(row(sentence.embeddings, i))});
  }
  page.table(std::move(features));
  page.say(
      "W_Q turns features into questions, W_K into answers to the same questions, W_V into what is "
      "handed over. Meaning is handed over; what kind of word it is stays with the word.");
  Table wiring{"wiring",
               "The three matrices, row by row",
               {{"feature", "feature", ""},
                {"asks", "asks for (W_Q)", ""},
                {"answers", "answers to (W_K)", ""},
                {"hands", "hands over (W_V)", ""}},
               {}};
  for (Index f = 0; f < kFeatures; ++f) {
    wiring.rows.push_back({feature_names()[f], links(row(sentence.w_q, f), question_names()),
                           links(row(sentence.w_k, f), question_names()),
                           links(row(sentence.w_v, f), feature_names())});
  }
  page.table(std::move(wiring));
  page.equation("layer",
                {R"(A = \mathrm{softmax}\left(\frac{X W_Q \cdot (X W_K)^\top}{\sqrt{d_k}}\right))",
                 R"(X' = X + A X W_V)"});
  page.paragraph(
      {"A layer adds its output to what came in: a word keeps what it is, and gains what it found. "
       "Both layers have the very same three matrices. Whatever layer 2 does differently, it does "
       "because it reads ",
       math("X'"), " in place of ", math("X"), "."});
}

}  // namespace attn::lessons::tour
