"""Time the attention kernel beside NumPy and onnxruntime, float32, width 64.

    ninja -C build/release attention_run
    python3 tests/bench/attention.py build/release/tests/attention_run [OPTION …]

    --python PYTHON   an interpreter that has NumPy (python3 unless given)
    --node FOLDER     where `npm install onnxruntime-node` was run
    --rounds ROUNDS   how often each pair is timed (7)
    --cases PREFIX    only the cases whose name begins like this

Kernel and peer run in turn, between probes of what the processor can do. A round counts when its
probes are no more than 10 % below the best that was seen, and the ratio is the median over such
rounds: where other programs use the machine, a ratio of neighbours is all that can be measured.
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

    def probe(self, threads):
        found = lines_of([self.options.binary, "probe", threads], threads)[0]
        self.best_probe[threads] = max(found, self.best_probe.get(threads, 0))
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
        calm = [r for r in rounds if r[0] >= CALM * self.best_probe[threads]]
        counted = calm or rounds
        operations = 4 * n * n * 64 * heads / (2 if causal else 1) / 1e6
        kernel, other = (operations / statistics.median(r[side] for r in counted) for side in (1, 2))
        ratio = statistics.median(r[2] / r[1] for r in counted)
        share = statistics.median(100 * operations / r[1] / r[0] for r in counted)
        print(f"{name:24} n {n:5} heads {heads} threads {threads}   kernel {kernel:6.1f}   {peer:11} "
              f"{other:6.1f} GFLOP/s   ratio {ratio:5.2f}   {share:3.0f} % of the probe   "
              f"calm {len(calm)}/{len(rounds)}", flush=True)

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
