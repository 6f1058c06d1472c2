// Of which lessons' numbers are the steps known?
#pragma once

#include <span>
#include <string_view>

namespace attn {

// In teaching order; a test holds it to what `attn trace` finds.
std::span<const std::string_view> traced_lessons();

}  // namespace attn
