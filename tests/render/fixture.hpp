// One page with every block, and every character that a format has to look after.
#pragma once

#include "document/document.hpp"

namespace attn::test {

Document fixture();

}  // namespace attn::test
