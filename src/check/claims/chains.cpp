// Where do the chains of a line begin and end: "12 × 64 = 700 + 68 = 768"?

#include <algorithm>
#include <array>

#include "check/claims/kinds.hpp"
#include "check/formula/grammar.hpp"
#include "check/formula/vocabulary.hpp"

namespace attn {

namespace {

bool among(std::string_view signs, const Token& token) {
  return token.kind == Token::Kind::sign && signs.find(token.text[0]) != std::string_view::npos;
}

// Finds the chains of one line.
class Chains {
 public:
  Chains(std::string_view text, const std::vector<Token>& tokens, Names& names)
      : text_(text), tokens_(tokens), names_(names) {}

  std::vector<Statement> find() && {
    std::vector<Statement> found;
    while (at_ < tokens_.size()) {
      Statement chain;
      const std::size_t first = at_;
      if (may_begin() && read(chain)) {
        for (const std::string& name : chain.defines) names_.insert(name);
        found.push_back(std::move(chain));
      } else {
        at_ = std::max(first + 1, parsed_);  // within a formula that nothing joins, none begins
      }
    }
    return found;
  }

 private:
  bool may_begin() const {
    if (is_item() || is_dash(at_)) return false;
    if (at_ == 0 || is_dash(at_ - 1)) return true;
    const Token &before = tokens_[at_ - 1], &here = tokens_[at_];
    if (is_link(before)) return true;
    const bool ended = before.kind != Token::Kind::sign || among(")]%", before);
    if (ended && begins_column(here, before) && !here.is('-') && !here.is('+')) return true;
    if (before.is('(')) return may_begin_in_parentheses();
    if (before.is(':')) return !goes_on_with_sum() && !is_ratio(at_ - 1);
    if (before.is('.') && at_ > 1 && tokens_[at_ - 2].kind == Token::Kind::number) {
      const bool item = at_ == 2 || begins_line(at_ - 2);  // "3. 7 × 3 = 21"
      return item && before.no_space_before && before.space_after;
    }
    const bool decimal = before.is(',') && before.no_space_before && here.no_space_before &&
                         at_ > 1 && tokens_[at_ - 2].kind == Token::Kind::number;
    if (decimal) return false;  // of "0,5 × 3", 5
    if (among(";|,.\"", before)) {
      return !(before.is('.') && here.no_space_before && !before.space_after);
    }
    if (before.kind != Token::Kind::word || computes(before.text)) return false;
    if (is_function(before.text)) return false;  // what it is of is not read
    if (before.text == "of" && at_ > 1) {        // "half of 4 + 4", "10 % of 4 + 4"
      const Token& share = tokens_[at_ - 2];
      if (computes(share.text) || share.is('%') || share.text == "third") return false;
    }
    const bool unspaced = before.text.back() == kUnspacedLetter;
    if ((here.no_space_before && !unspaced) || here.is('-') || here.is('+')) return false;
    const bool article = before.text == "a" || before.text == "A" || before.text == "I";
    return article ? !names_.contains(before.text) : !is_name(before, names_);
  }

  // "# - 12 layers × 12 heads": of an item in a comment.
  bool is_dash(std::size_t i) const {
    const bool first = i == 0 || begins_line(i) || (tokens_[i - 1].is(';') && begins_comment(i));
    return tokens_[i].is('-') && tokens_[i].space_after && first;
  }

  bool begins_comment(std::size_t dash) const { return dash == 1 || begins_line(dash - 1); }

  // "(c) -45 - 30": the letter of an item, not a name.
  bool is_item() const {
    if (!tokens_[at_].is('(') || at_ + 3 >= tokens_.size() ||
        (at_ > 0 && !begins_line(at_) && !among(";", tokens_[at_ - 1])))
      return false;
    return tokens_[at_ + 1].kind == Token::Kind::word && tokens_[at_ + 1].text.size() == 1 &&
           tokens_[at_ + 2].is(')') && tokens_[at_ + 2].space_after;
  }

  // Not in a call, nor where the parenthesis is not closed: the formula began before it.
  bool may_begin_in_parentheses() const {
    const Token& open = tokens_[at_ - 1];
    const bool call = at_ > 1 && open.no_space_before &&
                      tokens_[at_ - 2].kind == Token::Kind::word &&
                      tokens_[at_ - 2].text.back() != kUnspacedLetter;
    if (call) return false;
    int depth = 1;
    for (std::size_t i = at_; i < tokens_.size() && depth > 0; ++i) {
      if (tokens_[i].is('(')) ++depth;
      if (tokens_[i].is(')')) --depth;
    }
    return depth == 0;
  }

  // "A: 512 × 2048 + B: 2048 × 512": the second product goes on with the sum. "e^0 : e^1" is a
  // ratio.
  bool goes_on_with_sum() const {
    if (at_ < 2) return false;
    const Token &colon = tokens_[at_ - 1], &label = tokens_[at_ - 2];
    const bool number = at_ > 2 && tokens_[at_ - 3].kind == Token::Kind::number;
    if (label.is(')')) return !colon.no_space_before && number;
    if (at_ < 4 || label.kind == Token::Kind::sign) return false;
    return among("+-*/", tokens_[at_ - 3]) && !tokens_[at_ - 3].no_space_before;  // not "E-step:"
  }

  // "3.27 : 1 = …", but not "Step 3: 2 × 5 = …".
  bool is_ratio(std::size_t colon) const {
    const auto number = [this](std::size_t i) { return tokens_[i].kind == Token::Kind::number; };
    return colon > 0 && colon + 2 < tokens_.size() && number(colon - 1) && number(colon + 1) &&
           is_link(tokens_[colon + 2]);
  }

  bool may_end() const {
    if (at_ >= tokens_.size()) return true;
    const Token& next = tokens_[at_];
    if (is_link(next)) return true;
    if (next.is('.')) {
      return next.space_after || at_ + 1 == tokens_.size() || among("\")|;", tokens_[at_ + 1]);
    }
    if (next.is(':')) {  // "1 : 0" and "3:4", but not "0.40: 40 %"
      return at_ + 1 >= tokens_.size() || tokens_[at_ + 1].kind != Token::Kind::number ||
             (next.no_space_before && next.space_after);
    }
    if (next.is('(')) return !next.no_space_before;  // "60,000 (60K)"
    if (next.is('[')) return !next.no_space_before && is_note_in_brackets();
    if (next.is('!') && at_ + 1 < tokens_.size() && is_operator(tokens_[at_ + 1])) return false;
    if (among(";|,)!\"", next)) return true;
    if (next.is('*')) return is_factor_sign();
    if (next.is('-')) {  // "= 768-dimensional"
      return at_ + 1 < tokens_.size() && tokens_[at_ + 1].kind == Token::Kind::word &&
             tokens_[at_ + 1].no_space_before && is_noun(tokens_[at_ + 1].text) &&
             !names_.contains(tokens_[at_ + 1].text);
    }
    if (next.kind != Token::Kind::word || computes(next.text)) return false;
    const bool column = begins_column(next, tokens_[at_ - 1]) || begins_line(at_);
    if (is_function(next.text) && !column) return false;          // "cos 45° cos 30°"
    if (tokens_[at_ - 1].is_word("pi") && !column) return false;  // "π ζ"
    if (next.text[0] == kUnspacedLetter) return true;
    if (next.no_space_before) return false;
    return next.text.size() > 1 || (next.is_word("a") && follows_unit());  // "128 KB a token"
  }

  // "= 48×", and no factor behind it.
  bool is_factor_sign() const {
    if (!tokens_[at_].no_space_before) return false;
    if (at_ + 1 >= tokens_.size() || begins_line(at_ + 1)) return true;
    const Token& after = tokens_[at_ + 1];
    return among(".;,)|", after) || (!after.no_space_before && is_noun(after.text));
  }

  // "[1]", "[rounded]"
  bool is_note_in_brackets() const {
    if (at_ + 2 >= tokens_.size()) return false;
    const Token& inside = tokens_[at_ + 1];
    return inside.kind == Token::Kind::word ||
           (inside.kind == Token::Kind::number && tokens_[at_ + 2].is(']'));
  }

  bool follows_unit() const {
    const Token& before = tokens_[at_ - 1];
    return before.kind == Token::Kind::word && unit_of(before.text, true) &&
           at_ + 1 < tokens_.size() && is_noun(tokens_[at_ + 1].text);
  }

  // A name that something is given to.
  bool defines() const {
    return at_ + 1 < tokens_.size() && tokens_[at_].kind == Token::Kind::word &&
           (tokens_[at_ + 1].is('=') || tokens_[at_ + 1].is('~'));
  }

  // "= ~16385", "= about 17000", "≈ roughly 5".
  char link() {
    constexpr std::array<std::string_view, 7> kAbout{"about",  "approximately", "approx", "roughly",
                                                     "nearly", "around",        "circa"};
    char sign = is_link(tokens_[at_]) ? tokens_[at_].text[0] : '=';
    ++at_;
    while (at_ < tokens_.size() && (tokens_[at_].is('`') || tokens_[at_].is('~') ||
                                    std::ranges::find(kAbout, tokens_[at_].text) != kAbout.end())) {
      sign = '~';
      ++at_;
    }
    return sign;
  }

  // A sign that begins a line goes on from a formula above it, not from the last of some
  // parameters.
  bool begins_line(std::size_t token) const {
    const std::size_t begin = tokens_[token - 1].end;
    return text_.substr(begin, tokens_[token].begin - begin).find('\n') != std::string_view::npos;
  }

  // "softmax([2, 1]) gives [0.73, 0.27]"
  bool says_result(const Statement& chain) const {
    constexpr std::array<std::string_view, 8> kVerbs{"gives",   "yields",  "is",       "equals",
                                                     "returns", "becomes", "produces", "are"};
    return at_ + 1 < tokens_.size() && tokens_[at_ + 1].is('[') && !chain.members.empty() &&
           chain.members.back().kind == Expression::Kind::call &&
           std::ranges::find(kVerbs, tokens_[at_].text) != kVerbs.end();
  }

  // "1 = 3 − 2 ← for 2 = 20 − 18": a line that begins with "=" goes on from the first of a line.
  bool follows_another(std::size_t first) const {
    for (std::size_t i = first; i > 0 && !begins_line(i); --i) {
      if (among("=~", tokens_[i - 1])) return i != first;
    }
    return false;
  }

  bool goes_on(const Statement& chain, std::size_t first) const {
    if (says_result(chain)) return true;
    if (at_ >= tokens_.size() || !is_link(tokens_[at_])) return false;
    const bool below = begins_line(at_);
    if (below && follows_another(first)) return false;
    const bool parameter =
        chain.members.size() == 1 && (chain.members[0].kind == Expression::Kind::number ||
                                      chain.members[0].kind == Expression::Kind::name);
    return !(parameter && begins_line(at_));
  }

  // "PP=2 × TP=2", "my=[4, 5] + birth=[2, 3]": the name is a label of what is added or multiplied.
  bool labels_operand(const Expression& member) const {
    const Token &sign = tokens_[at_], &name = tokens_[at_ - 1];
    return !member.parts.empty() && member.parts.back().kind == Expression::Kind::name &&
           !name.no_space_before && sign.no_space_before && !sign.space_after;
  }

  bool read(Statement& chain) {
    const std::size_t first = at_;
    while (at_ < tokens_.size()) {
      if (defines() && chain.members.empty()) {
        if (is_spelled(tokens_[at_].text)) chain.defines.emplace_back(tokens_[at_].text);
        ++at_;
        link();
        continue;
      }
      if (!read_member(chain) || !goes_on(chain, first)) break;
      if (labels_operand(chain.members.back())) return false;
      chain.links += link();
    }
    if (!chain.members.empty()) chain.links.resize(chain.members.size() - 1);
    if (chain.members.size() < 2 && chain.defines.empty()) return false;
    chain.begin = tokens_[first].begin;
    chain.after_word =
        first > 0 && tokens_[first - 1].kind == Token::Kind::word && !begins_line(first);
    chain.end = chain.members.empty() ? tokens_[first].end : chain.members.back().end;
    if (at_ < tokens_.size() && tokens_[at_].kind == Token::Kind::word) {
      chain.follows = tokens_[at_].text;
      const bool rate = at_ + 1 < tokens_.size() && tokens_[at_ + 1].is('/');
      if (rate) chain.follows += "/";
    }
    return true;
  }

  bool read_member(Statement& chain) {
    const std::size_t before = at_;
    std::optional<Parsed> parsed = parse_formula(tokens_, at_, names_);
    if (parsed) {
      at_ = parsed_ = parsed->next;
      read_on(parsed->expression, chain);
      if (may_end()) {
        chain.members.push_back(std::move(parsed->expression));
        return true;
      }
    }
    at_ = before;
    return false;
  }

  // A vector without brackets, after one with them: "softmax(1, 0) = 0.731, 0.269".
  void read_on(Expression& first, const Statement& chain) {
    if (chain.members.empty() || first.kind != Expression::Kind::number) return;
    while (at_ + 1 < tokens_.size() && tokens_[at_].is(',') &&
           tokens_[at_ + 1].kind == Token::Kind::number) {
      if (at_ + 2 < tokens_.size() && !among(",.;)|", tokens_[at_ + 2]) &&
          tokens_[at_ + 2].kind != Token::Kind::word) {
        break;
      }
      first.kind = Expression::Kind::array;
      first.loose = true;
      first.numbers.push_back(tokens_[at_ + 1].number);
      first.columns = first.numbers.size();
      first.end = tokens_[at_ + 1].end;
      at_ += 2;
    }
  }

  std::string_view text_;
  const std::vector<Token>& tokens_;
  Names& names_;
  std::size_t at_ = 0;
  std::size_t parsed_ = 0;  // up to where the last formula reached
};

}  // namespace

std::vector<Statement> find_chains(const LineOfNotes& line, Earlier& earlier) {
  if (!line.context.links && !line.context.calls) return {};
  return Chains(line.text, line.tokens, earlier.names).find();
}

}  // namespace attn
