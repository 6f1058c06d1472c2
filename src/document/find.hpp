// Parts of a document by their id: for tests, and for --only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document/document.hpp"

namespace attn {

// The table, claim or array of that id. Throw Error naming the ids that there are.
const Table& find_table(const Document& document, std::string_view id);
const Claim& find_claim(const Document& document, std::string_view id);
const Array& find_array(const Document& document, std::string_view id);

// The real number in that column (by id) of a row of a table; throws Error when it is not one.
double real_at(const Table& table, std::size_t row, std::string_view column);

// Whether it is a table with places to write in.
bool has_blanks(const Block& block);

// Whether every claim of the document holds.
bool all_claims_hold(const Document& document);

// Throws Error, saying how to get it, when the id is that of an array too large for the page.
void refuse_large(const Document& document, std::string_view id);

// The document cut down to the blocks and arrays of these ids, in the document's order; the id of a
// heading stands for all that is under it. Title and settings stay. Throws Error naming an id that
// is not there (nearest first) and those that are.
Document only(const Document& document, const std::vector<std::string>& ids);

}  // namespace attn
