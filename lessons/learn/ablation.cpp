// Which heads does a trained model need, and do their maps tell?
#include <fmt/format.h>

#include <algorithm>

#include "core/rows.hpp"
#include "lessons/learn/learn.hpp"
#include "lessons/shared/claims.hpp"

namespace attn::lessons::learn {

namespace {

constexpr Index kAblationSteps = 800;
constexpr double kAblationRate = 3.5e-3;

struct Head {
  HeadPlace place;
  double peak = 0.0;  // the mean of the largest weight of a row
  double lost = 0.0;  // share of right answers that go with it
};

std::vector<Head> examined(const Transformer& model, const Examples& test) {
  const Pass pass = forward(model, test.tokens, test.length);
  const double whole = score(model, test).accuracy;
  std::vector<Head> all;
  for (Index layer = 0; layer < model.shape.layers; ++layer) {
    for (Index head = 0; head < model.shape.heads; ++head) {
      Head one{{layer, head}};
      for (Index s = 0; s < test.sequences(); ++s) {
        const Vector peaks = row_max(pass.weights(layer, head, s, model.shape.heads));
        for (const double peak : peaks) {
          one.peak += peak / static_cast<double>(peaks.size() * test.sequences());
        }
      }
      one.lost = whole - score(model, test, one.place).accuracy;
      all.push_back(one);
    }
  }
  return all;
}

}  // namespace

void write_ablation(Page& page, const LearnOptions& options) {
  const LookupTask task;
  Generator test_generator("1");
  const Question question{
      .words = task.vocabulary().words,
      .steps = options.steps ? static_cast<Index>(*options.steps) : kAblationSteps,
      .rate = kAblationRate,
      .draw = [&task](Generator& generator) { return task.draw(32, false, generator); },
      .test = task.draw(300, true, test_generator)};
  const Index heads = options.heads > 1 ? static_cast<Index>(options.heads) : 4;
  TransformerShape shape{.vocabulary = task.vocabulary().words.size(),
                         .context = LookupTask::kLength,
                         .width = static_cast<Index>(options.dim),
                         .heads = heads,
                         .layers = static_cast<Index>(options.layers),
                         .head_width = static_cast<Index>(options.dim) / heads};
  shape.causal = false;
  page.heading("A head left out");
  page.say(
      "The question of “it” in {} layers of {} heads. After training, one head at a time counts as "
      "0, and the same test is taken again. Beside it stands what a picture of the head would "
      "show: the mean of the largest weight of a row.",
      options.layers, heads);
  std::vector<Course> courses;
  courses.push_back(take_main_course(
      page, fmt::format("{} layers of {} heads", options.layers, heads), shape, question, options));
  write_results(page, "ablation-results", courses);
  std::vector<Head> all = examined(courses[0].models.front(), question.test);
  std::ranges::stable_sort(all, std::ranges::greater{}, &Head::peak);
  Table table{"ablation-heads",
              "Heads by the size of their largest weights, and what is lost without each",
              {{"head", "head", ""},
               {"peak", "mean largest weight", "", 3},
               {"lost", "right answers lost", "%", 1}},
              {}};
  for (const Head& head : all) {
    table.rows.push_back({fmt::format("layer {}, head {}", head.place.layer + 1, head.place.head),
                          head.peak, 100.0 * head.lost});
  }
  page.table(std::move(table));
  const auto most = std::ranges::max_element(all, {}, &Head::lost);
  const auto quiet = std::ranges::find_if(all, [&](const Head& head) { return head.lost < 0.01; });
  if (quiet < most) {
    page.say(
        "Layer {} head {} has larger weights than layer {} head {}, and nobody misses it. A map "
        "shows where a head looks, not whether what it brings is used.",
        quiet->place.layer + 1, quiet->place.head, most->place.layer + 1, most->place.head);
  }
  if (!complete(page, courses, {.steps = options.steps}, kAblationSteps)) return;
  page.claim("one-matters", "without some head a tenth of the answers or more are lost",
             check(most->lost >= 0.1, "{:.1f} %", 100.0 * most->lost));
  page.claim("order-differs", "heads by their weights are not in the order of what they are worth",
             check(!std::ranges::is_sorted(all, std::ranges::greater{}, &Head::lost),
                   "the largest weights lose {:.1f} %, the most is {:.1f} %", 100.0 * all[0].lost,
                   100.0 * most->lost));
}

}  // namespace attn::lessons::learn
