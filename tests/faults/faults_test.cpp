// Can every claim fail? attn is run with single mistakes in its arithmetic.
#include <doctest/doctest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

using Names = std::set<std::string>;

// The pages whose claims are put to the test; `learn` is not, which trains for minutes.
const std::vector<std::string>& pages() {
  static const std::vector<std::string> kPages{"walkthrough",
                                               "scaling-demo",
                                               "softmax-rows",
                                               "causal-mask",
                                               "tour",
                                               "context",
                                               "order",
                                               "heads",
                                               "block",
                                               "cost",
                                               "memory-table",
                                               "flash-tiling",
                                               "kv-cache",
                                               "ring",
                                               "reading-maps",
                                               "gradients",
                                               "conventions",
                                               "errata",
                                               "attend",
                                               "attend --causal",
                                               "attend --rope pairs",
                                               "diagnose"};
  return kPages;
}

struct Ran {
  int exit_code = -1;
  Names claims = {}, fallen = {};  // "order/relative"
};

void collect(const nlohmann::json& json, const std::string& lesson, Ran& ran) {
  if (json.is_object() && json.value("type", "") == "claim") {
    const std::string name = lesson + '/' + json.at("id").get<std::string>();
    ran.claims.insert(name);
    if (!json.at("holds").get<bool>()) ran.fallen.insert(name);
  }
  if (!json.is_structured()) return;
  for (const auto& child : json) collect(child, lesson, ran);
}

Ran run(const std::string& program, const std::string& page) {
  const std::string command = '\'' + program + "' " + page + " -f json 2>/dev/null </dev/null";
  FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string text;
  char buffer[4096];
  for (std::size_t size; (size = fread(buffer, 1, sizeof buffer, pipe)) > 0;) {
    text.append(buffer, size);
  }
  const int status = pclose(pipe);
  Ran ran;
  if (WIFEXITED(status)) ran.exit_code = WEXITSTATUS(status);
  if (!text.empty()) collect(nlohmann::json::parse(text), page.substr(0, page.find(' ')), ran);
  return ran;
}

struct Faults {
  std::vector<std::string> order = {};
  std::map<std::string, Names> falls = {};
  Names stand = {};
};

Faults read_faults() {
  std::ifstream file(ATTN_TESTS "/faults/faults.txt");
  Faults faults;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string first, name;
    words >> first;
    if (first.empty() || first.front() == '#') continue;
    if (first == "diagnosed:") continue;  // diagnosed_test.cpp
    if (first != "falls:" && first != "stands:") {
      faults.order.push_back(first);
      continue;
    }
    Names& names = first == "stands:" ? faults.stand : faults.falls[faults.order.back()];
    while (words >> name) names.insert(name);
  }
  return faults;
}

}  // namespace

TEST_SUITE_BEGIN("a claim");

TEST_CASE("holds where nothing is wrong, and is known to fall to some mistake") {
  const Faults faults = read_faults();
  Names known = faults.stand, claims;
  for (const auto& [fault, names] : faults.falls) known.insert(names.begin(), names.end());
  for (const std::string& page : pages()) {
    CAPTURE(page);
    const Ran ran = run(ATTN_BINARY, page);
    CHECK(ran.exit_code == 0);
    CHECK(ran.fallen == Names{});
    claims.insert(ran.claims.begin(), ran.claims.end());
  }
  CHECK(claims.size() > 100);
  for (const std::string& claim : claims) {
    CAPTURE(claim);
    CHECK(known.contains(claim));  // or give it a fault in faults.txt
  }
}

TEST_CASE("falls to the mistake that it is about, and the command exits with 1") {
  const Faults faults = read_faults();
  REQUIRE(faults.order.size() > 30);
  for (const std::string& fault : faults.order) {
    CAPTURE(fault);
    REQUIRE(faults.falls.contains(fault));
    const Names& expected = faults.falls.at(fault);
    Names fallen;
    for (const std::string& page : pages()) {
      const std::string prefix = page.substr(0, page.find(' ')) + '/';
      const auto of_page = [&prefix](const std::string& name) { return name.starts_with(prefix); };
      if (std::ranges::none_of(expected, of_page)) continue;
      CAPTURE(page);
      const Ran ran = run(ATTN_FAULTS "/fault_" + fault, page);
      CHECK(ran.exit_code == (ran.fallen.empty() ? 0 : 1));
      fallen.insert(ran.fallen.begin(), ran.fallen.end());
    }
    for (const std::string& name : expected) {
      CAPTURE(name);
      CHECK(fallen.contains(name));
    }
  }
}

TEST_SUITE_END();
