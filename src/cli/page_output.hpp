// What does a page come to, as bytes for each place that it is written to?
#pragma once

#include "cli/page_options.hpp"
#include "support/outcome.hpp"

namespace attn {

// A page is not written over a file that it is made from. Throws Error.
void refuse_overwriting(const std::vector<Target>& targets, const std::vector<Setting>& settings);

// A number by itself, or the page's part in the target's format.
std::string bytes_for(const Target& target, const Document& page, const PageOptions& options);

// Refuses what a page that is yet to be computed will not hold, for any of the targets. Throws
// Error.
void refuse_absent(const Document& announced, const PageOptions& options,
                   const std::vector<Target>& targets);

// The page for every target, and what goes with it.
Outcome rendered(Document page, const PageOptions& options, const std::vector<Target>& targets);

// Whether arrays alone are asked for, which come without their page.
bool needs_no_page(const Document& page, const PageOptions& options,
                   const std::vector<Target>& targets);

}  // namespace attn
