// Which arrays does a JSON object hold?
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/nd_array.hpp"

namespace attn {

// A key that an object may have, and what stands under it: numbers or strings, `rank` brackets
// deep.
struct ArrayKey {
  enum class Entry { number, string };

  std::string_view name;
  std::size_t rank = 1;
  Entry entry = Entry::number;
};

struct JsonArray {
  std::vector<Index> shape;     // {2, 3} for [[1, 2, 3], [4, 5, 6]]
  std::vector<double> numbers;  // row-major; these or
  std::vector<std::string> strings;
};

// By key. Every array is regular, every number finite, no key occurs twice or is not among `keys`.
// Throws Error, one line that begins with `file` and names the place: "x.json:3:14: …" where the
// syntax is broken, "x.json: embeddings[1] …" where an entry is not what it should be.
using JsonArrays = std::map<std::string, JsonArray, std::less<>>;
JsonArrays parse_json_arrays(std::string_view text, std::string_view file,
                             std::span<const ArrayKey> keys);

// The array that a JSON text is, at most four brackets deep: [[1, 2], [3, 4]]. Regular, every
// number finite. Throws Error as above.
Tensor parse_json_tensor(std::string_view text, std::string_view file);

}  // namespace attn
