// Lesson: errata. Where are published notes on self-attention wrong, and how does one find out?
#include "lessons/errata/errata.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/softmax.hpp"
#include "lessons/lesson.hpp"
#include "lessons/shared/claims.hpp"
#include "lessons/shared/input.hpp"
#include "support/error.hpp"

namespace attn::lessons::errata {

namespace {

enum class Source { all, word, heart };

struct Options {
  Source source = Source::all;
  std::vector<double> scores, printed;
};

void declare(Knobs& knobs, Options& options) {
  knobs.example("attn errata", "Every row");
  knobs.example("attn errata --scores 1,0,0.5 --printed 0.506,0.186,0.307",
                "Weights from notes of your own");
  knobs.choice("--source", options.source,
               {{"all", Source::all}, {"word", Source::word}, {"heart", Source::heart}},
               "Whose errata");
  knobs.reals("--scores", options.scores, -1e6, 1e6, "Scores that your notes give to a softmax");
  knobs.reals("--printed", options.printed, 0.0, 1.0, "The weights that your notes print for them");
}

struct Section {
  const char *id, *title, *caption;
  std::vector<Erratum> errata;
};

// Three tables, so that each fits a printed page.
std::vector<Section> sections_of(Source source) {
  std::vector<Section> sections;
  if (source != Source::heart) {
    sections.push_back({"word", "What a word is actually doing", "Its script, tour and questions",
                        errata_of_word()});
  }
  if (source != Source::word) {
    sections.push_back({"example", "The Heart of Transformers: its example",
                        "The worked example, and what is said about order", errata_of_example()});
    sections.push_back({"heart", "The Heart of Transformers: its code and its facts",
                        "Masks, memory and attributions", errata_of_heart()});
  }
  return sections;
}

void write_section(Page& page, const Section& section) {
  page.heading(section.title);
  Table table{section.id,
              section.caption,
              {{"place", "place", ""},
               {"printed", "as printed", ""},
               {"computed", "computed", ""},
               {"why", "why", ""}},
              {}};
  for (const Erratum& erratum : section.errata) {
    table.rows.push_back({erratum.place, erratum.printed, erratum.computed, erratum.why});
  }
  page.table(std::move(table));
  for (const Erratum& erratum : section.errata) {
    if (!erratum.claim.empty()) page.claim(erratum.id, erratum.claim, erratum.check);
  }
  const auto quoted = std::ranges::count(section.errata, "", &Erratum::claim);
  if (quoted > 0) page.say("{} of these rows are quotations, with their source.", quoted);
}

void check_own(const Options& options) {
  if (options.scores.size() > kMostWords) {
    throw Error("--scores: {} scores are too many for a page; use at most {}",
                options.scores.size(), kMostWords);
  }
  if (options.scores.size() != options.printed.size()) {
    throw Error("--printed: {} weights for {} scores; give --scores and --printed as many numbers",
                options.printed.size(), options.scores.size());
  }
}

// The reader's own figures: their claim, so that it fails when they are wrong.
void write_own(Page& page, const Options& options) {
  constexpr double kHalfAUnit = 0.0005;
  Matrix scores = xt::empty<double>({Index{1}, options.scores.size()});
  std::ranges::copy(options.scores, scores.begin());
  const Matrix weights = softmax(scores);
  page.heading("Your own notes");
  Table table{"own",
              "Weights as you have them, and as the softmax gives them",
              {{"key", "key", ""},
               {"score", "score", ""},
               {"printed", "as printed", ""},
               {"computed", "computed", ""},
               {"off", "off by", ""}},
              {}};
  double furthest = 0.0;
  for (Index j = 0; j < options.scores.size(); ++j) {
    const double off = options.printed[j] - weights(0, j);
    furthest = std::max(furthest, std::abs(off));
    table.rows.push_back({Integer{j}, options.scores[j], options.printed[j], weights(0, j), off});
  }
  page.table(std::move(table));
  page.claim("own-agrees", "your printed weights are right to three digits",
             check(furthest <= kHalfAUnit + kTolerance, "furthest off by {:.4f}", furthest));
}

Document write(const Options& options) {
  check_own(options);
  Page page{"errata", "Errata: what notes print, and what comes out"};
  page.say(
      "Two sets of course notes stand behind these lessons: “Self-Attention: what a word is "
      "actually doing” and “Self-Attention: The Heart of Transformers”. Both teach well. Here is "
      "where a figure or a sentence in them does not survive being computed.");
  page.say(
      "Some of these show when you read closely, most when you run, a few when you look up the "
      "source.");
  for (const Section& section : sections_of(options.source)) write_section(page, section);
  if (!options.scores.empty()) write_own(page, options);
  page.heading("How to find your own");
  page.say(
      "Add up the weights. Divide two of them: the ratio must be exp of the difference of their "
      "scaled scores. Run the code to its last line. Count the words. Turn the words around. Ask "
      "which byte a megabyte has. Look up who said it first.");
  page.try_next(
      {{"attn errata --scores 2,1,1 --printed 0.576,0.212,0.212", {"Figures of your own notes."}},
       {"attn errata --source word", {"One of the two alone."}},
       {"attn walkthrough --example cat-sat", {"The worked example with every product."}},
       {"attn memory-table --show-work", {"Sizes with their formulas."}}});
  return std::move(page).finish();
}

}  // namespace

Writer open(Knobs& knobs) { return open_lesson<Options, declare, write>(knobs); }

}  // namespace attn::lessons::errata
