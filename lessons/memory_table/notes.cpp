#include "lessons/memory_table/memory_table.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "files/models.hpp"
#include "support/size.hpp"

namespace attn::lessons::memory_table {

namespace {

// How many times sharing shrinks the KV cache of a model.
Integer sharing(const std::vector<Model>& models, const char* name) {
  const AttentionShape shape = model_named(models, name).shape;
  return kv_cache_bytes(as_mha(shape), 1) / kv_cache_bytes(shape, 1);
}

}  // namespace

void note_units(Page& page) {
  const AttentionShape fp32{};
  const Integer few = 8, many = 32768;
  const auto slip = [&fp32](Integer n) {
    return fmt::format("{:.1f} MB", static_cast<double>(score_bytes(fp32, n)) / 1048576.0);
  };
  const Integer bytes = score_bytes(fp32, many);
  page.note(
      "MB that are MiB",
      {fmt::format("Tables that divide by 2^20 and write MB give {} tokens {} in float32. They "
                   "take {}, which is {}. The same tables give {} tokens {}; they take {}, "
                   "which is not nothing.",
                   grouped(many), slip(many), megabyte_size(bytes),
                   megabyte_size(bytes, SizeUnits::si), few, slip(few),
                   natural_size(score_bytes(fp32, few)))});
}

void note_flash(Page& page) {
  const AttentionShape head{};
  const Integer n = 4096;
  const Integer scores = score_bytes(head, n), rest = qkvo_bytes(head, n);
  page.note("Not 8×",
            {fmt::format("For {} tokens, d_k = {} and float32, flash attention is said to go from "
                         "64 MB to 4 MB, “8×”. The scores take {}; Q, K, V and the output {}: a "
                         "factor of {}. Both versions hold the latter. Flash's own state is {}.",
                         grouped(n), head.head_dim, natural_size(scores), natural_size(rest),
                         scores / rest, natural_size(flash_state_bytes(head, n)))});
}

void note_sharing(Page& page) {
  const std::vector<Model> models = known_models();
  page.note(
      "Whose 8×",
      {fmt::format("Grouped-query attention is often credited with 8×. It divides the cache by "
                   "{} in llama-3-8b, by {} in mistral-7b and by {} in llama-3-70b: count the "
                   "heads.",
                   sharing(models, "llama-3-8b"), sharing(models, "mistral-7b"),
                   sharing(models, "llama-3-70b"))});
}

}  // namespace attn::lessons::memory_table
