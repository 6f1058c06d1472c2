// Which fields does a CSV file of words hold? As spreadsheets save it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attn::practice {

struct Record {
  std::size_t line = 0;             // where it begins, from 1
  std::vector<std::string> fields;  // without white space at their ends
};

// RFC 4180 with commas, or with semicolons or tabs where the first line has those; lines end as
// anywhere. Records of which all fields are empty are left out. Throws Error, "FILE:LINE: …", for a
// quote that does not close, NUL, and text that is not UTF-8.
std::vector<Record> parse_records(std::string_view text, std::string_view file);

// A field, in quotes where it has to be.
std::string csv_field(std::string_view text);

}  // namespace attn::practice
