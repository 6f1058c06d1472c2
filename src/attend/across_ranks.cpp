#include "attend/across_ranks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "attend/own_rows.hpp"
#include "files/npy_rows.hpp"
#include "files/read_tensor.hpp"
#include "kernel/ring_attention.hpp"
#include "kernel/thread_team.hpp"
#include "kernel/workspace.hpp"
#include "support/error.hpp"

namespace attn {

namespace {

using Floats = std::vector<float>;
using kernel::Piece;

struct Files {
  NpyRows q, k, v;
};

// (rows, heads · width) as (heads, rows, width).
void add_by_heads(const Floats& rows, Index heads, Index width, Floats& to) {
  const Index count = rows.size() / (heads * width);
  for (Index head = 0; head < heads; ++head) {
    for (Index i = 0; i < count; ++i) {
      const auto from = rows.begin() + static_cast<std::ptrdiff_t>((i * heads + head) * width);
      to.insert(to.end(), from, from + static_cast<std::ptrdiff_t>(width));
    }
  }
}

Index width_of(std::string_view option, Index columns, Index heads) {
  if (columns == 0 || columns % heads != 0) {
    throw Error("{}: rows of {} numbers do not divide into {} heads", option, columns, heads);
  }
  return columns / heads;
}

AcrossRanks shape_of(const Files& files, const TensorOptions& given, Index ranks) {
  AcrossRanks s;
  s.n = files.q.rows();
  s.heads = static_cast<Index>(given.heads.value_or(1));
  s.kv_heads = static_cast<Index>(given.kv_heads.value_or(Integer{s.heads}));
  if (s.heads % s.kv_heads != 0) {
    throw Error("{} heads of --q cannot share {} heads of --k evenly", s.heads, s.kv_heads);
  }
  s.d_k = width_of("--q", files.q.columns(), s.heads);
  s.d_v = width_of("--v", files.v.columns(), s.kv_heads);
  if (files.k.rows() != s.n || files.v.rows() != s.n) {
    throw Error("--q, --k and --v have {}, {} and {} rows; across ranks they must be equally many",
                s.n, files.k.rows(), files.v.rows());
  }
  const Index of_keys = width_of("--k", files.k.columns(), s.kv_heads);
  if (of_keys != s.d_k) {
    throw Error("--k has {} components a head, and --q has {}; they must agree", of_keys, s.d_k);
  }
  if (s.n < 2 * ranks) {
    throw Error("--q has {} rows, too few for {} ranks; give {} at least", s.n, ranks, 2 * ranks);
  }
  return s;
}

// One rank with all that it has.
struct Member {
  Ranks& ranks;
  const TensorOptions& given;
  AttendOptions options = {};
  AcrossRanks shape = {};
  std::vector<Piece> pieces = {};
  Floats q = {}, k = {}, v = {}, output = {};  // by pieces: (heads, rows, width)
};

// The same of every rank, or one would wait for what never comes.
void compare(Member& m) {
  const AcrossRanks& s = m.shape;
  const std::array own{static_cast<double>(s.n),
                       static_cast<double>(s.heads),
                       static_cast<double>(s.kv_heads),
                       static_cast<double>(s.d_k),
                       static_cast<double>(s.d_v),
                       m.options.causal ? 1.0 : 0.0,
                       m.options.scale.value_or(1.0 / std::sqrt(static_cast<double>(s.d_k))),
                       m.options.softcap.value_or(0.0),
                       m.given.save ? 1.0 : 0.0};
  const std::vector<double> all = gathered(m.ranks, own);
  together(m.ranks, [&] {
    if (std::equal(own.begin(), own.end(), all.begin())) return;
    const auto text = [](const double* at) {
      return fmt::format("({}, {}·{}), ({}, {}·{}), ({}, {}·{})", at[0], at[1], at[3], at[0], at[2],
                         at[3], at[0], at[2], at[4]);
    };
    throw Error(
        "--q, --k and --v are {}, and rank 0's {}, or options differ; give all ranks the "
        "same files and options",
        text(own.data()), text(all.data()));
  });
}

double size_of(const Floats& numbers) {
  double largest = 0.0;
  for (const float x : numbers) {
    const double size = std::abs(double{x});
    if (!(size <= largest)) largest = size;
    if (std::isnan(largest)) break;
  }
  return largest;
}

void read_rows(Member& m, Files& files) {
  const AcrossRanks& s = m.shape;
  for (const Piece& piece : m.pieces) {
    add_by_heads(files.q.read(piece.first, piece.count), s.heads, s.d_k, m.q);
    add_by_heads(files.k.read(piece.first, piece.count), s.kv_heads, s.d_k, m.k);
    add_by_heads(files.v.read(piece.first, piece.count), s.kv_heads, s.d_v, m.v);
  }
  m.output.resize(m.q.size() / s.d_k * s.d_v);
}

void refuse_immoderate(Member& m) {
  const std::array own{size_of(m.q), size_of(m.k), size_of(m.v)};
  const std::vector<double> all = gathered(m.ranks, own);
  std::array<double, 3> most{};
  for (Index i = 0; i < all.size(); ++i) {
    double& size = most[i % most.size()];
    if (!(all[i] <= size)) size = std::isnan(size) ? size : all[i];
  }
  together(m.ranks, [&] {
    if (is_moderate({most[0], most[1], most[2]}, m.shape.d_k, m.shape.n, m.options)) return;
    throw Error(
        "--q, --k or --v hold numbers up to {:.1e}, {:.1e} and {:.1e}, which float32 cannot "
        "hold on their way; without mpirun, attend goes step by step",
        most[0], most[1], most[2]);
  });
}

void compute(Member& m) {
  const AcrossRanks& s = m.shape;
  kernel::Workspace workspace(
      static_cast<unsigned>(std::max<Index>(1, kernel::thread_count(0) / ranks_here())));
  const auto single = [](const std::optional<double>& x) {
    return x ? std::optional(static_cast<float>(*x)) : std::nullopt;
  };
  const kernel::RingWork work =
      kernel::ring_attention(m.ranks, m.q, m.k, m.v, {s.n, s.heads, s.kv_heads, s.d_k, s.d_v},
                             {.causal = m.options.causal,
                              .zigzag = m.options.causal,
                              .scale = single(m.options.scale),
                              .softcap = single(m.options.softcap),
                              .workspace = &workspace},
                             m.output);
  std::vector<double> own{static_cast<double>(m.q.size() + m.k.size() + m.v.size()), work.sent};
  const std::vector<double> all = gathered(m.ranks, own);
  for (Index rank = 0; rank < m.ranks.count(); ++rank) {
    RankShare share{{}, all[2 * rank], all[2 * rank + 1]};
    for (const Piece& piece : kernel::pieces_of(s.n, m.ranks.count(), rank, m.options.causal)) {
      share.rows.push_back(piece.first);
      share.rows.push_back(piece.first + piece.count - 1);
    }
    m.shape.ranks.push_back(std::move(share));
  }
}

void refuse_overwriting(const std::string& path, const TensorOptions& given) {
  for (const std::optional<std::string>* file : {&given.q, &given.k, &given.v}) {
    std::error_code none;  // it need not be there
    if (std::filesystem::equivalent(path, **file, none)) {
      throw Error("--save would write over {}, which was read; name another folder", **file);
    }
  }
}

}  // namespace

void refuse_across_ranks(const TensorOptions& given) {
  if (!given.q || !given.k || !given.v) {
    throw Error("--q, --k and --v: under mpirun, give all three; without it there is an example");
  }
  const std::pair<const char*, bool> others[] = {
      {"--mask", given.mask.has_value()},
      {"--window", given.window.has_value()},
      {"--kv-len", !given.kv_len.empty()},
      {"--past-k", given.past_k.has_value()},
      {"--sink", given.sink.has_value()},
      {"--rope", given.rope.has_value()},
      {"--empty-row", given.empty_row != TensorOptions{}.empty_row},
      {"--expect", given.expect.has_value()},
      {"--save-as", given.save_as != TensorOptions{}.save_as}};
  for (const auto& [name, is_given] : others) {
    if (is_given) {
      throw Error(
          "{0}: across ranks attend knows --heads, --kv-heads, --causal, --scale and "
          "--softcap; leave {0} out, or run it without mpirun",
          name);
    }
  }
  if (given.precision != kFloat32) {
    throw Error("--dtype: across ranks attention is computed in float32; add --dtype float32");
  }
}

AcrossRanks attend_across_ranks(Ranks& ranks, const TensorOptions& given) {
  Member m{ranks, given};
  std::optional<Files> files;
  std::string path;
  together(ranks, [&] {
    m.options = options_of(given);
    files.emplace(Files{NpyRows(*given.q), NpyRows(*given.k), NpyRows(*given.v)});
    m.shape = shape_of(*files, given, ranks.count());
    if (!given.save) return;
    if (given.save->empty()) throw Error("--save is empty; name a folder");
    path = std::filesystem::path(*given.save) / "output.npy";
    refuse_overwriting(path, given);
  });
  compare(m);
  m.pieces = kernel::pieces_of(m.shape.n, ranks.count(), ranks.rank(), m.options.causal);
  together(ranks, [&] { read_rows(m, *files); });
  refuse_immoderate(m);
  const OwnRows own{m.pieces, m.q, m.k, m.v, m.output};
  exchanging(ranks, [&] {
    compute(m);
    m.shape.error = error_across_ranks(ranks, m.shape, m.options, own);
  });
  if (given.save) {
    write_across_ranks(ranks, m.shape, own, path);
    m.shape.saved = path;
  }
  return m.shape;
}

}  // namespace attn
