#include "lessons/shared/memory_plan.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "support/error.hpp"

namespace attn {

namespace {

constexpr Integer kMostTokens = Integer{1} << 62;  // 4 · n² · 1 byte is then still exact
constexpr Integer kMostOfAnything = 1'000'000;
constexpr const char* kDefaultModel = "llama-3-8b";

AttentionShape shape_of(const MemoryOptions& options, const Model& model) {
  AttentionShape shape = model.shape;
  shape.batch = options.batch;
  shape.layers = options.layers.value_or(shape.layers);
  shape.head_dim = options.head_dim.value_or(shape.head_dim);
  // Heads of one's own, with no model named, are MHA until --kv-heads says otherwise.
  if (options.heads && !options.like) shape.kv_heads = *options.heads;
  shape.heads = options.heads.value_or(shape.heads);
  shape.kv_heads = options.kv_heads.value_or(shape.kv_heads);
  shape.number_bytes = options.dtype.bytes;
  return shape;
}

void require_even_groups(const AttentionShape& shape) {
  if (shape.heads % shape.kv_heads == 0) return;
  Integer divisor = std::min(shape.kv_heads, shape.heads);
  while (shape.heads % divisor != 0) --divisor;
  throw Error("--kv-heads: {} query heads cannot share {} KV heads evenly; try --kv-heads {}",
              shape.heads, shape.kv_heads, divisor);
}

// Every figure of the page is then exact: the largest are, at twice the tokens, the scores of all
// layers and the operations of one head.
void require_exact(const MemoryPlan& plan) {
  constexpr Integer kLargest = (((Integer{1} << 126) - 1) << 1) + 1;
  const Integer at_one =
      std::max(all_score_bytes(plan.shape, 1), attention_operations(plan.one_head, 1));
  const Integer most = integer_sqrt(kLargest / 4 / at_one);
  if (plan.focus <= most) return;
  throw Error(
      "--n: counts for twice {} tokens do not fit in 128 bits; with {} layers, {} heads and "
      "batch {} the largest is {}",
      plan.focus, plan.shape.layers, plan.shape.heads, plan.shape.batch, most);
}

// Ascending, each once. A single number becomes a ladder of doublings up to it, and one beyond.
std::vector<Integer> ladder(std::vector<Integer> tokens) {
  std::ranges::sort(tokens);
  tokens.erase(std::unique(tokens.begin(), tokens.end()), tokens.end());
  if (tokens.size() > 1) return tokens;
  const Integer asked = tokens.front();
  Integer first = asked;
  for (int halvings = 0; halvings < 3 && first % 2 == 0; ++halvings) first /= 2;
  tokens.clear();
  for (Integer n = first; n <= 2 * asked; n *= 2) tokens.push_back(n);
  return tokens;
}

}  // namespace

std::vector<std::string> model_names() {
  std::vector<std::string> names;
  for (const Model& model : known_models()) names.push_back(model.name);
  return names;
}

void declare_number_type(Knobs& knobs, NumberType& type, std::string help) {
  WordsFor<NumberType> words;
  for (const NumberType& known : {kFp64, kFp32, kBf16, kFp16, kFp8}) {
    words.emplace_back(known.name, known);
  }
  knobs.choice("--dtype", type, std::move(words), std::move(help));
}

void declare_memory(Knobs& knobs, MemoryOptions& options) {
  knobs.example("attn memory-table --n 32768", "One context length, what leads to it, its double");
  knobs.example("attn memory-table --like llama-3-70b --dtype bf16", "A published model");
  knobs.example("attn memory-table --fit 24GiB --dtype fp16", "The longest context that fits");
  knobs.counts("--n", options.tokens, 1, kMostTokens,
               "Tokens; one alone shows its halves and its double");
  declare_number_type(knobs, options.dtype, "How a number is stored");
  knobs.text("--like", options.like, "MODEL",
             fmt::format("The shape of a published model, {} unless given; one of {}",
                         kDefaultModel, fmt::join(model_names(), ", ")));
  knobs.count("--layers", options.layers, 1, kMostOfAnything, "Layers, instead of the model's");
  knobs.count("--heads", options.heads, 1, kMostOfAnything, "Query heads, instead of the model's");
  knobs.count("--kv-heads", options.kv_heads, 1, kMostOfAnything,
              "Key and value heads, instead of the model's; divides the heads");
  knobs.count("--head-dim", options.head_dim, 1, kMostOfAnything, "d_k, instead of the model's");
  knobs.count("--batch", options.batch, 1, kMostOfAnything, "Sequences side by side");
  knobs.text("--fit", options.fit, "SIZE", "Solve for n: what fits in 24GiB, 80GB, 512MiB");
  knobs.choice("--units", options.units, {{"iec", SizeUnits::iec}, {"si", SizeUnits::si}},
               "MiB of 2^20 bytes, or MB of 10^6");
  knobs.flag("--show-work", options.show_work, "Every figure with its formula filled in");
}

MemoryPlan plan_memory(const MemoryOptions& options) {
  MemoryPlan plan;
  plan.model = model_named(known_models(), options.like.value_or(kDefaultModel));
  plan.changed = options.layers || options.heads || options.kv_heads || options.head_dim;
  plan.shape = shape_of(options, plan.model);
  require_even_groups(plan.shape);
  plan.one_head = {.head_dim = plan.shape.head_dim, .number_bytes = plan.shape.number_bytes};
  plan.dtype = options.dtype.name;
  plan.focus = std::ranges::max(options.tokens);
  require_exact(plan);
  plan.tokens = ladder(options.tokens);
  plan.units = options.units;
  if (options.fit) plan.budget = parse_size(*options.fit, "--fit");
  plan.show_work = options.show_work;
  return plan;
}

}  // namespace attn
