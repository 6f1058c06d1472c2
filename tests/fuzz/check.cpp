// Does the check of arithmetic survive any notes, and the name of a number any words?
#include <array>
#include <cstdlib>
#include <string>

#include "check/check.hpp"
#include "check/findings.hpp"
#include "check/fix.hpp"
#include "fuzz/targets.hpp"
#include "support/error.hpp"
#include "trace/trace.hpp"

namespace attn {

namespace {

// What is said of notes names a place in them, and no control character but the ends of its lines.
void check_report(std::string_view bytes, std::optional<Syntax> syntax, PrintedDigits digits) {
  const CheckedFile file{"notes", check_notes(bytes, syntax, digits)};
  for (const Finding& f : file.findings) {
    const bool ordered = f.line < f.end_line || (f.line == f.end_line && f.column <= f.end_column);
    if (f.line == 0 || f.column == 0 || f.end_line > bytes.size() + 1 || !ordered) std::abort();
  }
  const std::string text = findings_as_text({file}, {.list = true, .explain = true, .width = 40});
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20 && c != '\n') std::abort();
  }
  if (findings_as_json({file}).empty()) std::abort();
  findings_as_annotations({file});
  mended(bytes, syntax, digits);
}

}  // namespace

void fuzz_check(std::string_view bytes) {
  check_report(bytes, {}, PrintedDigits::either);
  check_report(bytes, Syntax::markdown, PrintedDigits::round);
  check_report(bytes, Syntax::latex, PrintedDigits::truncate);
  check_report(bytes, Syntax::html, PrintedDigits::either);
}

void fuzz_cell(std::string_view bytes) {
  static const Document page{
      .lesson = "test",
      .title = "",
      .settings = {},
      .blocks = {},
      .arrays = {{"weights", {2, 2}, {0.5, 0.5, 0.25, 0.75}, {"a", "b"}, {"a", "a"}},
                 {"v", {2, 1}, {1.0, 3.0}, {"a", "b"}, {}},
                 {"output", {2, 1}, {2.0, 2.5}, {"a", "b"}, {}},
                 {"none", {0, 2}, {}, {}, {}},
                 {"line", {2}, {1.0, 2.0}, {}, {}}}};
  try {
    const Trace found = trace(page, bytes, {.depth = 2, .round = 2});
    for (const std::string& format : trace_formats()) {
      if (trace_as(format, found).empty()) std::abort();
    }
  } catch (const Error& error) {
    if (std::string_view(error.what()).find('\n') != std::string_view::npos) std::abort();
  }
}

}  // namespace attn
