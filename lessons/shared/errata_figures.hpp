// What the course notes behind these lessons print wrong in places that more than one lesson comes
// by: the figures that come out, and the sentences about them, each once.
#pragma once

#include <string_view>
#include <vector>

#include "core/costs/cost.hpp"
#include "document/page.hpp"
#include "lessons/shared/steps.hpp"

namespace attn {

inline constexpr std::string_view kHeartNotes = "“Self-Attention: The Heart of Transformers”";

// What flash attention saves in a head of 4096 tokens, d_k = 64, float32. Bytes.
struct FlashSaving {
  AttentionShape head = {};
  Integer tokens = 4096;
  Integer scores, tensors, state;  // n × n; Q, K, V and the output; m and l
};
FlashSaving flash_saving();

// Printed as 64 MB → 4 MB and 8×.
inline constexpr const char* kSixteenfold = "the printed 64 and 4 are a factor of 16";
Check sixteenfold(const FlashSaving& saving);
void note_flash_saving(Page& page);

// Score matrices of which the size is printed in MiB under the name of MB: "4096.0 MB", "0.0 MB".
struct ScoreSizes {
  Integer many = 32768, few = 8;  // tokens
  Integer many_bytes, few_bytes;
};
ScoreSizes score_sizes();
void note_units(Page& page);

// A layer of which the scores are printed as 32 GB, and those of a head as 256 MB.
inline constexpr AttentionShape kPrintedLayer{.batch = 4, .heads = 32};
inline constexpr Integer kPrintedTokens = 8192;

// By how many times grouped-query attention makes the KV cache of these models smaller: printed as
// 8× for the first two.
struct SharingFactors {
  Integer llama_8b, mistral_7b, llama_70b;
};
SharingFactors sharing_factors();
void note_sharing(Page& page);

// The weights of the worked example “The cat sat”, (3, 3), as printed; and a table of them beside
// what they are, "as-printed".
Matrix printed_weights();
void note_printed_weights(Page& page, const Steps& cat_sat);

}  // namespace attn
