#include "core/parallel/all_reduce.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

#include "core/random/generator.hpp"

using namespace attn;

namespace {

std::vector<Matrix> drawn(Index ranks, Index n, Index width) {
  Generator generator("4");
  std::vector<Matrix> terms;
  for (Index r = 0; r < ranks; ++r) {
    terms.push_back(xt::empty<double>({n, width}));
    generator.fill_normal({terms.back().data(), terms.back().size()});
  }
  return terms;
}

}  // namespace

TEST_SUITE_BEGIN("the sum over ranks");

TEST_CASE("is on each of them, the same to the bit, whether or not ranks divide the rows") {
  for (const Index ranks : {1, 2, 3, 4, 9}) {
    CAPTURE(ranks);
    const std::vector<Matrix> terms = drawn(ranks, 8, 3);
    Matrix sum = xt::zeros<double>({8, 3});
    for (const Matrix& term : terms) sum += term;
    const AllReduce run = all_reduce(terms);
    for (const Matrix& copy : run.copies) {
      CHECK(largest_difference(copy, sum) < 1e-14);
      CHECK(copy == run.copies.front());
    }
  }
}

TEST_CASE("sends of each part 2 (p − 1) times as many numbers as it has") {
  const AllReduce run = all_reduce(drawn(4, 8, 5));
  CHECK(run.messages.size() == 6 * 4);
  Index of_rank = 0;
  for (const SumMessage& m : run.messages) {
    CHECK(m.to == (m.from + 1) % 4);
    CHECK(m.adds == (m.step < 3));
    of_rank += m.from == 1 ? m.numbers : 0;
  }
  CHECK(of_rank == 2 * 8 * 5 * 3 / 4);  // 2 · n · d · (p − 1) / p
}

TEST_CASE("refuses terms of different shapes, and none") {
  CHECK_THROWS_AS(all_reduce({}), std::logic_error);
  CHECK_THROWS_AS(all_reduce({xt::zeros<double>({2, 2}), xt::zeros<double>({2, 3})}),
                  std::logic_error);
}

TEST_SUITE_END();
