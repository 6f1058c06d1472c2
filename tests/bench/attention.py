"""Time the attention kernel, float32, alone and, at width 64, beside NumPy and onnxruntime.

    ninja -C build/release attention_run
    python3 tests/bench/attention.py build/release/tests/attention_run [OPTION …]

    --python PYTHON   an interpreter that has NumPy (python3 unless given)
    --node FOLDER     where `npm install onnxruntime-node` was run
    --rounds ROUNDS   how often each pair is timed (7)
    --cases PREFIX    only the cases whose name begins like this

Kernel and peer run in turn, between probes of what the processor can do. A round counts when its
probes are no more than 10 % below the best that was seen, and the ratio is the median over such
rounds: where other programs use the machine, a ratio of neighbours is all that can be measured.
A round counts 4·n²·d operations a head, half of that when causal. Decoding, one query of each head,
is held to how fast memory can be read.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).parent
CALM = 0.9


def lines_of(command, threads):
    environment = dict(os.environ, OPENBLAS_NUM_THREADS=str(threads))
    return [float(line) for line in
            subprocess.check_output([str(word) for word in command], env=environment).split()]


class Bench:
    def __init__(self, options):
        self.options = options
        self.best_probe = {}

    def command(self, side, n, heads, causal, threads, runs):
        if side == "kernel":
            return [self.options.binary, n, heads, causal, threads, runs]
        if side == "onnxruntime":
            return ["node", HERE / "onnxruntime_attention.js", self.options.node, n, heads, causal,
                    threads, runs]
        return [self.options.python, HERE / "numpy_attention.py", side, n, heads, causal, runs]

    def probe(self, threads, instructions="-"):
        found = lines_of([self.options.binary, "probe", threads, instructions], threads)[0]
        key = threads, instructions
        self.best_probe[key] = max(found, self.best_probe.get(key, 0))
        return found

    def round(self, peer, n, heads, causal, threads):
        runs = max(3, min(30, 2 * 4096 * 4096 // (n * n * heads)))
        probes, medians = [self.probe(threads)], []
        for side in ("kernel", peer):
            times = lines_of(self.command(side, n, heads, causal, threads, runs), threads)
            medians.append(statistics.median(times))
            probes.append(self.probe(threads))
        return min(probes), *medians

    def compare(self, name, peer, n, heads, causal, threads):
        rounds = [self.round(peer, n, heads, causal, threads) for _ in range(self.options.rounds)]
        calm = [r for r in rounds if r[0] >= CALM * self.best_probe[threads, "-"]]
        counted = calm or rounds
        operations = 4 * n * n * 64 * heads / (2 if causal else 1) / 1e6
        kernel, other = (operations / statistics.median(r[side] for r in counted) for side in (1, 2))
        ratio = statistics.median(r[2] / r[1] for r in counted)
        share = statistics.median(100 * operations / r[1] / r[0] for r in counted)
        print(f"{name:24} n {n:5} heads {heads} threads {threads}   kernel {kernel:6.1f}   {peer:11} "
              f"{other:6.1f} GFLOP/s   ratio {ratio:5.2f}   {share:3.0f} % of the probe   "
              f"calm {len(calm)}/{len(rounds)}", flush=True)

    def alone(self, name, n, causal, threads, instructions="-", width=64, heads=1, kv_heads=1):
        runs = max(3, min(30, 4096 * 4096 * 64 // (n * n * heads * width)))
        operations = 4 * n * n * width * heads / (2 if causal else 1) / 1e6
        rounds = []
        for _ in range(self.options.rounds):
            probes = [self.probe(threads, instructions)]
            times = lines_of([self.options.binary, n, heads, causal, threads, runs, instructions,
                              width, kv_heads], threads)
            probes.append(self.probe(threads, instructions))
            rounds.append((min(probes), operations / statistics.median(times)))
        calm = [r for r in rounds if r[0] >= CALM * self.best_probe[threads, instructions]]
        rate = statistics.median(r[1] for r in calm or rounds)
        share = statistics.median(100 * r[1] / r[0] for r in calm or rounds)
        name += " causal" if causal else ""
        print(f"{name:24} {instructions:8} n {n:5} d {width:3} heads {heads}/{kv_heads} threads "
              f"{threads}   {rate:6.1f} GFLOP/s   {share:3.0f} % of the probe   "
              f"calm {len(calm)}/{len(rounds)}", flush=True)

    def decoding(self, name, keys, threads, heads, kv_heads):
        rates, probes = [], []
        for _ in range(self.options.rounds):
            probes += lines_of([self.options.binary, "memory", threads], threads)
            times = lines_of([self.options.binary, keys, heads, 1, threads, 9, "-", 64, kv_heads, 1],
                             threads)
            rates.append(2 * 4 * 64 * keys * kv_heads / statistics.median(times) / 1e6)
        print(f"{name:24} keys {keys} heads {heads}/{kv_heads} threads {threads}   "
              f"{max(rates):5.1f} GB/s of keys and values   memory gives {max(probes):5.1f}   "
              f"{100 * max(rates) / max(probes):3.0f} %", flush=True)

    def whole_process(self, name, peer, n, threads):
        seconds, peaks = {}, {}
        for side in ("kernel", peer):
            command = [str(word) for word in self.command(side, n, 1, 0, threads, 0)]
            seconds[side], peaks[side] = whole_process(command, threads, self.options.rounds)
        print(f"{name:24} n {n:5} threads {threads}   kernel {seconds['kernel']:.3f} s "
              f"{peaks['kernel']:.0f} MB   {peer} {seconds[peer]:.3f} s {peaks[peer]:.0f} MB   "
              f"ratio {seconds[peer] / seconds['kernel']:.2f}", flush=True)


def whole_process(command, threads, rounds):
    """Median seconds with start-up, and the peak of VmHWM in MB."""
    environment = dict(os.environ, OPENBLAS_NUM_THREADS=str(threads))
    seconds, peak = [], 0
    for _ in range(min(3, rounds)):
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)
        status = pathlib.Path(f"/proc/{process.pid}/status")
        while process.poll() is None:
            time.sleep(0.002)
            for line in status.read_text().splitlines():
                if line.startswith("VmHWM:"):
                    peak = max(peak, int(line.split()[1]) * 1024 / 1e6)
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds), peak


def run_alone(bench, prefix):
    cases = [("alone", bench.alone, n, causal, threads, instructions)
             for instructions in ("AVX-512", "AVX2") for threads in (1, 2) for causal in (0, 1)
             for n in (1024, 2048, 4096, 8192, 16384)]
    cases += [("width", bench.alone, 4096, 0, 1, instructions, width)
              for instructions in ("AVX-512", "AVX2") for width in (32, 80, 96, 128, 256)]
    cases += [("groups", bench.alone, 2048, causal, 2, "-", 64, 8, 2) for causal in (0, 1)]
    cases += [("decoding", bench.decoding, 1 << 17, threads, heads, 2)
              for threads in (1, 2) for heads in (2, 8, 16)]
    for name, measure, *case in cases:
        if name.startswith(prefix):
            measure(name, *case)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("--python", default="python3")
    parser.add_argument("--node")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--cases", default="")
    options = parser.parse_args()
    bench = Bench(options)
    run_alone(bench, options.cases)
    cases = []
    if options.node:
        for threads in (1, 2):
            cases += [("onnxruntime", "onnxruntime", n, 1, 0, threads) for n in (2048, 4096, 8192)]
        cases += [("onnxruntime short", "onnxruntime", n, 1, 0, 2) for n in (512, 1024)]
        for threads in (1, 2):
            cases += [("onnxruntime causal", "onnxruntime", n, 1, 1, threads) for n in (2048, 4096)]
            cases.append(("onnxruntime causal", "onnxruntime", 4096, 8, 1, threads))
    cases += [(f"numpy {form}", form, 4096, 1, 0, 2) for form in ("inplace", "textbook")]
    cases.append(("numpy causal", "inplace", 4096, 1, 1, 2))
    for case in cases:
        if case[0].startswith(options.cases):
            bench.compare(*case)
    if "whole process".startswith(options.cases):
        bench.whole_process("whole process", "textbook", 16384, 2)


if __name__ == "__main__":
    sys.exit(main())
