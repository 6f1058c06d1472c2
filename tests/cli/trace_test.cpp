// Is every line of a trace true, from any number of any lesson down to what was given?
#include "trace/trace.hpp"

#include <doctest/doctest.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <random>

#include "check/check.hpp"
#include "cli/app.hpp"
#include "cli/knobs.hpp"
#include "document/page.hpp"
#include "lessons/traced.hpp"
#include "support/folder.hpp"
#include "trace/provenance.hpp"

using attn::Array;
using attn::CommandLine;
using attn::Document;
using attn::Finding;
using attn::Judgement;
using attn::Outcome;
using attn::PrintedDigits;
using attn::Syntax;
using attn::test::Folder;

namespace {

using Words = std::vector<std::string>;
using Shape = std::vector<std::size_t>;

Outcome run(const Words& arguments) { return attn::run(arguments, {}); }

struct Written {
  std::string format;
  std::optional<Syntax> syntax;
};

const Written kFormats[] = {
    {"text", {}}, {"markdown", Syntax::markdown}, {"latex", Syntax::latex}, {"html", Syntax::html}};

// How many lines hold arithmetic; the check finds all of them right.
std::size_t count_right(const std::string& trace, std::optional<Syntax> syntax) {
  CAPTURE(trace);
  const std::vector<Finding> found = attn::check_notes(trace, syntax, PrintedDigits::round);
  for (const Finding& f : found) {
    CAPTURE(f.text);
    CAPTURE(f.is);
    CAPTURE(f.remark);
    CHECK(f.verdict == Judgement::Verdict::right);
  }
  return found.size();
}

std::string random_cell(const std::string& id, const Shape& shape, std::mt19937& random) {
  std::string cell = id;
  for (const std::size_t length : shape) cell += fmt::format("[{}]", random() % length);
  return cell;
}

Document page_of(const attn::Lesson& lesson) {
  CommandLine line("Options");
  const attn::Writer write = lesson.open(line);
  line.parse({});
  return attn::computed(write());
}

// A tensor as JSON, of normal numbers; of a mask, 0 and 1.
std::string random_json(const Shape& shape, std::size_t axis, bool mask, std::mt19937& random) {
  std::string text = "[";
  for (std::size_t i = 0; i < shape[axis]; ++i) {
    if (i > 0) text += ", ";
    std::normal_distribution<double> normal;
    text += axis + 1 < shape.size() ? random_json(shape, axis + 1, mask, random)
            : mask                  ? fmt::format("{}", random() % 2)
                                    : fmt::format("{}", normal(random));
  }
  return text + "]";
}

// Two sequences of 2 query heads and 1 KV head; 3 queries of width 4, 4 keys.
struct Tensors {
  Shape q, k, v, scores, output;
  Words switches;
};
const Tensors kTensors[] = {
    {{3, 4}, {4, 4}, {4, 2}, {3, 4}, {3, 2}, {}},
    {{3, 8}, {4, 4}, {4, 2}, {2, 3, 4}, {3, 4}, {"--heads", "2", "--kv-heads", "1"}},
    {{2, 3, 8}, {2, 4, 4}, {2, 4, 2}, {2, 2, 3, 4}, {2, 3, 4}, {"--heads=2", "--kv-heads=1"}},
    {{2, 2, 3, 4}, {2, 1, 4, 4}, {2, 1, 4, 2}, {2, 2, 3, 4}, {2, 2, 3, 2}, {}}};

// Words whose FILE stands for a mask or a sink.
const std::vector<Words> kConventions{
    {},
    {"--causal", "--align", "top-left"},
    {"--causal", "--window", "2"},
    {"--softcap", "0.7", "--mask", "MASK", "--mask-means", "hide"},
    {"--softcap", "5", "--mask", "BIAS", "--mask-means", "add", "--causal"},
    {"--scale", "none", "--mask", "BIAS", "--mask-means", "add"},
    {"--scale", "-0.3", "--mask", "MASK", "--mask-means", "keep", "--empty-row", "uniform"},
    {"--sink", "SINK", "--kv-len", "2"},
    {"--rope", "half", "--sink", "SINK", "--softcap", "50"}};

}  // namespace

TEST_SUITE("a trace of a lesson's numbers") {
  TEST_CASE("has each line right, for random cells of every array, in every format") {
    std::mt19937 random(5);
    std::size_t lines = 0;
    for (const attn::Lesson& lesson : attn::contents()) {
      const Document page = page_of(lesson);
      const auto traced = attn::traced_lessons();
      CAPTURE(lesson.name);
      CHECK(attn::is_traceable(page) == (std::ranges::find(traced, lesson.name) != traced.end()));
      for (const Array& array : page.arrays) {
        if (!attn::relation_of(page, array)) continue;
        const Written& written = kFormats[random() % 4];
        const auto digits = static_cast<int>(random() % 7);
        const attn::TraceOptions options{
            .depth = 3, .round = digits > 0 ? std::optional(attn::Integer{digits}) : std::nullopt};
        const std::string cell = random_cell(array.id, array.shape, random);
        CAPTURE(cell);
        lines += count_right(attn::trace_as(written.format, attn::trace(page, cell, options)),
                             written.syntax);
      }
    }
    CHECK(lines > 500);
  }

  TEST_CASE("leads through the heads, masks, caps and sinks of the reader's own tensors") {
    const Folder folder;
    std::mt19937 random(7);
    for (const Tensors& t : kTensors) {
      const auto file = [&](const std::string& name, const Shape& shape, bool mask = false) {
        return folder.file(name, random_json(shape, 0, mask, random));
      };
      const Words files{"--lesson=attend", "--q=" + file("q.json", t.q),
                        "--k=" + file("k.json", t.k), "--v=" + file("v.json", t.v)};
      const std::string mask = file("mask.json", {3, 4}, true), bias = file("bias.json", {3, 4}),
                        sink = file("sink.json", {t.scores.size() > 2 ? 2U : 1U});
      for (Words words : kConventions) {
        for (std::string& word : words) {
          word = word == "MASK" ? mask : word == "BIAS" ? bias : word == "SINK" ? sink : word;
        }
        const auto given = [&words](const std::string& w) {
          return std::ranges::find(words, w) != words.end();
        };
        words.insert(words.end(), t.switches.begin(), t.switches.end());
        words.insert(words.end(), files.begin(), files.end());
        Words arrays{"scores", "scaled", "mask", "weights", "output"};
        if (given("--softcap")) arrays.emplace_back("capped");
        if (given("add")) arrays.emplace_back("visible");
        for (const std::string& array : arrays) {
          const Written& written = kFormats[random() % 4];
          Words all{"trace", random_cell(array, array == "output" ? t.output : t.scores, random),
                    "-f", written.format};
          all.insert(all.end(), words.begin(), words.end());
          const Outcome trace = run(all);
          CAPTURE(fmt::format("{}", fmt::join(all, " ")));
          CHECK(trace.err == "");
          count_right(trace.out, written.syntax);
        }
      }
    }
  }

  TEST_CASE("takes the powers that the page takes") {
    std::mt19937 random(9);
    for (const char* base : {"2", "3"}) {
      for (const Written& written : kFormats) {
        const Words words{
            "trace",   random_cell("weights", {6, 6}, random), "--base", base,
            "--round", fmt::format("{}", 2 + random() % 3),    "-f",     written.format};
        const Outcome trace = run(words);
        CHECK(trace.err == "");
        CHECK(trace.out.find(fmt::format("{}^", base)) != std::string::npos);
        CHECK(count_right(trace.out, written.syntax) > 5);
      }
    }
  }

  TEST_CASE("names the cells of a page in columns as that page does") {
    std::mt19937 random(11);
    for (const char* id : {"q", "scores", "weights", "output"}) {
      const std::size_t row = random() % 6, column = random() % 6;
      const auto trace = [&](std::size_t i, std::size_t j, const char* layout) {
        return run({"trace", fmt::format("{}[{}][{}]", id, i, j), "--layout", layout}).out;
      };
      const std::string rows = trace(row, column, "rows"), turned = trace(column, row, "columns");
      CAPTURE(rows);
      CAPTURE(turned);
      CHECK(rows != turned);
      CHECK(count_right(turned, {}) == count_right(rows, {}));
      const auto last = [](const std::string& text) {
        return text.substr(0, text.find("  = ") + 20);
      };
      CHECK(last(rows).substr(last(rows).find('=')) == last(turned).substr(last(turned).find('=')));
    }
    CHECK(run({"trace", "weights[sat][cat]", "--layout", "columns", "--depth", "1"})
              .out.ends_with("= 0.7507\n"));
  }

  TEST_CASE("shows the cap, the sink and what is hidden") {
    const auto text = [](const Words& more) {
      Words words{"trace", "--lesson", "attend", "--depth", "1"};
      words.insert(words.end(), more.begin(), more.end());
      return run(words).out;
    };
    CHECK(text({"capped[q0][k0]", "--softcap", "5"}) ==
          "capped[q0][k0]\n  = 5·tanh(1 / 5)\n  = 0.9869\n");
    CHECK(text({"weights[q0][k2]", "--causal"}) == "weights[q0][k2]\n  = 0   (hidden)\n");
    CHECK(text({"mask[q0][k2]", "--causal"}) == "mask[q0][k2]\n  = 1   (hidden)\n");
    CHECK(text({"weights[q0][k0]", "--causal", "--align", "top-left", "--kv-len", "0"}) ==
          "weights[q0][k0]\n  = 0   (its row sees no key)\n");
  }

  TEST_CASE("goes down to the queries and keys, which are given") {
    const std::string trace = run({"trace", "output[q0][0]", "--lesson", "attend"}).out;
    CHECK(trace.find("scores[q0][k0]\n        = 1·1 + 0·0 + 1·1 + 0·0\n") != std::string::npos);
    CHECK(trace.find("\n        q[") == std::string::npos);
  }

  TEST_CASE("has as many digits as small numbers need") {
    const Folder folder;
    const Words files{"--q=" + folder.file("q.json", "[[0.001, 0.002]]"),
                      "--k=" + folder.file("k.json", "[[0.003, 0.002]]"),
                      "--v=" + folder.file("v.json", "[[1]]")};
    Words words{"trace", "scores[q0][k0]", "--lesson=attend"};
    words.insert(words.end(), files.begin(), files.end());
    CHECK(run(words).out == "scores[q0][k0]\n  = 0.001·0.003 + 0.002·0.002\n  = 0.000007\n");
  }
}

TEST_SUITE("attn trace") {
  TEST_CASE("names the arrays that can be traced where no steps are known") {
    const Outcome heads = run({"trace", "w_o[0][0]", "--lesson", "heads"});
    CHECK(heads.code == 2);
    CHECK(heads.out.empty());
    CHECK(heads.err ==
          "attn: \"w_o\" of heads is given, and no steps lead to it; traced are q, k, v, scores, "
          "scaled, weights, output, multi_head_output\n");
  }

  TEST_CASE("names the lessons that can be traced where none of the numbers can") {
    const Outcome cost = run({"trace", "x[0][0]", "--lesson", "cost"});
    CHECK(cost.code == 2);
    CHECK(
        cost.err.starts_with("attn: --lesson: no steps are known for the numbers of cost; "
                             "traced are walkthrough, "));
  }

  TEST_CASE("writes Markdown's equations as the pages do, between two dollar signs") {
    const Outcome notes = run({"trace", "weights[0][0]", "--depth", "1", "-f", "markdown"});
    CHECK(notes.out.starts_with("$$\n\\begin{aligned}\n"));
    CHECK(notes.out.ends_with("\\end{aligned}\n$$\n"));
  }
}
