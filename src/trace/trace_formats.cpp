// How is a trace written? For a terminal, for notes in Markdown and LaTeX, and to unfold in HTML.
#include <fmt/format.h>

#include <algorithm>

#include "support/text.hpp"
#include "trace/trace.hpp"

namespace attn {

namespace {

constexpr int kWidth = 80;
constexpr int kFormulaWidth = 58;

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size()) {
    text.replace(at, what.size(), by);
  }
  return text;
}

// A side in pieces of a width, each but the first beginning with its sign.
std::vector<std::string> pieces(const std::string& side, int width) {
  std::vector<std::string> result(1);
  for (std::size_t begin = 0; begin < side.size();) {
    const std::size_t plus = side.find(" + ", begin);
    const std::string term = side.substr(begin, plus == std::string::npos ? plus : plus - begin);
    std::string& last = result.back();
    if (last.empty()) {
      last = term;
    } else if (display_width(last) + display_width(term) + 3 > width) {
      result.push_back("+ " + term);
    } else {
      last += " + " + term;
    }
    if (plus == std::string::npos) break;
    begin = plus + 3;
  }
  return result;
}

std::string drift_of(const Trace& trace) {
  if (trace.drift.empty()) return "";
  return fmt::format("rounded at every step: {}; exactly: {}; drift: {}", trace.carried,
                     trace.exact, trace.drift);
}

std::string as_text(const Trace& trace) {
  std::string text;
  for (const TraceStep& step : trace.steps) {
    const std::string margin(2 * step.depth, ' ');
    text += margin + printable(step.cell) + "\n";
    for (const std::string& side : step.sides) {
      std::string sign = "= ";
      for (const std::string& piece : pieces(side, kWidth - 6 - static_cast<int>(margin.size()))) {
        text += fmt::format("{}  {}{}\n", margin, sign, piece);
        sign = "  ";
      }
    }
    if (!step.remark.empty()) text.insert(text.size() - 1, fmt::format("   ({})", step.remark));
  }
  return text + (trace.drift.empty() ? "" : "\n" + drift_of(trace) + "\n");
}

std::string latex_name(std::string_view cell) {
  std::string name;
  for (const char c : cell) {
    if (std::string_view("&%#_{}$").find(c) != std::string_view::npos) name += '\\';
    name += c == '\\'  ? std::string("\\textbackslash ")
            : c == '^' ? std::string("\\^{}")
            : c == '~' ? std::string("\\~{}")
                       : std::string(1, c);
  }
  return "\\text{" + name + "}";
}

// "2^(1.5 − (−2))" is "2^{1.5 − (−2)}".
std::string with_braced_powers(std::string text) {
  for (std::size_t at = text.find("^("); at != std::string::npos; at = text.find("^(", at + 2)) {
    std::size_t end = at + 2;
    for (int depth = 1; end < text.size(); ++end) {
      depth += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
      if (depth == 0) break;
    }
    if (end == text.size()) break;  // the formula goes on in another line
    text[at + 1] = '{';
    text[end] = '}';
  }
  return text;
}

std::string latex_formula(std::string text) {
  text = with_braced_powers(std::move(text));
  text = replaced(std::move(text), "exp(", "\\exp(");
  text = replaced(std::move(text), "tanh(", "\\tanh(");
  text = replaced(std::move(text), "·", " \\cdot ");
  text = replaced(std::move(text), "−", "-");
  const std::size_t root = text.find("√");
  if (root == std::string::npos) return text;
  return text.substr(0, root) + "\\sqrt{" + text.substr(root + std::string_view("√").size()) + "}";
}

std::string latex_lines(const TraceStep& step) {
  std::string lines = "&" + latex_name(printable(step.cell));
  for (const std::string& side : step.sides) {
    std::string sign = "&= ";
    for (const std::string& piece : pieces(side, kFormulaWidth)) {
      lines += fmt::format(" \\\\\n{}{}", sign, latex_formula(piece));
      sign = "&\\quad ";
    }
  }
  return step.remark.empty() ? lines : lines + fmt::format(" \\quad \\text{{({})}}", step.remark);
}

// One display for each cell, so that pages may break between them.
std::string as_latex(const Trace& trace) {
  std::string text;
  for (const TraceStep& step : trace.steps) {
    text += fmt::format("\\[\n\\begin{{aligned}}\n{}\n\\end{{aligned}}\n\\]\n", latex_lines(step));
  }
  return text + (trace.drift.empty() ? "" : replaced(drift_of(trace), "−", "$-$") + "\n");
}

std::string as_markdown(const Trace& trace) {
  std::string text;
  for (const TraceStep& step : trace.steps) {
    text += fmt::format("$$\n\\begin{{aligned}}\n{}\n\\end{{aligned}}\n$$\n\n", latex_lines(step));
  }
  if (trace.drift.empty()) text.pop_back();
  return text + (trace.drift.empty() ? "" : drift_of(trace) + "\n");
}

std::string html_text(std::string text) {
  text = replaced(std::move(text), "&", "&amp;");
  text = replaced(std::move(text), "<", "&lt;");
  return replaced(std::move(text), ">", "&gt;");
}

std::string as_html(const Trace& trace) {
  std::string text;
  std::size_t open = 0;  // details that are not closed yet
  for (const TraceStep& step : trace.steps) {
    for (; open > step.depth; --open) text += "</details>\n";
    text += fmt::format("<details{}><summary>{} = {}{}</summary>\n", step.depth < 1 ? " open" : "",
                        html_text(printable(step.cell)), step.sides.back(),
                        step.remark.empty() ? "" : fmt::format(" ({})", step.remark));
    ++open;
    if (step.sides.size() < 2) continue;
    text += "<p>";
    for (const std::string& side : step.sides) {
      text += fmt::format("{}= {}", &side == &step.sides.front() ? "" : "<br>\n", side);
    }
    text += "</p>\n";
  }
  for (; open > 0; --open) text += "</details>\n";
  return text + (trace.drift.empty() ? "" : "<p>" + drift_of(trace) + "</p>\n");
}

struct TraceFormat {
  std::string_view name;
  std::string (*write)(const Trace&);
};

constexpr TraceFormat kFormats[] = {
    {"text", as_text}, {"markdown", as_markdown}, {"latex", as_latex}, {"html", as_html}};

}  // namespace

std::vector<std::string> trace_formats() {
  std::vector<std::string> names;
  for (const TraceFormat& format : kFormats) names.emplace_back(format.name);
  return names;
}

std::string trace_as(std::string_view format, const Trace& trace) {
  return std::ranges::find(kFormats, format, &TraceFormat::name)->write(trace);
}

}  // namespace attn
