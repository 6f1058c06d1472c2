#include "files/safetensors/safetensors.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "files/npy_number.hpp"
#include "files/read.hpp"
#include "support/error.hpp"
#include "support/quote.hpp"
#include "support/unknown.hpp"

namespace attn {

namespace {

constexpr std::size_t kLargestFile = std::size_t{2} << 30;
constexpr std::size_t kLongestHeader = 100'000'000;  // the format's own limit
constexpr std::size_t kLength = 8;                   // bytes that say how long the header is

std::uint64_t header_length(std::string_view bytes, std::string_view file) {
  if (bytes.size() < kLength) {
    throw Error("{}: this is no .safetensors file; it holds only {} bytes", file, bytes.size());
  }
  std::uint64_t length = 0;
  for (std::size_t i = 0; i < kLength; ++i) {
    length |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << 8 * i;
  }
  if (length > kLongestHeader) {
    throw Error(
        "{}: this is no .safetensors file; its header would be {} bytes long, and {} are "
        "the most",
        file, length, kLongestHeader);
  }
  if (length > bytes.size() - kLength) {
    throw Error("{}: the header is {} bytes long, but only {} bytes follow; the file is cut short",
                file, length, bytes.size() - kLength);
  }
  return length;
}

// The upper half of a float32: 1 bit of sign, 8 of exponent, 7 of fraction.
double brain_float(const char* bytes) {
  const auto low = static_cast<unsigned char>(bytes[0]);
  const auto high = static_cast<unsigned char>(bytes[1]);
  return std::bit_cast<float>(static_cast<std::uint32_t>(high << 8 | low) << 16);
}

template <typename Bits>
void append_little_endian(std::string& bytes, Bits bits) {
  for (std::size_t i = 0; i < sizeof bits; ++i) {
    bytes += static_cast<char>(bits >> 8 * i & 0xff);
  }
}

void append_number(std::string& bytes, double value, SavedAs type, const std::string& name) {
  if (type == SavedAs::f64) {
    append_little_endian(bytes, std::bit_cast<std::uint64_t>(value));
    return;
  }
  if (std::isfinite(value) && std::abs(value) > std::numeric_limits<float>::max()) {
    throw Error("tensor {}: {} is too large for F32; save it as F64", in_quotes(name), value);
  }
  append_little_endian(bytes, std::bit_cast<std::uint32_t>(static_cast<float>(value)));
}

}  // namespace

Safetensors::Safetensors(std::string bytes, std::string file)
    : bytes_(std::move(bytes)), file_(std::move(file)) {
  const std::string_view all = bytes_;
  const std::size_t length = header_length(all, file_);
  data_ = kLength + length;
  header_ = parse_safetensors_header(all.substr(kLength, length), all.size() - data_, file_);
}

const StoredTensor* Safetensors::find(std::string_view name) const {
  const auto found = header_.tensors.find(name);
  return found == header_.tensors.end() ? nullptr : &found->second;
}

std::vector<double> Safetensors::numbers(std::string_view name, Index first, Index count) const {
  const StoredTensor* const tensor = find(name);
  if (!tensor) throw Error("{}: there is no tensor {}", file_, in_quotes(name));
  const std::string& type = tensor->type;
  if (type != "F64" && type != "F32" && type != "F16" && type != "BF16") {
    throw Error("{}: tensor {} is of dtype {}; save it as F64, F32, F16 or BF16", file_,
                in_quotes(name), type);
  }
  if (first > tensor->count() || count > tensor->count() - first) {
    throw std::logic_error("Safetensors::numbers: past the end of a tensor");
  }
  const std::size_t size = size_of_type(type);
  const char* const begin = bytes_.data() + data_ + tensor->begin + first * size;
  std::vector<double> values(count);
  for (Index i = 0; i < count; ++i) {
    values[i] = type == "BF16" ? brain_float(begin + i * size)
                               : npy_number(begin + i * size, {.kind = 'f', .size = size});
  }
  return values;
}

Safetensors read_safetensors(const std::string& path) {
  return {read_file(path, kLargestFile), file_name(path)};
}

std::string safetensors_bytes(std::span<const TensorToSave> tensors,
                              const std::map<std::string, std::string, std::less<>>& metadata,
                              SavedAs type) {
  nlohmann::ordered_json header;
  if (!metadata.empty()) header["__metadata__"] = metadata;
  std::string data;
  for (const TensorToSave& tensor : tensors) {
    Index count = 1;
    for (const Index length : tensor.shape) count *= length;
    if (count != tensor.values.size() || header.contains(tensor.name)) {
      throw std::logic_error(
          "safetensors_bytes: a shape that does not hold its values, or a name "
          "that occurs twice");
    }
    const std::size_t begin = data.size();
    for (const double value : tensor.values) append_number(data, value, type, tensor.name);
    header[tensor.name] = {{"dtype", type == SavedAs::f64 ? "F64" : "F32"},
                           {"shape", tensor.shape},
                           {"data_offsets", {begin, data.size()}}};
  }
  std::string text = header.empty() ? "{}" : header.dump();
  text.append((8 - text.size() % 8) % 8, ' ');
  std::string bytes;
  append_little_endian(bytes, std::uint64_t{text.size()});
  return bytes + text + data;
}

}  // namespace attn
