#!/bin/sh
# Do the console fences of README show what attn prints?
#
# usage: readme_test.sh ATTN README
#
# In a fence that opens with "```console" every line "$ command" is run by sh, with `attn` on the
# PATH and `./bootstrap run` in its place; the lines below it are what it must print. A line "…" or
# "[...]" stands for any lines; a command without lines below it must succeed.
set -eu

attn=$1 readme=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# N.command, N.expected and N.line for the Nth command.
awk -v scratch="$scratch" '
  /^```/ { inside = !inside && $0 == "```console"; next }
  !inside { next }
  sub(/^\$ /, "") {
    name = scratch "/" (1000 + ++count)
    print > (name ".command"); print NR > (name ".line"); printf "" > (name ".expected")
    next
  }
  { print > (name ".expected") }
' "$readme"

# Expected lines against printed ones; an elision may grow until what follows it matches.
matches() {
  awk '
    function elision(line) { return line == "…" || line == "[...]" }
    FNR == NR { expected[++lines] = $0; next }
    { printed[++total] = $0 }
    END {
      i = j = 1
      while (j <= total) {
        if (i <= lines && elision(expected[i])) { star = i++; mark = j }
        else if (i <= lines && expected[i] == printed[j]) { i++; j++ }
        else if (star) { i = star + 1; j = ++mark }
        else exit 1
      }
      while (i <= lines && elision(expected[i])) i++
      exit i <= lines
    }' "$1" "$2"
}

mkdir "$scratch/bin" "$scratch/folder"
ln -s "$attn" "$scratch/bin/attn"
printf '#!/bin/sh\nshift\nexec attn "$@"\n' >"$scratch/folder/bootstrap"
chmod +x "$scratch/folder/bootstrap"

failed=0
for command in "$scratch"/*.command; do
  test=${command%.command}
  code=0
  (cd "$scratch/folder" && PATH=$scratch/bin:$PATH sh "$command") \
    >"$test.printed" 2>&1 </dev/null || code=$?
  if [ -s "$test.expected" ]; then
    matches "$test.expected" "$test.printed" && continue
  else
    [ "$code" = 0 ] && continue
  fi
  failed=1
  printf '%s:%s: $ %s (exit %s)\n' "$readme" "$(cat "$test.line")" "$(cat "$command")" "$code"
  diff -u "$test.expected" "$test.printed" | tail -n +3 || :
done
exit $failed
