// Is attn right by its own check? Its book, and every line of a trace.
#include "notes/check.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <random>

#include "cli/app.hpp"

using attn::Finding;
using attn::Judgement;
using attn::Outcome;
using attn::PrintedDigits;
using attn::Syntax;

namespace {

Outcome run(const std::vector<std::string>& arguments) { return attn::run(arguments, {}); }

struct Written {
  std::string format;
  std::optional<Syntax> syntax;
};

const Written kFormats[] = {
    {"text", {}}, {"markdown", Syntax::markdown}, {"latex", Syntax::latex}, {"html", Syntax::html}};

// How many findings there are; all are checked to be right, or for a book not to be wrong.
std::size_t count_checked(const std::string& text, std::optional<Syntax> syntax, bool sure) {
  const std::vector<Finding> found = attn::check_notes(text, syntax, PrintedDigits::round);
  for (const Finding& f : found) {
    CAPTURE(f.text);
    CAPTURE(f.is);
    CAPTURE(f.remark);
    const bool right = f.verdict == Judgement::Verdict::right;
    CHECK((right || (!sure && f.verdict == Judgement::Verdict::unsure)));
  }
  return found.size();
}

}  // namespace

TEST_SUITE("attn, by its own check,") {
  TEST_CASE("has nothing wrong in its book, in any format of notes") {
    const Outcome book = run(
        {"book", "-f", "text", "-o", "-", "-o", "book.md", "-o", "book.tex", "-o", "book.html"});
    REQUIRE(book.files.size() == 3);
    CHECK(count_checked(book.out, {}, false) > 10);
    CHECK(count_checked(book.files[0].bytes, Syntax::markdown, false) > 10);
    CHECK(count_checked(book.files[1].bytes, Syntax::latex, false) > 10);
    CHECK(count_checked(book.files[2].bytes, Syntax::html, false) > 10);
  }

  TEST_CASE("has each line of a trace right, from random cells in every format") {
    const std::vector<std::string> arrays{"output", "weights", "scaled", "scores", "q", "v"};
    std::mt19937 random(5);
    for (int round = 0; round < 24; ++round) {
      const std::string& array = arrays[random() % arrays.size()];
      const std::string cell = fmt::format("{}[{}][{}]", array, random() % 3, random() % 4 % 3);
      std::vector<std::string> arguments{"trace", cell, "--seed", std::to_string(random() % 100)};
      if (round % 3 == 1) arguments.emplace_back("--causal");
      if (round % 3 == 2) arguments = {"trace", cell, "--example", "cat-sat"};
      const Written& written = kFormats[round % 4];
      arguments.insert(arguments.end(), {"-f", written.format});
      const int digits = round % 5;
      if (digits > 0) arguments.insert(arguments.end(), {"--round", std::to_string(digits)});
      const Outcome trace = run(arguments);
      CAPTURE(trace.err);
      CAPTURE(trace.out);
      REQUIRE(trace.code == 0);
      // A cell that a mask hides, and one of cat-sat that is the embedding's, have no arithmetic.
      const std::size_t steps = count_checked(trace.out, written.syntax, true);
      CHECK((steps > 0 || trace.out.size() < 200));
    }
  }
}

TEST_SUITE("attn trace") {
  TEST_CASE("names the arrays that can be traced where no steps are known") {
    const Outcome heads = run({"trace", "multi_head_output[0][0]", "--lesson", "heads"});
    CHECK(heads.code == 2);
    CHECK(heads.out.empty());
    CHECK(heads.err ==
          "attn: no steps are known for \"multi_head_output\" of heads; traced are q, k, v, "
          "scores, scaled, weights, output\n");
  }

  TEST_CASE("says of an array that others come from that it is given") {
    const Outcome leaf = run({"trace", "embeddings[0][0]"});
    CHECK(leaf.code == 2);
    CHECK(leaf.out.empty());
    CHECK(leaf.err.starts_with(
        "attn: \"embeddings\" of walkthrough is given, and no steps lead to it; traced are q, "));
  }

  TEST_CASE("writes Markdown's equations as the pages do, between two dollar signs") {
    const Outcome notes = run({"trace", "weights[0][0]", "--depth", "1", "-f", "markdown"});
    CHECK(notes.out.starts_with("$$\n\\begin{aligned}\n"));
    CHECK(notes.out.ends_with("\\end{aligned}\n$$\n"));
  }
}
