// What kinds of claims are there? One row each, in kinds.cpp: how it is found, and how judged.
#pragma once

#include <optional>

#include <string_view>
#include <vector>

#include "check/claims/judgement.hpp"
#include "check/claims/logical_line.hpp"
#include "check/claims/ratios.hpp"
#include "check/claims/statement.hpp"
#include "check/claims/symbol_table.hpp"
#include "check/claims/tables.hpp"

namespace attn {

struct LineOfNotes {
  std::string_view text;  // all of the notes, normalised
  const std::vector<Token>& tokens;
  const LineContext& context;
};

// What the lines before it left to the finders.
struct Earlier {
  Names names = {};
  Sizes sizes = {};
  Tables tables = {};
  std::optional<Expression> logits = {};
};

// What the statements before it left to the judges.
struct Judging {
  std::string_view text;
  PrintedDigits digits;
  SymbolTable& symbols;
  bool rests = false;  // the notes speak of Z_5, or of what is left of a division
};

struct ClaimKind {
  Statement::Kind kind;
  std::vector<Statement> (*find)(const LineOfNotes&, Earlier&);
  std::optional<Judgement> (*judge)(const Statement&, Judging&);
};

std::vector<Statement> find_chains(const LineOfNotes& line, Earlier& earlier);
std::optional<Judgement> judge_chain(const Statement& chain, Judging& judging);

// Chains as well, whose two members stand on lines of their own.
std::vector<Statement> find_labelled_softmax(const LineOfNotes& line, Earlier& earlier);

std::vector<Statement> find_columns(const LineOfNotes& line, Earlier& earlier);

std::vector<Statement> find_ratios(const LineOfNotes& line, Earlier& earlier);
std::optional<Judgement> judge_ratio(const Statement& ratio, Judging& judging);

std::vector<Statement> find_savings(const LineOfNotes& line, Earlier& earlier);
std::optional<Judgement> judge_saving(const Statement& saving, Judging& judging);

std::vector<Statement> find_sums_to_one(const LineOfNotes& line, Earlier& earlier);
std::optional<Judgement> judge_sum_of_one(const Statement& sum, Judging& judging);

}  // namespace attn
