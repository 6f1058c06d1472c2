#include "lessons/attend_save.hpp"

#include <charconv>
#include <cmath>
#include <filesystem>

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

// Lines of `width` numbers, in the shortest text that reads back as the same double.
std::string lines(std::span<const double> numbers, Index width) {
  std::string text(numbers.size() * kLongest, '\0');
  char* at = text.data();
  for (Index i = 0; i < numbers.size(); ++i) {
    at = written(numbers[i], at);
    *at++ = (i + 1) % width == 0 ? '\n' : ',';
  }
  text.resize(static_cast<std::size_t>(at - text.data()));
  return text;
}

std::function<void(const Attachment::Sink&)> csv_writer(StreamedArray array) {
  return [array = std::move(array)](const Attachment::Sink& sink) {
    array.stream([&](std::span<const double> numbers) {
      return sink(lines(numbers, std::max<Index>(array.shape.back(), 1)));
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
