// What the program asks of an operating system, in a page: there are no files and no processes, one
// thread, and no BLAS.
#include <algorithm>
#include <string>

#include "attend/save.hpp"
#include "cli/arguments.hpp"
#include "core/large_product.hpp"
#include "core/ordered_product.hpp"
#include "files/read.hpp"
#include "kernel/thread_team.hpp"
#include "support/error.hpp"
#include "support/interruption.hpp"
#include "support/progress.hpp"
#include "support/quote.hpp"
#include "support/text.hpp"

extern "C" {
__attribute__((import_module("page"), import_name("progress"))) void page_progress(
    const char* what, std::size_t size);
}

namespace attn {

Progress::Progress() : shown_(true) {}
Progress::~Progress() = default;
void Progress::say(std::string_view what) const { page_progress(what.data(), what.size()); }

// To stop, the page ends the worker that this runs in.
Interruption::Interruption() : before_(nullptr) {}
Interruption::~Interruption() = default;
bool Interruption::asked() const { return false; }

Matrix large_product(const Matrix& a, const Matrix& b) { return ordered_product(a, b); }

std::string read_file(const std::string& path, std::size_t) {
  throw Error("cannot read {}: a page has no files", file_name(path));
}
std::string read_text(const std::string& path, std::size_t limit) { return read_file(path, limit); }
std::string file_name(const std::string& path) { return printable(path); }
std::string beside(const std::string&, const std::string& name) { return name; }
bool exists(const std::string&) { return false; }

std::vector<Attachment> saved_arrays(const SharedRun&, const std::string&, ArrayFormat) {
  return {};
}
std::vector<Stream> streamed_arrays(const SharedRun&) { return {}; }

// A page sends long names, each with its value after it.
Arguments read_arguments(const std::vector<Section>& sections,
                         const std::vector<std::string>& given) {
  Arguments arguments;
  const std::vector<Declaration>& options = sections.front().options;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const auto option = std::ranges::find(options, given[i], &Declaration::name);
    if (option == options.end()) throw Error("unknown option {}", in_quotes(given[i]));
    std::vector<std::string>& values = arguments.values[option->name];
    if (option->kind == Declaration::Kind::flag) continue;
    if (i + 1 == given.size()) throw Error("{} needs a value", option->name);
    values.push_back(given[++i]);
    if (values.size() > 1 && !option->repeatable) {
      throw Error("{} takes one value, and {} are given", option->name, values.size());
    }
  }
  return arguments;
}

namespace kernel {

std::size_t thread_count(unsigned) { return 1; }
ThreadTeam::ThreadTeam(std::size_t) {}
ThreadTeam::~ThreadTeam() = default;
void ThreadTeam::run(const Task& task) { task(0); }

}  // namespace kernel

}  // namespace attn
