// How is a vocabulary told to a shell? One function a shell; each quotes in its own way.
#pragma once

#include <string>
#include <vector>

#include "cli/declaration.hpp"

namespace attn {

// The commands, and the options that all pages share; those stand in every page's manual too.
struct Vocabulary {
  Section common;
  std::vector<Manual> manuals;
};

// The options that are a command's own.
std::vector<Declaration> own_options(const Manual& manual);

// Whether it has the options of every page.
bool is_page(const Manual& manual);

std::string bash_completion(const Vocabulary& vocabulary);
std::string zsh_completion(const Vocabulary& vocabulary);
std::string fish_completion(const Vocabulary& vocabulary);

}  // namespace attn
