// Does one file, whatever it holds, leave the others alone?
#include "practice/grading.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>

#include "practice/page.hpp"
#include "practice/small_sheet.hpp"
#include "support/error.hpp"
#include "support/folder.hpp"

using namespace attn;
using namespace attn::practice;
using attn::test::Folder;

namespace {

namespace fs = std::filesystem;
using practice::test::kSmall;
using practice::test::small_sheet;

const SheetOptions kOptions{.lesson = "small"};

std::vector<Handed> graded(const std::vector<std::string>& paths, SheetOptions options = kOptions) {
  return grade_files(handed_files(paths), kSmall, options, {});
}

}  // namespace

TEST_SUITE_BEGIN("grading files");

TEST_CASE("grades what is sound and refuses the rest with a reason") {
  const Folder folder;
  const std::string full = csv_template(small_sheet(), true);
  folder.file("a.csv", full);
  folder.file("b.json", json_template(small_sheet(), true));
  folder.file("c.csv", std::string("\0\0\0", 3));
  folder.file("d.json", std::string(500'000, '['));
  folder.file("e.csv", "gap,answer\n" + std::string(2'000'000, 'x'));
  folder.file("f.pdf", "%PDF-1.4");
  folder.file("g.csv", "gap,answer\nsheet,other\n");
  folder.file("h.csv", full + "output[q],3\n");
  folder.file(".hidden.csv", "x");
  folder.file("y.csv", full + "what=[],=1+1\n");
  fs::create_directory(folder.path() / "i.csv");
  fs::create_directory(folder.path() / "z");
  fs::create_symlink("/etc/hostname", folder.path() / "j.csv");
  fs::create_symlink("/", folder.path() / "k");
  REQUIRE(::mkfifo((folder / "l.csv").c_str(), 0600) == 0);
  folder.file("z/deep.csv", full);
  const std::vector<Handed> handed = graded({folder.path().string()});
  REQUIRE(handed.size() == 13);
  for (const Handed& h : handed) {
    CAPTURE(h.file);
    const char name = fs::path(h.file).filename().string()[0];
    const bool sound = name == 'a' || name == 'b' || name == 'y' || h.file.ends_with("z/deep.csv");
    CHECK(h.grade.has_value() == sound);
    CHECK(h.refused.empty() == sound);
    if (sound) CHECK(h.grade->points == 5.0);
    if (!sound) CHECK(h.refused.find(fs::path(h.file).filename().string()) != std::string::npos);
  }
}

TEST_CASE("refuses a folder in place of a file, and a name that is not there") {
  const Folder folder;
  CHECK_THROWS_AS(handed_files({folder.path().string()}), Error);  // empty
  CHECK_THROWS_AS(handed_files({folder / "absent.csv"}), Error);
  const std::vector<Handed> handed = grade_files({folder.path().string()}, kSmall, kOptions, {});
  CHECK(handed.at(0).refused.ends_with("it is a folder in place of a file"));
}

TEST_CASE("holds each student to the sheet of their own") {
  const Folder folder;
  SheetOptions options{.lesson = "small", .course = "rosebud"};
  options.student = "Ada";
  folder.file("ada.csv", csv_template(small_sheet(options), true));
  options.student = "";
  folder.file("nobody.csv", csv_template(small_sheet(options), true));
  options.student.clear();
  const std::vector<Handed> handed = graded({folder.path().string()}, options);
  REQUIRE(handed.size() == 2);
  REQUIRE(handed[0].grade);
  CHECK(handed[0].grade->student == "Ada");
  CHECK(handed[0].sheet->options.student == "Ada");
  CHECK(handed[1].refused.ends_with("nobody.csv: it names no student"));
}

TEST_CASE("reads the names of a class, with a heading or without") {
  using Names = std::vector<std::string>;
  CHECK(class_names("Ada\nGrace\n", "c.csv") == Names{"Ada", "Grace"});
  CHECK(class_names("id,Name\n1,Ada\n2,\"Hopper, Grace\"\n3,\n", "c.csv") ==
        Names{"Ada", "Hopper, Grace"});
  CHECK(class_names("student;group\nAda;1\n", "c.csv") == Names{"Ada"});
  CHECK_THROWS_WITH(class_names("Ada\nAda\n", "c.csv"),
                    "c.csv:2: \"Ada\" stands there twice; give each student a name of their own");
  CHECK_THROWS_WITH(class_names("student\n", "c.csv"),
                    "c.csv: it holds no names; give it a column \"student\"");
  CHECK_THROWS_AS(class_names("", "c.csv"), Error);
}

TEST_CASE("makes names of files that lead nowhere else") {
  CHECK(safe_name(3, "Ada Lovelace") == "003-ada-lovelace");
  CHECK(safe_name(12, "../../etc/passwd") == "012-etc-passwd");
  CHECK(safe_name(1, "") == "001");
  CHECK(safe_name(1, "...") == "001");
  CHECK(safe_name(1, "Émilie") == "001-Émilie");
  CHECK(safe_name(1, "E\u0301milie") == "001-Émilie");
  CHECK(safe_name(1, "王小明") == "001-王小明");
  CHECK(safe_name(1, std::string("a\0b\n", 4)) == "001-a-u-0-b-u-a");
  CHECK(safe_name(1, std::string(1000, 'x')).size() == 44);
}

TEST_SUITE_END();
