// What is known about a command and its options: help, man page and completions are made from it.
#pragma once

#include <string>
#include <vector>

namespace attn {

// What of the reader's machine the value of an option leads to. Notes may be a stranger's, and then
// touch nothing: this decides, whatever the help calls the value.
enum class Touches { nothing, reads_file, writes_file, writes_folder };

struct Declaration {
  // What a value is; of several, each.
  enum class Kind { flag, count, real, choice, text };

  std::string name = {};   // "--dim"
  std::string brief = {};  // "-f", or empty
  std::string meta = {};   // what stands for the value in the help, "N"; empty for a switch
  std::string help = {};
  std::string default_text = {};  // empty when there is none, or when it is nothing
  std::string range = {};         // "1 to 4096"; empty when nothing bounds it
  Kind kind = Kind::text;
  std::string low = {}, high = {};  // of a number, as it is typed
  std::vector<std::string> choices = {};
  bool repeatable = false;
  bool measures = false;  // the page differs from run to run
  Touches touches = Touches::nothing;
};

struct Example {
  std::string command, purpose;
};

struct Section {
  std::string title;
  std::vector<Declaration> options;
};

// True for --output and --input: what follows is the name of a file or folder.
inline bool names_file(const Declaration& option) { return option.touches != Touches::nothing; }

struct Passage {
  std::string title, text;  // lines as they are, of at most 80 columns
};

struct Manual {
  std::string name, summary;
  std::string operands = {};                      // "NOTES…", or empty
  std::vector<std::string> operand_choices = {};  // what they may be; files when there is none
  std::vector<Example> examples = {};
  std::vector<Section> sections = {};
  std::vector<Passage> passages = {};
};

}  // namespace attn
