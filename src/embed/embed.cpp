#include "embed/embed.hpp"

#include <algorithm>

#include "embed/diff.hpp"
#include "embed/place.hpp"
#include "embed/refresh.hpp"
#include "embed/report.hpp"
#include "files/read.hpp"
#include "support/error.hpp"
#include "support/text.hpp"

namespace attn {

namespace {

using Mode = EmbedOptions::Mode;
using State = Verdict::State;

struct Notes {
  std::string path, name, text;
  Syntax syntax;
};

Notes read_notes(const std::string& path, const EmbedOptions& options) {
  const Syntax syntax = options.syntax ? *options.syntax : syntax_of(path);
  std::string text = read_file(path);
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
    throw Error("cannot read {}: it is UTF-16; save it as UTF-8", file_name(path));
  }
  return {path, file_name(path), std::move(text), syntax};
}

std::string_view words_for(State state, Mode mode) {
  const bool write = mode == Mode::write;
  if (state == State::stale) return write ? "refreshed" : "stale";
  if (state == State::edited) return write ? "edited by hand, left alone" : "edited by hand";
  return "within the tolerance";
}

// Goes from file to file and gathers what there is to say and to write.
class Run {
 public:
  Run(const EmbedOptions& options, const Compute& compute)
      : options_(options), compute_(remembered(compute)) {}

  void add(const std::string& path) {
    try {
      const Notes notes = read_notes(path, options_);
      ++tally_.files;
      if (options_.mode == Mode::list) {
        list(notes);
      } else {
        renew(notes);
      }
    } catch (const Error& error) {
      ++tally_.unread;
      report_ += fmt::format("attn: {}\n", error.what());
    }
  }

  // The report's last line sums it up. Where something is broken, or standard output is taken, the
  // report goes to standard error.
  Outcome finish(bool stdout_taken) && {
    const bool writes = options_.mode == Mode::write;
    const bool broken = tally_.of(State::broken) + tally_.unread > 0;
    const bool stale = tally_.of(State::edited) > 0 || (!writes && tally_.of(State::stale) > 0);
    outcome_.code = broken ? 2 : stale ? 1 : 0;
    if (options_.mode != Mode::list) {
      report_ += (broken || stdout_taken ? "attn: " : "") + summary(tally_, writes);
    }
    (broken || stdout_taken ? outcome_.err : outcome_.out) += report_;
    return std::move(outcome_);
  }

 private:
  void list(const Notes& notes) {
    const Places found = find_places(notes.text, notes.syntax);
    for (const Place& place : found.places) {
      report_ += finding(notes.name, place.line, place.value ? "value" : "block", place.command);
    }
    for (const Mistake& mistake : found.mistakes) report_broken(notes, mistake);
  }

  void renew(const Notes& notes) {
    const Tolerance tolerance{options_.tolerance, options_.force};
    const Diff diff(notes.name, notes.text);
    std::vector<Splice> renewals;
    bool edited = false;
    for (const Verdict& v : refresh(notes.text, notes.syntax, compute_, tolerance)) {
      if (v.state == State::broken) {
        report_broken(notes, {v.line, v.why});
        continue;
      }
      ++tally_.of(v.state);
      if (v.state == State::fresh) continue;
      report_ += finding(notes.name, v.line, words_for(v.state, options_.mode), v.command);
      if (options_.mode == Mode::check && v.renewal) {
        report_ += visible(diff.unified({&*v.renewal, 1}));
      }
      if (v.state == State::stale) renewals.push_back(*v.renewal);
      edited = edited || v.state == State::edited;
    }
    report_mending(notes, options_.mode != Mode::write && !renewals.empty(), edited);
    emit(notes, renewals, diff);
  }

  void report_broken(const Notes& notes, const Mistake& mistake) {
    ++tally_.of(State::broken);
    report_ += fmt::format("attn: {}:{}: {}\n", notes.name, mistake.line, mistake.message);
  }

  void report_mending(const Notes& notes, bool stale, bool edited) {
    const std::string file = shell_word(notes.path);
    if (stale) report_ += fmt::format("mend with: {} {}\n", options_.mending, file);
    if (edited) {
      report_ += fmt::format("overwrite the edits with: {} --force {}\n", options_.mending, file);
    }
  }

  void emit(const Notes& notes, std::span<const Splice> renewals, const Diff& diff) {
    if (options_.mode == Mode::diff) {
      outcome_.out += diff.unified(renewals);
    } else if (options_.mode == Mode::write && notes.path == "-") {
      outcome_.out += spliced(notes.text, renewals);
    } else if (options_.mode == Mode::write && !renewals.empty()) {
      outcome_.files.push_back({notes.path, spliced(notes.text, renewals), notes.text});
    }
  }

  const EmbedOptions& options_;
  Compute compute_;
  Tally tally_;
  std::string report_;
  Outcome outcome_;
};

}  // namespace

Outcome embed(const std::vector<std::string>& paths, const EmbedOptions& options,
              const Compute& compute) {
  const auto pipes = std::ranges::count(paths, "-");
  if (pipes > 1) throw Error("- is given {} times; standard input can be read once", pipes);
  Run run(options, compute);
  for (const std::string& path : paths) run.add(path);
  const bool filters = options.mode == Mode::write && pipes > 0;
  return std::move(run).finish(filters || options.mode == Mode::diff);
}

}  // namespace attn
