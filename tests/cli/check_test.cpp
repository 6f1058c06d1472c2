// Is attn right by its own check? Its book.
#include "check/check.hpp"

#include <doctest/doctest.h>

#include "cli/app.hpp"

using attn::Finding;
using attn::Judgement;
using attn::Outcome;
using attn::PrintedDigits;
using attn::Syntax;

namespace {

Outcome run(const std::vector<std::string>& arguments) { return attn::run(arguments, {}); }

// How many findings there are; none is wrong.
std::size_t count_checked(const std::string& text, std::optional<Syntax> syntax) {
  const std::vector<Finding> found = attn::check_notes(text, syntax, PrintedDigits::round);
  for (const Finding& f : found) {
    CAPTURE(f.text);
    CAPTURE(f.is);
    CAPTURE(f.remark);
    const bool right = f.verdict == Judgement::Verdict::right;
    CHECK((right || f.verdict == Judgement::Verdict::unsure));
  }
  return found.size();
}

}  // namespace

TEST_SUITE("attn, by its own check,") {
  TEST_CASE("has nothing wrong in its book, in any format of notes") {
    const Outcome book = run(
        {"book", "-f", "text", "-o", "-", "-o", "book.md", "-o", "book.tex", "-o", "book.html"});
    REQUIRE(book.files.size() == 3);
    CHECK(count_checked(book.out, {}) > 10);
    CHECK(count_checked(book.files[0].bytes, Syntax::markdown) > 10);
    CHECK(count_checked(book.files[1].bytes, Syntax::latex) > 10);
    CHECK(count_checked(book.files[2].bytes, Syntax::html) > 10);
  }
}
