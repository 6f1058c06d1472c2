// What is there in a table that a question can be about?
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "document/document.hpp"

namespace attn::table_facts {

// A finite number, as a double.
std::optional<double> number(const Cell& cell);

// Those of a column, and whether all of it is numbers.
std::vector<double> numbers_down(const Table& table, std::size_t column);
bool is_numeric(const Table& table, std::size_t column);

// But for rounding.
bool equal(double a, double b);

// Whether two numbers are the same, or so far apart that there is a reason for it.
bool clear(double a, double b);

// Where the largest stands; nothing where another is as large.
std::optional<std::size_t> place_of_largest(const std::vector<double>& numbers);

// Names that occur twice are told apart by their place, from 0.
std::vector<std::string> distinct(const std::vector<std::string>& names);

// What stands in the first column, as a page shows it; distinct for all rows.
std::string label_of(const Table& table, std::size_t row);
std::vector<std::string> labels_of(const Table& table);

// "d = 8", or "“cat”" of words.
std::string row_name(const Table& table, std::size_t row);

// A cell as a page shows it.
std::string cell_of(const Table& table, std::size_t row, std::size_t column);

// A component of a vector, or a product of two: nobody has a reason to expect anything of it.
bool is_component(const Column& column);

// Rows that add up those before them say nothing of their own.
Table without_sums(Table table);

// A column for each key, as lessons write matrices.
bool is_matrix(const Table& table);

// Rows that go through values of one thing, from small to large.
bool is_sweep(const Table& table);

}  // namespace attn::table_facts
