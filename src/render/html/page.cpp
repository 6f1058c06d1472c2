// An HTML page that needs nothing else.
#include <fmt/format.h>

#include "render/html/parts.hpp"
#include "render/number.hpp"

namespace attn::html {

namespace {

constexpr std::string_view kStyle = R"css(
:root { color-scheme: light dark; --ink: #1a1a1a; --paper: #fff; --line: #c8c8c8; --soft: #f4f4f4;
  --good: #00704a; --bad: #b30000; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e4e4; --paper: #161616; --line: #4a4a4a;
  --soft: #232323; --good: #4cc38a; --bad: #ff8080; } }
@media print { :root { --ink: #000; --paper: #fff; --line: #999; --soft: #f4f4f4; --good: #00704a;
  --bad: #b30000; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.05rem/1.55 sans-serif; }
main, footer { max-width: 46rem; margin: auto; padding: 1rem; }
h1, h2, h3, h4 { line-height: 1.2; margin: 2em 0 .6em; break-after: avoid; }
h1 { margin-top: 1em; }
table { border-collapse: collapse; margin: 1.2em auto; font-variant-numeric: tabular-nums;
  font-size: .95em; }
caption { caption-side: top; font-style: italic; padding-bottom: .4em; text-wrap: balance; }
th, td { padding: .2em .6em; text-align: left; vertical-align: top; }
thead th, thead td { border-bottom: 1px solid var(--line); vertical-align: bottom; }
tbody th { font-weight: normal; }
table, figure, pre, aside, math[display="block"] { break-inside: avoid; }
math[display="block"] { margin: 1.2em 0; font-size: 1.1em; }
figure { margin: 1.5em 0; overflow-x: auto; }
figcaption { font-style: italic; text-align: center; }
svg { display: block; margin: auto; max-width: 100%; height: auto; }
pre, code { font-family: ui-monospace, monospace; font-size: .93em; }
pre { background: var(--soft); padding: .8em 1em; overflow-x: auto; white-space: pre-wrap; }
aside { border-left: 3px solid var(--line); padding: .1em 1em; margin: 1.2em 0; }
ul.claims { list-style: none; padding: 0; }
ul.claims .holds { color: var(--good); }
ul.claims .fails { color: var(--bad); }
ul.claims .evidence { opacity: .75; }
dt { margin-top: .6em; break-after: avoid; }
dt, dd, li { break-inside: avoid; }
@media print { div { overflow: visible !important; }
  table { font-size: min(.75em, calc(62em / var(--characters, 1))); }
  th, td { padding: .2em .4em; } }
footer { border-top: 1px solid var(--line); font-size: .9em; opacity: .8; }
)css";

std::string exact_text(const Cell& cell) {
  if (const auto* real = std::get_if<double>(&cell)) return exact(*real);
  if (const auto* whole = std::get_if<Integer>(&cell)) return exact(*whole);
  if (const auto* text = std::get_if<std::string>(&cell)) return *text;
  return "";
}

bool is_set(const Setting& setting) {
  if (std::holds_alternative<Missing>(setting.value)) return false;
  if (const auto* text = std::get_if<std::string>(&setting.value)) return !text->empty();
  const auto* number = std::get_if<Integer>(&setting.value);
  return !setting.is_switch || number == nullptr || *number != 0;
}

// What to set to get this page again.
std::string settings(const Document& document) {
  std::string items;
  for (const Setting& setting : document.settings) {
    if (!is_set(setting)) continue;
    const std::string value = setting.is_switch ? "" : " " + exact_text(setting.value);
    items += fmt::format("{}<code>{}{}</code>", items.empty() ? "" : ", ", escape(setting.name),
                         escape(value));
  }
  if (items.empty()) return "";
  return "<footer>\n<p>Settings: " + items + "</p>\n</footer>\n";
}

}  // namespace

std::string page(const Document& document, std::string_view body) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
      "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n<main>\n{}{}</main>\n{}</body>\n"
      "</html>\n",
      escape(document.title), kStyle, body, saving_fields(document), settings(document));
}

}  // namespace attn::html
