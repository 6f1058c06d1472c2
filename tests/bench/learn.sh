#!/bin/sh
# Do the claims of `attn learn` hold over five seeds, at full length, and how long does one take?
# usage: tests/bench/learn.sh [ATTN]
set -eu
attn=${1:-build/release/attn}
status=0
for task in lookup induction order scale ablation; do
  printf '%s: ' "$task"
  /usr/bin/time -f '%U s for one seed' "$attn" learn --task "$task" >/dev/null || status=1
  "$attn" learn --task "$task" --seeds 5 | grep -A1 -E '^(✓|✗)' || status=1
done
exit $status
