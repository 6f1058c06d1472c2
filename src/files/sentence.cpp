#include "files/sentence.hpp"

#include <algorithm>
#include <array>

#include "files/json_arrays.hpp"
#include "files/read.hpp"
#include "support/error.hpp"

namespace attn {

namespace {

// A lesson prints n² figures, and an identity takes d²: more than a page of either serves nobody.
constexpr Index kMost = 4096;

constexpr std::array kKeys{ArrayKey{"tokens", 1, ArrayKey::Entry::string},
                           ArrayKey{"embeddings", 2}, ArrayKey{"w_q", 2}, ArrayKey{"w_k", 2},
                           ArrayKey{"w_v", 2}};

const JsonArray& required(const JsonArrays& arrays, std::string_view key, std::string_view file) {
  const auto found = arrays.find(key);
  if (found == arrays.end()) throw Error("{}: the key \"{}\" is missing", file, key);
  return found->second;
}

Matrix matrix(const JsonArrays& arrays, std::string_view key, std::string_view file) {
  const JsonArray& array = required(arrays, key, file);
  const Index width = array.shape[1];
  if (array.numbers.empty()) throw Error("{}: {} is empty; give it numbers", file, key);
  if (width > kMost) {
    throw Error("{}: {} is {} wide; at most {} is possible", file, key, width, kMost);
  }
  Matrix result = xt::empty<double>({array.shape[0], width});
  std::ranges::copy(array.numbers, result.data());
  return result;
}

std::vector<std::string> tokens(const JsonArrays& arrays, std::string_view file) {
  const JsonArray& array = required(arrays, "tokens", file);
  const Index count = array.strings.size();
  if (count == 0) throw Error("{}: tokens is empty; give at least one", file);
  if (count > kMost) {
    throw Error("{}: there are {} tokens; at most {} are possible", file, count, kMost);
  }
  const auto blank = std::ranges::find(array.strings, "");
  if (blank != array.strings.end()) {
    throw Error("{}: tokens[{}] is an empty string", file, blank - array.strings.begin());
  }
  return array.strings;
}

bool has_projections(const JsonArrays& arrays) {
  return arrays.contains("w_q") || arrays.contains("w_k") || arrays.contains("w_v");
}

// A projection of the embeddings: as many rows as they are wide.
Matrix projection(const JsonArrays& arrays, std::string_view key, Index d_model,
                  std::string_view file) {
  if (!arrays.contains(key)) {
    throw Error("{}: {} is missing; give all of w_q, w_k and w_v, or none", file, key);
  }
  Matrix w = matrix(arrays, key, file);
  if (rows(w) != d_model) {
    throw Error(
        "{}: {} has {} rows, but embeddings are {} wide; give it one row per column of them", file,
        key, rows(w), d_model);
  }
  return w;
}

}  // namespace

Sentence parse_sentence(std::string_view text, std::string_view file) {
  const JsonArrays arrays = parse_json_arrays(text, file, kKeys);
  Sentence s;
  s.tokens = tokens(arrays, file);
  s.embeddings = matrix(arrays, "embeddings", file);
  if (s.tokens.size() != rows(s.embeddings)) {
    throw Error("{}: there are {} tokens, but embeddings has {} rows; give one row per token", file,
                s.tokens.size(), rows(s.embeddings));
  }
  const Index d_model = columns(s.embeddings);
  if (!has_projections(arrays)) {
    s.w_q = s.w_k = s.w_v = xt::eye<double>(d_model);
    return s;
  }
  s.w_q = projection(arrays, "w_q", d_model, file);
  s.w_k = projection(arrays, "w_k", d_model, file);
  s.w_v = projection(arrays, "w_v", d_model, file);
  if (columns(s.w_q) != columns(s.w_k)) {
    throw Error("{}: w_q is {} wide, but w_k is {} wide; a query and a key need the same width",
                file, columns(s.w_q), columns(s.w_k));
  }
  return s;
}

Sentence read_sentence(const std::string& path) {
  return parse_sentence(read_text(path), file_name(path));
}

}  // namespace attn
