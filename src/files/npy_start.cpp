#include "files/npy_start.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "files/npy_number.hpp"
#include "support/error.hpp"

namespace attn {

namespace {

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

// What stands between the magic bytes and the data.
std::string_view header_in(std::string_view bytes, std::string_view file) {
  if (!bytes.starts_with(kNpyMagic)) refuse_magic(bytes, file);
  bytes.remove_prefix(kNpyMagic.size());
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
  if (length > kLongestNpyHeader) {
    throw Error("{}: the header is {} bytes long; at most {} are read", file, length,
                kLongestNpyHeader);
  }
  if (length > bytes.size()) {
    throw Error("{}: the header is {} bytes long, but only {} bytes follow", file, length,
                bytes.size());
  }
  return bytes.substr(0, length);
}

// The shape, where the data holds as much as it asks for; checked before anything is allocated. A
// single negative length is what the data leaves for it, as NumPy has it.
std::vector<Index> checked_shape(const NpyHeader& header, std::size_t size, std::string_view file) {
  const std::size_t available = size / header.type.size;
  const auto refuse = [&] {
    throw Error("{}: shape ({}) of {} does not fit {} bytes of data", file,
                fmt::join(header.shape, ", "), npy_name(header.type), size);
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

}  // namespace

NpyStart npy_start(std::string_view bytes, std::size_t size, std::string_view file) {
  const std::string_view text = header_in(bytes, file);
  const NpyHeader header = parse_npy_header(text, file);
  const auto data = static_cast<std::size_t>(text.data() + text.size() - bytes.data());
  return {header.type, header.fortran_order, checked_shape(header, size - data, file), data};
}

}  // namespace attn
