#include "attend/own_rows.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include "files/npy.hpp"
#include "files/shared_file.hpp"
#include "support/error.hpp"

namespace attn {

namespace {

using kernel::Piece;

constexpr double kNone = -std::numeric_limits<double>::infinity();

// Row i of a head, in a tensor of pieces.
std::span<const float> row_in(std::span<const float> tensor, std::span<const Piece> pieces,
                              Index heads, Index width, Index head, Index i) {
  Index before = 0;
  for (const Piece& piece : pieces) {
    if (i >= piece.first && i < piece.first + piece.count) {
      const Index place = heads * before + head * piece.count + i - piece.first;
      return tensor.subspan(place * width, width);
    }
    before += piece.count;
  }
  return {};
}

// What one head's query knows of some of the keys: m, Σ e^(s − m), Σ e^(s − m) v, the same of |v|,
// and the largest |k|; as numbers, to be gathered.
std::vector<double> sums_of(const AcrossRanks& s, const AttendOptions& options, const OwnRows& own,
                            Index head, Index query, std::span<const double> q) {
  const Index kv_head = head / (s.heads / s.kv_heads);
  const double scale = options.scale.value_or(1.0 / std::sqrt(static_cast<double>(s.d_k)));
  std::vector<double> sums(3 + 2 * s.d_v, 0.0);
  sums[0] = kNone;
  for (const Piece& piece : own.pieces) {
    const Index end =
        options.causal ? std::min(piece.first + piece.count, query + 1) : piece.first + piece.count;
    for (Index j = piece.first; j < end; ++j) {
      const auto key = row_in(own.k, own.pieces, s.kv_heads, s.d_k, kv_head, j);
      const auto value = row_in(own.v, own.pieces, s.kv_heads, s.d_v, kv_head, j);
      double score = 0.0, size = 0.0;
      for (Index c = 0; c < s.d_k; ++c) {
        score += q[c] * double{key[c]};
        size += double{key[c]} * double{key[c]};
      }
      score *= scale;
      if (options.softcap) score = *options.softcap * std::tanh(score / *options.softcap);
      const double peak = std::max(sums[0], score);
      const double keep = sums[0] == kNone ? 0.0 : std::exp(sums[0] - peak);
      const double take = std::exp(score - peak);
      sums[0] = peak;
      sums[1] = keep * sums[1] + take;
      sums[2] = std::max(sums[2], std::sqrt(size));
      for (Index c = 0; c < s.d_v; ++c) {
        sums[3 + c] = keep * sums[3 + c] + take * double{value[c]};
        sums[3 + s.d_v + c] = keep * sums[3 + s.d_v + c] + take * std::abs(double{value[c]});
      }
    }
  }
  return sums;
}

// Of all ranks, each as many numbers, into one.
std::vector<double> joined_sums(std::span<const double> all, Index size) {
  std::vector<double> joined(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(size));
  for (Index at = size; at < all.size(); at += size) {
    const double peak = std::max(joined[0], all[at]);
    const double keep = joined[0] == kNone ? 0.0 : std::exp(joined[0] - peak);
    const double take = all[at] == kNone ? 0.0 : std::exp(all[at] - peak);
    for (Index c = 1; c < size; ++c) {
      joined[c] = c == 2 ? std::max(joined[c], all[at + c]) : keep * joined[c] + take * all[at + c];
    }
    joined[0] = peak;
  }
  return joined;
}

// Query and output of the rank that has the row, on all of them.
std::vector<double> told_by_owner(Ranks& ranks, const AcrossRanks& s, const OwnRows& own,
                                  bool zigzag, Index head, Index row) {
  std::vector<double> mine(s.d_k + s.d_v, 0.0);
  const auto q = row_in(own.q, own.pieces, s.heads, s.d_k, head, row);
  const auto output = row_in(own.output, own.pieces, s.heads, s.d_v, head, row);
  std::ranges::copy(output, std::ranges::copy(q, mine.begin()).out);
  const std::vector<double> all = gathered(ranks, mine);
  for (Index rank = 0; rank < ranks.count(); ++rank) {
    for (const Piece& piece : kernel::pieces_of(s.n, ranks.count(), rank, zigzag)) {
      if (row < piece.first || row >= piece.first + piece.count) continue;
      const auto at = all.begin() + static_cast<std::ptrdiff_t>(rank * mine.size());
      return {at, at + static_cast<std::ptrdiff_t>(mine.size())};
    }
  }
  return mine;
}

KernelError error_of_row(Ranks& ranks, const AcrossRanks& s, const AttendOptions& options,
                         const OwnRows& own, Index head, Index row) {
  const std::vector<double> told = told_by_owner(ranks, s, own, options.causal, head, row);
  const std::span<const double> q = std::span(told).first(s.d_k);
  const std::vector<double> mine = sums_of(s, options, own, head, row, q);
  const std::vector<double> sums = joined_sums(gathered(ranks, mine), mine.size());
  double length = 0.0, size = 0.0, difference = 0.0;
  for (const double x : q) length += x * x;
  for (Index c = 0; c < s.d_v; ++c) {
    size = std::max(size, sums[3 + s.d_v + c] / sums[1]);
    const double off = std::abs(told[s.d_k + c] - sums[3 + c] / sums[1]);
    if (!(off <= difference)) difference = off;
  }
  const double scale = options.scale.value_or(1.0 / std::sqrt(static_cast<double>(s.d_k)));
  const double score = std::abs(scale) * std::sqrt(length) * sums[2];
  return {1, difference, rounding_error(score, s.d_k, s.n) * size + 0x1p-126};
}

// Rows of a piece as they stand in the file, little-endian.
std::string bytes_of(const AcrossRanks& s, const OwnRows& own, Index first, Index count) {
  std::string bytes;
  bytes.reserve(count * s.heads * s.d_v * sizeof(float));
  for (Index i = first; i < first + count; ++i) {
    for (Index head = 0; head < s.heads; ++head) {
      for (const float x : row_in(own.output, own.pieces, s.heads, s.d_v, head, i)) {
        const auto bits = std::bit_cast<std::uint32_t>(x);
        for (unsigned shift = 0; shift < 32; shift += 8) {
          bytes += static_cast<char>(bits >> shift & 0xffU);
        }
      }
    }
  }
  return bytes;
}

// What the first rank calls the file until it takes its place.
std::string told_by_first(Ranks& ranks, const std::string& name) {
  std::array<char, 4096> mine{};
  if (name.size() < mine.size()) std::ranges::copy(name, mine.begin());
  std::vector<char> all(mine.size() * ranks.count());
  ranks.gather(std::as_bytes(std::span(mine)), std::as_writable_bytes(std::span(all)));
  return all.data();
}

}  // namespace

KernelError error_across_ranks(Ranks& ranks, const AcrossRanks& s, const AttendOptions& options,
                               const OwnRows& own) {
  constexpr Index kMostRows = 16;
  const Index all = s.heads * s.n, count = std::min(kMostRows, all);
  KernelError worst{};
  for (Index i = 0; i < count; ++i) {
    const Index place = i * (all - 1) / std::max(count - 1, Index{1});
    worst = worse(worst, error_of_row(ranks, s, options, own, place / s.n, place % s.n));
  }
  return worst;
}

void write_across_ranks(Ranks& ranks, const AcrossRanks& s, const OwnRows& own,
                        const std::string& path) {
  constexpr Index kRows = 1024;  // at once
  const std::string head = npy_head(std::array{s.n, s.heads * s.d_v}, "<f4");
  const Index line = s.heads * s.d_v * sizeof(float);
  std::optional<SharedFile> file;
  together(
      ranks,
      [&] {
        if (ranks.rank() == 0) file.emplace(path);
      },
      kCannotWrite);
  const std::string name = told_by_first(ranks, file ? file->name() : "");
  together(
      ranks,
      [&] {
        if (!file) file.emplace(path, name);
        if (ranks.rank() == 0) file->write(0, head);
        for (const Piece& piece : own.pieces) {
          for (Index i = 0; i < piece.count; i += kRows) {
            const Index first = piece.first + i, count = std::min(kRows, piece.count - i);
            file->write(head.size() + first * line, bytes_of(s, own, first, count));
          }
        }
        file->close();
      },
      kCannotWrite);
  together(
      ranks,
      [&] {
        if (ranks.rank() == 0) file->place();
      },
      kCannotWrite);
}

}  // namespace attn
