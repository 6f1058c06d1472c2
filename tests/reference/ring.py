#!/usr/bin/env python3
"""Writes ring.json: what NumPy makes of the numbers that `attn ring` draws."""
import json
import pathlib

import numpy as np

N, D, RANKS, SEED = 8, 4, 4, 0


def softmax(scores):
    exps = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exps / exps.sum(axis=-1, keepdims=True)


def attention(q, k, v, causal=False):
    scores = q @ k.T / np.sqrt(q.shape[1])
    if causal:
        scores = np.where(np.triu(np.ones_like(scores), 1) == 1, -np.inf, scores)
    return softmax(scores) @ v


def tokens(rank, zigzag):
    if not zigzag:
        return np.arange(N).reshape(RANKS, -1)[rank]
    pieces = np.arange(N).reshape(2 * RANKS, -1)
    return np.concatenate([pieces[rank], pieces[2 * RANKS - 1 - rank]])


def work(zigzag):
    """Scores that are not hidden, by rank and step."""
    return [[int((tokens((rank - step) % RANKS, zigzag)[None, :]
                  <= tokens(rank, zigzag)[:, None]).sum())
             for step in range(RANKS)] for rank in range(RANKS)]


def joins(q, k, v):
    """m, l and o[0] of token 0 once the keys of ranks 0, 3, 2, 1 have been there."""
    scores, lines, seen = q[0] @ k.T / np.sqrt(D), [], []
    for step in range(RANKS):
        seen += list(tokens(-step % RANKS, False))
        m = scores[seen].max()
        exps = np.exp(scores[seen] - m)
        lines.append([m, exps.sum(), (exps @ v[seen])[0]])
    return lines


def heads():
    generator = np.random.default_rng(SEED)
    width = 2 * RANKS
    x = generator.standard_normal((N, width))
    w_q, w_k, w_v, w_o = generator.standard_normal((4, width, width)) / np.sqrt(width)
    q, k, v = x @ w_q, x @ w_k, x @ w_v
    parts = [slice(2 * head, 2 * head + 2) for head in range(RANKS)]
    return np.hstack([attention(q[:, p], k[:, p], v[:, p]) for p in parts]) @ w_o


q, k, v = np.random.default_rng(SEED).standard_normal((3, N, D))
figures = {
    "numpy": np.__version__, "seed": SEED,
    "output": attention(q, k, v).tolist(),
    "causal_output": attention(q, k, v, causal=True).tolist(),
    "heads_output": heads().tolist(),
    "work_in_order": work(False), "work_zigzag": work(True),
    "joins": joins(q, k, v),
}
path = pathlib.Path(__file__).with_name("ring.json")
path.write_text(json.dumps(figures, indent=1) + "\n")
