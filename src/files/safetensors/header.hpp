// What does the header of a .safetensors file promise?
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor.hpp"

namespace attn {

// Where a tensor's numbers stand in the data, and how each is stored: "F32".
struct StoredTensor {
  std::string type = {};
  std::vector<Index> shape = {};
  std::size_t begin = 0, end = 0;  // bytes from the start of the data

  Index count() const;  // numbers; the shape has been checked
};

struct SafetensorsHeader {
  std::map<std::string, StoredTensor, std::less<>> tensors = {};
  std::map<std::string, std::string, std::less<>> metadata = {};
};

// Bytes of one number of that type; 0 for a type that the format does not have.
std::size_t size_of_type(std::string_view type);

// Whether the tensors fill `data_size` bytes without a hole or an overlap, each as its type and
// shape ask for. Throws Error that names the file and the tensor where they do not.
void check_safetensors_layout(const SafetensorsHeader& header, std::size_t data_size,
                              std::string_view file);

// From the JSON object {"NAME": {"dtype": …, "shape": […], "data_offsets": [BEGIN, END]}, …,
// "__metadata__": {"KEY": "TEXT", …}}, with the layout checked. Throws Error, one line that begins
// with `file` and names the tensor, before memory is taken for more than the header is long.
SafetensorsHeader parse_safetensors_header(std::string_view text, std::size_t data_size,
                                           std::string_view file);

}  // namespace attn
