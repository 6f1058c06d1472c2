#!/bin/sh
# Does attn do under mpirun what it says, and does every failure end all ranks, with one error and
# nothing half written? usage: mpirun_test.sh ATTN MPIRUN
# shellcheck disable=SC2086,SC2016  # lists of options are split into words; ranks expand their own
set -eu
attn=$1 mpirun=$2
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export attn OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
  echo "mpirun_test: $*" >&2
  cat out err >&2
  exit 1
}

# ranks N ARGUMENTS…: exit status in $code; a hang is one of 124.
ranks() {
  n=$1
  shift
  code=0
  timeout 120 "$mpirun" --oversubscribe -n "$n" "$@" >out 2>err </dev/null || code=$?
}

# expect CODE ERROR: the one line of attn's own on standard error, and nothing on standard output.
expect() {
  [ "$code" = "$1" ] || fail "exit code $code, not $1"
  [ ! -s out ] || fail "something on standard output"
  [ "$(grep '^attn: ' err)" = "$2" ] || fail "not this error: $2"
}

# ended WHAT: neither well nor by the clock, and without a page.
ended() {
  case $code in 0 | 124) fail "$1: exit code $code" ;; esac
  [ ! -s out ] || fail "$1: something was printed"
}

# Rotated queries and keys are new, and so are saved as .npy files.
awk 'BEGIN { srand(1); for (i = 0; i < 203; ++i) { for (c = 0; c < 8; ++c)
  printf "%s%.4f", c ? "," : "", rand() - 0.5; print "" } }' >x.csv
"$attn" attend --q x.csv --k x.csv --v x.csv --rope half --save . --only steps >out
tensors='--q q.npy --k k.npy --v k.npy --heads 2 --dtype float32'

# --- what it computes ---

for causal in '' --causal; do
  ranks 4 "$attn" attend $tensors $causal --softcap 2 --save four
  [ "$code" = 0 ] || fail "attend on four ranks"
  [ "$(grep -c '^Attention' out)" = 1 ] || fail "more than rank 0 prints"
  [ "$(ls -A four)" = output.npy ] || fail "more than the output is left"
  "$attn" attend $tensors $causal --softcap 2 --expect four/output.npy >out ||
    fail "the output is not that of one process"
done

ranks 3 "$attn" ring --measure --n 600 --dim 16
[ "$code" = 0 ] || fail "ring on three ranks"
[ "$(grep -c '^✓' out)" = 5 ] || fail "a claim is missing"

ranks 2 "$attn" walkthrough --value 'weights[cat][sat]'
[ "$(cat out)" = 0.7507 ] || fail "a page without ranks is printed once"

# --- what goes wrong ---

ranks 3 "$attn" attend $tensors --window 3
expect 2 "attn: --window: across ranks attend knows --heads, --kv-heads, --causal, --scale and \
--softcap; leave --window out, or run it without mpirun"

ranks 3 sh -c 'k=k.npy; [ "$OMPI_COMM_WORLD_RANK" != 2 ] || k=none.npy
  exec "$attn" attend --q q.npy --k "$k" --v k.npy --dtype float32 --save bad'
expect 2 "attn: rank 2: cannot read none.npy: No such file or directory"

ranks 3 sh -c 'heads=2; [ "$OMPI_COMM_WORLD_RANK" != 1 ] || heads=4
  exec "$attn" attend --q q.npy --k k.npy --v k.npy --heads $heads --dtype float32 --save bad'
expect 2 "attn: rank 1: --q, --k and --v are (203, 4·2), (203, 4·2), (203, 4·2), and rank 0's \
(203, 2·4), (203, 2·4), (203, 2·4), or options differ; give all ranks the same files and options"

ranks 3 sh -c 'n=64; [ "$OMPI_COMM_WORLD_RANK" != 1 ] || n=65
  exec "$attn" ring --measure --n $n'
expect 2 "attn: the ranks are asked for different --n, --dim or --seed; start all of them with \
the same"

ranks 3 sh -c 'bad=; [ "$OMPI_COMM_WORLD_RANK" != 1 ] || bad=--bad
  exec "$attn" ring --measure $bad'
expect 2 "attn: rank 1: unknown option --bad; --help lists those that there are"

ranks 3 sh -c 'scale=1; [ "$OMPI_COMM_WORLD_RANK" != 1 ] || scale=x
  exec "$attn" attend --q q.npy --k k.npy --v k.npy --scale $scale --dtype float32 --save bad'
expect 2 'attn: rank 1: --scale: "x" is not a number; or none, for 1'

[ ! -e bad ] || fail "something was written"

mkdir full
ln -s /dev/full full/output.npy
ranks 4 "$attn" attend $tensors --save full
expect 3 "attn: cannot write full/output.npy: No space left on device"
[ "$(ls -A full)" = output.npy ] || fail "something half written is left"

ranks 2 "$attn" attend $tensors -o /dev/full -f text
expect 3 "attn: cannot write /dev/full: No space left on device"

# A rank that dies, at once or at its work: mpirun says so, and ends the others.
ranks 3 sh -c '[ "$OMPI_COMM_WORLD_RANK" != 1 ] || kill -9 $$
  exec "$attn" attend --q q.npy --k k.npy --v k.npy --dtype float32 --save dead'
ended "a rank that dies at once"
[ ! -e dead ] || fail "something was written"
ranks 3 sh -c '[ "$OMPI_COMM_WORLD_RANK" != 1 ] || { (sleep 2; kill -9 $$) & }
  exec "$attn" ring --measure --n 131072'
ended "a rank that dies at its work"
