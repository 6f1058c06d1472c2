// Do a lesson's knobs take what is written, and keep their defaults otherwise?
#include "cli/knobs.hpp"

#include <doctest/doctest.h>

#include "support/error.hpp"

namespace {

using attn::Integer;

struct Values {
  bool causal = false;
  Integer dim = 8;
  std::optional<Integer> heads;
  double gap = 1.0;
  std::optional<double> scale;
  std::string dtype = "fp32", seed = "0";
  std::optional<std::string> focus;
  std::vector<Integer> sizes{8, 512};
  std::vector<double> sweep{0.5, 2.0};
  std::vector<std::string> scores;
};

// Every kind of knob, and what is left after the arguments are read.
struct Knobs {
  Values values;
  attn::CommandLine line{"Options"};
  attn::Arguments arguments;

  explicit Knobs(const std::vector<std::string>& given = {}) {
    line.flag("--causal", values.causal, "Hide the future");
    line.count("--dim", values.dim, 1, 4096, "Width");
    line.count("--heads", values.heads, 1, 64, "Heads");
    line.real("--gap", values.gap, 0.0, 1000.0, "Distance");
    line.real("--scale", values.scale, -10.0, 10.0, "Scale");
    line.choice("--dtype", values.dtype, {"fp16", "fp32"}, "Type");
    line.text("--seed", values.seed, "DIGITS", "Seed");
    line.text("-w,--focus", values.focus, "WORD", "Word");
    line.counts("--n", values.sizes, 1, 4096, "Sizes");
    line.reals("--sweep", values.sweep, 0.0, 10.0, "Sweep");
    line.texts("--scores", values.scores, "ROW", "Scores");
    arguments = line.parse(given);
  }
};

Values values(const std::vector<std::string>& given) { return Knobs(given).values; }

std::string refusal(const std::vector<std::string>& given) {
  try {
    Knobs knobs(given);
  } catch (const attn::Error& e) {
    return e.what();
  }
  return "accepted";
}

attn::Cell setting(const Knobs& knobs, std::string_view name) {
  for (const attn::Setting& setting : knobs.line.settings()) {
    if (setting.name == name) return setting.value;
  }
  FAIL("no such setting");
  return {};
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_SUITE("a knob") {
  TEST_CASE("keeps its default when it is not given") {
    const Values v = values({});
    CHECK_FALSE(v.causal);
    CHECK(v.dim == 8);
    CHECK_FALSE(v.heads.has_value());
    CHECK(v.gap == 1.0);
    CHECK(v.sizes == std::vector<Integer>{8, 512});
    CHECK(v.seed == "0");
  }

  TEST_CASE("takes the next argument, or what follows an equals sign") {
    CHECK(values({"--dim", "4"}).dim == 4);
    CHECK(values({"--dim=4"}).dim == 4);
    CHECK(values({"--gap", "0.25"}).gap == 0.25);
    CHECK(values({"--dtype", "fp16"}).dtype == "fp16");
    CHECK(values({"--heads", "3"}).heads == Integer{3});
    CHECK(values({"--scale=-2"}).scale == -2.0);
  }

  TEST_CASE("may have a short name") {
    CHECK(values({"-w", "mat"}).focus == "mat");
    CHECK(values({"-wmat"}).focus == "mat");
    CHECK(values({"--focus", "mat"}).focus == "mat");
  }

  TEST_CASE("takes the next argument whatever it looks like") {
    CHECK(values({"--seed", "-1"}).seed == "-1");
    CHECK(values({"--seed", "--dim"}).seed == "--dim");
    CHECK(values({"--seed", "--"}).seed == "--");
    CHECK(values({"--seed", "--focus="}).seed == "--focus=");
    CHECK(values({"--seed", "a=b"}).seed == "a=b");
    CHECK(values({"--seed=--dim=3"}).seed == "--dim=3");
    CHECK(values({"--scores", "[1,2]"}).scores == Texts{"[1,2]"});
  }

  TEST_CASE("may be the empty text") {
    CHECK(values({"--focus", ""}).focus == "");
    CHECK(values({"--focus=", "--causal"}).focus == "");
    CHECK(values({"--focus=", "--causal"}).causal);
  }

  TEST_CASE("that is a list replaces its default, repeated or joined by commas") {
    CHECK(values({"--n", "4"}).sizes == std::vector<Integer>{4});
    CHECK(values({"--n", "4,5", "--n=6"}).sizes == std::vector<Integer>{4, 5, 6});
    CHECK(values({"--sweep", "1,2.5"}).sweep == std::vector<double>{1.0, 2.5});
  }

  TEST_CASE("that is a list does not swallow what stands after its value") {
    const Knobs knobs({"--n", "4", "notes.md"});
    CHECK(knobs.arguments.operands == Texts{"notes.md"});
  }

  TEST_CASE("of texts takes each value whole") {
    CHECK(values({"--scores", "1,0", "--scores", "2,1"}).scores == Texts{"1,0", "2,1"});
  }

  TEST_CASE("is refused with its name, the value and what would work") {
    CHECK(refusal({"--dim", "0"}) == "--dim: 0 is out of range; use 1 to 4096");
    CHECK(refusal({"--dim", "010x"}) == "--dim: \"010x\" is not a whole number; use 1 to 4096");
    CHECK(refusal({"--gap", "nan"}) == "--gap: \"nan\" is not a number; use 0 to 1000");
    CHECK(refusal({"--n", "8,,9"}) == "--n: \"\" is not a whole number; use 1 to 4096");
    CHECK(refusal({"--dtype", "fp15"}) ==
          "--dtype: \"fp15\" is none of fp16, fp32; did you mean fp16?");
  }

  TEST_CASE("without a value is refused") {
    CHECK(refusal({"--dim"}) == "--dim needs a value: --dim N");
    CHECK(refusal({"--causal", "-w"}) == "-w needs a value: --focus WORD");
  }

  TEST_CASE("that is a switch takes no value") {
    CHECK(values({"--causal"}).causal);
    CHECK(values({"--causal", "--causal"}).causal);
    for (const char* text : {"--causal=yes", "--causal=false", "--causal=2"}) {
      CHECK(refusal({text}) == "--causal is a switch and takes no value");
    }
  }

  TEST_CASE("that takes one value is refused when it is given twice") {
    CHECK(refusal({"--dim", "4", "--dim", "4"}) == "--dim takes one value, and 2 are given");
  }

  TEST_CASE("is not abbreviated, and its name's case counts") {
    CHECK(refusal({"--foc", "mat"}) == "unknown option --foc; did you mean --focus?");
    CHECK(refusal({"--Dim=3"}) == "unknown option --Dim; did you mean --dim?");
  }

  TEST_CASE("is left alone when help is asked for") {
    const Knobs knobs({"--dim", "0", "--zebra", "-h"});
    CHECK(knobs.arguments.help);
    CHECK(knobs.values.dim == 8);
  }
}

TEST_SUITE("a choice") {
  enum class Units { iec, si };

  TEST_CASE("gives the value that its word stands for") {
    Units units = Units::iec;
    attn::CommandLine line("Options");
    line.choice("--units", units, {{"iec", Units::iec}, {"si", Units::si}}, "Units");
    CHECK(line.sections().front().options.front().default_text == "iec");
    line.parse({"--units", "si"});
    CHECK(units == Units::si);
    CHECK_THROWS_WITH_AS(line.parse({"--units", "metric"}),
                         "--units: \"metric\" is none of iec, si", attn::Error);
    CHECK(units == Units::si);
  }

  TEST_CASE("has a word for its default, unless it is an optional without one") {
    Units units = Units::iec;
    std::optional<Units> none;
    attn::CommandLine line("Options");
    CHECK_THROWS_AS(line.choice("--units", units, {{"si", Units::si}}, "Units"), std::logic_error);
    line.choice("--perhaps", none, {{"si", Units::si}}, "Units");
    CHECK(line.sections().front().options.front().default_text.empty());
  }
}

TEST_SUITE("operands") {
  TEST_CASE("are what is neither an option nor its value") {
    CHECK(Knobs({"a", "--causal", "-", "b"}).arguments.operands == Texts{"a", "-", "b"});
  }

  TEST_CASE("are all that follows two dashes") {
    CHECK(Knobs({"a", "--", "--dim", "-x", "--"}).arguments.operands ==
          Texts{"a", "--dim", "-x", "--"});
  }

  TEST_CASE("do not begin with a dash otherwise") {
    CHECK(refusal({"-5"}) == "unknown option -5; --help lists those that there are");
  }
}

TEST_SUITE("the settings of a page") {
  TEST_CASE("are the values in force, defaults included, typed") {
    const Knobs knobs({"--dim", "4", "--causal", "--n", "1,2"});
    CHECK(std::get<Integer>(setting(knobs, "--dim")) == 4);
    CHECK(std::get<Integer>(setting(knobs, "--causal")) == 1);
    CHECK(std::get<double>(setting(knobs, "--gap")) == 1.0);
    CHECK(std::get<std::string>(setting(knobs, "--n")) == "1,2");
    CHECK(std::get<std::string>(setting(knobs, "--sweep")) == "0.5,2");
    CHECK(std::get<std::string>(setting(knobs, "--seed")) == "0");
    CHECK(std::holds_alternative<attn::Missing>(setting(knobs, "--heads")));
    CHECK(std::holds_alternative<attn::Missing>(setting(knobs, "--focus")));
  }

  TEST_CASE("are those of the first section only") {
    attn::CommandLine line("Own");
    bool own = false, shared = false;
    line.flag("--own", own, "");
    line.section("Shared");
    line.flag("--shared", shared, "");
    REQUIRE(line.settings().size() == 1);
    CHECK(line.settings().front().name == "--own");
  }
}
