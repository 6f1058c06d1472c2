// Do the tensors of a .safetensors file fill its data, each as its type and shape ask for?
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

#include "files/safetensors/header.hpp"
#include "support/error.hpp"
#include "support/quote.hpp"

namespace attn {

namespace {

// Bytes that the shape asks for, where they are no more than `most`.
bool fits(const StoredTensor& tensor, std::size_t most) {
  if (std::ranges::find(tensor.shape, Index{0}) != tensor.shape.end()) return true;
  std::size_t bytes = size_of_type(tensor.type);
  for (const Index length : tensor.shape) {
    if (length > most / bytes) return false;
    bytes *= length;
  }
  return bytes <= most;
}

void check_tensor(const std::string& name, const StoredTensor& tensor, std::size_t data_size,
                  std::string_view file) {
  const auto refuse = [&](std::string_view what) {
    throw Error("{}: tensor {}: {}", file, in_quotes(name), what);
  };
  const std::size_t size = size_of_type(tensor.type);
  if (size == 0) {
    refuse(fmt::format("there is no dtype {}; F64, F32, F16 and BF16 are read",
                       in_quotes(tensor.type)));
  }
  if (tensor.begin > tensor.end || tensor.end > data_size) {
    refuse(fmt::format("data_offsets [{}, {}] do not lie within the file's {} bytes of data",
                       tensor.begin, tensor.end, data_size));
  }
  if (!fits(tensor, data_size) || tensor.count() * size != tensor.end - tensor.begin) {
    refuse(fmt::format("shape [{}] of {} does not fit the {} bytes that data_offsets [{}, {}] give",
                       fmt::join(tensor.shape, ", "), tensor.type, tensor.end - tensor.begin,
                       tensor.begin, tensor.end));
  }
}

// One tensor begins where another ends, from the first byte to the last.
void check_order(const SafetensorsHeader& header, std::size_t data_size, std::string_view file) {
  std::vector<std::pair<const std::string*, const StoredTensor*>> in_order;
  for (const auto& [name, tensor] : header.tensors) in_order.emplace_back(&name, &tensor);
  std::ranges::sort(in_order, {}, [](const auto& item) {
    return std::pair(item.second->begin, item.second->end);
  });
  std::size_t next = 0;
  for (const auto& [name, tensor] : in_order) {
    if (tensor->begin != next) {
      throw Error(
          "{}: tensor {}: data_offsets begin at {}, {} byte {}; expected them there", file,
          in_quotes(*name), tensor->begin,
          tensor->begin < next ? "within a tensor that ends at" : "and leave a hole that begins at",
          next);
    }
    next = tensor->end;
  }
  if (next != data_size) {
    throw Error("{}: the tensors end at byte {} of the data, but there are {}; save the file anew",
                file, next, data_size);
  }
}

}  // namespace

Index StoredTensor::count() const {
  Index count = 1;
  for (const Index length : shape) count *= length;
  return count;
}

std::size_t size_of_type(std::string_view type) {
  static constexpr std::array<std::pair<std::string_view, std::size_t>, 16> kSizes{
      {{"F64", 8},
       {"F32", 4},
       {"F16", 2},
       {"BF16", 2},
       {"I64", 8},
       {"I32", 4},
       {"I16", 2},
       {"I8", 1},
       {"U64", 8},
       {"U32", 4},
       {"U16", 2},
       {"U8", 1},
       {"BOOL", 1},
       {"C64", 8},
       {"F8_E5M2", 1},
       {"F8_E4M3", 1}}};
  for (const auto& [name, size] : kSizes) {
    if (name == type) return size;
  }
  return 0;
}

void check_safetensors_layout(const SafetensorsHeader& header, std::size_t data_size,
                              std::string_view file) {
  for (const auto& [name, tensor] : header.tensors) check_tensor(name, tensor, data_size, file);
  check_order(header, data_size, file);
}

}  // namespace attn
