// Do the worked examples of public notes come out as they print them? Figures are typed as printed;
// a tolerance is half a unit of their last digit. Where a source is wrong, the test says so.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "core/attention.hpp"
#include "core/attention_variants.hpp"
#include "core/costs/cost.hpp"

using namespace attn;

namespace {

// Half a unit of the last of so many digits after the point; a little more, for the sum itself.
double printed(int digits) { return 0.5 * std::pow(10.0, -digits) + 1e-12; }

Matrix row_of(const Matrix& m, Index i) { return xt::view(m, xt::range(i, i + 1), xt::all()); }

}  // namespace

TEST_SUITE("a worked example of public notes") {
  // Tom Yeh, AI by Hand, Self-Attention.xlsx: tokens are columns there, and Excel's digits are all
  // of them. github.com/ImagineAILab/ai-by-hand-excel, c2529f7
  TEST_CASE("agrees with Excel: AI by Hand, from embeddings to output") {
    const Matrix x{{2, 0, 0, 0, 2, 1}, {0, 1, 2, 0, 0, 0}, {0, 0, 1, 1, 0, 1}, {2, 0, 0, 1, 0, 1}};
    const Matrix w_q{{1, 0, 0}, {1, 1, 0}, {0, 0, 1}, {0, 1, 0}, {0, 0, 1}, {0, 0, 1}};
    const Matrix w_k{{0, 0, 1}, {0, 1, 0}, {1, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, -1}};
    const Matrix w_v{{10, 0, 0}, {0, 0, 10}, {0, 0, 0}, {0, 10, 0}, {0, 0, 0}, {0, 0, 0}};
    const Attention a = attention(product(x, w_q), product(x, w_k), product(x, w_v));
    CHECK(a.scores == Matrix{{3, 4, -1, 3}, {2, 3, -1, 2}, {2, 1, -2, 2}, {1, 5, 1, 1}});
    const Matrix weights{
        {0.25768992519603773, 0.45902620089740415, 0.025593948710520373, 0.25768992519603773},
        {0.2526379583741795, 0.4500270708944241, 0.04469701235721694, 0.2526379583741795},
        {0.37584028966758737, 0.21099069277691304, 0.03732872788791222, 0.37584028966758737},
        {0.07652050458229058, 0.7704384862531284, 0.07652050458229058, 0.07652050458229058}};
    CHECK(largest_difference(a.weights, weights) <= 1e-15);
    const Matrix output{{10.307597007841508, 2.832838739065581, 4.590262008974041},
                        {10.105518334967181, 2.9733497073139645, 4.5002707089442415},
                        {15.033611586703495, 4.131690175554996, 2.1099069277691305},
                        {3.0608201832916233, 1.5304100916458117, 7.704384862531284}};
    CHECK(largest_difference(a.output, output) <= 1e-14);
  }

  // Tom Yeh, AI by Hand, Softmax.xlsx, same repository; the second is 3^x over its sum, which is
  // the softmax of x ln 3.
  TEST_CASE("agrees with Excel: softmax to base e, and to base 3") {
    const Matrix x{{1, 0, -1, 3}}, y{{1, 0, 1, 5}};
    CHECK(largest_difference(softmax(x), {{0.11245721367093253, 0.04137069692096015,
                                           0.01521942886415593, 0.8309526605439513}}) <= 1e-15);
    CHECK(largest_difference(softmax(y * std::log(3.0)), {{0.012, 0.004, 0.012, 0.972}}) <= 1e-15);
  }

  // click4ai.perfionixai.com/problems/scaled-dot-product-attention, test case 1
  TEST_CASE("is wrong where it prints an output outside the values: click4ai") {
    const Matrix v{{9, 10}, {11, 12}};
    const Attention a = attention({{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}, v);
    CHECK(largest_difference(a.output, {{10.971667928246623, 11.971667928246623},
                                        {10.99989960498013, 11.99989960498013}}) <= 1e-12);
    const Matrix claimed{{2.5, 3.5}, {6.5, 7.5}};
    CHECK(*std::ranges::max_element(claimed) < *std::ranges::min_element(v));  // no average is
    CHECK(largest_difference(a.output, claimed) > 1.0);
  }

  // jalammar.github.io/illustrated-transformer: the figure of scores
  TEST_CASE("prints 14 and 12, then 0.88 and 0.12: The Illustrated Transformer") {
    const Matrix scaled = Matrix{{112, 96}} / std::sqrt(64.0);
    CHECK(scaled == Matrix{{14, 12}});
    CHECK(largest_difference(softmax(scaled), {{0.88, 0.12}}) <= printed(2));
  }

  // keras/src/layers/attention/attention_test.py, 3422977: its mask is true where a key takes part.
  // Its query mask, which sets output rows to 0, is not part of attention and is not modelled.
  TEST_CASE("keeps what a mask keeps: Keras") {
    const Batch q{{{{1, 0}, {0, 1}}}}, ones{{{{1, 1}, {1, 1}}}}, keep{{{{1, 0}}}};
    const AttendOptions o{.scale = 1.0, .mask = AttendMask{keep, AttendMask::Means::keep}};
    const AttendSteps s =
        attend(with_cache_and_rotation(q, ones, ones, {}, {}, o), o, {0, 0, 0, 2});
    CHECK(s.weights == Matrix{{1, 0}, {1, 0}});
    CHECK(s.output == Matrix{{1, 1}, {1, 1}});
  }

  // machinelearningmastery.com/the-attention-mechanism-from-scratch
  TEST_CASE("goes from four words to their outputs: Machine Learning Mastery") {
    const Matrix words{{1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}};
    const Matrix w_q{{2, 0, 2}, {2, 0, 0}, {2, 1, 2}}, w_k{{2, 2, 2}, {0, 2, 1}, {0, 1, 1}},
        w_v{{1, 1, 0}, {0, 1, 1}, {0, 0, 0}};
    const Attention a = attention(product(words, w_q), product(words, w_k), product(words, w_v));
    CHECK(a.scores == Matrix{{8, 2, 10, 2}, {4, 0, 4, 0}, {12, 2, 14, 2}, {10, 4, 14, 3}});
    const Matrix weights{{0.236089863, 0.00738987555, 0.749130386, 0.00738987555},
                         {0.454826323, 0.0451736775, 0.454826323, 0.0451736775},
                         {0.239275049, 0.000743870015, 0.759237211, 0.000743870015},
                         {0.0899501754, 0.00281554063, 0.905653685, 0.00158059922}};
    CHECK(largest_difference(a.weights, weights) <= printed(9));
    const Matrix output{{0.98522025, 1.74174051, 0.75652026},
                        {0.90965265, 1.40965265, 0.5},
                        {0.99851226, 1.75849334, 0.75998108},
                        {0.99560386, 1.90407309, 0.90846923}};
    CHECK(largest_difference(a.output, output) <= printed(8));
  }

  // After Karpathy's lecture: zeros, hidden by tril, softmax. adhello007/building_nanoGPT, 7662578
  TEST_CASE("averages what came before where all scores are 0: the nanoGPT lecture") {
    const Batch zeros = xt::zeros<double>({1, 1, 8, 1});
    const AttendOptions o{.causal = true};
    const Matrix weights =
        attend(with_cache_and_rotation(zeros, zeros, zeros, {}, {}, o), o, {0, 0, 0, 8}).weights;
    const double rows[] = {1.0, 0.5, 0.3333, 0.25, 0.2, 0.1667, 0.1429, 0.125};
    for (Index i = 0; i < 8; ++i) {
      for (Index j = 0; j < 8; ++j) {
        CHECK(std::abs(weights(i, j) - (j <= i ? rows[i] : 0.0)) <= printed(4));
      }
    }
  }

  // rasbt/LLMs-from-scratch, ch03.3.1, 28c65cd: no projections, no scale
  TEST_CASE("begins a journey without weights: LLMs from scratch, 3.3") {
    const Matrix x{{0.43, 0.15, 0.89}, {0.55, 0.87, 0.66}, {0.57, 0.85, 0.64},
                   {0.22, 0.58, 0.33}, {0.77, 0.25, 0.1},  {0.05, 0.8, 0.55}};
    const Attention a = attention(x, x, x, {.scale = 1.0});
    const Matrix scores{{0.9995, 0.9544, 0.9422, 0.4753, 0.4576, 0.631},
                        {0.9544, 1.495, 1.4754, 0.8434, 0.707, 1.0865},
                        {0.9422, 1.4754, 1.457, 0.8296, 0.7154, 1.0605},
                        {0.4753, 0.8434, 0.8296, 0.4937, 0.3474, 0.6565},
                        {0.4576, 0.707, 0.7154, 0.3474, 0.6654, 0.2935},
                        {0.631, 1.0865, 1.0605, 0.6565, 0.2935, 0.945}};
    CHECK(largest_difference(a.scores, scores) <= printed(4));
    const Matrix weights{{0.2098, 0.2006, 0.1981, 0.1242, 0.122, 0.1452},
                         {0.1385, 0.2379, 0.2333, 0.124, 0.1082, 0.1581},
                         {0.139, 0.2369, 0.2326, 0.1242, 0.1108, 0.1565},
                         {0.1435, 0.2074, 0.2046, 0.1462, 0.1263, 0.172},
                         {0.1526, 0.1958, 0.1975, 0.1367, 0.1879, 0.1295},
                         {0.1385, 0.2184, 0.2128, 0.142, 0.0988, 0.1896}};
    CHECK(largest_difference(a.weights, weights) <= printed(4));
    const Matrix context{{0.4421, 0.5931, 0.579},  {0.4419, 0.6515, 0.5683},
                         {0.4431, 0.6496, 0.5671}, {0.4304, 0.6298, 0.551},
                         {0.4671, 0.591, 0.5266},  {0.4177, 0.6503, 0.5645}};
    CHECK(largest_difference(a.output, context) <= printed(4));
  }

  // The same, ch03.4: torch.manual_seed(123); torch.rand(3, 2) three times
  TEST_CASE("goes on with projections: LLMs from scratch, 3.4") {
    const Matrix x{{0.43, 0.15, 0.89}, {0.55, 0.87, 0.66}, {0.57, 0.85, 0.64},
                   {0.22, 0.58, 0.33}, {0.77, 0.25, 0.1},  {0.05, 0.8, 0.55}};
    const Matrix w_q{{0.29611194, 0.5165623}, {0.25167072, 0.6885568}, {0.07397246, 0.86652195}},
        w_k{{0.13657987, 0.10247904}, {0.18405646, 0.72644675}, {0.3152539, 0.68710667}},
        w_v{{0.075635314, 0.19663817}, {0.31641197, 0.40174013}, {0.1185683, 0.8273954}};
    const Attention a = attention(product(x, w_q), product(x, w_k), product(x, w_v));
    CHECK(largest_difference(row_of(a.scores, 1),
                             {{1.2705, 1.8524, 1.8111, 1.0795, 0.5577, 1.544}}) <= printed(4));
    CHECK(largest_difference(row_of(a.weights, 1),
                             {{0.15, 0.2264, 0.2199, 0.1311, 0.0906, 0.182}}) <= printed(4));
    const Matrix context{{0.2996, 0.8053}, {0.3061, 0.821},  {0.3058, 0.8203},
                         {0.2948, 0.7939}, {0.2927, 0.7891}, {0.299, 0.804}};
    CHECK(largest_difference(a.output, context) <= printed(4));
  }

  // TensorFlow's transformer tutorial, an older revision: weights that it prints as 0 are 1e-25
  TEST_CASE("has two equal keys share the weight: the TensorFlow tutorial") {
    const Attention a = attention({{0, 0, 10}, {0, 10, 0}, {10, 10, 0}},
                                  {{10, 0, 0}, {0, 10, 0}, {0, 0, 10}, {0, 0, 10}},
                                  {{1, 0}, {10, 0}, {100, 5}, {1000, 6}});
    CHECK(largest_difference(a.weights, {{0, 0, 0.5, 0.5}, {0, 1, 0, 0}, {0.5, 0.5, 0, 0}}) <=
          printed(8));
    CHECK(a.weights(1, 0) > 0.0);
    CHECK(largest_difference(a.output, {{550, 5.5}, {10, 0}, {5.5, 0}}) <= printed(4));
  }

  // UnfoldDataScience/YouTube-Videos-files, a5a48e1: identity projections, causal
  TEST_CASE("hides the future from the cat: UnfoldDataScience") {
    const Matrix x{{1, 0, 1}, {0, 1, 1}, {1, 1, 0}};
    const Attention a = attention(x, x, x, {.mask = causal_mask(3)});
    CHECK(largest_difference(a.weights, {{1, 0, 0},
                                         {0.35954252, 0.64045748, 0},
                                         {0.26445846, 0.26445846, 0.47108308}}) <= printed(8));
    CHECK(largest_difference(a.output, {{1, 0, 1},
                                        {0.35954252, 0.64045748, 1},
                                        {0.73554154, 0.73554154, 0.52891692}}) <= printed(8));
  }

  // rasbt/LLMs-from-scratch, ch04/04_gqa, 28c65cd: width 4096, 32 heads and layers, 32,768 tokens
  // of bf16, four query heads a group
  TEST_CASE("needs 17.18 GB of cache, and 4.29 GB in groups of four: LLMs from scratch, 4") {
    const AttentionShape mha{
        .layers = 32, .heads = 32, .kv_heads = 32, .head_dim = 128, .number_bytes = 2};
    AttentionShape gqa = mha;
    gqa.kv_heads = 8;
    const auto gigabytes = [](Integer bytes) { return static_cast<double>(bytes) / 1e9; };
    CHECK(std::abs(gigabytes(kv_cache_bytes(mha, 32768)) - 17.18) <= printed(2));
    CHECK(std::abs(gigabytes(kv_cache_bytes(gqa, 32768)) - 4.29) <= printed(2));
  }

  // machinelearningmastery.com, A Gentle Introduction to Positional Encoding, part 1: base 100, and
  // sines and cosines in turn. The angles are those of rotary pairs.
  TEST_CASE("encodes four positions with base 100: Machine Learning Mastery") {
    const double positions[] = {0, 1, 2, 3};
    const Rotation angles = rotation(positions, 4, 100.0);
    const Matrix expected{{0, 1, 0, 1},
                          {0.84147098, 0.54030231, 0.09983342, 0.99500417},
                          {0.90929743, -0.41614684, 0.19866933, 0.98006658},
                          {0.14112001, -0.9899925, 0.29552021, 0.95533649}};
    for (Index t = 0; t < 4; ++t) {
      for (Index i = 0; i < 2; ++i) {
        CHECK(std::abs(angles.sines(t, i) - expected(t, 2 * i)) <= printed(8));
        CHECK(std::abs(angles.cosines(t, i) - expected(t, 2 * i + 1)) <= printed(8));
      }
    }
  }
}
