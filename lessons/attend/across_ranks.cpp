// What is said of tensors that no single process holds?
#include <fmt/format.h>

#include "attend/across_ranks.hpp"
#include "kernel/instruction_set.hpp"
#include "lessons/attend/attend.hpp"
#include "lessons/shared/claims.hpp"

namespace attn::lessons::attend {

namespace {

constexpr const char* kTitle = "Attention on your own tensors, across ranks";
constexpr double kMebi = 1024.0 * 1024.0;

// "0–24, 175–199"
std::string pieces_text(const std::vector<Index>& rows) {
  std::string text;
  for (Index i = 0; i + 1 < rows.size(); i += 2) {
    text += fmt::format("{}{}–{}", i > 0 ? ", " : "", grouped(Integer{rows[i]}),
                        grouped(Integer{rows[i + 1]}));
  }
  return text;
}

Table tensors_table(const AcrossRanks& a) {
  Table table{
      "tensors",
      "The tensors: rows × heads × components",
      {{"tensor", "", ""}, {"rows", "rows", ""}, {"heads", "heads", ""}, {"width", "width", ""}},
      {}};
  table.rows.push_back({"queries", Integer{a.n}, Integer{a.heads}, Integer{a.d_k}});
  table.rows.push_back({"keys", Integer{a.n}, Integer{a.kv_heads}, Integer{a.d_k}});
  table.rows.push_back({"values", Integer{a.n}, Integer{a.kv_heads}, Integer{a.d_v}});
  table.rows.push_back({"output", Integer{a.n}, Integer{a.heads}, Integer{a.d_v}});
  return table;
}

double theory(const AcrossRanks& a) {
  return static_cast<double>(a.n * a.kv_heads * (a.d_k + a.d_v) * (a.ranks.size() - 1)) *
         sizeof(float);
}

Document written(const AcrossRanks& a) {
  Page page{"attend", kTitle};
  page.say(
      "mpirun has started {} ranks. Each reads its own rows of the files; keys and values go round "
      "in a ring, and the tiled kernel computes on every rank in float32 and {} instructions (attn "
      "ring shows how). No rank holds more than its share, and what is coming.",
      a.ranks.size(), kernel::instruction_sets().front()->name);
  page.table(tensors_table(a));
  Table table{"ranks",
              "What each rank has and sends",
              {{"rank", "rank", ""},
               {"rows", "rows", ""},
               {"held", "q, k and v", "MiB", 2},
               {"sent", "sent", "MiB", 2}},
              {}};
  double sent = 0.0;
  for (Index rank = 0; rank < a.ranks.size(); ++rank) {
    const RankShare& share = a.ranks[rank];
    sent += share.sent;
    table.rows.push_back({Integer{rank}, pieces_text(share.rows),
                          share.numbers * sizeof(float) / kMebi, share.sent / kMebi});
  }
  page.table(std::move(table));
  page.claim("kernel-near", "the output is that of sums in float64 over all keys, but for rounding",
             check(a.error.difference <= a.error.bound,
                   "in {} rows from the first to the last, at most {} off, where rounding to "
                   "float32 may come to {}",
                   a.error.rows, tiny(a.error.difference), tiny(a.error.bound)));
  page.claim("sent-in-theory", "the ranks send every key and value p − 1 times",
             check(sent == theory(a), "{:.0f} bytes, against {:.0f}", sent, theory(a)));
  if (a.saved)
    page.say("The output is in {}, float32, every rank's rows in their place.", *a.saved);
  return std::move(page).finish();
}

Document announced(Index ranks) {
  Document page{.lesson = "attend", .title = kTitle, .settings = {}, .blocks = {}, .arrays = {}};
  announce_table(page, "tensors", {"queries", "keys", "values", "output"});
  std::vector<std::string> labels;
  for (Index rank = 0; rank < ranks; ++rank) labels.push_back(std::to_string(rank));
  announce_table(page, "ranks", labels);
  for (const char* id : {"kernel-near", "sent-in-theory"}) announce<Claim>(page, id);
  return page;
}

}  // namespace

Written write_across_ranks(const TensorOptions& options) {
  constexpr Index kLabels = 1024;  // more ranks than that have no row of their own to ask for
  refuse_across_ranks(options);
  return PageJob{announced(kLabels),
                 [options] { return written(attend_across_ranks(all_ranks(), options)); }};
}

}  // namespace attn::lessons::attend
