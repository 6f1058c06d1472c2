#include "files/safetensors/header.hpp"

#include <algorithm>
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

}  // namespace

SafetensorsHeader parse_safetensors_header(std::string_view text, std::size_t data_size,
                                           std::string_view file) {
  if (!valid_utf8(text)) throw Error("{}: .safetensors header: it is not UTF-8", file);
  Listener listener(text, file);
  Json::sax_parse(text, &listener);
  SafetensorsHeader header = std::move(listener).header();
  check_safetensors_layout(header, data_size, file);
  return header;
}

}  // namespace attn
