#include "files/safetensors_header.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "support/error.hpp"
#include "support/quote.hpp"
#include "support/text.hpp"

namespace attn {

namespace {

using Json = nlohmann::json;

constexpr Index kMostDimensions = 32;
constexpr std::string_view kMetadata = "__metadata__";

// Hears the parser token by token, so that nothing is kept that has no place in a header: brackets
// deeper than a shape never open.
class Listener {
 public:
  Listener(std::string_view text, std::string_view file) : text_(text), file_(file) {}

  SafetensorsHeader header() && { return std::move(header_); }

  bool null() { return misplaced("null"); }
  bool boolean(bool value) { return misplaced(value ? "true" : "false"); }
  bool number_integer(Json::number_integer_t value) { return misplaced(fmt::format("{}", value)); }
  bool number_float(Json::number_float_t, const std::string& text) { return misplaced(text); }
  bool number_unsigned(Json::number_unsigned_t value);
  bool string(std::string& value);
  bool binary(Json::binary_t&) { return misplaced("binary data"); }
  bool start_object(std::size_t);
  bool key(std::string& name);
  bool end_object();
  bool start_array(std::size_t);
  bool end_array();
  bool parse_error(std::size_t position, const std::string&, const Json::exception& exception);

 private:
  enum class Place { outside, header, metadata, tensor, numbers };

  [[noreturn]] bool misplaced(std::string_view found) const;
  std::string expected() const;
  template <typename... Args>
  [[noreturn]] void refuse(fmt::format_string<Args...> format, Args&&... args) const {
    throw Error("{}: .safetensors header: {}", file_,
                fmt::format(format, std::forward<Args>(args)...));
  }
  std::string named() const { return "tensor " + in_quotes(name_); }

  std::string_view text_, file_;
  SafetensorsHeader header_;
  Place place_ = Place::outside;
  std::string name_, field_;  // of the tensor, and of what is told of it
  bool metadata_told_ = false;
  std::set<std::string> told_ = {};  // fields of this tensor so far
  StoredTensor tensor_;
  std::vector<Index> numbers_;
};

// What comes next, had the file been right.
std::string Listener::expected() const {
  switch (place_) {
    case Place::outside:
      return "an object, {\"NAME\": {\"dtype\": …, \"shape\": …, \"data_offsets\": …}}";
    case Place::header:
      return name_ == kMetadata ? fmt::format("{} as an object of strings", kMetadata)
                                : named() + " as an object";
    case Place::metadata:
      return fmt::format("a string under {} of {}", in_quotes(field_), kMetadata);
    case Place::tensor:
      return fmt::format("{} of {} as {}", field_, named(),
                         field_ == "dtype" ? "a string" : "an array of whole numbers");
    case Place::numbers:
      break;
  }
  return fmt::format("whole numbers from 0 below 2^64 in {} of {}", field_, named());
}

bool Listener::misplaced(std::string_view found) const {
  refuse("expected {}; found {}", expected(), shortened(found));
}

bool Listener::number_unsigned(Json::number_unsigned_t value) {
  if (place_ != Place::numbers) misplaced(fmt::format("{}", value));
  if (numbers_.size() == kMostDimensions) {
    refuse("{} of {} holds more than {} numbers", field_, named(), kMostDimensions);
  }
  numbers_.push_back(value);
  return true;
}

bool Listener::string(std::string& value) {
  if (place_ == Place::metadata) {
    header_.metadata.emplace(field_, std::move(value));
  } else if (place_ == Place::tensor && field_ == "dtype") {
    tensor_.type = std::move(value);
  } else {
    misplaced("the string " + in_quotes(value));
  }
  return true;
}

bool Listener::start_object(std::size_t) {
  if (place_ == Place::outside) {
    place_ = Place::header;
  } else if (place_ == Place::header) {
    place_ = name_ == kMetadata ? Place::metadata : Place::tensor;
    tensor_ = {};
    told_.clear();
  } else {
    misplaced("an object");
  }
  return true;
}

bool Listener::key(std::string& name) {
  if (place_ == Place::header) {
    name_ = std::move(name);
    if (header_.tensors.contains(name_)) refuse("{} occurs twice", named());
    if (name_ == kMetadata && std::exchange(metadata_told_, true)) {
      refuse("{} occurs twice", kMetadata);
    }
    return true;
  }
  field_ = std::move(name);
  if (place_ == Place::metadata) {
    if (header_.metadata.contains(field_)) {
      refuse("{} occurs twice in {}", in_quotes(field_), kMetadata);
    }
    return true;
  }
  if (field_ != "dtype" && field_ != "shape" && field_ != "data_offsets") {
    refuse("{} has an unknown key {}; there are: dtype, shape, data_offsets", named(),
           in_quotes(field_));
  }
  if (!told_.insert(field_).second) refuse("{} of {} occurs twice", field_, named());
  return true;
}

bool Listener::end_object() {
  if (place_ == Place::tensor) {
    for (const char* field : {"dtype", "shape", "data_offsets"}) {
      if (!told_.contains(field)) refuse("{} of {} is missing", field, named());
    }
    header_.tensors.emplace(name_, std::move(tensor_));
  }
  place_ = place_ == Place::header ? Place::outside : Place::header;
  return true;
}

bool Listener::start_array(std::size_t) {
  if (place_ != Place::tensor || field_ == "dtype") misplaced("an array");
  place_ = Place::numbers;
  numbers_.clear();
  return true;
}

bool Listener::end_array() {
  place_ = Place::tensor;
  if (field_ == "shape") {
    tensor_.shape = std::move(numbers_);
    return true;
  }
  if (numbers_.size() != 2) {
    refuse("data_offsets of {} holds {} numbers; expected two, [BEGIN, END]", named(),
           numbers_.size());
  }
  tensor_.begin = numbers_[0];
  tensor_.end = numbers_[1];
  return true;
}

bool Listener::parse_error(std::size_t position, const std::string&, const Json::exception&) {
  const std::size_t byte = std::min(position, text_.size() + 1) - 1;
  refuse("not JSON from byte {} on, {}", byte, in_quotes(text_.substr(byte, 12)));
}

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
void check_layout(const SafetensorsHeader& header, std::size_t data_size, std::string_view file) {
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
  const auto* const known =
      std::ranges::find(kSizes, type, [](const auto& entry) { return entry.first; });
  return known == kSizes.end() ? 0 : known->second;
}

SafetensorsHeader parse_safetensors_header(std::string_view text, std::size_t data_size,
                                           std::string_view file) {
  if (!valid_utf8(text)) throw Error("{}: .safetensors header: it is not UTF-8", file);
  Listener listener(text, file);
  Json::sax_parse(text, &listener);
  SafetensorsHeader header = std::move(listener).header();
  for (const auto& [name, tensor] : header.tensors) check_tensor(name, tensor, data_size, file);
  check_layout(header, data_size, file);
  return header;
}

}  // namespace attn
