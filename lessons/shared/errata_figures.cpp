#include "lessons/shared/errata_figures.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "files/models.hpp"
#include "lessons/shared/claims.hpp"
#include "support/size.hpp"

namespace attn {

FlashSaving flash_saving() {
  FlashSaving saving{};
  saving.scores = score_bytes(saving.head, saving.tokens);
  saving.tensors = qkvo_bytes(saving.head, saving.tokens);
  saving.state = flash_state_bytes(saving.head, saving.tokens);
  return saving;
}

Check sixteenfold(const FlashSaving& saving) {
  return check(saving.scores == 16 * saving.tensors, "{} / {} bytes", grouped(saving.scores),
               grouped(saving.tensors));
}

void note_flash_saving(Page& page) {
  const FlashSaving saving = flash_saving();
  page.note("Not 8×",
            {fmt::format("Course notes ({}) print “64 MB → 4 MB, 8× reduction” for {} tokens, d_k "
                         "= {} and float32. The scores take {}; Q, K, V and the output {}: a "
                         "factor of {}. Both ways hold the latter. Flash's own state is {}.",
                         kHeartNotes, grouped(saving.tokens), saving.head.head_dim,
                         natural_size(saving.scores), natural_size(saving.tensors),
                         saving.scores / saving.tensors, natural_size(saving.state))});
}

ScoreSizes score_sizes() {
  ScoreSizes sizes{};
  sizes.many_bytes = score_bytes({}, sizes.many);
  sizes.few_bytes = score_bytes({}, sizes.few);
  return sizes;
}

void note_units(Page& page) {
  const ScoreSizes sizes = score_sizes();
  const auto slip = [](Integer bytes) {
    return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1048576.0);
  };
  page.note(
      "MB that are MiB",
      {fmt::format("Tables that divide by 2^20 and write MB give {} tokens {} in float32. They "
                   "take {}, which is {}. The same tables give {} tokens {}; they take {}, "
                   "which is not nothing.",
                   grouped(sizes.many), slip(sizes.many_bytes), megabyte_size(sizes.many_bytes),
                   megabyte_size(sizes.many_bytes, SizeUnits::si), sizes.few, slip(sizes.few_bytes),
                   natural_size(sizes.few_bytes))});
}

SharingFactors sharing_factors() {
  const std::vector<Model> models = known_models();
  const auto factor = [&models](const char* name) {
    const AttentionShape shape = model_named(models, name).shape;
    return kv_cache_bytes(as_mha(shape), 1) / kv_cache_bytes(shape, 1);
  };
  return {factor("llama-3-8b"), factor("mistral-7b"), factor("llama-3-70b")};
}

void note_sharing(Page& page) {
  const SharingFactors factors = sharing_factors();
  page.note(
      "Whose 8×",
      {fmt::format("Grouped-query attention is often credited with 8×. It divides the cache by "
                   "{} in llama-3-8b, by {} in mistral-7b and by {} in llama-3-70b: count the "
                   "heads.",
                   factors.llama_8b, factors.mistral_7b, factors.llama_70b)});
}

Matrix printed_weights() {
  return {{0.462, 0.170, 0.368}, {0.170, 0.462, 0.368}, {0.244, 0.244, 0.512}};
}

void note_printed_weights(Page& page, const Steps& steps) {
  const Matrix printed = printed_weights();
  Table table{"as-printed",
              "The weights as the notes print them, and as the arithmetic gives them",
              {{"word", "word", ""}, {"printed", "as printed", ""}, {"computed", "computed", ""}},
              {}};
  for (Index i = 0; i < steps.count(); ++i) {
    table.rows.push_back({steps.words()[i], fmt::format("{:.3f}", fmt::join(row(printed, i), "  ")),
                          fmt::format("{:.3f}", fmt::join(row(steps.a.weights, i), "  "))});
  }
  const double difference = steps.a.scaled(0, 0) - steps.a.scaled(0, 2);
  page.say(
      "The course notes that this example comes from ({}) print other weights. A check for any "
      "softmax: the ratio of two weights is exp of the difference of their scores. For “{}” "
      "against “{}” that is exp({:g}) = {:.3f}; the printed ones give {:.3f}.",
      kHeartNotes, steps.words()[0], steps.words()[2], difference, std::exp(difference),
      printed(0, 0) / printed(0, 2));
  page.table(std::move(table));
}

}  // namespace attn
