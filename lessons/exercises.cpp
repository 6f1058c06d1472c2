// The exercises: every lesson that has some is a list of steps, and one line here.
#include "lessons/exercises.hpp"

#include <array>

#include "lessons/exercises/mistakes.hpp"
#include "lessons/exercises/sheets.hpp"

namespace attn {

std::span<const practice::Exercise> exercises() {
  namespace sheets = lessons::exercises;
  static constexpr std::array kExercises{practice::Exercise{"walkthrough", sheets::walkthrough},
                                         practice::Exercise{"softmax-rows", sheets::softmax_rows},
                                         practice::Exercise{"causal-mask", sheets::causal_mask},
                                         practice::Exercise{"order", sheets::order},
                                         practice::Exercise{"heads", sheets::heads},
                                         practice::Exercise{"cost", sheets::cost},
                                         practice::Exercise{"memory-table", sheets::memory_table},
                                         practice::Exercise{"flash-tiling", sheets::flash_tiling},
                                         practice::Exercise{"kv-cache", sheets::kv_cache}};
  return kExercises;
}

std::string mistake_in(const practice::Sheet& sheet, const practice::Step& step,
                       const Matrix& written) {
  return lessons::exercises::mistake_in(sheet, step, written);
}

}  // namespace attn
