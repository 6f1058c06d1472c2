// What else does not come out in “Self-Attention: The Heart of Transformers”?
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/costs/cost.hpp"
#include "core/flash.hpp"
#include "core/mask.hpp"
#include "core/rows.hpp"
#include "lessons/errata/errata.hpp"
#include "lessons/shared/claims.hpp"
#include "lessons/shared/errata_figures.hpp"
#include "lessons/shared/nan_guard.hpp"
#include "lessons/shared/steps.hpp"
#include "support/size.hpp"

namespace attn::lessons::errata {

namespace {

Erratum upper_triangle() {
  StepsOptions options;
  options.input.text = "t0 t1 t2 t3 t4";
  options.causal = true;
  const Steps steps = take_steps(options);
  Index hidden = 0, nonzero = 0;
  for (Index i = 0; i < steps.count(); ++i) {
    for (Index j = i + 1; j < steps.count(); ++j, ++hidden) nonzero += steps.a.weights(i, j) != 0.0;
  }
  return {"triangle",
          "causal test",
          "weights[0][0, 1:], called the upper triangle",
          fmt::format("{} of its {} entries; all {} are 0", steps.count() - 1, hidden, hidden),
          "that is one row of it; a wrong mask may pass",
          "every weight with j > i is exactly 0",
          check(nonzero == 0, "{} of {} are not", nonzero, hidden)};
}

Erratum fills() {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const Matrix finite = softmax(Matrix{{-1e9, -1e9, -1e9, -1e9, -1e9}});
  const Matrix infinite =
      softmax(Matrix{{-kInfinity, -kInfinity, -kInfinity, -kInfinity, -kInfinity}}, EmptyRow::nan);
  return {"fills",
          "NumPy and PyTorch code",
          "−1e9 in one, −inf in the other, as the same",
          fmt::format("a row with no key left: {:g} for each key; {}", finite(0, 0),
                      std::isnan(infinite(0, 0)) ? "NaN" : "no NaN"),
          "equal only while some key is visible",
          "five keys hidden by −1e9 get a fifth each, by −∞ a NaN",
          check(finite(0, 4) == 0.2 && std::isnan(infinite(0, 4)), "{:g} each", finite(0, 4))};
}

std::string spoiled(const Mask& mask) {
  const Matrix x = xt::ones<double>({Index{8}, Index{4}});
  return row_list(nan_rows(
      flash_attention(x, x, x, {.block = 2, .mask = mask, .skip = false, .guarded = false})));
}

Erratum unguarded_tiles() {
  const std::string window = spoiled(window_mask(8, 3)), padding = spoiled(padding_mask(8, 8, 2));
  return {
      "guard",
      "flash attention code",
      "exp(m − m_new) from m = −∞, no guard",
      fmt::format("NaN in rows {} for a window of 3, {} for 2 padding keys first", window, padding),
      "a first tile all hidden leaves m at −∞ (n = 8, tiles of 2)",
      "a window spoils rows 4–7, padding all",
      check(window == "4–7" && padding == "0–7", "{}; {}", window, padding)};
}

Erratum flash_table() {
  const FlashSaving saving = flash_saving();
  return {"flash-table",
          "flash table, n = 4096, d = 64",
          "64 MB → 4 MB, “8× reduction”",
          fmt::format("{} → {}: {}×; flash's own state: {}", natural_size(saving.scores),
                      natural_size(saving.tensors), saving.scores / saving.tensors,
                      natural_size(saving.state)),
          "the 4 MiB are Q, K, V and output, which naive holds too",
          kSixteenfold,
          sixteenfold(saving)};
}

Erratum heart_units() {
  const Integer head = score_bytes({}, kPrintedTokens);
  const Integer all = layer_score_bytes(kPrintedLayer, kPrintedTokens);
  return {"heart-units",
          "flash section, n = 8192",
          "256 MB per head, 32 GB for 32 heads and batch 4",
          fmt::format("{} = {}; {} = {}", natural_size(head), natural_size(head, SizeUnits::si),
                      natural_size(all), natural_size(all, SizeUnits::si)),
          "powers of two under the names of powers of ten",
          "8192² float32 are 256 MiB; 128 of them 32 GiB",
          check(head == (Integer{256} << 20) && all == (Integer{32} << 30), "{} and {} bytes",
                grouped(head), grouped(all))};
}

Erratum sharing() {
  const auto [llama, mistral, large] = sharing_factors();
  return {"gqa",
          "grouped-query attention",
          "LLaMA-3 and Mistral: cache smaller “by 8×”",
          fmt::format("Llama 3 8B {}×, Mistral 7B {}×, Llama 3 70B {}×", llama, mistral, large),
          "32 query heads share 8 KV heads; only 64 of them make 8",
          "the two smaller models save 4×, the larger one 8×",
          check(llama == 4 && mistral == 4 && large == 8, "{}, {}, {}", llama, mistral, large)};
}

std::vector<Erratum> quotations() {
  return {
      {"sinks", "attention sinks", "“Anthropic observed this in Claude”",
       "Xiao et al., 2023, arXiv 2309.17453 (StreamingLLM)",
       "that paper has both the observation and the term"},
      {"utilisation", "what flash attention 2 reaches", "~70 % of peak, ~30 % for naive attention",
       "50–73 %, FlashAttention-1 25–40 % (Dao, 2023, arXiv 2307.08691, abstract)",
       "the lower figure is the first version's, not the naive way's"}};
}

}  // namespace

std::vector<Erratum> errata_of_heart() {
  std::vector<Erratum> all{upper_triangle(), fills(),       unguarded_tiles(),
                           flash_table(),    heart_units(), sharing()};
  std::ranges::move(quotations(), std::back_inserter(all));
  return all;
}

}  // namespace attn::lessons::errata
