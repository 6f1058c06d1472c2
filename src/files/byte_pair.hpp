// Into which tokens does a model of GPT-2's kind cut a text?
//
// Byte-level byte pair encoding: the text is cut into words, each word's bytes are the first
// symbols, and neighbours are joined in the order of a list. Sennrich et al., 2016 (arXiv
// 1508.07909); Radford et al., 2019, and the rules of openai/gpt-2, src/encoder.py.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/tensor.hpp"

namespace attn {

// The words of a text, in order, together the text: a contraction ('s 't 're 've 'm 'll 'd), or
// letters, numbers or other signs, each with at most one space before them, or white space.
std::vector<std::string_view> byte_pair_words(std::string_view text);

// Bytes as the characters that vocabularies write for them: what is printable stands for itself,
// the other 68 bytes are U+0100 to U+0143, a space is Ġ.
std::string visible_bytes(std::string_view bytes);

struct BytePairToken {
  Index id = 0;
  std::string bytes;  // of the text
};

class BytePairs {
 public:
  // vocabulary: {"TOKEN": ID, …}; merges: a pair a line, the most urgent first. Throws Error, one
  // line that begins with the file.
  BytePairs(std::string_view vocabulary, std::string_view vocabulary_file, std::string_view merges,
            std::string_view merges_file);

  // Throws Error that names what the vocabulary lacks. `text` is UTF-8.
  std::vector<BytePairToken> tokens(std::string_view text) const;

  Index size() const { return ids_.size(); }
  Index largest_id() const { return largest_id_; }

 private:
  std::vector<std::string> joined(std::vector<std::string> symbols) const;

  std::string vocabulary_file_;
  std::map<std::string, Index, std::less<>> ids_;
  std::map<std::pair<std::string, std::string>, Index> ranks_;
  Index largest_id_ = 0;
};

// The two files. Throws Error.
BytePairs read_byte_pairs(const std::string& vocabulary, const std::string& merges);

}  // namespace attn
