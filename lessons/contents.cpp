// The syllabus: every lesson, in teaching order. A new lesson is one file and one line here.
#include <array>

#include "lessons/lesson.hpp"

namespace attn {

std::function<Document()> open_walkthrough(Knobs& knobs);
std::function<Document()> open_scaling_demo(Knobs& knobs);
std::function<Document()> open_softmax_rows(Knobs& knobs);
std::function<Document()> open_causal_mask(Knobs& knobs);
std::function<Document()> open_memory_table(Knobs& knobs);
std::function<Document()> open_flash_tiling(Knobs& knobs);
std::function<Document()> open_attend(Knobs& knobs);
std::function<Document()> open_conventions(Knobs& knobs);

std::span<const Lesson> contents() {
  static constexpr std::array kContents{
      Lesson{"walkthrough", "Self-attention on one sentence, every step computed",
             open_walkthrough},
      Lesson{"scaling-demo", "Why scores are divided by √d_k before the softmax",
             open_scaling_demo},
      Lesson{"softmax-rows", "From scores to weights, row by row", open_softmax_rows},
      Lesson{"causal-mask", "Hiding the future, and what stands for hidden", open_causal_mask},
      Lesson{"memory-table", "Why the score matrix is the bill: every byte, counted",
             open_memory_table},
      Lesson{"flash-tiling", "Attention in tiles, without the n × n matrix", open_flash_tiling},
      Lesson{"attend", "Your own tensors, every step, under whose conventions you like",
             open_attend},
      Lesson{"conventions", "Whose attention gives which numbers, and the switch for it",
             open_conventions},
  };
  return kContents;
}

}  // namespace attn
