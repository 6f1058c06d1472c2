#include "files/npy_rows.hpp"

#include <doctest/doctest.h>

#include "files/npy.hpp"
#include "support/error.hpp"
#include "support/folder.hpp"

using namespace attn;
using test::Folder;

namespace {

std::string message(const std::string& path) {
  try {
    NpyRows rows(path);
    rows.read(0, rows.rows());
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

}  // namespace

TEST_SUITE_BEGIN("rows of a .npy file");

TEST_CASE("are read from anywhere in it") {
  const Folder folder;
  std::vector<double> values;
  for (int i = 0; i < 30000 * 3; ++i) values.push_back(i);
  NpyRows rows(folder.file("x.npy", npy_bytes(std::vector<Index>{30000, 3}, values)));
  CHECK(rows.rows() == 30000);
  CHECK(rows.columns() == 3);
  CHECK(rows.read(29999, 1) == std::vector<float>{89997, 89998, 89999});
  CHECK(rows.read(2, 2) == std::vector<float>{6, 7, 8, 9, 10, 11});
  CHECK(rows.read(0, 30000).back() == 89999.0F);
  CHECK(rows.read(5, 0).empty());
}

TEST_CASE("are refused where there are none, or they stand in another order") {
  const Folder folder;
  CHECK(message("none.npy") == "cannot read none.npy: No such file or directory");
  CHECK(message(folder.file("e.npy", ""))
            .ends_with("e.npy: the file is empty; expected a .npy file"));
  CHECK(
      message(folder.file("flat.npy", npy_bytes(std::vector<Index>{2}, std::vector<double>{1, 2})))
          .ends_with("flat.npy: the shape is (2,); rows are read of two dimensions, (T, heads·d)"));
  std::string text = npy_bytes(std::vector<Index>{2, 1}, std::vector<double>{1, 2});
  const std::string cut = text.substr(0, text.size() - 1);
  CHECK(message(folder.file("cut.npy", cut)).find("does not fit 15 bytes of data") !=
        std::string::npos);
  text.replace(text.find("False"), 5, "True ");
  CHECK(message(folder.file("f.npy", text)).find("Fortran order") != std::string::npos);
}

TEST_SUITE_END();
