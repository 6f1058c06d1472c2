#include "files/read_tensor.hpp"

#include <fmt/ranges.h>

#include "files/csv.hpp"
#include "files/json_arrays.hpp"
#include "files/npy.hpp"
#include "files/read.hpp"
#include "support/error.hpp"

namespace attn {

namespace {

constexpr std::size_t kLargestArray = std::size_t{1} << 30;  // bytes of a file

Tensor read_any(const std::string& path) {
  const std::string name = file_name(path);
  if (path.ends_with(".npy")) return read_npy(path);
  if (path.ends_with(".json")) return parse_json_tensor(read_text(path), name);
  if (path.ends_with(".csv") || path.ends_with(".txt")) return parse_csv(read_text(path), name);
  const std::string bytes = read_file(path, kLargestArray);
  if (bytes.starts_with("\x93NUMPY")) return parse_npy(bytes, name);
  if (bytes.starts_with("[")) return parse_json_tensor(bytes, name);
  throw Error("{}: expected a .npy file, or numbers in .csv or .json", name);
}

}  // namespace

Tensor read_tensor(std::string_view option, const std::string& path) {
  try {
    return read_any(path);
  } catch (const Error& error) {
    throw Error("{}: {}", option, error.what());
  }
}

std::string shape_text(const std::vector<Index>& shape) {
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

}  // namespace attn
