// One word in several sentences: who is in them, and what attention makes of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/attention.hpp"
#include "document/page.hpp"
#include "lessons/shared/input.hpp"
#include "lessons/shared/tables.hpp"

namespace attn::lessons::context {

struct ContextOptions {
  std::vector<std::string> texts = {};
  std::optional<std::string> focus = {};
  std::optional<Integer> dim = {};
  std::string seed = "0";
};

// A sentence, attention on it, and the place of the word that is followed.
struct InContext {
  Sentence words;
  Matrix q, k, v;
  Attention a;
  Index place;
};

struct Context {
  std::vector<InContext> sentences = {};  // two at least
  std::string word = {};
  bool named = false;    // whether the columns of an embedding have names
  Labels features = {};  // those names
  std::string seed = {};

  std::string list_of_sentences() const;  // “river bank” and “savings bank”
  bool same_words(Index a, Index b) const;
};

// Throws Error when there is only one text, or no word in all of them.
Context read_context(const ContextOptions& options);

// What rounding may add up to: kTolerance, times the size of the scores and of the values.
double tolerance_of(const InContext& sentence);

// Whether the first sentence has a second word; and one that is not the word followed.
bool has_neighbour(const Context& context);
bool has_other_word(const Context& context);

// Why a word attends to itself: what is left of it when it may not; for a word with a neighbour.
// Claims no-self.
void write_itself(Page& page, const Context& context);

// Cross-attention: the words of one sentence ask those of the other. Claims cross-sums and
// cross-values.
void write_cross(Page& page, const Context& context);

// Why queries and keys have projections of their own; for a sentence with another word. Claims
// symmetric.
void write_two_projections(Page& page, const Context& context);

void add_context_arrays(Page& page, const Context& context);

}  // namespace attn::lessons::context
