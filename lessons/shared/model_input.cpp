#include "lessons/shared/model_input.hpp"

#include <algorithm>
#include <cmath>

#include "files/byte_pair.hpp"
#include "files/read.hpp"
#include "learning/gpt2.hpp"
#include "learning/model_file.hpp"
#include "lessons/shared/input.hpp"
#include "support/error.hpp"
#include "support/quote.hpp"
#include "support/text.hpp"
#include "support/unknown.hpp"

namespace attn {

namespace {

constexpr Integer kMostOfModel = 10'000;         // layers, and heads
constexpr std::size_t kLongestText = 4096;       // bytes
constexpr std::size_t kLargestConfig = 1 << 20;  // bytes

void check_text(const std::string& text) {
  if (!valid_utf8(text)) throw Error("--text: not valid UTF-8; save or type it as UTF-8");
  if (words_of(text).empty()) {
    throw Error("--text: no word in {}; try --text \"the cat sat\"", in_quotes(text));
  }
  if (text.size() > kLongestText) {
    throw Error("--text: {} bytes are too many for n × n tables; use at most {}", text.size(),
                kLongestText);
  }
}

// As it is written on a page: without the space before it, and visible.
std::string token_name(std::string_view bytes) {
  if (!valid_utf8(bytes)) return visible_bytes(bytes);  // a part of a character
  if (bytes.starts_with(' ')) bytes.remove_prefix(1);
  std::string name;
  if (bytes.find_first_not_of(' ') != bytes.npos) return printable(bytes);
  for (std::size_t i = 0; i < std::max<std::size_t>(1, bytes.size()); ++i) name += "\\u{20}";
  return name;
}

Index word_number(const std::vector<std::string>& vocabulary, const std::string& word) {
  const auto found = std::ranges::find(vocabulary, word);
  if (found != vocabulary.end()) return static_cast<Index>(found - vocabulary.begin());
  std::vector<std::string_view> known(vocabulary.begin(), vocabulary.end());
  known.resize(std::min<std::size_t>(known.size(), kMostWords));
  throw Error("--text: {}", unknown_name("word", word, known).what());
}

void check_tokens(Index count, Index most) {
  if (count > kMostWords) {
    throw Error("--text: {} tokens are too many for n × n tables; use at most {}", count,
                kMostWords);
  }
  if (count > most) {
    throw Error("--text: {} tokens are too many for the model, which has {} positions", count,
                most);
  }
}

Index place_in(std::string_view option, const std::optional<Integer>& asked, Index count,
               std::string_view kind) {
  const auto place = static_cast<Index>(asked.value_or(0));
  if (count == 0) throw Error("--model: it has no {}", kind);
  if (place >= count) {
    throw Error("{}: the model has no {} {}; use 0{}", option, kind, place,
                count == 1 ? "" : fmt::format(" to {}", count - 1));
  }
  return place;
}

HeadPlace place_of(const ModelOptions& options, Index layers, Index heads) {
  return {place_in("--layer", options.layer, layers, "layer"),
          place_in("--head", options.head, heads, "head")};
}

Sentence sentence_of(std::vector<std::string> tokens, HeadInput input) {
  for (const Matrix* m : {&input.x, &input.w_q, &input.w_k, &input.w_v}) {
    if (!std::ranges::all_of(*m, [](double a) { return std::isfinite(a); })) {
      throw Error(
          "--model: what reaches that head is not finite; its weights overflow or hold NaN");
    }
  }
  return {std::move(tokens),    std::move(input.x),   std::move(input.w_q),
          std::move(input.w_k), std::move(input.w_v), input.causal};
}

Sentence own_sentence(const ModelOptions& options, const Safetensors& file,
                      const std::string& text) {
  const SavedModel saved = load_model(file);
  const TransformerShape& shape = saved.model.shape;
  const HeadPlace place = place_of(options, shape.layers, shape.heads);
  if (shape.positions == Positions::rotary) {
    throw Error(
        "--model: this model turns its queries and keys (rotary), which these steps do not; "
        "use one with learned positions or sinusoids");
  }
  std::vector<std::string> words = words_of_text(text);
  check_tokens(words.size(), shape.positions == Positions::learned ? shape.context : kMostWords);
  std::vector<Index> tokens;
  for (const std::string& word : words) tokens.push_back(word_number(saved.vocabulary, word));
  return sentence_of(std::move(words), head_input(saved.model, tokens, place));
}

Gpt2Config config_beside(const std::string& model) {
  const std::string path = beside(model, "config.json");
  if (!exists(path)) return {};
  return parse_gpt2_config(read_text(path, kLargestConfig), file_name(path));
}

Sentence gpt2_sentence(const ModelOptions& options, const Safetensors& file,
                       const std::string& text) {
  const Gpt2 model(file, config_beside(*options.file));
  const HeadPlace place = place_of(options, model.layers(), model.heads());
  const BytePairs pairs =
      read_byte_pairs(beside(*options.file, "vocab.json"), beside(*options.file, "merges.txt"));
  std::vector<std::string> names;
  std::vector<Index> tokens;
  for (const BytePairToken& token : pairs.tokens(text)) {
    if (token.id >= model.vocabulary()) {
      throw Error("--model: vocab.json gives {} the number {}, but there are {} embeddings",
                  in_quotes(token.bytes), token.id, model.vocabulary());
    }
    names.push_back(token_name(token.bytes));
    tokens.push_back(token.id);
  }
  check_tokens(tokens.size(), model.context());
  return sentence_of(std::move(names), model.head_input(tokens, place));
}

Sentence sentence_from(const ModelOptions& options, const std::string& text) {
  const Safetensors file = read_safetensors(*options.file);
  return holds_own_model(file) ? own_sentence(options, file, text)
                               : gpt2_sentence(options, file, text);
}

}  // namespace

void declare_model(Knobs& knobs, ModelOptions& model) {
  knobs.reads_file("--model", model.file, "FILE",
                   "--text in a trained model: .safetensors saved by attn, or of GPT-2's layout");
  knobs.count("--layer", model.layer, 0, kMostOfModel, "The layer of --model, from 0");
  knobs.count("--head", model.head, 0, kMostOfModel, "The head of that layer of --model, from 0");
}

Sentence read_model_sentence(const ModelOptions& options, const std::string& text) {
  check_text(text);
  try {
    return sentence_from(options, text);
  } catch (const Error& error) {
    if (std::string_view(error.what()).starts_with("--")) throw;
    throw Error("--model: {}", error.what());
  }
}

}  // namespace attn
