// How is a file that a reader hands in read, and what if it cannot be?
#pragma once

#include <cstddef>
#include <string>

namespace attn {

inline constexpr std::size_t kLargestText = std::size_t{256} << 20;  // bytes

// The bytes of a file; "-" is standard input. Never holds more than `limit` bytes. Throws Error
// naming the file when it is missing, a directory, not permitted, or longer than the limit.
std::string read_file(const std::string& path, std::size_t limit = kLargestText);

// The same for text in UTF-8; a byte-order mark at its start is dropped. Throws Error for UTF-16.
std::string read_text(const std::string& path, std::size_t limit = kLargestText);

// The path of another file in the folder of this one, and whether a path leads to anything.
std::string beside(const std::string& path, const std::string& name);
bool exists(const std::string& path);

// The name of a file as messages show it: visible, and "standard input" for "-".
std::string file_name(const std::string& path);

}  // namespace attn
