// Does attend take the reader's tensors as they are, say what goes wrong, and save what it shows?
#include <doctest/doctest.h>

#include "core/onnx.hpp"
#include "document/find.hpp"
#include "files/npy.hpp"
#include "lessons/run_lesson.hpp"
#include "support/error.hpp"
#include "support/folder.hpp"

using namespace attn;
using test::Folder;

namespace {

std::string message(Given given) {
  try {
    run_lesson("attend", std::move(given));
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

// Queries, keys and values of JSON text.
Given tensors(const Folder& folder, const std::string& q, const std::string& k,
              const std::string& v) {
  return {{"--q", folder.file("q.json", q)},
          {"--k", folder.file("k.json", k)},
          {"--v", folder.file("v.json", v)}};
}

Given with(Given given, const Given& more) {
  given.insert(given.end(), more.begin(), more.end());
  return given;
}

// ONNX's test of causal attention, 4 queries after no cache and 6 keys, and its output.
Given onnx_causal(const Folder& folder) {
  const OnnxCase onnx = onnx_cases("attention_3d_causal").front();
  REQUIRE(onnx.name == "attention_3d_causal");
  Given given{{"--heads", "3"}, {"--kv-heads", "3"}};
  for (const auto& [option, name] :
       {std::pair{"--q", "Q"}, {"--k", "K"}, {"--v", "V"}, {"--expect", "Y"}}) {
    const Tensor& tensor = onnx.tensor(name);
    given.emplace_back(
        option, folder.file(std::string(name) + ".npy", npy_bytes(tensor.shape, tensor.values)));
  }
  return given;
}

const std::vector<double>& numbers(const Document& page, const char* id) {
  return find_array(page, id).values;
}

}  // namespace

TEST_SUITE("attend, the command,") {
  TEST_CASE("shows an example that a pencil can follow, when nothing is given") {
    const Document page = run_lesson("attend");
    CHECK(numbers(page, "scores") == std::vector<double>{2, 0, 2, 0, 3, 2});
    CHECK(numbers(page, "scaled") == std::vector<double>{1, 0, 1, 0, 1.5, 1});
    CHECK(real_at(find_table(page, "weights"), 0, "c0") == doctest::Approx(0.42232));  // e/(2e+1)
    CHECK(all_claims_hold(page));
  }

  // By the formula in Python: the largest |difference| of softmax(c · q kᵀ) v, c = 1/2, from that
  // with c = 1, and from that where query i sees keys 0 … i.
  TEST_CASE("names what every other convention would change, and by how much") {
    const Document page = run_lesson("attend", {{"--causal", ""}});
    const Table& others = find_table(page, "others");
    std::vector<std::string> switches;
    for (const auto& row : others.rows) switches.push_back(std::get<std::string>(row[1]));
    CHECK(switches == std::vector<std::string>{"--scale none", "--align top-left",
                                               "--dtype float32", "--dtype float16"});
    CHECK(real_at(others, 0, "change") == doctest::Approx(1.4973849934787768).epsilon(1e-12));
    CHECK(real_at(others, 1, "change") == doctest::Approx(2.6894142136999513).epsilon(1e-12));
    CHECK(real_at(others, 2, "change") < 1e-5);
    CHECK(real_at(others, 3, "change") < 1e-1);
    CHECK(real_at(others, 3, "change") > real_at(others, 2, "change"));
  }

  TEST_CASE("finds the convention that gives another program's numbers") {
    const Folder folder;
    const Document page = run_lesson("attend", with(onnx_causal(folder), {{"--causal", ""}}));
    const Table& others = find_table(page, "others");
    for (std::size_t i = 0; i < others.rows.size(); ++i) {
      const bool it = std::get<std::string>(others.rows[i][1]) == "--align top-left";
      CHECK((real_at(others, i, "expected") < 1e-6) == it);
    }
    CHECK(find_claim(page, "expected").holds);
  }

  TEST_CASE("finds the other causal diagonal from the defaults, which have none") {
    const Folder folder;
    const Claim claim = find_claim(run_lesson("attend", onnx_causal(folder)), "expected");
    CHECK(claim.holds);
    CHECK(claim.evidence.starts_with("nearest: --causal --align top-left, "));
  }

  // By hand: the first query sees no key, the second one the first value, the last both alike.
  TEST_CASE("tries rows without a key together with the mask that leaves them none") {
    const Folder folder;
    const Given given =
        tensors(folder, "[[1, 0], [0, 1], [1, 1]]", "[[1, 0], [0, 1]]", "[[1], [2]]");
    const std::string expected = folder.file("o.json", "[[1.5], [1], [1.5]]");
    const Document page = run_lesson("attend", with(given, {{"--expect", expected}}));
    CHECK(find_claim(page, "expected").evidence == "nearest: --causal --empty-row uniform, 0 off");
  }

  TEST_CASE("fails when no convention gives the numbers that were expected") {
    const Folder folder;
    const std::string expected = folder.file("o.json", "[[1, 2], [3, 4]]");
    CHECK_FALSE(all_claims_hold(run_lesson("attend", {{"--expect", expected}})));
  }

  TEST_CASE("calls rows and columns of its arrays as the page calls them") {
    const Document page = run_lesson("attend");
    CHECK(find_array(page, "weights").row_labels == std::vector<std::string>{"q0", "q1"});
    CHECK(find_array(page, "weights").column_labels == std::vector<std::string>{"k0", "k1", "k2"});
    CHECK(find_array(page, "output").row_labels == std::vector<std::string>{"q0", "q1"});
    CHECK(find_array(page, "output").column_labels.empty());
  }

  TEST_CASE("takes heads side by side apart, and puts their outputs side by side again") {
    const Folder folder;
    const Document page = run_lesson(
        "attend", with(tensors(folder, "[[1, 0, 0, 1]]", "[[1, 0], [0, 1]]", "[[1, 2], [3, 4]]"),
                       {{"--heads", "2"}, {"--kv-heads", "1"}, {"--scale", "none"}}));
    CHECK(find_array(page, "weights").shape == std::vector<std::size_t>{2, 1, 2});
    CHECK(find_array(page, "output").shape == std::vector<std::size_t>{1, 4});
    const double high = numbers(page, "weights")[0];  // e / (e + 1)
    CHECK(high == doctest::Approx(0.7310585786));
    CHECK(numbers(page, "output")[0] == doctest::Approx(high + 3 * (1 - high)));
    CHECK(numbers(page, "output")[2] == doctest::Approx(3 * high + (1 - high)));
  }

  TEST_CASE("reads a mask the way that it is told to") {
    const Folder folder;
    const std::string mask = folder.file("m.csv", "0,1,0\n0,0,1\n");
    const auto weights = [&mask](const char* means) {
      return numbers(run_lesson("attend", {{"--mask", mask}, {"--mask-means", means}}), "weights");
    };
    CHECK(weights("hide")[1] == 0.0);
    CHECK(weights("keep")[1] == 1.0);
    CHECK(weights("add")[1] > 0.0);
  }

  TEST_CASE("is defined for no sequence, no query and no key") {
    const Folder folder;
    const std::string none = folder.file("none.npy", npy_bytes(std::vector<Index>{0, 2, 3, 4}, {}));
    CHECK(all_claims_hold(run_lesson("attend", {{"--q", none}, {"--k", none}, {"--v", none}})));
    const std::string rows = folder.file("rows.npy", npy_bytes(std::vector<Index>{0, 3}, {}));
    CHECK(all_claims_hold(run_lesson("attend", {{"--q", rows}, {"--k", rows}, {"--v", rows}})));
    const std::string one =
        folder.file("one.npy", npy_bytes(std::vector<Index>{1, 3}, std::vector<double>{1, 2, 3}));
    const Document page = run_lesson("attend", {{"--q", one}, {"--k", rows}, {"--v", rows}});
    CHECK(numbers(page, "output") == std::vector<double>{0, 0, 0});
  }

  TEST_CASE("summarises what is too large for a page, with where the peaks are") {
    const Folder folder;
    std::vector<double> values(100 * 2, 0.0);
    values[2 * 70] = 50.0;
    const std::string x = folder.file("x.npy", npy_bytes(std::vector<Index>{100, 2}, values));
    const Document page = run_lesson("attend", {{"--q", x}, {"--k", x}, {"--v", x}});
    const Table& peaks = find_table(page, "peaks");
    CHECK(std::get<Integer>(peaks.rows[0][4]) == 70);
    CHECK(std::get<Integer>(peaks.rows[0][5]) == 70);
    CHECK(real_at(peaks, 0, "weight") == doctest::Approx(1.0));
  }

  TEST_CASE("saves arrays that are read back as they are, whole or not at all") {
    const Document page = run_lesson("attend", {{"--save", "folder"}});
    REQUIRE(page.attachments.size() == 8);
    const auto weights =
        std::ranges::find(page.attachments, "folder/weights.npy", &Attachment::path);
    REQUIRE(weights != page.attachments.end());
    std::string bytes;
    weights->write([&bytes](std::string_view piece) {
      bytes += piece;
      return true;
    });
    const Tensor saved = parse_npy(bytes, "weights.npy");
    CHECK(saved.shape == std::vector<Index>{2, 3});
    CHECK(saved.values == numbers(page, "weights"));
  }

  TEST_CASE("never writes over a file that it has read") {
    const Folder folder;
    const std::string mask =
        folder.file("mask.npy", npy_bytes(std::vector<Index>{1, 1}, std::vector<double>{0}));
    CHECK(message({{"--mask", mask}, {"--mask-means", "hide"}, {"--save", folder.path().string()}})
              .find("--save would write over") == 0);
  }

  TEST_CASE("refuses positions that are no numbers") {
    const Folder folder;
    const std::string positions = folder.file("p.csv", "0,1,nan\n");
    CHECK(message({{"--rope", "half"}, {"--positions", positions}}) ==
          "--positions holds nan; give finite numbers");
  }

  TEST_CASE("claims nothing of rows of weights where there is none") {
    const Folder folder;
    const Given none = tensors(folder, "[[1, 2]]", "[[1, 2]]", "[[1, 2]]");
    const Document page = run_lesson("attend", with(none, {{"--kv-len", "0"}}));
    CHECK_THROWS_AS(find_claim(page, "rows-sum"), Error);
    CHECK(find_claim(page, "hidden-weightless").holds);
  }

  TEST_CASE("says which of the tensors does not fit, and what would") {
    const Folder folder;
    const std::string q = "[[1, 2]]", k = "[[1, 2], [3, 4]]";
    const auto said = [&](const Given& given, const Given& more = {}) {
      return message(with(given, more));
    };
    CHECK(message({{"--q", "missing.npy"}}) ==
          "--q, --k and --v go together: give all three, or none of them for the example");
    CHECK(said(tensors(folder, q, "[[1, 2, 3]]", "[[1]]")) ==
          "--k has 3 components a head, and --q has 2; they must agree");
    CHECK(said(tensors(folder, q, k, "[[1]]")) == "--v has 1 rows, and --k has 2; they must agree");
    CHECK(said(tensors(folder, "[1, 2]", k, k)) ==
          "--q, --k and --v have the shapes (2,), (2, 2) and (2, 2); give all three as many "
          "dimensions");
    CHECK(said(tensors(folder, q, k, k), {{"--heads", "3"}}) ==
          "--q: rows of 2 numbers do not divide into 3 heads");
    CHECK(said(tensors(folder, q, k, k), {{"--heads", "1"}, {"--kv-heads", "2"}}) ==
          "--k has 1 components a head, and --q has 2; they must agree");
    CHECK(said(tensors(folder, q, k, k), {{"--kv-len", "3"}}) ==
          "--kv-len 3: there are only 2 keys");
    CHECK(said(tensors(folder, q, k, k), {{"--mask", folder.file("m.csv", "1,0,1")}}) ==
          "--mask needs --mask-means: hide where 1 hides a key, keep where it takes part, add for "
          "numbers to add");
    CHECK(said(tensors(folder, q, k, k),
               {{"--mask", folder.file("m.csv", "1,0,1")}, {"--mask-means", "hide"}}) ==
          "--mask has the shape (1, 3); expected (1, 1, 1, 2) or 1 for any of them, the first ones "
          "left out at will");
    CHECK(said(tensors(folder, q, k, k),
               {{"--mask", folder.file("m.csv", "1,0.5")}, {"--mask-means", "keep"}}) ==
          "--mask holds 0.5; --mask-means hide and keep take 0 and 1; for numbers that are added, "
          "say --mask-means add");
  }
}
