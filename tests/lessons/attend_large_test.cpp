// Does attend do as well with what is too large for a page?
#include <doctest/doctest.h>

#include <charconv>
#include <limits>

#include "core/random/generator.hpp"
#include "document/find.hpp"
#include "document/page.hpp"
#include "files/npy.hpp"
#include "lessons/run_lesson.hpp"
#include "support/folder.hpp"

using namespace attn;
using test::Folder;

namespace {

std::string drawn(const Folder& folder, const std::string& name, const std::vector<Index>& shape,
                  unsigned seed) {
  Index count = 1;
  for (const Index length : shape) count *= length;
  std::vector<double> values(count);
  Generator(std::to_string(seed)).fill_normal(values);
  return folder.file(name, npy_bytes(shape, values));
}

Given tensors(const Folder& folder, const std::vector<Index>& q, const std::vector<Index>& k,
              const std::vector<Index>& v) {
  return {{"--q", drawn(folder, "q.npy", q, 1)},
          {"--k", drawn(folder, "k.npy", k, 2)},
          {"--v", drawn(folder, "v.npy", v, 3)}};
}

Given with(Given given, const Given& more) {
  given.insert(given.end(), more.begin(), more.end());
  return given;
}

// The page by the kernel, and how far its output lies from float64's steps.
struct Compared {
  bool by_kernel, claims_hold;
  double distance;
};
Compared compared(const Given& given, const Given& more) {
  const Document steps = run_lesson("attend", with(given, more));
  const Document fast = run_lesson("attend", with(with(given, more), {{"--dtype", "float32"}}));
  const Array& a = find_array(steps, "output");
  const Array& b = find_array(fast, "output");
  REQUIRE(a.shape == b.shape);
  double distance = 0.0;
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    const double off = std::abs(a.values[i] - b.values[i]);
    const bool both_nan = std::isnan(a.values[i]) && std::isnan(b.values[i]);
    if (!both_nan && !(off <= distance)) distance = off;
  }
  const auto is_kernel = [](const Block& block) {
    const Claim* claim = std::get_if<Claim>(&block);
    return claim != nullptr && claim->id == "kernel-near";
  };
  return {std::ranges::any_of(fast.blocks, is_kernel), all_claims_hold(fast), distance};
}

std::vector<std::string> ids_of(const Document& page) {
  std::vector<std::string> ids;
  for (const Block& block : page.blocks) {
    std::visit(
        [&ids](const auto& b) {
          if constexpr (requires { b.id; }) {
            if (!b.id.empty()) ids.push_back(b.id);
          }
        },
        block);
  }
  for (const Array& array : page.arrays) ids.push_back(array.id);
  return ids;
}

}  // namespace

TEST_SUITE("attend, of what is too large for a page,") {
  TEST_CASE("has the kernel compute the output in float32, under every convention that it knows") {
    const Folder folder;
    const Given square = tensors(folder, {40, 6}, {40, 6}, {40, 5});
    const std::vector<Given> known{
        {}, {{"--causal", ""}}, {{"--scale", "0.1"}}, {{"--scale", "-3"}}, {{"--rope", "half"}}};
    for (const Given& options : known) {
      const Compared c = compared(square, options);
      CHECK(c.by_kernel);
      CHECK(c.claims_hold);
      CHECK(c.distance < 2e-6);
    }
  }

  TEST_CASE("has it mind the causal diagonal, shared heads, several sequences and a cache") {
    const Folder folder;
    const Given long_keys = tensors(folder, {2, 4, 20, 3}, {2, 2, 33, 3}, {2, 2, 33, 4});
    for (const char* align : {"bottom-right", "top-left"}) {
      const Compared c = compared(long_keys, {{"--causal", ""}, {"--align", align}});
      CHECK(c.by_kernel);
      CHECK(c.distance < 2e-6);
    }
    const Given side_by_side = tensors(folder, {25, 8}, {25, 4}, {25, 2});
    CHECK(compared(side_by_side, {{"--heads", "4"}, {"--kv-heads", "2"}}).distance < 2e-6);
    const Given cached = with(tensors(folder, {30, 4}, {30, 4}, {30, 4}),
                              {{"--past-k", drawn(folder, "pk.npy", {7, 4}, 4)},
                               {"--past-v", drawn(folder, "pv.npy", {7, 4}, 5)},
                               {"--causal", ""}});
    for (const char* align : {"bottom-right", "top-left"}) {
      const Compared c = compared(cached, {{"--align", align}});
      CHECK(c.by_kernel);
      CHECK(c.distance < 2e-6);
    }
  }

  TEST_CASE("has it hide keys, bend scores and add sinks") {
    const Folder folder;
    const Given given = tensors(folder, {2, 4, 30, 4}, {2, 2, 30, 4}, {2, 2, 30, 3});
    const std::string sink = drawn(folder, "sink.npy", {4}, 6);
    for (const Given& options :
         {Given{{"--window", "3"}},
          Given{{"--window", "7"}, {"--causal", ""}, {"--align", "top-left"}},
          Given{{"--softcap", "2"}}, Given{{"--kv-len", "9,20"}}, Given{{"--sink", sink}},
          Given{{"--kv-len", "9"}, {"--causal", ""}, {"--empty-row", "nan"}},
          Given{{"--kv-len", "9"}, {"--causal", ""}, {"--empty-row", "uniform"}},
          Given{{"--causal", ""}, {"--softcap", "0.5"}, {"--sink", sink}, {"--kv-len", "25,17"}}}) {
      const Compared c = compared(given, options);
      CHECK(c.by_kernel);
      CHECK(c.claims_hold);
      CHECK(c.distance < 2e-6);
    }
  }

  TEST_CASE("has it mind a mask of every shape and meaning") {
    const Folder folder;
    const Given given = tensors(folder, {2, 4, 20, 4}, {2, 2, 30, 4}, {2, 2, 30, 3});
    for (const std::vector<Index>& shape :
         {std::vector<Index>{30}, {20, 1}, {20, 30}, {4, 1, 1}, {2, 1, 20, 30}, {2, 4, 20, 30}}) {
      Index count = 1;
      for (const Index length : shape) count *= length;
      std::vector<double> truths(count), numbers(count);
      Generator("8").fill_normal(numbers);
      for (Index i = 0; i < count; ++i) truths[i] = numbers[i] > 0.5 ? 1.0 : 0.0;
      for (Index i = 0; i < count; i += 3) numbers[i] = i % 2 == 0 ? -1e9 : -3e38;
      numbers[count - 1] = -std::numeric_limits<double>::infinity();
      const std::string truth = folder.file("truth.npy", npy_bytes(shape, truths));
      const std::string bias = folder.file("bias.npy", npy_bytes(shape, numbers));
      for (const Given& options : {Given{{"--mask", truth}, {"--mask-means", "hide"}},
                                   Given{{"--mask", truth}, {"--mask-means", "keep"}},
                                   Given{{"--mask", bias}, {"--mask-means", "add"}}}) {
        const Compared c = compared(given, options);
        // A row of which all is pushed down by 10⁹ is for the steps.
        CHECK(c.by_kernel == (options[0].second == truth || shape.back() == 30));
        CHECK(c.claims_hold);
        if (c.by_kernel) CHECK(c.distance < 2e-6);
      }
    }
  }

  TEST_CASE("goes step by step where all that a query sees is pushed out of float32's sight") {
    const Folder folder;
    const Given given = tensors(folder, {30, 4}, {30, 4}, {30, 4});
    std::vector<double> padding(30);
    std::fill_n(padding.begin(), 5, -3.4028234663852886e38);
    const Given options{
        {"--mask", folder.file("m.npy", npy_bytes(std::vector<Index>{30}, padding))},
        {"--mask-means", "add"}};
    CHECK(compared(given, options).by_kernel);
    const Compared causal = compared(given, with(options, {{"--causal", ""}}));
    CHECK_FALSE(causal.by_kernel);
    CHECK(causal.claims_hold);
  }

  TEST_CASE("goes step by step where the kernel would add up to more than float32 holds") {
    const Folder folder;
    const std::vector<Index> shape{30, 4};
    const std::string zeros = folder.file("q.npy", npy_bytes(shape, std::vector<double>(120)));
    const std::string huge = folder.file("v.npy", npy_bytes(shape, std::vector<double>(120, 1e38)));
    const Document page = run_lesson(
        "attend", {{"--q", zeros}, {"--k", zeros}, {"--v", huge}, {"--dtype", "float32"}});
    for (const double x : find_array(page, "output").values) CHECK(x == doctest::Approx(1e38));
  }

  TEST_CASE("writes an array line by line, in as many digits as its precision needs") {
    const Folder folder;
    const Given given = tensors(folder, {100, 3}, {70, 3}, {70, 2});
    const Document page = run_lesson("attend", with(given, {{"--dtype", "float32"}}));
    const auto stream = std::ranges::find(page.streams, "weights", &Stream::id);
    REQUIRE(stream != page.streams.end());
    std::string text;
    stream->write([&text](std::string_view piece) {
      text += piece;
      return true;
    });
    CHECK(std::ranges::count(text, '\n') == 100);
    const std::vector<double>& weights = find_array(page, "weights").values;
    const char* at = text.data();
    for (std::size_t i = 0; i < weights.size(); ++i) {
      float number = 0.0F;
      at = std::from_chars(at, text.data() + text.size(), number).ptr;
      CHECK(static_cast<double>(number) == weights[i]);
      CHECK(*at++ == (i % 70 == 69 ? '\n' : ','));
    }
    std::size_t pieces = 0;
    stream->write([&pieces](std::string_view) { return ++pieces > 1; });
    CHECK(pieces == 1);
  }

  TEST_CASE("tells before the work what the page will hold") {
    const Folder folder;
    const Written written =
        open_with("attend", tensors(folder, {1010, 100}, {1010, 100}, {1010, 2}));
    const auto* job = std::get_if<PageJob>(&written);
    REQUIRE(job != nullptr);
    std::vector<std::string> known = ids_of(job->announced);
    std::erase(known, "hidden-weightless");  // which shows only where a key is hidden
    CHECK(known == ids_of(job->compute()));
  }
}
