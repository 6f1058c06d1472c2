// Which tensors does a .safetensors file hold, and how are tensors saved as one?
//
// The format: 8 bytes, little-endian, that say how long the header is; the header, JSON; the data,
// row-major and little-endian (huggingface/safetensors, README, “Format”).
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "files/safetensors/header.hpp"

namespace attn {

// A file as it stands: its header checked, its numbers not yet read.
class Safetensors {
 public:
  // Throws Error, one line that begins with `file`.
  Safetensors(std::string bytes, std::string file);

  const SafetensorsHeader& header() const { return header_; }
  const std::string& file() const { return file_; }
  const StoredTensor* find(std::string_view name) const;  // nullptr where there is none

  // `count` numbers of a tensor, from number `first` on. Throws Error when there is no such tensor
  // or it is not F64, F32, F16 or BF16; std::logic_error past its end.
  std::vector<double> numbers(std::string_view name, Index first, Index count) const;

 private:
  std::string bytes_, file_;
  SafetensorsHeader header_;
  std::size_t data_ = 0;  // where it begins
};

// From a file of at most 2 GiB; "-" is standard input.
Safetensors read_safetensors(const std::string& path);

struct TensorToSave {
  std::string name;
  std::vector<Index> shape;
  std::span<const double> values;
};
enum class SavedAs { f64, f32 };

// A whole file; its data begins at a multiple of 8 bytes. Throws Error where a number is too large
// for F32; std::logic_error when a shape does not hold its values.
std::string safetensors_bytes(std::span<const TensorToSave> tensors,
                              const std::map<std::string, std::string, std::less<>>& metadata,
                              SavedAs type = SavedAs::f64);

}  // namespace attn
