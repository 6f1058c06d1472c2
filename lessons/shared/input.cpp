#include "lessons/shared/input.hpp"

#include <algorithm>
#include <charconv>
#include <map>

#include "core/random/generator.hpp"
#include "files/embedded.hpp"
#include "support/error.hpp"
#include "support/quote.hpp"
#include "support/text.hpp"

namespace attn {

namespace {

constexpr Index kDefaultDimensions = 8;
constexpr std::size_t kLongestWord = 64;  // bytes

// A matrix of independent normals, mean 0, in NumPy's order: row by row.
Matrix draw(Generator& generator, Index height, Index width, double deviation) {
  Matrix m = xt::empty<double>({height, width});
  generator.fill_normal({m.data(), m.size()});
  m *= deviation;
  return m;
}

void draw_projections(Generator& generator, Sentence& sentence) {
  const Index width = columns(sentence.embeddings);
  for (Matrix* w : {&sentence.w_q, &sentence.w_k, &sentence.w_v}) {
    *w = draw(generator, width, width, kProjectionDeviation);
  }
}

void copy_row(Matrix& m, Index to, Index from) {
  std::copy_n(m.data() + from * columns(m), columns(m), m.data() + to * columns(m));
}

// The six-word sentence: "mat" is made to resemble "cat", and the two "the" are the same vector.
Sentence draw_six_words(Generator& generator, Index width) {
  Sentence sentence{{"the", "cat", "sat", "on", "the", "mat"}, {}, {}, {}, {}};
  Matrix& e = sentence.embeddings;
  e = draw(generator, sentence.tokens.size(), width, 1.0);
  const Matrix noise = draw(generator, 1, width, kNoiseInMat);
  for (Index c = 0; c < width; ++c) e(5, c) = e(1, c) * kCatInMat + noise(0, c);
  copy_row(e, 4, 0);
  draw_projections(generator, sentence);
  return sentence;
}

// Every word heads a column: so many of them, and so long, fit a page.
void check_words(const std::vector<std::string>& words, std::string_view option) {
  if (words.size() > kMostWords) {
    throw Error("{}: {} words are too many for n × n tables; use at most {}", option, words.size(),
                kMostWords);
  }
  for (const std::string& word : words) {
    if (word.size() > kLongestWord) {
      throw Error("{}: the word {} takes {} bytes; use words of at most {}", option,
                  in_quotes(word), word.size(), kLongestWord);
    }
  }
}

Sentence draw_text(Generator& generator, const std::string& text, Index width) {
  Sentence sentence{words_of_text(text), {}, {}, {}, {}};
  const Index count = sentence.tokens.size();
  sentence.embeddings = draw(generator, count, width, 1.0);
  std::map<std::string, Index> first;
  for (Index i = 0; i < count; ++i) {
    copy_row(sentence.embeddings, i, first.try_emplace(sentence.tokens[i], i).first->second);
  }
  draw_projections(generator, sentence);
  return sentence;
}

Sentence read_file_of(std::string_view option, const std::string& path) {
  try {
    return read_sentence(path);
  } catch (const Error& error) {
    throw Error("{}: {}", option, error.what());
  }
}

void check_model(const InputOptions& options) {
  const ModelOptions& model = options.model;
  if (!model.file && (model.layer || model.head)) {
    throw Error("{} is of a model; name one with --model FILE", model.layer ? "--layer" : "--head");
  }
  if (model.file && (options.file || options.dim || options.example != kSixWords)) {
    throw Error("--model and {} exclude each other; give one of them", options.file  ? "--input"
                                                                       : options.dim ? "--dim"
                                                                                     : "--example");
  }
  if (model.file && !options.text)
    throw Error("--model needs a sentence; give it with --text \"the cat sat\"");
}

void check_exclusive(const InputOptions& options) {
  check_model(options);
  if (options.text && options.file)
    throw Error("--text and --input exclude each other; give one of them");
  if (options.example != options.usual && (options.text || options.file)) {
    throw Error("--example and {} exclude each other; give one of them",
                options.text ? "--text" : "--input");
  }
  if (options.dim && !drawn(options)) {
    throw Error("--dim: {} brings its own width; leave --dim out",
                options.file ? "--input" : "--example " + options.example);
  }
}

}  // namespace

void declare_own_input(Knobs& knobs, InputOptions& options) {
  knobs.text("--text", options.text, "SENTENCE",
             "Your own words; equal words share an embedding, all of it drawn from --seed");
  knobs.reads_file(
      "--input", options.file, "FILE",
      "Your own numbers: JSON with tokens, embeddings and, all or none, w_q, w_k, w_v");
  declare_model(knobs, options.model);
  knobs.text("--seed", options.seed, "DIGITS", "Seed of NumPy's default_rng, of any size");
}

void declare_input(Knobs& knobs, InputOptions& options) {
  declare_own_input(knobs, options);
  knobs.choice("--example", options.example, {kSixWords, "cat-sat"},
               "A ready sentence: six random words, or three words with identity projections");
  knobs.count("--dim", options.dim, 1, kMostDimensions,
              "Width of the embeddings drawn (8 unless given)");
}

Sentence read_sentence(const InputOptions& options) {
  check_exclusive(options);
  Generator generator(options.seed);  // a wrong seed is an error even where nothing is drawn
  const Index width = options.dim ? static_cast<Index>(*options.dim) : kDefaultDimensions;
  if (options.model.file) return read_model_sentence(options.model, *options.text);
  if (options.text) return draw_text(generator, *options.text, width);
  if (!options.file) {
    return options.example == kSixWords
               ? draw_six_words(generator, width)
               : parse_sentence(embedded(options.example + ".json"), options.example);
  }
  Sentence sentence = read_file_of("--input", *options.file);
  check_words(sentence.tokens, "--input");
  return sentence;
}

std::vector<std::string> words_of_text(const std::string& text) {
  if (!valid_utf8(text)) throw Error("--text: not valid UTF-8; save or type it as UTF-8");
  std::vector<std::string> words = words_of(text);
  if (words.empty()) {
    throw Error("--text: no word in {}; try --text \"the cat sat\"", in_quotes(text));
  }
  check_words(words, "--text");
  return words;
}

Index find_token(const Sentence& sentence, const std::string& word) {
  const auto& tokens = sentence.tokens;
  const auto found = std::find(tokens.begin(), tokens.end(), word);
  if (found != tokens.end()) return static_cast<Index>(found - tokens.begin());
  Index index = 0;
  const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), index);
  if (problem == std::errc{} && end == word.data() + word.size() && index < tokens.size()) {
    return index;
  }
  const std::string_view near = nearest(word, {tokens.begin(), tokens.end()});
  throw Error("--focus: no word {}; {}use one of {}, or 0 to {}", in_quotes(word),
              near.empty() ? "" : fmt::format("did you mean \"{}\"? ", near),
              fmt::join(tokens, " "), tokens.size() - 1);
}

}  // namespace attn
