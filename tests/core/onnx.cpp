#include "core/onnx.hpp"

#include <algorithm>
#include <fstream>
#include <random>
#include <sstream>

#include "core/precision.hpp"
#include "files/npy.hpp"

namespace attn {

namespace {

const std::string kFolder = std::string(ATTN_TESTS) + "/onnx/";

// numpy.random.seed(seed); numpy.random.rand(first + count)[first:], the legacy generator.
std::vector<double> drawn(unsigned seed, Index first, Index count, const Precision& precision) {
  std::mt19937 engine{seed};
  std::vector<double> values(first + count);
  for (double& value : values) {
    const auto high = static_cast<double>(engine() >> 5), low = static_cast<double>(engine() >> 6);
    value = rounded((high * 0x1p26 + low) / 0x1p53, precision);
  }
  values.erase(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(first));
  return values;
}

std::vector<Index> shape_of(std::string text) {
  std::ranges::replace(text, 'x', ' ');
  std::istringstream lengths(text);
  std::vector<Index> shape;
  for (Index n = 0; lengths >> n;) shape.push_back(n);
  return shape;
}

std::vector<double> literal(std::istream& line) {
  std::vector<double> values;
  for (std::string word; line >> word;) values.push_back(std::stod(word));  // nan and inf too
  return values;
}

void add_tensor(OnnxCase& c, const std::string& name, std::istringstream line,
                const Tensor& outputs) {
  std::string shape, kind;
  line >> shape >> kind;
  Tensor tensor{shape_of(shape), {}};
  Index count = 1;
  for (const Index n : tensor.shape) count *= n;
  if (kind == "is" || kind == "keep") {
    tensor.values = literal(line);
    c.keep = c.keep || kind == "keep";
  } else if (kind == "expected") {
    Index first = 0;
    line >> first;
    const auto from = outputs.values.begin() + static_cast<std::ptrdiff_t>(first);
    tensor.values.assign(from, from + static_cast<std::ptrdiff_t>(count));
  } else {
    unsigned seed = 0;
    Index first = 0;
    line >> seed >> first;
    c.narrow = c.narrow || kind == "drawn16";
    tensor.values = drawn(seed, first, count, c.narrow ? kFloat16 : kFloat32);
  }
  c.tensors.emplace(name, std::move(tensor));
}

}  // namespace

double OnnxCase::attribute(std::string_view key, double otherwise) const {
  const auto found = attributes.find(key);
  return found == attributes.end() ? otherwise : found->second;
}

std::vector<OnnxCase> onnx_cases(std::string_view prefix) {
  const Tensor outputs = read_npy(kFolder + "outputs.npy");
  std::ifstream file(kFolder + "cases.txt");
  std::vector<OnnxCase> cases;
  for (std::string text; std::getline(file, text);) {
    std::istringstream line(text);
    std::string word;
    if (!(line >> word) || word == "#") continue;
    if (word == "case") {
      OnnxCase& c = cases.emplace_back();
      line >> c.name;
      for (double value = 0.0; line >> word >> value;) c.attributes.emplace(word, value);
    } else {
      add_tensor(cases.back(), word, std::move(line), outputs);
    }
  }
  std::erase_if(cases, [&](const OnnxCase& c) { return !c.name.starts_with(prefix); });
  return cases;
}

Matrix matrix_at(const Tensor& tensor, Index i) {
  const Index rank = tensor.shape.size();
  Matrix m = xt::empty<double>({tensor.shape[rank - 2], tensor.shape[rank - 1]});
  std::copy_n(tensor.values.begin() + static_cast<std::ptrdiff_t>(i * m.size()), m.size(),
              m.begin());
  return m;
}

}  // namespace attn
