// Do the readers of numbers and models survive any bytes? What they accept holds as many values as
// its shape says, and is written and read again as the same.
#include <array>
#include <cstdlib>

#include "files/byte_pair.hpp"
#include "files/csv.hpp"
#include "files/json_arrays.hpp"
#include "files/npy.hpp"
#include "fuzz/targets.hpp"
#include "learning/gpt2.hpp"
#include "learning/model_file.hpp"
#include "support/error.hpp"
#include "support/text.hpp"

namespace attn {

namespace {

void check_shape(const Tensor& tensor) {
  Index count = 1;
  for (const Index length : tensor.shape) count *= length;
  if (count != tensor.values.size()) std::abort();
}

template <typename Read>
void feed(Read read) {
  try {
    check_shape(read());
  } catch (const Error&) {  // what a reader may say to it
  }
}

// Every tensor on its own, so that one that holds no real numbers does not hide the others.
void read_tensors(const Safetensors& file) {
  for (const auto& [name, tensor] : file.header().tensors) {
    feed([&file, &name = name, &tensor = tensor] {
      const Tensor read{tensor.shape, file.numbers(name, 0, tensor.count())};
      const TensorToSave saved{name, read.shape, read.values};
      const Safetensors again(safetensors_bytes({&saved, 1}, file.header().metadata), "again");
      if (again.find(name)->shape != read.shape) std::abort();
      return read;
    });
  }
}

void run_model(const Safetensors& file) {
  if (!holds_own_model(file)) {
    const Gpt2 model(file, {.heads = 1});
    if (model.layers() > 0) model.head_input(std::vector<Index>{0}, {model.layers() - 1, 0});
    return;
  }
  const SavedModel saved = load_model(file);
  const TransformerShape& shape = saved.model.shape;
  if (shape.positions == Positions::learned && shape.context == 0) return;
  forward(saved.model, std::vector<Index>{0}, 1);
}

// The bytes as a vocabulary, as merges and as a text.
void cut_words(std::string_view bytes) {
  constexpr std::string_view kVocabulary = R"({"a": 0, "b": 1, "ab": 2})";
  try {
    BytePairs(bytes, "v.json", "a b", "m.txt").tokens("a b");
  } catch (const Error&) {
  }
  try {
    BytePairs(kVocabulary, "v.json", bytes, "m.txt").tokens("abab");
  } catch (const Error&) {
  }
  if (!valid_utf8(bytes)) return;
  std::size_t size = 0;
  for (const std::string_view word : byte_pair_words(bytes)) size += word.size();
  if (size != bytes.size()) std::abort();
}

}  // namespace

void fuzz_safetensors(std::string_view bytes) {
  try {
    const Safetensors file(std::string(bytes), "f.safetensors");
    read_tensors(file);
    run_model(file);
  } catch (const Error&) {
  }
}

void fuzz_npy(std::string_view bytes) {
  feed([bytes] {
    const Tensor tensor = parse_npy(bytes, "f.npy");
    const std::string again = npy_bytes(tensor.shape, tensor.values);
    if (parse_npy(again, "again.npy").shape != tensor.shape) std::abort();
    return tensor;
  });
}

void fuzz_text(std::string_view bytes) {
  feed([bytes] { return parse_csv(bytes, "f.csv"); });
  feed([bytes] { return parse_json_tensor(bytes, "f.json"); });
  cut_words(bytes);
  static constexpr std::array kKeys{ArrayKey{"tokens", 1, ArrayKey::Entry::string},
                                    ArrayKey{"embeddings", 2}};
  try {
    parse_json_arrays(bytes, "f.json", kKeys);
  } catch (const Error&) {
  }
}

}  // namespace attn
