#include "cli/page_output.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "document/cell_reference.hpp"
#include "render/number.hpp"
#include "support/error.hpp"
#include "support/quote.hpp"

namespace attn {

namespace {

namespace fs = std::filesystem;

// --only may name what the format cannot hold; the page may have what it can.
void refuse_misfit(const Format& format, const Document& page, const Document& part,
                   const std::vector<std::string>& only) {
  if (format.ids == nullptr || !format.ids(part).empty()) return;
  const std::vector<std::string_view> there = format.ids(page);
  if (there.empty()) return;  // the format says so itself
  throw Error("{} is no {}; {}s of this page: {}",
              in_quotes(fmt::format("{}", fmt::join(only, ","))), format.holds, format.holds,
              fmt::join(there, ", "));
}

// An array asked for as CSV, by its name alone, where it is more than a page holds.
const Stream* stream_for(const Target& target, const Document& page, const PageOptions& options) {
  if (target.format->name != "csv" || options.value || !options.rows.empty()) return nullptr;
  const auto found = std::ranges::find_if(page.streams, [&options](const Stream& stream) {
    return options.only == std::vector{stream.id};
  });
  return found == page.streams.end() ? nullptr : &*found;
}

// Where a file stands or will; empty when that cannot be told.
fs::path place_of(const std::string& path) {
  std::error_code none;
  const fs::path whole = fs::absolute(path, none);
  return none ? fs::path{} : fs::weakly_canonical(whole, none);
}

void refuse_clash(const std::vector<Attachment>& attachments, const std::vector<Target>& targets) {
  for (const Target& target : targets) {
    const fs::path place = place_of(target.path);
    for (const Attachment& attachment : attachments) {
      if (place.empty() || place != place_of(attachment.path)) continue;
      throw Error("--output {} would write over what goes with the page; write to another file",
                  in_quotes(target.path));
    }
  }
}

}  // namespace

void refuse_overwriting(const std::vector<Target>& targets, const std::vector<Setting>& settings) {
  for (const Target& target : targets) {
    for (const Setting& setting : settings) {
      const auto* value = std::get_if<std::string>(&setting.value);
      std::error_code none;
      if (value == nullptr) continue;
      const std::string& read = *value == kStandardOutput ? "/dev/stdin" : *value;
      if (!fs::equivalent(target.path, read, none)) continue;
      throw Error("--output {} would write over what {} reads; write to another file",
                  in_quotes(target.path), setting.name);
    }
  }
}

std::string bytes_for(const Target& target, const Document& page, const PageOptions& options) {
  if (!options.value) {
    const Document part = wanted_part(page, options);
    refuse_misfit(*target.format, page, part, options.only);
    return target.format->render(part, target.render);
  }
  const SingleValue value = value_at(page, *options.value);
  return shown(value.cell, value.column, target.render.digits) + "\n";
}

void refuse_absent(const Document& announced, const PageOptions& options,
                   const std::vector<Target>& targets) {
  refuse_clash(announced.attachments, targets);
  for (const Target& target : targets) {
    if (stream_for(target, announced, options) != nullptr) continue;
    if (options.value) {
      refuse_absent_value(announced, *options.value);
      continue;
    }
    const Document part = wanted_part(announced, options);
    refuse_misfit(*target.format, announced, part, options.only);
    // A format that holds one thing says itself that there are none, or several.
    if (target.format->ids != nullptr && target.format->ids(part).size() != 1) {
      target.format->render(part, target.render);
    }
  }
}

Outcome rendered(Document page, const PageOptions& options, const std::vector<Target>& targets) {
  refuse_clash(page.attachments, targets);
  Outcome outcome;
  for (Attachment& attachment : page.attachments) {
    outcome.files.push_back({.path = std::move(attachment.path),
                             .bytes = {},
                             .pieces = std::move(attachment.write),
                             .makes_folder = true});
  }
  page.attachments.clear();
  for (const Target& target : targets) {
    if (const Stream* stream = stream_for(target, page, options)) {
      outcome.files.push_back({.path = target.path, .bytes = {}, .pieces = stream->write});
      continue;
    }
    std::string bytes = bytes_for(target, page, options);
    if (target.path == kStandardOutput) {
      outcome.out += bytes;
    } else {
      outcome.files.push_back({target.path, std::move(bytes)});
    }
  }
  return outcome;
}

bool needs_no_page(const Document& page, const PageOptions& options,
                   const std::vector<Target>& targets) {
  return std::ranges::all_of(
      targets, [&](const Target& target) { return stream_for(target, page, options) != nullptr; });
}

}  // namespace attn
