// Why can one layer not tell which noun "it" is, whatever it was trained for, and how can two?
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lessons/shared/claims.hpp"
#include "lessons/shared/worked_row.hpp"
#include "lessons/tour/tour.hpp"

namespace attn::lessons::tour {

namespace {

// The row of "it" in one layer, with one adjective and with the other.
Table rows_table(const Tour& tour, Index layer) {
  Table table{fmt::format("layer-{}", layer),
              fmt::format("The weights of “{}” in layer {}", tour.word(tour.pronoun), layer),
              {{"key", "key", ""},
               {"here", fmt::format("with “{}”", tour.word(tour.adjective)), ""},
               {"there", fmt::format("with “{}”", tour.other_adjective()), ""}},
              {}};
  for (Index j = 0; j < tour.words().size(); ++j) {
    const std::string& other = tour.there.sentence.tokens[j];
    table.rows.push_back({tour.word(j) == other ? other : tour.word(j) + " / " + other,
                          tour.here.weights(layer)(tour.pronoun, j),
                          tour.there.weights(layer)(tour.pronoun, j)});
  }
  return table;
}

Check same_rows(const Tour& tour, Index layer) {
  return same(rows_in_order(tour.here.weights(layer), {tour.pronoun}),
              rows_in_order(tour.there.weights(layer), {tour.pronoun}), 0.0);
}

// The weight of the noun that lives over that of the broad one, as a difference of scores.
double lead(const Tour& tour, const TwoLayers& layers, Index layer) {
  const Matrix& scaled = layers.attention(layer).scaled;
  return scaled(tour.pronoun, tour.alive) - scaled(tour.pronoun, tour.broad);
}

// The same in layer 1 with each known word in the adjective's place.
Check lead_stays(const Tour& tour) {
  const Labels candidates = words_of_lexicon();
  const double before = lead(tour, tour.here, 1);
  double furthest = 0.0;
  for (const std::string& word : candidates) {
    Labels words = tour.words();
    words[tour.adjective] = word;
    const TwoLayers stack =
        run_two_layers(sentence_of(words), tour.options.sharpness, tour.options.causal);
    furthest = std::max(furthest, std::abs(lead(tour, stack, 1) - before));
  }
  return check(furthest == 0.0, "{} words tried, largest change {}", candidates.size(),
               tiny(furthest));
}

// What "it" holds of the four meanings, as it was and after each layer.
Table collected_table(const Tour& tour) {
  Table table{"collected",
              fmt::format("What “{}” has collected", tour.word(tour.pronoun)),
              {{"when", "", ""}},
              {}};
  constexpr Index kFirst = static_cast<Index>(Feature::alive);
  for (Index f = kFirst; f < kFeatures; ++f) {
    table.columns.push_back({fmt::format("f{}", f), feature_names()[f], ""});
  }
  const auto add = [&](const std::string& when, const Matrix& x) {
    std::vector<Cell> cells{when};
    for (Index f = kFirst; f < kFeatures; ++f) cells.emplace_back(x(tour.pronoun, f));
    table.rows.push_back(std::move(cells));
  };
  add("at first", tour.here.vectors(0));
  for (Index layer = 1; layer <= 2; ++layer) {
    add(fmt::format("after layer {}, “{}”", layer, tour.word(tour.adjective)),
        tour.here.vectors(layer));
    add(fmt::format("after layer {}, “{}”", layer, tour.other_adjective()),
        tour.there.vectors(layer));
  }
  return table;
}

Table queries_table(const Tour& tour) {
  Table table{"queries",
              fmt::format("What “{}” asks for: its query", tour.word(tour.pronoun)),
              {{"when", "", ""}},
              {}};
  const Labels names = question_names();
  for (Index c = 0; c < names.size(); ++c) {
    table.columns.push_back({fmt::format("q{}", c), names[c], ""});
  }
  const auto add = [&](const std::string& when, const Matrix& q) {
    std::vector<Cell> cells{when};
    for (Index c = 0; c < names.size(); ++c) cells.emplace_back(q(tour.pronoun, c));
    table.rows.push_back(std::move(cells));
  };
  add("layer 1", tour.here.layer(1).q);
  add(fmt::format("layer 2, “{}”", tour.word(tour.adjective)), tour.here.layer(2).q);
  add(fmt::format("layer 2, “{}”", tour.other_adjective()), tour.there.layer(2).q);
  return table;
}

// The page's own threshold: the noun that fits gets at least this many times the other's weight.
constexpr double kClear = 3.0;

void claim_reference(Page& page, const Tour& tour) {
  const bool suits_alive = has(tour.word(tour.adjective), Feature::suits_alive);
  const double here = std::exp(lead(tour, tour.here, 2)),
               there = std::exp(lead(tour, tour.there, 2));
  page.claim(
      "follows",
      fmt::format("in layer 2 the noun that fits has at least {:g} times the other's weight",
                  kClear),
      check(suits_alive ? here >= kClear && 1.0 / there >= kClear
                        : 1.0 / here >= kClear && there >= kClear,
            "“{}” : “{}” is {:.2f} with “{}” and {:.2f} with “{}”", tour.word(tour.alive),
            tour.word(tour.broad), here, tour.word(tour.adjective), there, tour.other_adjective()));
  const auto more_alive = [&](const TwoLayers& layers) {
    return layers.vectors(2)(tour.pronoun, static_cast<Index>(Feature::alive)) >
           layers.vectors(2)(tour.pronoun, static_cast<Index>(Feature::broad));
  };
  page.claim(
      "becomes",
      fmt::format("“{}” leaves layer 2 more like the noun that fits", tour.word(tour.pronoun)),
      check(more_alive(tour.here) == suits_alive && more_alive(tour.there) != suits_alive,
            "alive and broad after layer 2, in the table above"));
}

}  // namespace

void write_one_layer(Page& page, const Tour& tour) {
  const std::string& it = tour.word(tour.pronoun);
  page.say("Follow “{}” in layer 1, and change the adjective. Nothing moves.", it);
  page.table(rows_table(tour, 1));
  page.claim("layer-1-same", fmt::format("in layer 1 the row of “{}” is the same, to the bit", it),
             same_rows(tour, 1));
  page.say(
      "The query of “{0}” is made of “{0}” alone, so it asks the same in both sentences; and both "
      "adjectives give the same answer, which is no more than that they are adjectives.",
      it);
  page.say(
      "Could training have made it better? No. How “{}” divides its weight between two nouns "
      "depends on two scores, and each of them is about “{}” and one noun. No third word is in "
      "them. With i for the first and j, k for the nouns:",
      it, it);
  const double c = tour.options.sharpness;
  page.equation(
      "odds",
      {fmt::format(
          R"(\frac{{A_{{ij}}}}{{A_{{ik}}}} = \exp\left({}\frac{{s_{{ij}} - s_{{ik}}}}{{\sqrt{{d_k}}}}\right))",
          c == 1.0 ? "" : fmt::format("{:g} \\cdot ", c))});
  page.claim("odds-stay",
             fmt::format("no word in place of “{}” moves the odds of “{}” against “{}”",
                         tour.word(tour.adjective), tour.word(tour.alive), tour.word(tour.broad)),
             lead_stays(tour));
}

void write_second_layer(Page& page, const Tour& tour) {
  const std::string& it = tour.word(tour.pronoun);
  if (tour.decided_too_late()) {
    page.say(
        "But not under the mask: “{}” comes first and never sees “{}”. Both sentences leave it the "
        "same.",
        it, tour.word(tour.adjective));
    page.table(collected_table(tour));
    page.table(rows_table(tour, 2));
    return;
  }
  page.say(
      "Layer 1 was not in vain. What “{}” attended to was handed over to it: a share of each noun, "
      "and of what the adjective is said of.",
      it);
  page.table(collected_table(tour));
  page.say(
      "So in layer 2 its query is no longer that of any pronoun. “suits alive” asks for what is "
      "alive, “suits broad” for what is broad, as in layer 1; only now “{}” has some of it.",
      it);
  page.table(queries_table(tour));
  const StackLayer& second = tour.here.layer(2);
  page.say("Each score in layer 2, product by product, noun to broad; then divided by √{} = {:g}:",
           columns(second.k), std::sqrt(static_cast<double>(columns(second.k))));
  page.table(dot_products("products", it, tour.words(), second.q, second.k, tour.pronoun));
  page.table(rows_table(tour, 2));
  if (tour.options.usual()) claim_reference(page, tour);
  page.say(
      "One layer mixes; it takes another to use what was mixed. That is why transformers are "
      "deep.");
  const double borrowed = tour.here.vectors(1)(tour.adjective, static_cast<Index>(Feature::alive)) +
                          tour.here.vectors(1)(tour.adjective, static_cast<Index>(Feature::broad));
  page.note("Do not read the map as a parse",
            {fmt::format("In layer 2 “{}” also looks at “{}”. That is no longer the word alone: "
                         "it has collected {:.2f} of alive and broad in layer 1. A weight in a "
                         "later layer points at a place, not at the word that stood there.",
                         it, tour.word(tour.adjective), borrowed)});
}

}  // namespace attn::lessons::tour
