// Is a .npy file read as NumPy reads it, and refused as NumPy refuses it?
#include "files/npy.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "support/error.hpp"

using namespace attn;

namespace {

using Json = nlohmann::json;

Json cases() { return Json::parse(std::ifstream(ATTN_TESTS "/files/npy_cases.json"))["cases"]; }

// From UTF-8 of which every character stands for one byte.
std::string bytes_of(const std::string& characters) {
  std::string bytes;
  for (std::size_t i = 0; i < characters.size(); ++i) {
    const auto lead = static_cast<unsigned char>(characters[i]);
    if (lead < 0x80) {
      bytes += characters[i];
    } else {
      bytes += static_cast<char>((lead & 0x03) << 6 | (characters[++i] & 0x3f));
    }
  }
  return bytes;
}

double number_of(const Json& value) {
  if (value == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (value == "inf") return std::numeric_limits<double>::infinity();
  if (value == "-inf") return -std::numeric_limits<double>::infinity();
  return value.get<double>();
}

// The sign of zero included.
bool same(double a, double b) {
  return std::isnan(b) ? std::isnan(a) : a == b && std::signbit(a) == std::signbit(b);
}

std::string complaint(std::string_view bytes) {
  try {
    parse_npy(bytes, "f.npy");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

// A file of version 1.0.
std::string file(std::string_view header, std::string_view data) {
  std::string bytes = "\x93NUMPY\x01";
  bytes += '\0';
  bytes += static_cast<char>(header.size() & 0xff);
  bytes += static_cast<char>(header.size() >> 8);
  return bytes.append(header).append(data);
}

std::string shaped(std::string_view shape, std::string_view data, std::string_view type = "<f4") {
  return file(fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}}}", type, shape),
              data);
}

}  // namespace

TEST_SUITE_BEGIN("a .npy file");

TEST_CASE("that NumPy loads gives NumPy's numbers") {
  int loaded = 0;
  for (const Json& example : cases()) {
    if (!example.contains("shape")) continue;
    const std::string name = example["name"];
    CAPTURE(name);
    const Tensor tensor = parse_npy(bytes_of(example["bytes"]), name);
    CHECK(tensor.shape == example["shape"].get<std::vector<Index>>());
    REQUIRE(tensor.values.size() == example["values"].size());
    for (std::size_t i = 0; i < tensor.values.size(); ++i) {
      CHECK(same(tensor.values[i], number_of(example["values"][i])));
    }
    ++loaded;
  }
  CHECK(loaded == 42);
}

TEST_CASE("that NumPy refuses is refused") {
  int refused = 0;
  for (const Json& example : cases()) {
    if (example.contains("shape") || example.contains("holds")) continue;
    const std::string name = example["name"];
    CAPTURE(name);
    CHECK_THROWS_AS(parse_npy(bytes_of(example["bytes"]), name), Error);
    ++refused;
  }
  CHECK(refused == 37);
}

TEST_CASE("of complex numbers, strings, dates or records is refused by their name") {
  for (const Json& example : cases()) {
    if (!example.contains("holds")) continue;
    const std::string name = example["name"];
    CAPTURE(name);
    CHECK(complaint(bytes_of(example["bytes"])).find(example["holds"]) != std::string::npos);
  }
}

TEST_CASE("cut short anywhere is refused") {
  const std::string whole = npy_bytes(std::vector<Index>{2, 1}, std::vector<double>{1, 2});
  for (std::size_t length = 0; length < whole.size(); ++length) {
    CAPTURE(length);
    CHECK_THROWS_AS(parse_npy(whole.substr(0, length), "f.npy"), Error);
  }
}

TEST_CASE("with data too short says what was expected and found") {
  CHECK(complaint(shaped("(2, 3)", std::string(23, 'x'))) ==
        "f.npy: shape (2, 3) of float32 does not fit 23 bytes of data");
}

TEST_CASE("that asks for more than there is takes no memory") {
  CHECK(complaint(shaped("(4294967296, 4294967296)", "")) ==
        "f.npy: shape (4294967296, 4294967296) of float32 does not fit 0 bytes of data");
  CHECK(complaint(shaped("()", "")) == "f.npy: shape () of float32 does not fit 0 bytes of data");
}

TEST_CASE("with an unknown length takes it from the data, as NumPy does, if it comes out even") {
  const std::string six(24, '\0');
  CHECK(parse_npy(shaped("(3, -1)", six), "f.npy").shape == std::vector<Index>{3, 2});
  CHECK(complaint(shaped("(4, -1)", six)).ends_with("does not fit 24 bytes of data"));
  CHECK(complaint(shaped("(-1, -1)", six)).ends_with("does not fit 24 bytes of data"));
  CHECK(complaint(shaped("(0, -1)", six)).ends_with("does not fit 24 bytes of data"));
}

TEST_CASE("with no element needs no data, whatever the other lengths") {
  CHECK(parse_npy(shaped("(0, 9223372036854775807)", ""), "f.npy").values.empty());
}

TEST_CASE("in Fortran order is turned row by row, in three dimensions too") {
  // Element (i, j, k) of shape (2, 3, 2) is 100 i + 10 j + k; the first index runs fastest.
  std::string data;
  for (int k = 0; k < 2; ++k) {
    for (int j = 0; j < 3; ++j) {
      for (int i = 0; i < 2; ++i) data += static_cast<char>(100 * i + 10 * j + k);
    }
  }
  const Tensor tensor =
      parse_npy(file("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3, 2)}", data), "f.npy");
  CHECK(tensor.values == std::vector<double>{0, 1, 10, 11, 20, 21, 100, 101, 110, 111, 120, 121});
}

TEST_CASE("of every float16 reads as the value of its bits") {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const std::string data{static_cast<char>(bits & 0xff), static_cast<char>(bits >> 8)};
    const double value = parse_npy(shaped("()", data, "<f2"), "f.npy").values[0];
    // IEEE 754: a float32 with the same fraction, and an exponent that is 112 larger.
    const std::uint32_t exponent = bits >> 10 & 0x1f, fraction = bits & 0x3ff;
    double expected = std::ldexp(static_cast<double>(fraction), -24);
    if (exponent > 0) {
      const std::uint32_t wide = exponent == 0x1f ? 0xff : exponent + 112;
      expected = std::bit_cast<float>(wide << 23 | fraction << 13);
    }
    if (bits & 0x8000) expected = -expected;
    REQUIRE(same(value, expected));
  }
}

TEST_CASE("of long doubles is rounded to the nearest double") {
  // 1, −2.5, infinity, NaN and the largest that x87 holds, as its 80 bits padded to 128.
  const auto stored = [](std::uint64_t fraction, unsigned exponent) {
    std::string bytes;
    for (int i = 0; i < 8; ++i) bytes += static_cast<char>(fraction >> 8 * i & 0xff);
    bytes += static_cast<char>(exponent & 0xff);
    bytes += static_cast<char>(exponent >> 8);
    return bytes + std::string(6, '\0');
  };
  constexpr std::uint64_t kOne = std::uint64_t{1} << 63;
  const std::string data = stored(kOne, 16383) + stored(kOne | kOne >> 2, 16384 | 0x8000) +
                           stored(kOne, 0x7fff) + stored(kOne | 1, 0x7fff) +
                           stored(~std::uint64_t{0}, 0x7ffe);
  const std::vector<double> values = parse_npy(shaped("(5,)", data, "<f16"), "f.npy").values;
  CHECK(values[0] == 1.0);
  CHECK(values[1] == -2.5);
  CHECK(values[2] == std::numeric_limits<double>::infinity());
  CHECK(std::isnan(values[3]));
  CHECK(values[4] == std::numeric_limits<double>::infinity());
}

TEST_CASE("of integers keeps their sign and size") {
  CHECK(parse_npy(shaped("(2,)", "\x7f\x80", "|i1"), "f.npy").values ==
        std::vector<double>{127, -128});
  CHECK(parse_npy(shaped("(2,)", "\x7f\x80", "|u1"), "f.npy").values ==
        std::vector<double>{127, 128});
  CHECK(parse_npy(shaped("(1,)", "\x12\x34", ">u2"), "f.npy").values ==
        std::vector<double>{0x1234});
  const std::string ones(8, '\xff');
  CHECK(parse_npy(shaped("(1,)", ones, "<i8"), "f.npy").values == std::vector<double>{-1});
  CHECK(parse_npy(shaped("(1,)", ones, "<u8"), "f.npy").values ==
        std::vector<double>{18446744073709551616.0});
}

TEST_CASE("may have a header of up to 10,000 bytes, as with NumPy") {
  const std::string header = "{'descr': '|u1', 'fortran_order': False, 'shape': (1,)}";
  const auto padded = [&](std::size_t length) {
    return file(header + std::string(length - header.size(), ' '), "\x07");
  };
  CHECK(parse_npy(padded(10'000), "f.npy").values == std::vector<double>{7});
  CHECK(complaint(padded(10'001)) ==
        "f.npy: the header is 10001 bytes long; at most 10000 are read");
}

TEST_CASE("with more than 32 dimensions is refused") {
  std::string shape = "(";
  for (int i = 0; i < 33; ++i) shape += "1,";
  CHECK(complaint(shaped(shape + ")", "1234")) == "f.npy: .npy header: more than 32 dimensions");
}

TEST_CASE("that is something else is told what it is") {
  CHECK(complaint("") == "f.npy: the file is empty; expected a .npy file");
  CHECK(complaint("PK\x03\x04") ==
        "f.npy: this is an archive (.npz); save each array with numpy.save");
  CHECK(complaint("\x80\x04\x95") ==
        "f.npy: this is a pickle, which is never read; save numbers with numpy.save");
  CHECK(complaint("1,2\n") == "f.npy: this is no .npy file; save an array with numpy.save");
}

TEST_CASE("is written as numpy.save writes it") {
  const std::string bytes = npy_bytes(std::vector<Index>{2, 1}, std::vector<double>{1.0, -2.0});
  std::string expected = "\x93NUMPY\x01";
  expected +=
      std::string("\0\x76\0", 3) + "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 1), }";
  expected += std::string(128 - 1 - expected.size(), ' ') + '\n';
  expected += std::string("\0\0\0\0\0\0\xf0\x3f\0\0\0\0\0\0\0\xc0", 16);
  CHECK(bytes == expected);
}

TEST_CASE("reads back as it was written, in any number of dimensions") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> values{-0.0, 5e-324, 1e308, 0.1, nan, -1.0 / 3.0};
  for (const std::vector<Index>& shape :
       {std::vector<Index>{6}, {2, 3}, {3, 1, 2}, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 6}}) {
    const Tensor tensor = parse_npy(npy_bytes(shape, values), "f.npy");
    CHECK(tensor.shape == shape);
    for (std::size_t i = 0; i < values.size(); ++i) CHECK(same(tensor.values[i], values[i]));
  }
}

TEST_CASE("is written for a single number and for none") {
  CHECK(parse_npy(npy_bytes({}, std::vector<double>{7}), "f.npy").values == std::vector<double>{7});
  CHECK(parse_npy(npy_bytes(std::vector<Index>{0, 3}, {}), "f.npy").shape ==
        std::vector<Index>{0, 3});
}

TEST_CASE("is written for Booleans, of a byte each") {
  const std::vector<Index> shape{2, 2};
  const std::string bytes = npy_head(shape, "|b1") + npy_truths(std::vector<double>{0, 1, -2, 0});
  CHECK(bytes.ends_with(std::string("\0\1\1\0", 4)));
  CHECK(parse_npy(bytes, "f.npy").values == std::vector<double>{0, 1, 1, 0});
}

TEST_CASE("is never written with a shape that does not hold the values") {
  CHECK_THROWS_AS(npy_bytes(std::vector<Index>{2}, std::vector<double>{1}), std::logic_error);
}

TEST_SUITE_END();
