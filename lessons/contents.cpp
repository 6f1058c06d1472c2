// The syllabus: every lesson, in teaching order. A new lesson is one file and one line here.
#include <array>

#include "lessons/lesson.hpp"
#include "lessons/traced.hpp"

// Each lesson opens itself.
// clang-format off
namespace attn::lessons {
namespace walkthrough { Writer open(Knobs&); }
namespace scaling_demo { Writer open(Knobs&); }
namespace softmax_rows { Writer open(Knobs&); }
namespace causal_mask { Writer open(Knobs&); }
namespace tour { Writer open(Knobs&); }
namespace context { Writer open(Knobs&); }
namespace order { Writer open(Knobs&); }
namespace heads { Writer open(Knobs&); }
namespace block { Writer open(Knobs&); }
namespace cost { Writer open(Knobs&); }
namespace memory_table { Writer open(Knobs&); }
namespace flash_tiling { Writer open(Knobs&); }
namespace kv_cache { Writer open(Knobs&); }
namespace ring { Writer open(Knobs&); }
namespace reading_maps { Writer open(Knobs&); }
namespace gradients { Writer open(Knobs&); }
namespace learn { Writer open(Knobs&); }
namespace attend { Writer open(Knobs&); }
namespace conventions { Writer open(Knobs&); }
namespace diagnose { Writer open(Knobs&); }
namespace errata { Writer open(Knobs&); }
}  // namespace attn::lessons
// clang-format on

namespace attn {

std::span<const Lesson> contents() {
  static constexpr std::array kContents{
      Lesson{"walkthrough", "Self-attention on one sentence, every step computed",
             lessons::walkthrough::open},
      Lesson{"scaling-demo", "Why scores are divided by √d_k before the softmax",
             lessons::scaling_demo::open},
      Lesson{"softmax-rows", "From scores to weights, row by row", lessons::softmax_rows::open},
      Lesson{"causal-mask", "Hiding the future, and what stands for hidden",
             lessons::causal_mask::open},
      Lesson{"tour", "A guided tour: two layers find the noun that “it” stands for",
             lessons::tour::open},
      Lesson{"context", "One word, another vector in every sentence", lessons::context::open},
      Lesson{"order", "What attention knows of word order, and how it is told",
             lessons::order::open},
      Lesson{"heads", "Several attentions side by side, and what they share", lessons::heads::open},
      Lesson{"block", "The block around attention, and thirty-two of them", lessons::block::open},
      Lesson{"cost", "Attention beside recurrence: products, memory, steps and paths",
             lessons::cost::open},
      Lesson{"memory-table", "Why the score matrix is the bill: every byte, counted",
             lessons::memory_table::open},
      Lesson{"flash-tiling", "Attention in tiles, without the n × n matrix",
             lessons::flash_tiling::open},
      Lesson{"kv-cache", "What a model keeps while it writes, and how to keep it small",
             lessons::kv_cache::open},
      Lesson{"ring", "Attention on several machines, keys and values going round",
             lessons::ring::open},
      Lesson{"reading-maps", "What a picture of the weights does not say",
             lessons::reading_maps::open},
      Lesson{"gradients", "What comes back, and how far it moves each weight",
             lessons::gradients::open},
      Lesson{"learn", "Small models trained before your eyes", lessons::learn::open},
      Lesson{"attend", "Your own tensors, every step, under whose conventions you like",
             lessons::attend::open},
      Lesson{"conventions", "Whose attention gives which numbers, and the switch for it",
             lessons::conventions::open},
      Lesson{"diagnose", "Somebody's numbers, and the mistake that gives exactly these",
             lessons::diagnose::open},
      Lesson{"errata", "Where the notes behind these lessons are wrong", lessons::errata::open},
  };
  return kContents;
}

std::span<const std::string_view> traced_lessons() {
  static constexpr std::array<std::string_view, 12> kTraced{
      "walkthrough", "softmax-rows", "causal-mask", "tour",         "context",   "order",
      "heads",       "flash-tiling", "kv-cache",    "reading-maps", "gradients", "attend"};
  return kTraced;
}

}  // namespace attn
