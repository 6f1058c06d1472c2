// How are formulas read? By recursive descent; what the grammar does not know, it does not guess.
//
//   sum     = term { (+ | -) term }
//   term    = factor { (* | @ | $ | /) factor | factor that begins with a name or a bracket }
//   factor  = - factor | atom { ^ exponent | ^T | .T | unit }
//   atom    = number | list | tuple | ( sum ) | function ( sum, … ) | sqrt atom | name
#pragma once

#include <optional>

#include "check/formula/expression.hpp"

namespace attn {

bool is_link(const Token& token);      // = ~ > ` &
bool is_operator(const Token& token);  // * @ $ /
// Whether so many spaces stand before it as between the columns of a listing.
bool begins_column(const Token& token, const Token& before);

// "3.2 × 10^9 MB" is one number, printed with two digits; nothing when the parts are no such.
std::optional<Expression> in_powers_of_ten(const std::vector<Expression>& parts,
                                           std::string_view operators);

class Grammar {
 public:
  Grammar(const std::vector<Token>& tokens, std::size_t first, const Names& names)
      : tokens_(tokens), names_(names), first_(first), at_(first) {}

  std::optional<Parsed> formula();

 private:
  using Result = std::optional<Expression>;

  const Token* peek(std::size_t ahead = 0) const {
    return at_ + ahead < tokens_.size() ? &tokens_[at_ + ahead] : nullptr;
  }
  bool next_is(char sign, std::size_t ahead = 0) const {
    const Token* token = peek(ahead);
    return token != nullptr && token->is(sign);
  }
  bool next_is_word(std::string_view word, std::size_t ahead = 0) const {
    const Token* token = peek(ahead);
    return token != nullptr && token->is_word(word);
  }
  bool next_is_number(std::size_t ahead = 0) const {
    const Token* token = peek(ahead);
    return token != nullptr && token->kind == Token::Kind::number;
  }
  bool take(char sign) {
    if (!next_is(sign)) return false;
    ++at_;
    return true;
  }
  Expression node(Expression::Kind kind, std::size_t first,
                  std::vector<Expression> parts = {}) const;
  Result sum();
  // "13 + 11 mod 16": what is left of the whole.
  Result rest_of(Result whole, std::size_t first);
  std::vector<Expression> sums();  // a, b, …; none where one cannot be read
  Result term();
  // "Q K^T", "2(3 + 4)", "0.5 [1, 0]": a product without a sign.
  bool goes_on(const Expression& before) const;
  // "2n" and "0.5 X", but not a number at the end of a sentence and the name after it.
  bool may_scale(const Token& name) const;
  // "23 % of 512", "12 heads of 64": "of" is a times sign.
  bool next_is_of() const;
  // "batch 4": what is counted, before the number.
  void skip_noun_before();
  Result factor();
  Result divisor();
  Result raised(Result base, std::size_t first);
  // "W^{(1)}", "a^{[3]}": of a layer, an exercise, and no power.
  bool is_label_of(const Expression& base) const;
  // "2^13 KB", "3 × 10^9 bytes": a unit behind a power.
  Result unit_behind(const Expression& before);
  Expression plain_number(std::size_t token) const;
  Result exponent_of();
  Result atom();
  Result number();
  bool next_is_call() const;        // of "0.5 ln 2", ln
  bool next_is_glued_call() const;  // of "5tanh(0.1)", tanh
  std::optional<Unit> unit_at(const Token& token) const;
  bool ends_factor() const;
  void skip_rate(Unit& unit);  // "/s", "/token"
  void skip_label();           // of "8192 (T) ×", "(T)"
  // "32 heads ×": what is counted, when the formula goes on after it, or has begun before.
  void skip_noun_after(bool begun, Unit& unit);
  bool counts(const Token* word) const;  // what stands there is counted
  // A formula of its own, or the components of a tuple.
  Result parenthesised();
  Result tuple(std::vector<Expression> parts, std::size_t first) const;
  Result bracketed();
  Result stacked(std::vector<Expression> rows, std::size_t first) const;
  // Numbers, each with its sign; NumPy prints them without commas.
  Result array();
  bool ends_component(std::size_t ahead) const;
  // Components that are formulas: [1/2, √2].
  Result list();
  Result word();
  bool is_argument_alone() const;  // of "log2(e)", e
  Result number_e();
  Result number_pi();
  Result infinity();
  // "QK^T" of Q and K.
  bool is_pair_of_names(std::string_view text) const;
  Result pair();
  Result root();
  Result exponential();
  Result called(std::string name, std::size_t first, Expression inside) const;
  Result call();
  // "ln 2", with nothing behind it that the logarithm might be of as well.
  Result bare_number();
  // Temperature divides the scores; an axis is the last, or nothing is known.
  bool arguments(Expression& call);
  bool named_argument(Expression& call);

  // How deep a formula is nested, counted while it is being read.
  class Deeper {
   public:
    explicit Deeper(int& depth) : depth_(++depth) {}
    ~Deeper() { --depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;

   private:
    int& depth_;
  };
  static constexpr int kDeepest = 100;   // brackets, roots and signs within each other
  static constexpr int kMostPowers = 8;  // and transposes of one atom

  const std::vector<Token>& tokens_;
  const Names& names_;
  std::size_t first_, at_;
  int depth_ = 0;
};

}  // namespace attn
