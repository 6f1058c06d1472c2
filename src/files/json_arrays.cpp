#include "files/json_arrays.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "files/json_syntax.hpp"
#include "support/quote.hpp"
#include "support/text.hpp"
#include "support/unknown.hpp"

namespace attn {

namespace {

using Json = nlohmann::json;
using Entry = ArrayKey::Entry;

std::string counted(std::size_t count) {
  return fmt::format("{} {}", count, count == 1 ? "entry" : "entries");
}

// What the key holds at that depth: "a number", "an array of arrays of numbers".
std::string form(const ArrayKey& key, std::size_t depth) {
  const std::string_view entry = key.entry == Entry::number ? "number" : "string";
  if (depth == key.rank) return fmt::format("a {}", entry);
  std::string arrays = "an array of ";
  for (std::size_t level = depth + 1; level < key.rank; ++level) arrays += "arrays of ";
  return fmt::format("{}{}s", arrays, entry);
}

// Hears the parser token by token, so that a hostile file is refused where it goes wrong, before
// it takes memory: brackets deeper than a key's rank never open.
class Listener {
 public:
  Listener(std::string_view text, std::string_view file, std::span<const ArrayKey> keys)
      : text_(text), file_(file), keys_(keys) {}

  // The text is the array of that key.
  Listener(std::string_view text, std::string_view file, const ArrayKey& key)
      : Listener(text, file, std::span(&key, 1)) {
    begin(key);
  }

  JsonArrays arrays() && { return std::move(arrays_); }

  bool null() { return misplaced("null"); }
  bool boolean(bool value) { return misplaced(value ? "true" : "false"); }
  bool number_integer(Json::number_integer_t value) { return number(static_cast<double>(value)); }
  bool number_unsigned(Json::number_unsigned_t value) { return number(static_cast<double>(value)); }
  bool number_float(Json::number_float_t value, const std::string&) { return number(value); }
  bool string(std::string& value);
  bool binary(Json::binary_t&) { return misplaced("binary data"); }
  bool start_object(std::size_t);
  bool key(std::string& name);
  bool end_object() { return true; }
  bool start_array(std::size_t);
  bool end_array();
  bool parse_error(std::size_t position, const std::string&, const Json::exception& exception);

 private:
  void begin(const ArrayKey& key);
  bool number(double value);
  [[noreturn]] bool misplaced(std::string_view found) const;
  std::string place() const;
  std::vector<std::string_view> names() const;
  void take_entry(Entry entry, std::string_view found);

  template <typename... Args>
  [[noreturn]] void refuse(fmt::format_string<Args...> format, Args&&... args) const {
    throw Error("{}: {}", file_, fmt::format(format, std::forward<Args>(args)...));
  }

  std::string_view text_, file_;
  std::span<const ArrayKey> keys_;
  JsonArrays arrays_;
  const ArrayKey* key_ = nullptr;            // under which we are
  JsonArray* array_ = nullptr;               // what it holds so far
  std::vector<Index> open_;                  // entries so far in each bracket that is open
  std::vector<std::optional<Index>> shape_;  // entries of each level's first bracket, once closed
};

// The entry that comes next, as one would index it: embeddings[1][2].
std::string Listener::place() const {
  std::string result(key_->name);
  for (const Index index : open_) result += fmt::format("[{}]", index);
  return result;
}

std::vector<std::string_view> Listener::names() const {
  std::vector<std::string_view> result;
  for (const ArrayKey& key : keys_) result.push_back(key.name);
  return result;
}

bool Listener::misplaced(std::string_view found) const {
  if (!key_) {
    refuse("expected an object with the keys {}; found {}", fmt::join(names(), ", "), found);
  }
  refuse("{} is {}; expected {}", place(), found, form(*key_, open_.size()));
}

void Listener::take_entry(Entry entry, std::string_view found) {
  if (!key_ || open_.size() != key_->rank || key_->entry != entry) misplaced(found);
  ++open_.back();
}

bool Listener::number(double value) {
  take_entry(Entry::number, fmt::format("the number {}", value));
  array_->numbers.push_back(value);
  return true;
}

bool Listener::string(std::string& value) {
  take_entry(Entry::string, "the string " + in_quotes(value));
  array_->strings.push_back(std::move(value));
  return true;
}

bool Listener::start_object(std::size_t) {
  if (key_) misplaced("an object");
  return true;
}

bool Listener::key(std::string& name) {
  const auto known = std::ranges::find(keys_, name, &ArrayKey::name);
  if (known == keys_.end()) {
    refuse("{}", unknown_name("key", name, names()).what());
  }
  if (arrays_.contains(name)) refuse("the key \"{}\" occurs twice", name);
  begin(*known);
  return true;
}

void Listener::begin(const ArrayKey& key) {
  key_ = &key;
  array_ = &arrays_[std::string(key.name)];
  shape_.assign(key.rank, std::nullopt);
}

bool Listener::start_array(std::size_t) {
  if (!key_ || open_.size() == key_->rank) misplaced("an array");
  open_.push_back(0);
  return true;
}

bool Listener::end_array() {
  const Index count = open_.back();
  open_.pop_back();
  std::optional<Index>& usual = shape_[open_.size()];
  if (usual && *usual != count) {
    refuse("{} has {}, those before it have {}", place(), counted(count), *usual);
  }
  usual = count;
  if (open_.empty()) {
    for (const std::optional<Index>& length : shape_) array_->shape.push_back(length.value_or(0));
  } else {
    ++open_.back();
  }
  return true;
}

bool Listener::parse_error(std::size_t position, const std::string&,
                           const Json::exception& exception) {
  throw Error("{}", json_syntax_error(text_, file_, position, exception.what()));
}

}  // namespace

JsonArrays parse_json_arrays(std::string_view text, std::string_view file,
                             std::span<const ArrayKey> keys) {
  Listener listener(text, file, keys);
  Json::sax_parse(text, &listener);
  return std::move(listener).arrays();
}

Tensor parse_json_tensor(std::string_view text, std::string_view file) {
  constexpr Index kDeepest = 4;
  Index depth = 0;
  for (const char c : text) {
    if (c == '[') ++depth;
    if (std::string_view("[ \t\r\n").find(c) == std::string_view::npos) break;
  }
  if (depth == 0) throw Error("{}: expected an array of numbers, [[1, 2], [3, 4]]", file);
  if (depth > kDeepest) {
    throw Error("{}: brackets are {} deep; a tensor has at most {} dimensions", file, depth,
                kDeepest);
  }
  const ArrayKey key{.name = "array", .rank = depth};
  Listener listener(text, file, key);
  Json::sax_parse(text, &listener);
  JsonArray array = std::move(std::move(listener).arrays().begin()->second);
  return {std::move(array.shape), std::move(array.numbers)};
}

}  // namespace attn
