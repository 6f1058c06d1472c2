"""Time `attn walkthrough` beside NumPy doing the same work, as whole processes, start-up included.

    python3 tests/bench/walkthrough.py BINARY PYTHON [PAIRS]

PYTHON is an interpreter that has NumPy. The two run in turn, so that whatever else the machine does
strikes both; the ratio is the median of the ratios of neighbours. Peak memory is VmHWM, read while
the process runs, for wait4's figure would count the memory of this script as well.
"""

import os
import pathlib
import statistics
import subprocess
import sys
import time

WARM_UP = 2


def seconds(command):
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def peak_mebibytes(command):
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    status = pathlib.Path(f"/proc/{process.pid}/status")
    peak = 0
    while process.poll() is None:
        for line in status.read_text().splitlines():
            if line.startswith("VmHWM:"):
                peak = max(peak, int(line.split()[1]))
    return peak / 1024


def main(binary, python, pairs="15"):
    numpy_script = pathlib.Path(__file__).with_name("numpy_walkthrough.py")
    commands = {"attn": [binary, "walkthrough"], "NumPy": [python, os.fspath(numpy_script)]}
    times = {name: [] for name in commands}
    for run in range(WARM_UP + max(9, int(pairs))):
        for name, command in commands.items():
            took = seconds(command)
            if run >= WARM_UP:
                times[name].append(took)
    for name, command in commands.items():
        peak = max(peak_mebibytes(command) for _ in range(5))
        print(f"{name:6} median {1e3 * statistics.median(times[name]):7.1f} ms   "
              f"minimum {1e3 * min(times[name]):7.1f} ms   peak {peak:5.1f} MiB")
    ratio = statistics.median(b / a for a, b in zip(times["attn"], times["NumPy"]))
    print(f"attn is {ratio:.1f} times as fast (median of {len(times['attn'])} pairs)")


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(*sys.argv[1:])
