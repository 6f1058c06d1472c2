#include "files/npy_rows.hpp"

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "files/npy_number.hpp"
#include "files/read.hpp"
#include "files/read_tensor.hpp"
#include "support/error.hpp"

namespace attn {

NpyRows::NpyRows(const std::string& path) : name_(file_name(path)) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error) throw Error("cannot read {}: {}", name_, error.message());
  file_.open(path, std::ios::binary);
  if (!file_) throw Error("cannot read {}: {}", name_, std::generic_category().message(errno));
  std::string bytes(std::min<std::uintmax_t>(size, kLongestNpyHeader + 20), '\0');
  file_.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(file_.gcount()));
  start_ = npy_start(bytes, size, name_);
  if (start_.shape.size() != 2) {
    throw Error("{}: the shape is {}; rows are read of two dimensions, (T, heads·d)", name_,
                shape_text(start_.shape));
  }
  if (start_.fortran_order) {
    throw Error("{}: columns come first (Fortran order); save numpy.ascontiguousarray of it",
                name_);
  }
}

std::vector<float> NpyRows::read(Index first, Index count) {
  constexpr Index kAtOnce = 1 << 16;  // numbers
  const std::size_t size = start_.type.size;
  std::vector<float> numbers;
  numbers.reserve(count * columns());
  file_.clear();
  file_.seekg(static_cast<std::streamoff>(start_.data + first * columns() * size));
  std::string bytes;
  for (Index left = count * columns(); left > 0;) {
    const Index some = std::min(left, kAtOnce);
    bytes.resize(some * size);
    file_.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!file_) throw Error("cannot read {}: it ends before its last row", name_);
    for (Index i = 0; i < some; ++i) {
      numbers.push_back(static_cast<float>(npy_number(bytes.data() + i * size, start_.type)));
    }
    left -= some;
  }
  return numbers;
}

}  // namespace attn
