// Which conventions does the reader ask for, by which switch?
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/attention_variants.hpp"
#include "lessons/lesson.hpp"

namespace attn::lessons::attend {

// As given; lessons/attend_input.hpp reads the files.
struct TensorOptions {
  std::optional<std::string> q = {}, k = {}, v = {};
  std::optional<Integer> heads = {}, kv_heads = {};
  std::optional<std::string> mask = {};
  std::string mask_means = "";
  bool causal = false;
  std::string align = "bottom-right";
  std::optional<Integer> window = {};
  std::vector<Integer> kv_len = {};
  std::optional<std::string> past_k = {}, past_v = {};
  std::optional<std::string> scale = {};
  std::optional<double> softcap = {};
  std::optional<std::string> sink = {};
  std::string rope = "none";
  double rope_base = 10000.0;
  std::optional<Integer> rope_dim = {};
  std::optional<std::string> positions = {};
  std::string empty_row = "zero";
  std::string dtype = "float64";
  std::optional<std::string> expect = {};
  std::optional<std::string> save = {};
  std::string save_as = "npy";
};

void declare_tensors(Knobs& knobs, TensorOptions& options);

// What needs no file, and no shape. Throws Error for options that exclude or need each other.
AttendOptions options_of(const TensorOptions& options);

}  // namespace attn::lessons::attend
