// attn page and attn site: lessons that compute in a browser.
#pragma once

#include "cli/command.hpp"

namespace attn {

Command live_page_command();
Command site_command();

}  // namespace attn
