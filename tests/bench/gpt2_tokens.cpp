// The ids of each line of standard input, by vocab.json and merges.txt: for gpt2_tokens.sh.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>

#include "files/byte_pair.hpp"

int main(int count, char** arguments) {
  if (count != 3) return 2;
  const attn::BytePairs pairs = attn::read_byte_pairs(arguments[1], arguments[2]);
  for (std::string line; std::getline(std::cin, line);) {
    std::vector<attn::Index> ids;
    for (const attn::BytePairToken& token : pairs.tokens(line)) ids.push_back(token.id);
    fmt::print("{}\n", fmt::join(ids, " "));
  }
}
