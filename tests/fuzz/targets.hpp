// What is fed with hostile bytes? Each takes any bytes at all, and must neither crash nor hang.
#pragma once

#include <string_view>

namespace attn {

void fuzz_npy(std::string_view bytes);          // the .npy reader
void fuzz_safetensors(std::string_view bytes);  // the .safetensors reader, models and vocabularies
void fuzz_text(std::string_view bytes);         // the readers of JSON and CSV
void fuzz_notes(std::string_view bytes);        // markers in notes: Markdown, LaTeX, HTML
void fuzz_check(std::string_view bytes);        // arithmetic in notes: text, Markdown, LaTeX, HTML
void fuzz_formulas(
    std::string_view bytes);             // notes that its bytes choose from a grammar of formulas
void fuzz_cell(std::string_view bytes);  // the name of a number, as in output[cat][0]
void fuzz_answers(std::string_view bytes);  // what students hand in, rubrics and names of a class
void fuzz_command(std::string_view bytes);  // a command line, its words apart by line ends

}  // namespace attn
