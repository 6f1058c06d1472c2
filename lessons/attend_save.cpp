#include "lessons/attend_save.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <vector>

#include "files/npy.hpp"
#include "support/error.hpp"
#include "support/text.hpp"

namespace attn {

namespace {

namespace fs = std::filesystem;

// Room for the longest of doubles, "-2.2250738585072014e-308", and a separator.
constexpr std::size_t kLongest = 32;

char* written(double value, char* at) {
  if (std::isfinite(value)) return std::to_chars(at, at + kLongest, value).ptr;
  const std::string_view name = std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
  return std::ranges::copy(name, at).out;
}

// Lines of as many numbers as the last dimension, in the shortest text that reads back as the same
// double; handed on whenever the buffer is full.
std::function<void(const Attachment::Sink&)> csv_writer(StreamedArray array) {
  return [array = std::move(array)](const Attachment::Sink& sink) {
    const Index width = std::max(array.shape.back(), Index{1});
    Index column = 0;
    std::vector<char> buffer(std::size_t{1} << 16);
    const char* const full = buffer.data() + buffer.size() - kLongest;
    array.stream([&](std::span<const double> numbers) {
      char* at = buffer.data();
      for (const double number : numbers) {
        at = written(number, at);
        column = column + 1 == width ? 0 : column + 1;
        *at++ = column == 0 ? '\n' : ',';
        if (at <= full) continue;
        if (!sink({buffer.data(), at})) return false;
        at = buffer.data();
      }
      return sink({buffer.data(), at});
    });
  };
}

std::function<void(const Attachment::Sink&)> npy_writer(StreamedArray array) {
  const bool truths = array.type == Array::Type::boolean;
  return [array = std::move(array), truths](const Attachment::Sink& sink) {
    if (!sink(npy_head(array.shape, truths ? "|b1" : "<f8"))) return;
    array.stream([&](std::span<const double> numbers) {
      return sink(truths ? npy_truths(numbers) : npy_numbers(numbers));
    });
  };
}

void refuse_overwriting(const fs::path& path, const std::vector<std::string>& read) {
  for (const std::string& file : read) {
    std::error_code none;  // neither need be there, and "-" is no file
    if (fs::equivalent(path, file, none)) {
      throw Error("--save would write over {}, which was read; name another folder",
                  printable(file));
    }
  }
}

}  // namespace

void attach_arrays(Page& page, const SharedAttending& attending, const std::string& folder,
                   const std::string& format) {
  if (folder.empty()) throw Error("--save is empty; name a folder");
  for (StreamedArray& array : arrays_of(attending)) {
    const fs::path path = fs::path(folder) / (array.id + "." + format);
    refuse_overwriting(path, attending->problem.files);
    page.attach({path.string(),
                 format == "csv" ? csv_writer(std::move(array)) : npy_writer(std::move(array))});
  }
}

}  // namespace attn
