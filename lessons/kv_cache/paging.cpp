// How much memory is lost when each request gets one piece, and how much in pages?
#include <fmt/format.h>

#include <algorithm>

#include "core/costs/cost.hpp"
#include "core/costs/paged_cache.hpp"
#include "lessons/kv_cache/kv_cache.hpp"
#include "lessons/shared/claims.hpp"
#include "lessons/shared/tables.hpp"
#include "support/size.hpp"

namespace attn::lessons::kv_cache {

namespace {

struct Waste {
  Integer used = 0, reserved = 0, paged = 0;  // tokens' worth of memory
};

double percent(Integer part, Integer whole) {
  return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

// In one piece a request must be given all that it may ever need.
Table waste_table(const CachePlan& plan, Waste& sum) {
  const Integer page = plan.options.page;
  Table table{"waste",
              fmt::format("Tokens' worth of memory: one piece of {} a request, or pages of {}",
                          grouped(longest_cache(plan.model)), grouped(page)),
              {{"request", "request", ""},
               {"used", "used", ""},
               {"reserved", "one piece", ""},
               {"lost", "lost", "%", 1},
               {"pages", "pages", ""},
               {"paged", "in pages", ""},
               {"paged_lost", "lost", "%", 2}},
              {}};
  Index number = 1;
  for (const Integer tokens : plan.options.requests) {
    const Integer reserved = longest_cache(plan.model), used = std::min(tokens, reserved);
    const Integer pages = pages_for(used, page), paged = pages * page;
    sum = {sum.used + used, sum.reserved + reserved, sum.paged + paged};
    table.rows.push_back({fmt::format("{}", number++), used, reserved,
                          percent(reserved - used, reserved), pages, paged,
                          percent(paged - used, paged)});
  }
  table.rows.push_back({"all", sum.used, sum.reserved,
                        percent(sum.reserved - sum.used, sum.reserved), sum.paged / page, sum.paged,
                        percent(sum.paged - sum.used, sum.paged)});
  return table;
}

std::string joined(const std::vector<Index>& pages) {
  std::string text;
  for (const Index p : pages) text += fmt::format("{}{}", text.empty() ? "" : ", ", p);
  return text;
}

// The sentence and a second one, growing in turn, in pages of two tokens.
void write_page_table(Page& page, const Steps& steps) {
  constexpr Index kSmall = 2;
  PagedCache keys(kSmall, columns(steps.k)), values(kSmall, columns(steps.v));
  const Index ours = keys.add_sequence(), theirs = keys.add_sequence();
  values.add_sequence();
  values.add_sequence();
  for (Index t = 0; t < steps.count(); ++t) {
    keys.append(ours, row(steps.k, t));
    values.append(ours, row(steps.v, t));
    const Index other = steps.count() - 1 - t;
    keys.append(theirs, row(steps.k, other));
    values.append(theirs, row(steps.v, other));
  }
  Table table{
      "page-table",
      fmt::format("Two sentences that grow in turn, in pages of {} tokens", kSmall),
      {{"sentence", "sentence", ""}, {"pages", "pages of memory", ""}},
      {{"this one", joined(keys.pages_of(ours))}, {"another", joined(keys.pages_of(theirs))}}};
  page.table(std::move(table));
  const Matrix output = attention(steps.q, keys.rows_of(ours), values.rows_of(ours),
                                  {.scale = steps.a.scale, .mask = steps.mask})
                            .output;
  page.claim("paged-equals-contiguous",
             "attention through the page table is attention on a cache in one piece",
             same(output, steps.a.output, tolerance_of(steps)));
}

}  // namespace

void write_paging(Page& page, const CachePlan& plan) {
  Waste sum;
  Table table = waste_table(plan, sum);
  const Integer token = kv_cache_bytes(plan.model.shape, 1);
  const auto count = static_cast<Integer>(plan.options.requests.size());
  page.say(
      "Nobody knows beforehand how long an answer gets. Memory in one piece must be reserved for "
      "the longest; most of it stays empty. Pages, as an operating system has them, are given out "
      "as a sequence grows, wherever there is one free, and a table says where (PagedAttention, "
      "Kwon et al., 2023, arXiv 2309.06180).");
  page.table(std::move(table));
  page.say(
      "At {} a token, one piece each reserves {} for {}, pages take {}. The paper "
      "found 20.4 % to 38.2 % of reserved memory in use in systems before it (section 1).",
      natural_size(token), natural_size(checked_multiply(token, sum.reserved)),
      count == 1 ? "this request" : fmt::format("these {} requests", count),
      natural_size(checked_multiply(token, sum.paged)));
  page.claim("less-than-a-page", "in pages a request loses less than one page",
             check(sum.paged - sum.used <= count * (plan.options.page - 1),
                   "{} tokens lost by {} request{}", grouped(sum.paged - sum.used), count,
                   count == 1 ? "" : "s"));
  write_page_table(page, plan.steps);
}

}  // namespace attn::lessons::kv_cache
