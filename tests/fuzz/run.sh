#!/bin/sh
# Does anything break under random bytes? Builds each fuzz target with Clang's libFuzzer,
# AddressSanitizer and UndefinedBehaviorSanitizer, and runs it for so many seconds.
#
# usage: tests/fuzz/run.sh [SECONDS [TARGET…]]     (60 seconds, all targets; needs clang++)
#
# What it finds stays in build/fuzz/NAME-crash-…; the examples in tests/fuzz/NAME stay as they are.
set -eu

cd "$(dirname "$0")/../.."
seconds=${1:-60}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- npy safetensors text notes check formulas cell answers command

cmake -S . -B build/fuzz -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="${CXX:-clang++}" \
  -DCMAKE_CXX_FLAGS_RELEASE='-O1 -g1' -DATTN_SANITIZE=ON -DATTN_FUZZ=ON >/dev/null
for target; do
  ninja -C build/fuzz "fuzz_$target" >build/fuzz/build.log || { cat build/fuzz/build.log >&2; exit 1; }
  mkdir -p "build/fuzz/$target"
  echo "$target: $seconds seconds"
  "build/fuzz/tests/fuzz_$target" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 \
    -artifact_prefix="build/fuzz/$target-" -print_final_stats=1 \
    "build/fuzz/$target" "tests/fuzz/$target" </dev/null 2>&1 | tail -n 12
done
