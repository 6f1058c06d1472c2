#include "kernel/ring_attention.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "kernel/flash_attention.hpp"
#include "kernel/workspace.hpp"

namespace attn::kernel {

namespace {

using Size = std::size_t;
using Floats = std::vector<float>;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Size rows_in(const std::vector<Piece>& pieces) {
  Size rows = 0;
  for (const Piece& piece : pieces) rows += piece.count;
  return rows;
}

// What a query knows after some of the keys.
struct Known {
  Floats peaks, sums;  // m and Σ 2^(s − m); the output is divided by the sum all along
};

// One rank at its work.
class Member {
 public:
  Member(Ranks& ranks, const RingShape& shape, const RingOptions& options)
      : ranks_(ranks),
        shape_(shape),
        options_(options),
        count_(options.ranks == 0 ? ranks.count() : options.ranks),
        own_(pieces(ranks.rank())),
        workspace_(options.workspace != nullptr ? *options.workspace : made_.emplace()) {
    const Size queries = shape.heads * rows_in(own_);
    known_ = {Floats(queries, -std::numeric_limits<float>::infinity()), Floats(queries)};
    part_known_ = {Floats(kBlock), Floats(kBlock)};
    part_.resize(kBlock * shape.d_v);
  }

  RingWork run(std::span<const float> q, std::span<const float> k, std::span<const float> v,
               std::span<float> output) {
    check(q, k, v, output);
    Floats here(k.begin(), k.end()), coming;
    here.insert(here.end(), v.begin(), v.end());
    std::ranges::fill(output, 0.0F);
    for (Size step = 0; step < count_; ++step) {
      const bool last = step + 1 == count_;
      const Size rank = ranks_.rank(), before = (rank + count_ - 1) % count_;
      if (!last) {
        coming.resize(numbers_of((rank + 2 * count_ - step - 1) % count_));
        ranks_.start(here, (rank + 1) % count_, coming, before);
        work_.sent += sizeof(float) * static_cast<double>(here.size());
      }
      const double begin = now();
      attend_to(q, here, pieces((rank + count_ - step) % count_), output);
      const double computed = now();
      work_.computing += computed - begin;
      if (last) break;
      ranks_.finish();
      work_.waiting += now() - computed;
      std::swap(here, coming);
    }
    return work_;
  }

 private:
  // Queries at once: between two such pieces of work, messages go on.
  static constexpr Size kBlock = 1536;

  std::vector<Piece> pieces(Size rank) const {
    return pieces_of(shape_.n, count_, rank, options_.zigzag);
  }

  // Keys and values of a rank.
  Size numbers_of(Size rank) const {
    return shape_.kv_heads * rows_in(pieces(rank)) * (shape_.d_k + shape_.d_v);
  }

  void check(std::span<const float> q, std::span<const float> k, std::span<const float> v,
             std::span<const float> output) const {
    const Size own = rows_in(own_);
    if (shape_.kv_heads == 0 || shape_.heads % shape_.kv_heads != 0 ||
        q.size() != shape_.heads * own * shape_.d_k ||
        k.size() != shape_.kv_heads * own * shape_.d_k ||
        v.size() != shape_.kv_heads * own * shape_.d_v ||
        output.size() != shape_.heads * own * shape_.d_v) {
      throw std::logic_error("ring_attention: a tensor does not have the shape that is stated");
    }
  }

  // All own queries to the keys and values of one rank.
  void attend_to(std::span<const float> q, std::span<const float> keys_and_values,
                 const std::vector<Piece>& theirs, std::span<float> output) {
    const std::span<const float> values =
        keys_and_values.subspan(shape_.kv_heads * rows_in(theirs) * shape_.d_k);
    Size query = 0;  // of all heads and pieces
    for (const Piece& mine : own_) {
      Size key = 0;
      for (const Piece& other : theirs) {
        if (other.count > 0 && (!options_.causal || other.first <= mine.first)) {
          attend_to_piece(q.subspan(query * shape_.d_k), mine,
                          keys_and_values.subspan(key * shape_.d_k),
                          values.subspan(key * shape_.d_v), other, query, output);
        }
        key += shape_.kv_heads * other.count;
      }
      query += shape_.heads * mine.count;
    }
  }

  void attend_to_piece(std::span<const float> q, const Piece& mine, std::span<const float> k,
                       std::span<const float> v, const Piece& other, Size query,
                       std::span<float> output) {
    for (Size head = 0; head < shape_.heads; ++head) {
      const Size kv_head = head / (shape_.heads / shape_.kv_heads);
      for (Size first = 0; first < mine.count; first += kBlock) {
        const Size count = std::min(kBlock, mine.count - first);
        // Under a causal mask the last of these queries stands at the last of these keys.
        const bool diagonal = options_.causal && other.first == mine.first;
        const Size keys = diagonal ? first + count : other.count;
        attend_in_part(q.subspan((head * mine.count + first) * shape_.d_k, count * shape_.d_k),
                       k.subspan(kv_head * other.count * shape_.d_k, keys * shape_.d_k),
                       v.subspan(kv_head * other.count * shape_.d_v, keys * shape_.d_v), count,
                       keys, diagonal);
        join(query + head * mine.count + first, count, output);
        ranks_.progress();
      }
    }
  }

  void attend_in_part(std::span<const float> q, std::span<const float> k, std::span<const float> v,
                      Size queries, Size keys, bool diagonal) {
    const Shape shape{1, 1, queries, keys, shape_.d_k, shape_.d_v};
    flash_attention(q, k, v, shape,
                    {.causal = diagonal ? Causal::bottom_right : Causal::no,
                     .scale = options_.scale,
                     .softcap = options_.softcap,
                     .keep = Sums{std::span(part_known_.peaks).first(queries),
                                  std::span(part_known_.sums).first(queries)},
                     .workspace = &workspace_},
                    std::span(part_).first(queries * shape_.d_v));
    const double all = static_cast<double>(queries) * static_cast<double>(keys);
    const double hidden = static_cast<double>(queries) * static_cast<double>(queries - 1) / 2.0;
    work_.scores += diagonal ? all - hidden : all;
  }

  // The part into what was known of queries [first, first + count).
  void join(Size first, Size count, std::span<float> output) {
    const Size width = shape_.d_v;
    for (Size i = 0; i < count; ++i) {
      if (part_known_.sums[i] == 0.0F) continue;  // no key was seen
      float &peak = known_.peaks[first + i], &sum = known_.sums[first + i];
      const float most = std::max(peak, part_known_.peaks[i]);
      const float old = sum == 0.0F ? 0.0F : sum * std::exp2(peak - most);
      const float more = part_known_.sums[i] * std::exp2(part_known_.peaks[i] - most);
      peak = most;
      sum = old + more;
      float* const to = output.data() + (first + i) * width;
      const float* const from = part_.data() + i * width;
      const float keep = old / sum, take = more / sum;
      for (Size c = 0; c < width; ++c) to[c] = keep * to[c] + take * from[c];
    }
  }

  Ranks& ranks_;
  const RingShape shape_;
  const RingOptions options_;
  const Size count_;
  const std::vector<Piece> own_;
  std::optional<Workspace> made_;
  Workspace& workspace_;
  Known known_, part_known_;
  Floats part_;  // output of one block of queries over one piece of keys
  RingWork work_;
};

}  // namespace

std::vector<Piece> pieces_of(Size n, Size ranks, Size rank, bool zigzag) {
  const auto piece = [n](Size count, Size i) {
    const Size first = n * i / count;
    return Piece{first, n * (i + 1) / count - first};
  };
  if (!zigzag) return {piece(ranks, rank)};
  return {piece(2 * ranks, rank), piece(2 * ranks, 2 * ranks - 1 - rank)};
}

RingWork ring_attention(Ranks& ranks, std::span<const float> q, std::span<const float> k,
                        std::span<const float> v, const RingShape& shape,
                        const RingOptions& options, std::span<float> output) {
  return Member(ranks, shape, options).run(q, k, v, output);
}

}  // namespace attn::kernel
