#include "kernel/workspace.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>

#include "kernel/flash_attention.hpp"

using namespace attn::kernel;

namespace {

// Of this process, where Linux says so.
std::size_t running_threads() {
  std::size_t count = 0;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    count += task.exists() ? 1 : 0;
  }
  return count;
}

}  // namespace

TEST_SUITE_BEGIN("a workspace");

TEST_CASE("gives each thread scratch memory of its own, the same ones in every call") {
  Workspace workspace(3);
  std::vector<float*> before;
  for (int call = 0; call < 20; ++call) {
    std::vector<float*> seen(3, nullptr);
    std::atomic<std::size_t> next = 0;
    workspace.run(3, 100, [&](float* scratch) {
      std::fill_n(scratch, 100, 1.0F);
      seen[next++] = scratch;
    });
    std::sort(seen.begin(), seen.end());
    CHECK(std::adjacent_find(seen.begin(), seen.end()) == seen.end());
    if (call > 0) CHECK(seen == before);
    before = seen;
  }
}

TEST_CASE("gives more memory where a call needs more") {
  Workspace workspace(1);
  for (const std::size_t size : {10, 100000, 10}) {
    workspace.run(1, size, [&](float* scratch) {
      std::fill_n(scratch, size, 1.0F);
      CHECK(scratch[size - 1] == 1.0F);
    });
  }
}

TEST_CASE("starts no thread before there is work for two") {
  if (!std::filesystem::exists("/proc/self/task")) return;
  const std::size_t before = running_threads();
  Workspace workspace(4);
  workspace.run(1, 1, [](float*) {});
  CHECK(running_threads() == before);
  workspace.run(2, 1, [](float*) {});
  CHECK(running_threads() == before + 3);
}

TEST_CASE("that stays for many calls computes what one for each call does") {
  const Shape shape{2, 1, 90, 300, 16, 16};
  std::vector<float> q(2 * 90 * 16), k(300 * 16), v(300 * 16);
  for (std::size_t i = 0; i < q.size(); ++i) q[i] = static_cast<float>(i % 17) - 8.0F;
  for (std::size_t i = 0; i < k.size(); ++i) k[i] = static_cast<float>(i % 13) / 13.0F;
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = static_cast<float>(i % 11);
  const std::vector<float> once = flash_attention(q, k, v, shape, {.threads = 3});
  Workspace workspace(3);
  std::vector<float> output(once.size());
  for (int call = 0; call < 10; ++call) {
    std::fill(output.begin(), output.end(), -1.0F);
    flash_attention(q, k, v, shape, {.workspace = &workspace}, output);
    CHECK(output == once);
  }
}

TEST_SUITE_END();
