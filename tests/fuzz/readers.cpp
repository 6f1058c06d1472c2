// Do the readers of numbers survive any bytes? What they accept holds as many values as its shape
// says, and is written and read again as the same.
#include <array>
#include <cstdlib>

#include "files/csv.hpp"
#include "files/json_arrays.hpp"
#include "files/npy.hpp"
#include "fuzz/targets.hpp"
#include "support/error.hpp"

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

}  // namespace

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
  static constexpr std::array kKeys{ArrayKey{"tokens", 1, ArrayKey::Entry::string},
                                    ArrayKey{"embeddings", 2}};
  try {
    parse_json_arrays(bytes, "f.json", kKeys);
  } catch (const Error&) {
  }
}

}  // namespace attn
