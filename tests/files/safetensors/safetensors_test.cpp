// Is a .safetensors file read as the format has it, and a hostile one refused before it does harm?
#include "files/safetensors/safetensors.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "support/error.hpp"
#include "support/folder.hpp"

using namespace attn;

namespace {

std::string length_of(std::uint64_t length) {
  std::string bytes;
  for (int i = 0; i < 8; ++i) bytes += static_cast<char>(length >> 8 * i & 0xff);
  return bytes;
}

std::string file(std::string_view header, std::string_view data = "") {
  return length_of(header.size()) + std::string(header) + std::string(data);
}

// One tensor "w" and 16 bytes of data.
std::string one(std::string_view type, std::string_view shape, std::string_view offsets) {
  return file(fmt::format(R"({{"w": {{"dtype": "{}", "shape": {}, "data_offsets": {}}}}})", type,
                          shape, offsets),
              std::string(16, '\0'));
}

std::string complaint(std::string bytes) {
  try {
    const Safetensors read(std::move(bytes), "f.safetensors");
    for (const auto& [name, tensor] : read.header().tensors) {
      read.numbers(name, 0, tensor.count());
    }
  } catch (const Error& error) {
    const std::string line = error.what();
    CHECK(line.starts_with("f.safetensors: "));
    CHECK(line.size() < 300);
    CHECK(line.find('\n') == std::string::npos);
    return line.substr(std::string_view("f.safetensors: ").size());
  }
  return "";
}

std::string about_header(std::string_view header) {
  const std::string line = complaint(file(header, std::string(16, '\0')));
  CHECK(line.starts_with(".safetensors header: "));
  return line.substr(std::min(line.size(), std::string_view(".safetensors header: ").size()));
}

}  // namespace

TEST_SUITE_BEGIN("a .safetensors file");

TEST_CASE("gives the numbers of all four types of floating point") {
  // Bytes by hand, from IEEE 754; BF16 is the upper half of a float32.
  const Safetensors read(file(R"({"__metadata__": {"format": "pt"},
               "d": {"dtype": "F64", "shape": [1], "data_offsets": [0, 8]},
               "f": {"dtype": "F32", "shape": [2, 1], "data_offsets": [8, 16]},
               "h": {"data_offsets": [16, 20], "shape": [2], "dtype": "F16"},
               "b": {"dtype": "BF16", "shape": [], "data_offsets": [20, 22]},
               "none": {"dtype": "F32", "shape": [0, 7], "data_offsets": [22, 22]}}   )",
                              std::string_view("\0\0\0\0\0\0\xf8\xbf"      // −1.5
                                               "\0\0\x80\x3e\0\0\x80\x7f"  // 0.25, ∞
                                               "\x01\0\0\x3e"              // 2^−24, 1.5
                                               "\x49\x40",                 // 3.140625
                                               22)),
                         "f.safetensors");
  CHECK(read.header().metadata.at("format") == "pt");
  CHECK(read.header().tensors.size() == 5);
  CHECK(read.find("f")->shape == std::vector<Index>{2, 1});
  CHECK(read.find("none")->shape == std::vector<Index>{0, 7});
  CHECK(read.find("g") == nullptr);
  CHECK(read.numbers("d", 0, 1) == std::vector{-1.5});
  CHECK(read.numbers("f", 0, 2) == std::vector{0.25, std::numeric_limits<double>::infinity()});
  CHECK(read.numbers("f", 1, 1) == std::vector{std::numeric_limits<double>::infinity()});
  CHECK(read.numbers("h", 0, 2) == std::vector{std::ldexp(1.0, -24), 1.5});
  CHECK(read.numbers("b", 0, 1) == std::vector{3.140625});
  CHECK(read.numbers("none", 0, 0).empty());
  CHECK_THROWS_AS(read.numbers("f", 1, 2), std::logic_error);
  CHECK_THROWS_WITH_AS(read.numbers("g", 0, 1), "f.safetensors: there is no tensor \"g\"", Error);
}

TEST_CASE("comes back to the bit as it was saved, as float64 or float32") {
  const std::vector<double> many{0.1,
                                 -0.0,
                                 1e308,
                                 std::numeric_limits<double>::denorm_min(),
                                 std::numeric_limits<double>::quiet_NaN(),
                                 3.0};
  const std::vector<double> few{0.5};
  const std::vector<TensorToSave> tensors{{"a.weight", {2, 3}, many}, {"b", {1}, few}};
  const Safetensors read(safetensors_bytes(tensors, {{"note", "ä\n\""}}), "f.safetensors");
  CHECK(read.header().metadata.at("note") == "ä\n\"");
  CHECK(read.find("a.weight")->shape == std::vector<Index>{2, 3});
  const std::vector<double> again = read.numbers("a.weight", 0, 6);
  for (Index i = 0; i < many.size(); ++i) {
    CHECK((std::isnan(many[i]) ? std::isnan(again[i]) : again[i] == many[i]));
    CHECK(std::signbit(again[i]) == std::signbit(many[i]));
  }
  CHECK(read.numbers("b", 0, 1) == few);

  const std::vector<TensorToSave> single{{"b", {1}, few}};
  const Safetensors as_float(safetensors_bytes(single, {}, SavedAs::f32), "f.safetensors");
  CHECK(as_float.find("b")->type == "F32");
  CHECK(as_float.numbers("b", 0, 1) == few);
  CHECK(as_float.header().metadata.empty());
}

TEST_CASE("begins its data at a multiple of eight bytes, its header with a brace") {
  const std::vector<double> values{1.0};
  for (const char* name : {"a", "ab", "abc", "abcd", "abcde", "abcdef", "abcdefg", "abcdefgh"}) {
    const std::vector<TensorToSave> tensors{{name, {}, values}};
    const std::string bytes = safetensors_bytes(tensors, {});
    CHECK((bytes.size() - sizeof(double)) % 8 == 0);
    CHECK(bytes[8] == '{');
    const std::size_t length = bytes.size() - 8 - sizeof(double);
    CHECK(bytes.starts_with(length_of(length)));
    const auto header = nlohmann::json::parse(bytes.substr(8, length));
    CHECK(header[name]["data_offsets"] == nlohmann::json{0, 8});
    CHECK(header[name]["shape"] == nlohmann::json::array());
  }
  CHECK(safetensors_bytes({}, {}) == file("{}      "));
}

TEST_CASE("is not written with numbers that float32 has not, or shapes that do not fit") {
  const std::vector<double> huge{1e39};
  const std::vector<TensorToSave> tensors{{"w", {1}, huge}};
  CHECK_THROWS_WITH_AS(safetensors_bytes(tensors, {}, SavedAs::f32),
                       "tensor \"w\": 1e+39 is too large for F32; save it as F64", Error);
  const std::vector<TensorToSave> wrong{{"w", {2}, huge}},
      twice{{"w", {1}, huge}, {"w", {1}, huge}};
  CHECK_THROWS_AS(safetensors_bytes(wrong, {}), std::logic_error);
  CHECK_THROWS_AS(safetensors_bytes(twice, {}), std::logic_error);
}

TEST_CASE("is refused when it is none, or cut short") {
  CHECK(complaint("") == "this is no .safetensors file; it holds only 0 bytes");
  CHECK(complaint("abc") == "this is no .safetensors file; it holds only 3 bytes");
  CHECK(complaint(std::string("\x93NUMPY\1\0v\0{", 11))
            .starts_with("this is no .safetensors file; its header "));
  CHECK(complaint(length_of(std::uint64_t{1} << 63) + "{}") ==
        "this is no .safetensors file; its header would be 9223372036854775808 bytes long, and "
        "100000000 are the most");
  CHECK(complaint(length_of(3) + "{}") ==
        "the header is 3 bytes long, but only 2 bytes follow; the file is cut short");
  CHECK(complaint(one("F32", "[8]", "[0, 32]")) ==
        "tensor \"w\": data_offsets [0, 32] do not lie within the file's 16 bytes of data");
}

TEST_CASE("is refused when its shape, type and offsets do not agree") {
  CHECK(complaint(one("F32", "[4]", "[0, 16]")).empty());
  CHECK(complaint(one("F64", "[4]", "[0, 16]")) ==
        "tensor \"w\": shape [4] of F64 does not fit the 16 bytes that data_offsets [0, 16] give");
  CHECK(complaint(one("F32", "[3]", "[0, 16]")).find("does not fit") != std::string::npos);
  CHECK(complaint(one("F32", "[]", "[0, 16]")).find("does not fit") != std::string::npos);
  CHECK(complaint(one("F32", "[0]", "[0, 16]")).find("does not fit") != std::string::npos);
  CHECK(complaint(one("F32", "[4]", "[16, 0]")).find("do not lie within") != std::string::npos);
  // 2^63 · 4, 2^32 · 2^32 · 4 and 2^62 · 4 are 0 or 16 past 64 bits.
  for (const char* shape :
       {"[9223372036854775808]", "[4294967296, 4294967296]", "[4611686018427387908]",
        "[18446744073709551615]", "[2, 9223372036854775810]"}) {
    CAPTURE(shape);
    CHECK(complaint(one("F32", shape, "[0, 16]")).find("does not fit") != std::string::npos);
  }
  CHECK(complaint(one("F32", "[4]", "[0, 18446744073709551615]")).find("do not lie within") !=
        std::string::npos);
  // A length of 0 hides what the others would come to.
  CHECK(complaint(one("F32", "[0, 18446744073709551615, 18446744073709551615]", "[0, 0]")) ==
        "the tensors end at byte 0 of the data, but there are 16; save the file anew");
}

TEST_CASE("is refused by the name of a type that holds no real numbers") {
  CHECK(complaint(one("I32", "[4]", "[0, 16]")) ==
        "tensor \"w\" is of dtype I32; save it as F64, F32, F16 or BF16");
  CHECK(complaint(one("BOOL", "[16]", "[0, 16]")).find("of dtype BOOL") != std::string::npos);
  CHECK(complaint(one("f4", "[4]", "[0, 16]")) ==
        "tensor \"w\": there is no dtype \"f4\"; F64, F32, F16 and BF16 are read");
  CHECK(complaint(one("", "[4]", "[0, 16]")).find("no dtype \"\"") != std::string::npos);
}

TEST_CASE("is refused when its tensors overlap, leave a hole or do not reach the end") {
  const auto two = [](const char* first, const char* second) {
    return complaint(
        file(fmt::format(R"({{"a": {{"dtype": "F32", "shape": [2], "data_offsets": {}}},
        "b": {{"dtype": "F32", "shape": [2], "data_offsets": {}}}}})",
                         first, second),
             std::string(16, '\0')));
  };
  CHECK(two("[0, 8]", "[8, 16]").empty());
  CHECK(two("[8, 16]", "[0, 8]").empty());
  CHECK(two("[0, 8]", "[4, 12]") ==
        "tensor \"b\": data_offsets begin at 4, within a tensor that ends at byte 8; expected "
        "them there");
  CHECK(two("[0, 8]", "[0, 8]").find("within a tensor that ends at byte 8") != std::string::npos);
  CHECK(complaint(one("F32", "[2]", "[8, 16]")) ==
        "tensor \"w\": data_offsets begin at 8, and leave a hole that begins at byte 0; expected "
        "them there");
  CHECK(complaint(one("F32", "[3]", "[0, 12]")) ==
        "the tensors end at byte 12 of the data, but there are 16; save the file anew");
  CHECK(complaint(file("{}", "x")) ==
        "the tensors end at byte 0 of the data, but there are 1; save the file anew");
}

TEST_CASE("is refused when a name or a key occurs twice") {
  const std::string tensor = R"({"dtype": "F32", "shape": [2], "data_offsets": [0, 8]})";
  CHECK(about_header(R"({"w": )" + tensor + R"(, "w": )" + tensor + "}") ==
        "tensor \"w\" occurs twice");
  CHECK(about_header(R"({"w": {"dtype": "F32", "dtype": "F64"}})") ==
        "dtype of tensor \"w\" occurs twice");
  CHECK(about_header(R"({"__metadata__": {"k": "a", "k": "b"}})") ==
        "\"k\" occurs twice in __metadata__");
  CHECK(about_header(R"({"__metadata__": {}, "w": )" + tensor + R"(, "__metadata__": {}})") ==
        "__metadata__ occurs twice");
}

TEST_CASE("is refused when its header holds what has no place there") {
  CHECK(about_header(R"({"w": {"dtype": "F32", "shape": [4]}})") ==
        "data_offsets of tensor \"w\" is missing");
  CHECK(about_header(R"({"w": {"dtype": "F32", "strides": [4]}})") ==
        "tensor \"w\" has an unknown key \"strides\"; there are: dtype, shape, data_offsets");
  CHECK(about_header(R"({"w": {"data_offsets": [0, 8, 16]}})") ==
        "data_offsets of tensor \"w\" holds 3 numbers; expected two, [BEGIN, END]");
  CHECK(about_header(R"({"w": {"shape": [-1]}})") ==
        "expected whole numbers from 0 below 2^64 in shape of tensor \"w\"; found -1");
  CHECK(about_header(R"({"w": {"shape": [18446744073709551616]}})")
            .find("below 2^64 in shape of tensor \"w\"; found 18446744073709551616") !=
        std::string::npos);
  CHECK(about_header(R"({"w": {"shape": [4.0]}})").find("found 4.0") != std::string::npos);
  CHECK(about_header(R"({"w": {"shape": 4}})") ==
        "expected shape of tensor \"w\" as an array of whole numbers; found 4");
  CHECK(about_header(R"({"w": {"shape": [[4]]}})").find("found an array") != std::string::npos);
  CHECK(about_header(R"({"w": {"dtype": ["F32"]}})") ==
        "expected dtype of tensor \"w\" as a string; found an array");
  CHECK(about_header(R"({"w": {"dtype": {"a": 1}}})").find("found an object") != std::string::npos);
  CHECK(about_header(R"({"w": [1]})") == "expected tensor \"w\" as an object; found an array");
  CHECK(about_header(R"({"w": null})") == "expected tensor \"w\" as an object; found null");
  CHECK(about_header(R"({"__metadata__": {"k": 1}})") ==
        "expected a string under \"k\" of __metadata__; found 1");
  CHECK(about_header(R"({"__metadata__": {"k": {}}})").find("found an object") !=
        std::string::npos);
  CHECK(about_header(R"({"__metadata__": "k"})") ==
        "expected __metadata__ as an object of strings; found the string \"k\"");
  CHECK(about_header("[]").find("expected an object, {") == 0);
  CHECK(about_header("7").find("expected an object, {") == 0);
}

TEST_CASE(
    "is refused when its header is not JSON in UTF-8, or is deep, and takes no memory for it") {
  CHECK(about_header("{\"w\": \xff}") == "it is not UTF-8");
  CHECK(about_header("{\"w\"").starts_with("not JSON from byte 4 on"));
  CHECK(about_header("").starts_with("not JSON from byte 0 on"));
  CHECK(about_header("{} x").starts_with("not JSON from byte 3 on"));
  CHECK(about_header(R"({"w": {"shape": [1e999]}})").starts_with("not JSON"));
  CHECK(about_header(std::string(1'000'000, '[')).find("found an array") != std::string::npos);
  std::string nested;
  for (int i = 0; i < 100'000; ++i) nested += R"({"a":)";
  CHECK(about_header(nested).find("unknown key") != std::string::npos);
  std::string dimensions = "[1";
  for (int i = 0; i < 40; ++i) dimensions += ", 1";
  CHECK(about_header(R"({"w": {"shape": )" + dimensions + "]}}") ==
        "shape of tensor \"w\" holds more than 32 numbers");
  CHECK(about_header(R"({"w\n\u001b[2J": null})").find("\\u{1b}") != std::string::npos);
}

TEST_CASE("is read from a folder by its name") {
  const test::Folder folder;
  const std::vector<double> values{1.0, 2.0};
  const std::vector<TensorToSave> tensors{{"w", {2}, values}};
  const std::string path = folder.file("m.safetensors", safetensors_bytes(tensors, {}));
  CHECK(read_safetensors(path).numbers("w", 0, 2) == values);
  CHECK_THROWS_AS(read_safetensors(folder / "none.safetensors"), Error);
}

TEST_SUITE_END();
