#include "files/npy.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <stdexcept>

#include "files/npy_number.hpp"
#include "files/npy_start.hpp"
#include "files/read.hpp"
#include "support/error.hpp"

namespace attn {

namespace {

constexpr std::size_t kLargestFile = std::size_t{1} << 30;

// Where the number at row-major place `i` stands when the first index runs fastest.
Index fortran_place(Index i, const std::vector<Index>& shape) {
  Index place = 0;
  for (Index axis = shape.size(), rest = i; axis-- > 0; rest /= shape[axis]) {
    place = place * shape[axis] + rest % shape[axis];
  }
  return place;
}

}  // namespace

Tensor parse_npy(std::string_view bytes, std::string_view file) {
  const NpyStart start = npy_start(bytes, bytes.size(), file);
  Tensor tensor{start.shape, {}};
  Index count = 1;
  for (const Index length : tensor.shape) count *= length;
  tensor.values.reserve(count);
  for (Index i = 0; i < count; ++i) {
    const Index place = start.fortran_order ? fortran_place(i, tensor.shape) : i;
    tensor.values.push_back(
        npy_number(bytes.data() + start.data + place * start.type.size, start.type));
  }
  return tensor;
}

Tensor read_npy(const std::string& path) {
  return parse_npy(read_file(path, kLargestFile), file_name(path));
}

std::string npy_head(std::span<const Index> shape, std::string_view type) {
  constexpr std::size_t kAlignment = 64;  // of the data, for those who map the file into memory
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}",
                                   type, fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
  const std::size_t before = kNpyMagic.size() + 4;
  header.append(kAlignment - (before + header.size()) % kAlignment - 1, ' ');
  header += '\n';
  std::string bytes(kNpyMagic);
  for (const std::size_t byte : {std::size_t{1}, std::size_t{0},  // version 1.0
                                 header.size() & 0xff, header.size() >> 8}) {
    bytes += static_cast<char>(byte);
  }
  return bytes + header;
}

std::string npy_numbers(std::span<const double> values) {
  std::string bytes(8 * values.size(), '\0');
  char* next = bytes.data();
  for (const double value : values) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    for (std::size_t i = 0; i < 8; ++i) *next++ = static_cast<char>(bits >> 8 * i & 0xff);
  }
  return bytes;
}

std::string npy_truths(std::span<const double> values) {
  std::string bytes(values.size(), '\0');
  std::ranges::transform(values, bytes.begin(),
                         [](double value) { return static_cast<char>(value != 0.0); });
  return bytes;
}

std::string npy_bytes(std::span<const Index> shape, std::span<const double> values) {
  Index count = 1;
  for (const Index length : shape) count *= length;
  if (count != values.size())
    throw std::logic_error("npy_bytes: the shape does not hold the values");
  return npy_head(shape, "<f8") + npy_numbers(values);
}

}  // namespace attn
