"""What `attn walkthrough` computes, in NumPy: the six-word sentence, step by step, and the sweep."""

import numpy as np


def softmax(scores):
    exps = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exps / exps.sum(axis=-1, keepdims=True)


def sentence(rng, width=8):
    words = ["the", "cat", "sat", "on", "the", "mat"]
    embeddings = rng.normal(0.0, 1.0, (len(words), width))
    embeddings[5] = embeddings[1] * 0.8 + rng.normal(0.0, 0.3, width)
    embeddings[4] = embeddings[0]
    w_q, w_k, w_v = (rng.normal(0.0, 0.5, (width, width)) for _ in range(3))
    q, k, v = embeddings @ w_q, embeddings @ w_k, embeddings @ w_v
    scores = q @ k.T
    scaled = scores / np.sqrt(width)
    weights = softmax(scaled)
    output = weights @ v
    by_hand = sum(weight * value for weight, value in zip(weights[1], v))
    for name, array in dict(q=q, k=k, v=v, scores=scores, scaled=scaled, weights=weights,
                            output=output).items():
        print(f"{name} {array.shape}\n{np.round(array, 4)}")
    print("spread", scores.std(), scaled.std(), "row sums", weights.sum(axis=1))
    print("by hand", np.abs(by_hand - output[1]).max())
    for word, strongest in zip(words, weights.argmax(axis=1)):
        print(word, "->", words[strongest])


def sweep(rng, dims=(8, 64, 512, 4096), keys=16, draws=300):
    for d in dims:
        unscaled, scaled = [], []
        for _ in range(draws):
            query, all_keys = rng.normal(size=d), rng.normal(size=(keys, d))
            scores = all_keys @ query
            unscaled.append(softmax(scores).max())
            scaled.append(softmax(scores / np.sqrt(d)).max())
        print(d, np.mean(unscaled), np.mean(scaled))


def memory(lengths=(8, 512, 4096, 32768)):
    for n in lengths:
        print(n, n * n, n * n * 4 / 2**20, "MiB")


if __name__ == "__main__":
    generator = np.random.default_rng(0)
    sentence(generator)
    sweep(generator)
    memory()
