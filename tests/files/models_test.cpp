#include "files/models.hpp"

#include <doctest/doctest.h>

#include <string>

#include "support/error.hpp"

using namespace attn;

namespace {

const std::string kHeader = "model,layers,heads,kv_heads,head_dim,d_model,context,source,place\n";

std::string refusal(const std::string& csv) {
  try {
    read_models(csv);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_SUITE_BEGIN("the models that are known");

TEST_CASE("are a dozen or more") { CHECK(known_models().size() >= 12); }

TEST_CASE("hold Llama-3-8B: 32 layers, 32 heads, 8 KV heads of 128 (arXiv 2407.21783, table 3)") {
  const Model model = model_named(known_models(), "llama-3-8b");
  CHECK(model.shape.layers == 32);
  CHECK(model.shape.heads == 32);
  CHECK(model.shape.kv_heads == 8);
  CHECK(model.shape.head_dim == 128);
  CHECK(model.d_model == 4096);
  CHECK(model.context == 8192);
  CHECK(model.source == "arXiv 2407.21783");
}

TEST_CASE("share KV heads by 4 in Llama-3-8B and Mistral-7B, by 8 in Llama-3-70B") {
  const auto group = [](const char* name) {
    const AttentionShape shape = model_named(known_models(), name).shape;
    return shape.heads / shape.kv_heads;
  };
  CHECK(group("llama-3-8b") == 4);
  CHECK(group("mistral-7b") == 4);
  CHECK(group("llama-3-70b") == 8);
  CHECK(group("gpt-2") == 1);
}

TEST_CASE("are as wide as their heads together, Gemma 2 aside") {
  for (const Model& model : known_models()) {
    CAPTURE(model.name);
    const bool together = model.shape.heads * model.shape.head_dim == model.d_model;
    CHECK(together == (model.name != "gemma-2-9b"));
  }
}

TEST_CASE("start as one sequence in float32") {
  for (const Model& model : known_models()) {
    CHECK(model.shape.batch == 1);
    CHECK(model.shape.number_bytes == 4);
  }
}

TEST_CASE("are asked for by name, and a near miss is told the nearest") {
  try {
    model_named(known_models(), "lama-3-8b");
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(std::string(error.what())
              .starts_with("unknown model \"lama-3-8b\"; did you mean \"llama-3-8b\"?"));
  }
}

TEST_SUITE_END();

TEST_SUITE_BEGIN("a file of models");

TEST_CASE("is read line by line") {
  const auto models = read_models(kHeader + "small,1,2,1,4,8,16,by hand,page 1\n");
  REQUIRE(models.size() == 1);
  CHECK(models[0].name == "small");
  CHECK(models[0].shape.kv_heads == 1);
  CHECK(models[0].source == "by hand");
}

TEST_CASE("may lack its last newline") {
  CHECK(read_models(kHeader + "small,1,2,1,4,8,16,by hand,page 1").size() == 1);
}

TEST_CASE("is refused by line for another header, a missing field, no source") {
  CHECK(refusal("model,layers\n").starts_with("models, line 1: "));
  CHECK(refusal("") != "no error");
  CHECK(refusal(kHeader + "small,1,2\n") == "models, line 2: 3 fields where the header has 9");
  CHECK(refusal(kHeader + "small,1,2,1,4,8,16,,\n") ==
        "models, line 2: a model has a name, a source and a place in it");
  CHECK(refusal(kHeader + "\n") == "models, line 2: 1 fields where the header has 9");
}

TEST_CASE("is refused by column for what is no count") {
  CHECK(refusal(kHeader + "small,0,2,1,4,8,16,by hand,page 1\n")
            .starts_with("models, line 2, layers: "));
  CHECK(refusal(kHeader + "small,1,2,x,4,8,16,by hand,page 1\n")
            .starts_with("models, line 2, kv_heads: "));
}

TEST_CASE("is refused where heads do not share KV heads evenly") {
  CHECK(refusal(kHeader + "small,1,3,2,4,8,16,by hand,page 1\n") ==
        "models, line 2: 3 heads do not share 2 KV heads evenly");
}

TEST_CASE("is refused where a model stands twice") {
  CHECK(refusal(kHeader + "a,1,2,1,4,8,16,x,y\na,1,2,1,4,8,16,x,y\n") ==
        "models, line 3: a is there already");
}

TEST_SUITE_END();
