#include "files/npy.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <stdexcept>

#include "files/npy_header.hpp"
#include "files/npy_number.hpp"
#include "files/read.hpp"
#include "support/error.hpp"

namespace attn {

namespace {

constexpr std::size_t kLargestFile = std::size_t{1} << 30;
constexpr std::size_t kLongestHeader = 10'000;  // NumPy's own for files that it does not trust
constexpr std::string_view kMagic = "\x93NUMPY";

struct Parts {
  std::string_view header, data;
};

[[noreturn]] void refuse_magic(std::string_view bytes, std::string_view file) {
  if (bytes.empty()) throw Error("{}: the file is empty; expected a .npy file", file);
  if (bytes.starts_with("PK")) {
    throw Error("{}: this is an archive (.npz); save each array with numpy.save", file);
  }
  if (bytes.starts_with('\x80')) {
    throw Error("{}: this is a pickle, which is never read; save numbers with numpy.save", file);
  }
  throw Error("{}: this is no .npy file; save an array with numpy.save", file);
}

Parts split(std::string_view bytes, std::string_view file) {
  if (!bytes.starts_with(kMagic)) refuse_magic(bytes, file);
  bytes.remove_prefix(kMagic.size());
  if (bytes.size() < 2) throw Error("{}: the file ends within its version", file);
  const int major = static_cast<unsigned char>(bytes[0]);
  const int minor = static_cast<unsigned char>(bytes[1]);
  if (major < 1 || major > 3 || minor != 0) {
    throw Error("{}: version {}.{} of the format; 1.0, 2.0 and 3.0 are read", file, major, minor);
  }
  const std::size_t width = major == 1 ? 2 : 4;
  bytes.remove_prefix(2);
  if (bytes.size() < width) throw Error("{}: the file ends before its header", file);
  const auto length = static_cast<std::size_t>(npy_number(bytes.data(), {'u', width}));
  bytes.remove_prefix(width);
  if (length > kLongestHeader) {
    throw Error("{}: the header is {} bytes long; at most {} are read", file, length,
                kLongestHeader);
  }
  if (length > bytes.size()) {
    throw Error("{}: the header is {} bytes long, but only {} bytes follow", file, length,
                bytes.size());
  }
  return {bytes.substr(0, length), bytes.substr(length)};
}

// The shape, where the data holds as much as it asks for; checked before anything is allocated. A
// single negative length is what the data leaves for it, as NumPy has it.
std::vector<Index> checked_shape(const NpyHeader& header, std::string_view data,
                                 std::string_view file) {
  const std::size_t available = data.size() / header.type.size;
  const auto refuse = [&] {
    throw Error("{}: shape ({}) of {} does not fit {} bytes of data", file,
                fmt::join(header.shape, ", "), npy_name(header.type), data.size());
  };
  const auto unknown = std::ranges::find_if(header.shape, [](auto n) { return n < 0; });
  const bool is_empty = std::ranges::find(header.shape, 0) != header.shape.end();
  std::size_t count = is_empty ? 0 : 1;
  std::vector<Index> shape;
  for (auto length = header.shape.begin(); length != header.shape.end(); ++length) {
    if (*length < 0 && length != unknown) refuse();
    const Index n = *length < 0 ? 1 : static_cast<Index>(*length);
    if (!is_empty && n > available / count) refuse();
    count *= n;
    shape.push_back(n);
  }
  if (count > available) refuse();  // a single number, and no data
  if (unknown != header.shape.end()) {
    if (is_empty || available % count != 0) refuse();
    shape[static_cast<Index>(unknown - header.shape.begin())] = available / count;
  }
  return shape;
}

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
  const Parts parts = split(bytes, file);
  const NpyHeader header = parse_npy_header(parts.header, file);
  Tensor tensor{checked_shape(header, parts.data, file), {}};
  Index count = 1;
  for (const Index length : tensor.shape) count *= length;
  tensor.values.reserve(count);
  for (Index i = 0; i < count; ++i) {
    const Index place = header.fortran_order ? fortran_place(i, tensor.shape) : i;
    tensor.values.push_back(npy_number(parts.data.data() + place * header.type.size, header.type));
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
  const std::size_t before = kMagic.size() + 4;
  header.append(kAlignment - (before + header.size()) % kAlignment - 1, ' ');
  header += '\n';
  std::string bytes(kMagic);
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
