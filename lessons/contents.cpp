// The syllabus: every lesson, in teaching order. A new lesson is one file and one line here.
#include <array>

#include "lessons/lesson.hpp"
#include "lessons/traced.hpp"

namespace attn {

std::function<Document()> open_walkthrough(Knobs& knobs);
std::function<Document()> open_scaling_demo(Knobs& knobs);
std::function<Document()> open_softmax_rows(Knobs& knobs);
std::function<Document()> open_causal_mask(Knobs& knobs);
std::function<Document()> open_tour(Knobs& knobs);
std::function<Document()> open_context(Knobs& knobs);
std::function<Document()> open_order(Knobs& knobs);
std::function<Document()> open_heads(Knobs& knobs);
std::function<Document()> open_block(Knobs& knobs);
std::function<Document()> open_cost(Knobs& knobs);
std::function<Document()> open_memory_table(Knobs& knobs);
std::function<Document()> open_flash_tiling(Knobs& knobs);
std::function<Document()> open_kv_cache(Knobs& knobs);
std::function<Document()> open_reading_maps(Knobs& knobs);
std::function<Document()> open_attend(Knobs& knobs);
std::function<Document()> open_conventions(Knobs& knobs);
std::function<Document()> open_errata(Knobs& knobs);

std::span<const Lesson> contents() {
  static constexpr std::array kContents{
      Lesson{"walkthrough", "Self-attention on one sentence, every step computed",
             open_walkthrough},
      Lesson{"scaling-demo", "Why scores are divided by √d_k before the softmax",
             open_scaling_demo},
      Lesson{"softmax-rows", "From scores to weights, row by row", open_softmax_rows},
      Lesson{"causal-mask", "Hiding the future, and what stands for hidden", open_causal_mask},
      Lesson{"tour", "A guided tour: two layers find the noun that “it” stands for", open_tour},
      Lesson{"context", "One word, another vector in every sentence", open_context},
      Lesson{"order", "What attention knows of word order, and how it is told", open_order},
      Lesson{"heads", "Several attentions side by side, and what they share", open_heads},
      Lesson{"block", "The block around attention, and thirty-two of them", open_block},
      Lesson{"cost", "Attention beside recurrence: products, memory, steps and paths", open_cost},
      Lesson{"memory-table", "Why the score matrix is the bill: every byte, counted",
             open_memory_table},
      Lesson{"flash-tiling", "Attention in tiles, without the n × n matrix", open_flash_tiling},
      Lesson{"kv-cache", "What a model keeps while it writes, and how to keep it small",
             open_kv_cache},
      Lesson{"reading-maps", "What a picture of the weights does not say", open_reading_maps},
      Lesson{"attend", "Your own tensors, every step, under whose conventions you like",
             open_attend},
      Lesson{"conventions", "Whose attention gives which numbers, and the switch for it",
             open_conventions},
      Lesson{"errata", "Where the notes behind these lessons are wrong", open_errata},
  };
  return kContents;
}

std::span<const std::string_view> traced_lessons() {
  static constexpr std::array<std::string_view, 11> kTraced{
      "walkthrough", "softmax-rows", "causal-mask", "tour",         "context", "order",
      "heads",       "flash-tiling", "kv-cache",    "reading-maps", "attend"};
  return kTraced;
}

}  // namespace attn
