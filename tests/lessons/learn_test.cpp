// Does a tenth of the training already point where all of it goes? (tests/bench/learn.sh trains
// all.)
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <string>

#include "document/find.hpp"
#include "lessons/learn/learn.hpp"
#include "lessons/run_lesson.hpp"
#include "support/error.hpp"
#include "support/folder.hpp"

using namespace attn;

namespace {

Document learned(const std::string& task, const std::string& steps) {
  return run_lesson("learn", {{"--task", task}, {"--steps", steps}});
}

}  // namespace

TEST_SUITE_BEGIN("learn");

TEST_CASE("lowers the loss of every model in a tenth of the steps") {
  for (const auto& [task, steps, chart] :
       {std::tuple{"lookup", "40", "lookup-loss"}, std::tuple{"induction", "40", "induction-loss"},
        std::tuple{"order", "40", "order-loss"}, std::tuple{"scale", "40", "scale-loss"}}) {
    const Document page = learned(task, steps);
    const auto is_chart = [&, id = std::string(chart)](const Block& block) {
      const Chart* found = std::get_if<Chart>(&block);
      return found != nullptr && found->id == id;
    };
    const auto block = std::ranges::find_if(page.blocks, is_chart);
    REQUIRE(block != page.blocks.end());
    for (const Series& series : std::get<Chart>(*block).series) {
      CAPTURE(task);
      CAPTURE(series.name);
      CHECK(series.points.back().second < series.points.front().second);
    }
  }
}

TEST_CASE("compares models of the same number of parameters") {
  const Document page = learned("lookup", "2");
  const Table& results = find_table(page, "lookup-results");
  REQUIRE(results.rows.size() == 2);
  CHECK(std::get<Integer>(results.rows[0][2]) == std::get<Integer>(results.rows[1][2]));
}

TEST_CASE("claims nothing of a training that was cut short") {
  for (const char* task : {"lookup", "induction", "order", "scale", "ablation"}) {
    const Document page = learned(task, "2");
    CHECK(std::ranges::none_of(
        page.blocks, [](const Block& block) { return std::holds_alternative<Claim>(block); }));
  }
}

TEST_CASE("trains as many models as seeds, and shows their spread") {
  const Document page = run_lesson("learn", {{"--steps", "3"}, {"--seeds", "2"}});
  const Table& results = find_table(page, "lookup-results");
  CHECK(real_at(results, 0, "least") <= real_at(results, 0, "accuracy"));
  CHECK(real_at(results, 0, "accuracy") <= real_at(results, 0, "most"));
}

TEST_CASE("saves a model that --load shows again, and refuses it for another task") {
  const test::Folder folder;
  const std::string file = folder / "it.safetensors";
  const Document page = run_lesson("learn", {{"--steps", "30"}, {"--save", file}});
  REQUIRE(page.attachments.size() == 1);
  CHECK(page.attachments[0].path == file);
  std::ofstream out(file, std::ios::binary);
  page.attachments[0].write([&out](std::string_view bytes) {
    out << bytes;
    return true;
  });
  out.close();
  const Document again = run_lesson("learn", {{"--steps", "1"}, {"--load", file}});
  for (const char* column : {"loss", "accuracy"}) {
    CHECK(real_at(find_table(again, "lookup-results"), 0, column) ==
          real_at(find_table(page, "lookup-results"), 0, column));
  }
  CHECK_THROWS_AS(run_lesson("learn", {{"--task", "order"}, {"--load", file}}), Error);
}

namespace {

bool keeps_the_best_when_interrupted() {
  const LookupTask task;
  Generator generator("1");
  Index batches = 0;
  const lessons::learn::Question question{
      .words = task.vocabulary().words,
      .steps = 400,
      .rate = 20.0,  // far too high: the loss rises from the start
      .draw =
          [&](Generator& random) {
            if (++batches == 30) std::raise(SIGINT);
            return task.draw(32, false, random);
          },
      .test = task.draw(50, true, generator)};
  const TransformerShape shape{.vocabulary = question.words.size(),
                               .context = question.test.length};
  const lessons::learn::Course course =
      lessons::learn::take_course("diverging", shape, question, {});
  Generator same("0");
  const double fresh = score(fresh_model(shape, same), question.test).loss;
  const double kept = score(course.models.front(), question.test).loss;
  return course.stopped && batches == 30 && kept <= fresh &&
         kept == course.progress.front().back().score.loss;
}

}  // namespace

// In a process of its own: that Ctrl-C was pressed holds for all that a process trains afterwards.
TEST_CASE("keeps the best model so far when it is interrupted") {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) _exit(keeps_the_best_when_interrupted() ? 0 : 1);
  int status = -1;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

TEST_CASE("refuses heads that do not divide the components") {
  CHECK_THROWS_AS(run_lesson("learn", {{"--heads", "3"}}), Error);
}

TEST_SUITE_END();
