#include "attend/save.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <vector>

#include "files/npy.hpp"
#include "files/read.hpp"
#include "support/error.hpp"
#include "support/in_order.hpp"

namespace attn {

namespace {

namespace fs = std::filesystem;

using Write = std::function<void(const Attachment::Sink&)>;

// In the shortest text that reads back as the same number, of as many bits as the steps have.
char* written(double value, bool in_single, char* at, char* end) {
  if (std::isnan(value)) return std::ranges::copy(std::string_view("nan"), at).out;
  if (in_single) return std::to_chars(at, end, static_cast<float>(value)).ptr;
  return std::to_chars(at, end, value).ptr;
}

std::string csv_lines(const Matrix& rows, bool in_single) {
  constexpr std::size_t kLongest = 25;  // "-2.2250738585072014e-308,"
  constexpr std::size_t kUsual = 12;
  std::string text;
  text.reserve(rows.size() * kUsual);
  std::array<char, kLongest> field;
  for (Index i = 0; i < rows.shape(0); ++i) {
    for (const double number : row(rows, i)) {
      char* end = written(number, in_single, field.begin(), field.end());
      *end++ = ',';
      text.append(field.begin(), end);
    }
    if (columns(rows) > 0) text.back() = '\n';
  }
  return text;
}

// A line for each row; some rows are put into words while others are computed.
Write csv_writer(StreamedArray array, const Precision& precision) {
  const bool in_single = precision.digits <= kFloat32.digits;
  return [array = std::move(array), in_single](const Attachment::Sink& sink) {
    in_order(
        array.pieces, [&](Index i) { return csv_lines(array.piece(i), in_single); }, sink);
  };
}

Write npy_writer(StreamedArray array) {
  const bool truths = array.type == Array::Type::boolean;
  return [array = std::move(array), truths](const Attachment::Sink& sink) {
    if (!sink(npy_head(array.shape, truths ? "|b1" : "<f8"))) return;
    const auto bytes = [&](Index i) {
      const Matrix rows = array.piece(i);
      const std::span<const double> numbers(rows.data(), rows.size());
      return truths ? npy_truths(numbers) : npy_numbers(numbers);
    };
    in_order(array.pieces, bytes, sink);
  };
}

void refuse_overwriting(const fs::path& path, const std::vector<std::string>& read) {
  for (const std::string& file : read) {
    std::error_code none;  // neither need be there
    if (fs::equivalent(path, file == "-" ? "/dev/stdin" : file, none)) {
      throw Error("--save would write over {}, which was read; name another folder",
                  file_name(file));
    }
  }
}

}  // namespace

std::vector<Attachment> saved_arrays(const SharedRun& run, const std::string& folder,
                                     ArrayFormat format) {
  if (folder.empty()) throw Error("--save is empty; name a folder");
  const bool in_lines = format == ArrayFormat::csv;
  std::vector<Attachment> files;
  for (StreamedArray& array : arrays_of(run)) {
    if (array.given) continue;
    const fs::path path = fs::path(folder) / (array.id + (in_lines ? ".csv" : ".npy"));
    refuse_overwriting(path, run->problem.files);
    files.push_back(
        {path.string(), in_lines ? csv_writer(std::move(array), run->problem.options.precision)
                                 : npy_writer(std::move(array))});
  }
  return files;
}

std::vector<Stream> streamed_arrays(const SharedRun& run) {
  std::vector<Stream> streams;
  for (StreamedArray& array : arrays_of(run)) {
    std::string id = array.id;
    streams.push_back(
        {std::move(id), csv_writer(std::move(array), run->problem.options.precision)});
  }
  return streams;
}

}  // namespace attn
