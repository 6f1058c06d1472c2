#include "files/byte_pair.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "files/read.hpp"
#include "support/error.hpp"
#include "support/quote.hpp"
#include "support/text.hpp"

namespace attn {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kLargestFile = std::size_t{64} << 20;

std::string known_of(const std::map<std::string, Index, std::less<>>& ids) {
  std::string list;
  for (const auto& [token, id] : ids) {
    if (list.size() > 60) return list + ", …";
    list += (list.empty() ? "" : ", ") + in_quotes(token);
  }
  return list;
}

// The whole numbers under their names; anything else is refused where it stands.
class VocabularyListener {
 public:
  explicit VocabularyListener(std::string_view file) : file_(file) {}

  std::map<std::string, Index, std::less<>> ids;

  bool null() { refuse(); }
  bool boolean(bool) { refuse(); }
  bool number_integer(Json::number_integer_t) { refuse(); }
  bool number_float(Json::number_float_t, const std::string&) { refuse(); }
  bool number_unsigned(Json::number_unsigned_t value) {
    if (!open_ || value > std::numeric_limits<std::uint32_t>::max()) refuse();
    if (!ids.emplace(name_, value).second) {
      throw Error("{}: the token {} occurs twice", file_, in_quotes(name_));
    }
    return true;
  }
  bool string(std::string&) { refuse(); }
  bool binary(Json::binary_t&) { refuse(); }
  bool start_object(std::size_t) {
    if (std::exchange(open_, true)) refuse();
    return true;
  }
  bool key(std::string& name) {
    name_ = std::move(name);
    return true;
  }
  bool end_object() { return true; }
  bool start_array(std::size_t) { refuse(); }
  bool end_array() { return true; }
  bool parse_error(std::size_t position, const std::string&, const Json::exception&) {
    throw Error("{}: not JSON from byte {} on", file_, position == 0 ? 0 : position - 1);
  }

 private:
  [[noreturn]] void refuse() const {
    throw Error(
        "{}: expected an object of whole numbers, {{\"TOKEN\": ID, …}}; {} is something "
        "else",
        file_, name_.empty() ? "it" : in_quotes(name_));
  }

  std::string_view file_;
  std::string name_;
  bool open_ = false;
};

}  // namespace

BytePairs::BytePairs(std::string_view vocabulary, std::string_view vocabulary_file,
                     std::string_view merges, std::string_view merges_file)
    : vocabulary_file_(vocabulary_file) {
  VocabularyListener listener(vocabulary_file);
  Json::sax_parse(vocabulary, &listener);
  ids_ = std::move(listener.ids);
  if (ids_.empty()) throw Error("{}: it holds no token", vocabulary_file);
  std::set<Index> taken;
  for (const auto& [token, id] : ids_) {
    if (!taken.insert(id).second) {
      throw Error("{}: {} has the number {} of another token", vocabulary_file, in_quotes(token),
                  id);
    }
    largest_id_ = std::max(largest_id_, id);
  }
  for (Index line = 1; !merges.empty(); ++line) {
    const std::size_t end = std::min(merges.find('\n'), merges.size());
    const std::vector<std::string> pair = words_of(merges.substr(0, end));
    const bool comment = line == 1 && merges.starts_with("#version");
    merges.remove_prefix(std::min(end + 1, merges.size()));
    if (pair.empty() || comment) continue;
    if (pair.size() != 2) {
      throw Error("{}:{}: expected two symbols with a space between them; found {}", merges_file,
                  line, pair.size());
    }
    ranks_.try_emplace({pair[0], pair[1]}, ranks_.size());
  }
}

// Of all neighbours, those of the lowest rank become one symbol, until none has a rank.
std::vector<std::string> BytePairs::joined(std::vector<std::string> symbols) const {
  while (symbols.size() > 1) {
    auto best = ranks_.end();
    for (Index i = 0; i + 1 < symbols.size(); ++i) {
      const auto rank = ranks_.find({symbols[i], symbols[i + 1]});
      if (rank != ranks_.end() && (best == ranks_.end() || rank->second < best->second)) {
        best = rank;
      }
    }
    if (best == ranks_.end()) break;
    std::vector<std::string> next;
    for (Index i = 0; i < symbols.size(); ++i) {
      const bool pair = i + 1 < symbols.size() && symbols[i] == best->first.first &&
                        symbols[i + 1] == best->first.second;
      next.push_back(pair ? symbols[i] + symbols[i + 1] : symbols[i]);
      if (pair) ++i;
    }
    symbols = std::move(next);
  }
  return symbols;
}

std::vector<BytePairToken> BytePairs::tokens(std::string_view text) const {
  std::vector<BytePairToken> result;
  for (const std::string_view word : byte_pair_words(text)) {
    std::size_t begin = 0;
    std::vector<std::string> symbols;
    for (const char byte : word) symbols.push_back(visible_bytes({&byte, 1}));
    for (const std::string& symbol : joined(std::move(symbols))) {
      const auto id = ids_.find(symbol);
      if (id == ids_.end()) {
        throw Error("{}: no token {} for a part of {}; there are: {}", vocabulary_file_,
                    in_quotes(symbol), in_quotes(word), known_of(ids_));
      }
      const std::size_t bytes = characters_of(symbol).size();
      result.push_back({id->second, std::string(word.substr(begin, bytes))});
      begin += bytes;
    }
  }
  return result;
}

BytePairs read_byte_pairs(const std::string& vocabulary, const std::string& merges) {
  return {read_text(vocabulary, kLargestFile), file_name(vocabulary),
          read_text(merges, kLargestFile), file_name(merges)};
}

}  // namespace attn
