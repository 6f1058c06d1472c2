"""Attention in NumPy with all n × n scores, float32, width 64. Prints milliseconds, a line a run.

    python3 tests/bench/numpy_attention.py FORM N HEADS CAUSAL RUNS

FORM is `textbook`, an expression a line, or `inplace`, which makes no temporary twice. Set
OPENBLAS_NUM_THREADS outside.
"""

import sys
import time

import numpy as np

WIDTH = 64


def textbook(q, k, v, hidden):
    scores = q @ k.swapaxes(1, 2) / np.float32(np.sqrt(WIDTH))
    if hidden is not None:
        scores = np.where(hidden, np.float32(-np.inf), scores)
    exps = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = exps / exps.sum(axis=-1, keepdims=True)
    return weights @ v


def inplace(q, k, v, hidden):
    weights = q @ k.swapaxes(1, 2)
    weights *= np.float32(1 / np.sqrt(WIDTH))
    if hidden is not None:
        weights[:, hidden] = -np.inf
    weights -= weights.max(axis=-1, keepdims=True)
    np.exp(weights, out=weights)
    weights /= weights.sum(axis=-1, keepdims=True)
    return weights @ v


def main(form, n, heads, causal, runs):
    q, k, v = np.random.default_rng(0).standard_normal((3, heads, n, WIDTH), dtype=np.float32)
    hidden = np.triu(np.ones((n, n), bool), 1) if causal else None
    for run in range(1 + runs):
        start = time.perf_counter()
        form(q, k, v, hidden)
        if run > 0 or runs == 0:
            print(f"{1e3 * (time.perf_counter() - start):.4f}")


if __name__ == "__main__":
    if len(sys.argv) != 6:
        sys.exit(__doc__)
    main({"textbook": textbook, "inplace": inplace}[sys.argv[1]], *map(int, sys.argv[2:]))
