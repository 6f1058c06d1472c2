#!/usr/bin/env python3
"""The figures that tests compare with, computed by NumPy: every JSON file beside this one.

    make.py            compares the files with what comes out now; exit 1 where they differ, 77
                       where there is no NumPy
    make.py --write    writes them anew

Nothing here is taken from the program: formulas are written out as in the papers that the lessons
name, and derivatives are complex steps. Another BLAS may differ in the last digits, and 32 blocks
without a norm multiply that.
"""

import json
import pathlib
import sys

try:
    import numpy as np
except ModuleNotFoundError:
    sys.exit(77)

HERE = pathlib.Path(__file__).parent
SIX_WORDS = ["the", "cat", "sat", "on", "the", "mat"]
CAT = 1


def softmax(scores, axis=-1):
    exps = np.exp(scores - scores.real.max(axis=axis, keepdims=True))
    return exps / exps.sum(axis=axis, keepdims=True)


def hidden(scores, mask):
    return np.where(mask, -np.inf, scores)


def causal(n):
    return np.triu(np.ones((n, n), dtype=bool), 1)


def attention(q, k, v, mask=None):
    scaled = q @ k.T / np.sqrt(q.shape[1])
    weights = softmax(scaled if mask is None else hidden(scaled, mask))
    return scaled, weights, weights @ v


def entropy(weights):
    return -np.sum(weights * np.log(np.where(weights > 0, weights, 1)), axis=-1)


def drawn(words, rng, dim=8):
    """Embeddings, then W_Q, W_K and W_V. A word that comes again has its first embedding, and the
    ready sentence has a mat that resembles its cat."""
    x = rng.normal(0.0, 1.0, (len(words), dim))
    if words == SIX_WORDS:
        x[5] = 0.8 * x[CAT] + rng.normal(0.0, 0.3, dim)
    x = x[[words.index(word) for word in words]]
    return (x, *(rng.normal(0.0, 0.5, (dim, dim)) for _ in range(3)))


def six_words():
    x, w_q, w_k, w_v = drawn(SIX_WORDS, np.random.default_rng(0))
    q, k, v = x @ w_q, x @ w_k, x @ w_v
    scaled, weights, output = attention(q, k, v)
    return {
        "numpy": np.__version__, "seed": 0, "words": SIX_WORDS, "embeddings": x,
        "w_q": w_q, "w_k": w_k, "w_v": w_v, "q": q, "k": k, "v": v, "scores": q @ k.T,
        "scaled": scaled, "weights": weights, "output": output,
        "strongest_link": weights.argmax(axis=1),
    }


def cat_sat():
    x = np.array([[1.0, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0]])
    scaled, weights, output = attention(x, x, x)
    return {"words": ["The", "cat", "sat"], "x": x, "scores": x @ x.T, "scaled": scaled,
            "weights": weights, "output": output}


def softmax_in(scores, kind):
    """Every operation rounded to the type, sums one by one; None for what is not a number."""
    with np.errstate(all="ignore"):
        exps = np.exp((scores - scores.max()).astype(kind)).astype(kind)
        total = kind(0)
        for e in exps:
            total = kind(total + e)
        return [None if np.isnan(w) else float(w) for w in (exps / total).astype(kind)]


def causal_mask():
    rng = np.random.default_rng(0)
    x = rng.normal(0.0, 1.0, (5, 8))
    w_q, w_k, w_v = (rng.normal(0.0, 0.5, (8, 8)) for _ in range(3))
    scaled, weights, output = attention(x @ w_q, x @ w_k, x @ w_v, causal(5))
    _, unmasked, plain = attention(x @ w_q, x @ w_k, x @ w_v)
    moved = []
    for i in range(5):
        other = np.concatenate([x[: i + 1], 1.0 - x[i + 1 :]])
        after = attention(other @ w_q, other @ w_k, other @ w_v)[2]
        moved.append(np.abs(plain[i] - after[i]).max())
    fills = []
    for fill in (-np.inf, -1e9, -1e4):
        for added in (False, True):
            for kind in (np.float64, np.float32, np.float16):
                with np.errstate(all="ignore"):
                    row = scaled[0].astype(kind)
                    row = (row + kind(fill)).astype(kind) if added else np.full_like(row, fill)
                fills.append({"fill": str(fill), "added": added, "precision": kind.__name__,
                              "weights": softmax_in(row, kind)})
    return {
        "made_by": "rng = default_rng(0); E = rng.normal(0, 1, (5, 8)); W_q, W_k, W_v = "
                   "rng.normal(0, 0.5, (8, 8)); masked by triu(k=1) with -inf; moved: largest "
                   "change of unmasked output i when rows after i of E become 1 - E; fills: every "
                   "key of row 0 hidden, null for NaN",
        "scaled": scaled, "weights": weights, "unmasked": unmasked, "output": output,
        "moved": moved, "fills": fills,
    }


def flash():
    q, k, v = np.random.default_rng(0).standard_normal((3, 8, 4))
    block = 4
    scaled, _, output = attention(q, k, v)
    m, l, o = np.full(8, -np.inf), np.zeros(8), np.zeros((8, 4))
    tiles = []
    for first in range(0, 8, block):
        scores = scaled[:, first : first + block]
        after = np.maximum(m, scores.max(axis=1))
        r, exps = np.exp(m - after), np.exp(scores - after[:, None])
        m, l, o = after, r * l + exps.sum(axis=1), r[:, None] * o + exps @ v[first : first + block]
        tiles.append({"m": m, "r": r, "l": l, "o": o})
    return {"numpy": np.__version__, "seed": 0, "n": 8, "dim": 4, "block": block, "q": q, "k": k,
            "v": v, "scaled": scaled, "tiles": tiles, "output": output,
            "causal_output": attention(q, k, v, causal(8))[2]}


def heads():
    rng = np.random.default_rng(0)
    x, w_q, w_k, w_v = drawn(SIX_WORDS, rng)
    w_o = rng.normal(0.0, 0.5, (8, 8))
    q, k, v = x @ w_q, x @ w_k, x @ w_v
    count, width = 4, 2

    def cut(m, head):
        return m[:, head * width : (head + 1) * width]

    each = [attention(cut(q, h), cut(k, h), cut(v, h)) for h in range(count)]
    output = np.concatenate([out for _, _, out in each], axis=1) @ w_o
    parts = [each[h][2] @ w_o[h * width : (h + 1) * width] for h in range(count)]
    shared = []
    for kv in (4, 2, 1):
        group = count // kv
        outs = []
        for h in range(count):
            own = range(h // group * group, (h // group + 1) * group)
            k_mean, v_mean = (sum(cut(m, i) for i in own) / group for m in (k, v))
            outs.append(attention(cut(q, h), k_mean, v_mean)[2])
        shared.append(np.abs(np.concatenate(outs, axis=1) @ w_o - output).max())
    return {
        "source": "default_rng(0): six_words.json, then W_O N(0, 0.25) from the same stream; 4 "
                  "heads; row 1 is cat",
        "weights": [weights[CAT] for _, weights, _ in each],
        "parts": [np.linalg.norm(part) for part in parts],
        "change": [100 * np.linalg.norm(part) / np.linalg.norm(output) for part in parts],
        "output": output, "w_o": w_o, "shared": shared,
    }


def kv_cache():
    six = six_words()
    x, w_q, w_k, w_v = (six[name] for name in ("embeddings", "w_q", "w_k", "w_v"))
    n = len(x)
    scaled, _, output = attention(x @ w_q, x @ w_k, x @ w_v, causal(n))
    edited = x.copy()
    edited[3] = 1.0 - edited[3]

    def second(e):
        return e + attention(e @ w_q, e @ w_k, e @ w_v, causal(n))[2]

    stale = [np.abs((edited - x) @ w_k).max(axis=1),
             np.abs((second(edited) - second(x)) @ w_k).max(axis=1)]
    scores = scaled.copy()
    scores[:, 0] += 4.0
    old = ~causal(n) & (np.arange(n)[None, :] <= np.arange(n)[:, None] - 3)
    window = causal(n) | old
    sinks = window.copy()
    sinks[:, 0] = causal(n)[:, 0]
    last = scaled[-1]
    sink = []
    for z in (-np.inf, 0.0, 2.0, 4.0):
        weights = np.exp(last) / (np.exp(z) + np.exp(last).sum())
        sink.append([weights.sum(), weights.max()])
    return {
        "source": "default_rng(0): six_words.json under a causal mask; token 3 changed to 1 - x; "
                  "window 3, sink 1, 4 added to the first key's scores",
        "output": output, "stale": stale,
        "eviction": [softmax(hidden(scores, mask))[-1] for mask in (causal(n), window, sinks)],
        "sink": sink,
    }


def sinusoids(positions, dim, base=10000.0):
    p = np.empty((len(positions), dim))
    for pair in range(dim // 2):
        angle = np.asarray(positions) * base ** (-2 * pair / dim)
        p[:, 2 * pair], p[:, 2 * pair + 1] = np.sin(angle), np.cos(angle)
    return p


def rotated(x, positions, half=False, base=10000.0):
    dim = x.shape[1]
    result = np.empty_like(x)
    for pair in range(dim // 2):
        a, b = (pair, pair + dim // 2) if half else (2 * pair, 2 * pair + 1)
        turn = np.exp(1j * np.asarray(positions) * base ** (-2 * pair / dim))
        z = (x[:, a] + 1j * x[:, b]) * turn
        result[:, a], result[:, b] = z.real, z.imag
    return result


def order():
    x, w_q, w_k, w_v = drawn(["dog", "bites", "man"], np.random.default_rng(0))
    places = np.arange(3.0)
    layers = {
        "plain": lambda e: attention(e @ w_q, e @ w_k, e @ w_v)[2],
        "sinusoids": lambda e: layers["plain"](e + sinusoids(places, 8)),
        "rope": lambda e: attention(rotated(e @ w_q, places), rotated(e @ w_k, places), e @ w_v)[2],
        "half": lambda e: attention(rotated(e @ w_q, places, True), rotated(e @ w_k, places, True),
                                    e @ w_v)[2],
        "causal": lambda e: attention(e @ w_q, e @ w_k, e @ w_v, causal(3))[2],
    }
    moved = {name: np.abs(layer(x[::-1])[::-1] - layer(x)).max(axis=1)
             for name, layer in layers.items()}
    q, k = (x @ w_q)[:1], (x @ w_k)[2:]
    shifts = []
    for shift in (0, 1, 10, 100, 1000):
        there, back = [float(shift)], [2.0 + shift]
        with_waves = ((x[:1] + sinusoids(there, 8)) @ w_q) @ ((x[2:] + sinusoids(back, 8)) @ w_k).T
        shifts.append([(rotated(q, there) @ rotated(k, back).T)[0, 0], with_waves[0, 0]])
    terms = []
    for shift in (0, 1, 10):
        p_q, p_k = sinusoids([float(shift)], 8) @ w_q, sinusoids([2.0 + shift], 8) @ w_k
        terms.append([(a @ b.T)[0, 0] for a in (q, p_q) for b in (k, p_k)])
    return {
        "source": "default_rng(0): dog bites man, 8 dimensions; embeddings N(0,1), then W_Q, W_K, "
                  "W_V N(0, 0.25)",
        "output": layers["plain"](x), "moved": moved, "shifts": shifts, "terms": terms,
        "turned": rotated((x @ w_q)[2:], [2.0])[0], "sinusoids": sinusoids(np.arange(12.0), 8),
    }


def reading_maps():
    six = six_words()
    x, w_q, w_k, w_v = (six[name] for name in ("embeddings", "w_q", "w_k", "w_v"))
    k, v, scaled, a, output = (six[name] for name in ("k", "v", "scaled", "weights", "output"))
    n = len(x)
    norms = np.linalg.norm(v, axis=1)

    def off(m):
        return np.abs(m - m.T).max()

    # How far the output of cat moves without key j, by doing it; and per unit of its score.
    without = [np.linalg.norm(softmax(np.delete(scaled[CAT], j)) @ np.delete(v, j, 0) - output[CAT])
               for j in range(n)]
    step = 1e-200
    gradients = [np.linalg.norm((softmax(scaled[CAT] + 1j * step * np.eye(n)[j]) @ v).imag / step)
                 for j in range(n)]
    shared_scaled, shared, _ = attention(k, k, v)
    assert off(shared_scaled) < 1e-12

    state, maps = x, []
    parts = np.einsum("ij,jc->ijc", np.eye(n), x)  # of vector i, what word j brought
    for _ in range(3):
        _, weights, out = attention(state @ w_q, state @ w_k, state @ w_v)
        maps.append(weights)
        parts = parts + np.einsum("ik,kjc,cd->ijd", weights, parts, w_v)
        state = state + out
    rollout = np.eye(n)
    for weights in maps:
        rollout = (0.5 * weights + 0.5 * np.eye(n)) @ rollout
    lengths = np.linalg.norm(parts[CAT], axis=1)
    return {
        "source": "default_rng(0): the six-word sentence of six_words.json; row 1 is cat",
        "norms": norms, "products": a[CAT] * norms, "gradients": gradients, "hidden": without,
        "leaders": [a.argmax(axis=1), (a * norms).argmax(axis=1)],
        "asymmetry": [off(scaled), off(a), off(shared)],
        "last": maps[-1][CAT], "rollout": rollout[CAT], "shares": lengths / lengths.sum(),
        "state": state[CAT], "entropy": entropy(a).mean() / np.log(n), "self": np.diag(a).mean(),
    }


def scaling():
    rng = np.random.default_rng(0)
    drawn(SIX_WORDS, rng)  # the sweep goes on where the sentence ends
    keys, draws = 16, 300
    rows = []
    for d in (8, 64, 512, 4096):
        peaks = []
        for _ in range(draws):
            q = rng.standard_normal(d)
            scores = rng.standard_normal((keys, d)) @ q
            peaks.append([softmax(scores).max(), softmax(scores / np.sqrt(d)).max()])
        unscaled, scaled = np.mean(peaks, axis=0)
        rows.append({"d": d, "unscaled_peak": unscaled, "scaled_peak": scaled})
    return {"keys": keys, "draws": draws, "rows": rows, "next_normal": rng.standard_normal()}


def softmax_rows():
    scaled = six_words()["scaled"]
    sweep = []
    for sharpness in (0.2, 0.5, 1.0, 2.0, 5.0):
        weights = softmax(sharpness * scaled)
        sweep.append({"sharpness": sharpness, "entropy": entropy(weights).mean(),
                      "peak": weights.max(axis=1).mean()})
    exps = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    return {
        "made_by": "from scaled of six_words.json: softmax(x * scaled) per row, means over rows of "
                   "-sum(a ln a) and max(a); exps, row_max and row_sum of the stable softmax; "
                   "wrong_axis: row sums after softmax over axis 0",
        "sweep": sweep, "exps": exps, "row_max": scaled.max(axis=1), "row_sum": exps.sum(axis=1),
        "wrong_axis": softmax(scaled, axis=0).sum(axis=1),
    }


NOUN, VERB, ADJECTIVE, PRONOUN, ALIVE, BROAD, SUITS_ALIVE, SUITS_BROAD = range(8)
VOCABULARY = {
    "animal": [NOUN, ALIVE], "street": [NOUN, BROAD], "cross": [VERB], "it": [PRONOUN],
    "tired": [ADJECTIVE, SUITS_ALIVE], "wide": [ADJECTIVE, SUITS_BROAD],
}


def links(width, *entries):
    w = np.zeros((8, width))
    for feature, to, strength in entries:
        w[feature, to] = strength
    return w


def tour_sentence(adjective, sharpness=1.0, mask=None):
    words = f"The animal didn't cross the street because it was too {adjective}".split()
    x = np.zeros((len(words), 8))
    for i, word in enumerate(words):
        x[i, VOCABULARY.get(word, [])] = 1.0
    noun, adj, alive, broad = range(4)
    w_q = links(4, (PRONOUN, noun, 4), (PRONOUN, adj, 4), (VERB, noun, 4), (ALIVE, alive, 4),
                (BROAD, broad, 4), (SUITS_ALIVE, alive, 8), (SUITS_BROAD, broad, 8))
    w_k = links(4, (NOUN, noun, 1), (ADJECTIVE, adj, 1), (ALIVE, alive, 1), (BROAD, broad, 1))
    w_v = links(8, *((f, f, 1) for f in (ALIVE, BROAD, SUITS_ALIVE, SUITS_BROAD)))
    maps = []
    for _ in range(2):
        _, weights, out = attention(sharpness * x @ w_q, x @ w_k, x @ w_v, mask)
        maps.append(weights)
        x = x + out
    return maps, x


def tour():
    it, last, n = 7, 10, 11
    result = {"about": "Two layers of self-attention with the features of the tour's vocabulary; "
                       "rows of 'it'."}
    for adjective in ("tired", "wide"):
        (first, second), x2 = tour_sentence(adjective)
        (_, masked), _ = tour_sentence(adjective, mask=causal(n))
        own = {"layer1": first[it], "layer2": second[it], "x2": x2[it], "weights": second,
               "causal": masked[it], "causal_last": masked[last]}
        for name, sharpness in (("sharp0.2", 0.2), ("sharp1", 1.0), ("sharp5", 5.0)):
            weights = tour_sentence(adjective, sharpness)[0][1]
            share = 100.0 * entropy(weights) / np.log(n)
            own[name] = [share.mean(), share[it], weights[it].max()]
        result[adjective] = own
    return result


def layer_norm(x):
    mean = x.mean(axis=-1, keepdims=True)
    return (x - mean) / np.sqrt(((x - mean) ** 2).mean(axis=-1, keepdims=True) + 1e-5)


def feed_forward(x, up, down):
    inner = x @ up
    return np.where(inner.real > 0, inner, 0) @ down


def block_steps(x, w, norms="before", residual=True):
    w_q, w_k, w_v, w_o, up, down = w

    def norm_if(when, m):
        return layer_norm(m) if norms == when else m

    normed = norm_if("before", x)
    _, weights, out = attention(normed @ w_q, normed @ w_k, normed @ w_v)
    attended = out @ w_o
    middle = norm_if("after", x + attended if residual else attended)
    fed = feed_forward(norm_if("before", middle), up, down)
    output = norm_if("after", middle + fed if residual else fed)
    return normed, weights, attended, middle, fed, output


def apart(x):
    """The words' distance from their mean, as a share of their size; below 1e-10 it is rounding."""
    share = np.linalg.norm(x - x.mean(axis=0)) / np.linalg.norm(x)
    return share if share >= 1e-10 else 0.0


def block():
    x, w_q, w_k, w_v = drawn(SIX_WORDS, np.random.default_rng(0))
    rng = np.random.default_rng(1)

    def weights_of(height, width):
        return rng.normal(0.0, 1.0, (height, width)) / np.sqrt(height)

    own = (w_q, w_k, w_v, weights_of(8, 8), weights_of(8, 32), weights_of(32, 8))
    names = ("normed", "weights", "attended", "middle", "fed", "output")
    result = {"about": "One pre-norm block on the six words of default_rng(0), then 32 random "
                       "blocks of default_rng(1).", **dict(zip(names, block_steps(x, own)))}
    step = 1e-100
    ways = {"pre": ("before", True), "post": ("after", True), "bare": ("before", False),
            "none": ("none", True)}
    nudged = x.astype(complex)
    nudged[CAT, 0] += 1j * step
    states = {way: nudged for way in ways}
    for _ in range(32):
        w = [weights_of(8, 8) for _ in range(4)] + [weights_of(8, 32), weights_of(32, 8)]
        for way, (norms, residual) in ways.items():
            states[way] = block_steps(states[way], w, norms, residual)[-1]
    slopes = {way: state.imag / step for way, state in states.items()}
    result["sizes"] = {way: np.sqrt((m.real**2).mean()) for way, m in states.items()}
    result["differences"] = {way: apart(m.real) for way, m in states.items()}
    result["nudges"] = {way: apart(m) * np.linalg.norm(m) for way, m in slopes.items()}
    return result


def ring():
    n, dim, ranks = 8, 4, 4
    q, k, v = np.random.default_rng(0).standard_normal((3, n, dim))
    scaled, _, output = attention(q, k, v)

    def tokens(rank, zigzag=False):
        pieces = np.arange(n).reshape(2 * ranks, -1)
        own = (rank, 2 * ranks - 1 - rank) if zigzag else (2 * rank, 2 * rank + 1)
        return pieces[list(own)].ravel()

    def work(zigzag):  # scores that are not hidden, by rank and step
        return [[(tokens((rank - step) % ranks, zigzag)[None, :] <= tokens(rank, zigzag)[:, None])
                 .sum() for step in range(ranks)] for rank in range(ranks)]

    joins, seen = [], []  # m, l and o[0] of token 0, once keys of ranks 0, 3, 2, 1 have been there
    for step in range(ranks):
        seen += list(tokens(-step % ranks))
        m = scaled[0, seen].max()
        exps = np.exp(scaled[0, seen] - m)
        joins.append([m, exps.sum(), exps @ v[seen, 0]])

    rng, width = np.random.default_rng(0), 2 * ranks
    x = rng.standard_normal((n, width))
    w_q, w_k, w_v, w_o = rng.standard_normal((4, width, width)) / np.sqrt(width)
    own = [slice(2 * head, 2 * head + 2) for head in range(ranks)]
    outputs = [attention(x @ w_q[:, c], x @ w_k[:, c], x @ w_v[:, c])[2] for c in own]
    return {"numpy": np.__version__, "seed": 0, "output": output,
            "causal_output": attention(q, k, v, causal(n))[2],
            "heads_output": np.hstack(outputs) @ w_o, "work_in_order": work(False),
            "work_zigzag": work(True), "joins": joins}


FILES = (block, cat_sat, causal_mask, flash, heads, kv_cache, order, reading_maps, ring, scaling,
         six_words, softmax_rows, tour)


def plain(value):
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple, np.ndarray)):
        return [plain(part) for part in value]
    return value.item() if isinstance(value, np.generic) else value


def difference(kept, made, where):
    """The first place where the two differ by more than rounding; texts are not compared."""
    if isinstance(made, str):
        return None
    if isinstance(made, dict):
        if kept.keys() != made.keys():
            return f"{where}: {sorted(kept)} are kept, {sorted(made)} come out"
        parts = [(kept[key], made[key], f"{where}.{key}") for key in made]
    elif isinstance(made, list):
        if len(kept) != len(made):
            return f"{where}: {len(kept)} are kept, {len(made)} come out"
        parts = [(a, b, f"{where}[{i}]") for i, (a, b) in enumerate(zip(kept, made))]
    elif made is None or kept is None:
        return None if made is kept else f"{where}: {kept} is kept, {made} comes out"
    else:
        deep = where.startswith(("block.json.sizes", "block.json.diff", "block.json.nudges"))
        near = abs(kept - made) <= 1e-12 + (1e-4 if deep else 1e-9) * abs(made)
        return None if near else f"{where}: {kept!r} is kept, {made!r} comes out"
    found = (difference(*part) for part in parts)
    return next((text for text in found if text is not None), None)


def main():
    failed = False
    for make in FILES:
        path = HERE / f"{make.__name__}.json"
        made = plain(make())
        if sys.argv[1:] == ["--write"]:
            path.write_text(json.dumps(made, indent=1) + "\n")
            continue
        text = difference(json.loads(path.read_text()), made, path.name)
        print(text or f"{path.name}: the same")
        failed = failed or text is not None
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
