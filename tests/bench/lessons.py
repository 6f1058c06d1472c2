"""Time every lesson at its defaults, as a whole process, start-up included.

    python3 tests/bench/lessons.py BINARY [RUNS]

The lessons run in turn, so that whatever else the machine does strikes all of them.
"""

import json
import statistics
import subprocess
import sys
import time


def milliseconds(command):
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return 1e3 * (time.perf_counter() - start)


def main(binary, runs="20"):
    page = json.loads(subprocess.check_output([binary, "list", "-f", "json"]))
    table = next(block for block in page["blocks"] if block.get("id") == "lessons")
    lessons = [row[0] for row in table["rows"]]
    times = {lesson: [] for lesson in lessons}
    for run in range(1 + int(runs)):
        for lesson in lessons:
            took = milliseconds([binary, lesson])
            if run > 0:
                times[lesson].append(took)
    for lesson, each in times.items():
        print(f"{lesson:14} median {statistics.median(each):6.1f} ms   minimum {min(each):6.1f} ms")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(*sys.argv[1:])
