#!/bin/sh
# Does a reader that is not ours take what a format wrote? reads_back.sh FORMAT GOLDENS; 77 = skipped.
set -eu
format=$1 goldens=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

needs() { command -v "$1" > /dev/null 2>&1 || { echo "skipped: no $1"; exit 77; }; }

case $format in
  csv)
    needs python3
    python3 - "$goldens/fixture.csv" << 'CODE'
import csv, math, sys
head, *rows = csv.reader(open(sys.argv[1], encoding="utf-8", newline=""))
assert head == ["word", "weight", "error (max)", "d_k", "bytes (B)"], head
assert rows[3][0] == "two\nlines" and rows[4][1] == "", rows
assert float(rows[0][2]) == 2.220446049250313e-16 and math.isnan(float(rows[3][3]))
assert int(rows[3][4]) == 2**80
CODE
    ;;
  html)
    needs xmllint
    xmllint --noout "$goldens/fixture.standalone.html"
    { echo '<main>'; cat "$goldens/fixture.html"; echo '</main>'; } | xmllint --noout -
    ;;
  json)
    needs python3
    python3 -c 'import json, sys; page = json.load(open(sys.argv[1], encoding="utf-8"))
assert page["schema"] == "attn/1" and len(page["claims"]) == 3' "$goldens/fixture.json"
    ;;
  latex)
    needs pdflatex
    cd "$work"
    printf '%s\n' '\documentclass{article}' '\usepackage{amsmath,booktabs}' '\begin{document}' \
      "\\input{$goldens/fixture.tex}" '\end{document}' > notes.tex
    pdflatex -interaction=nonstopmode -halt-on-error notes.tex
    pdflatex -interaction=nonstopmode -halt-on-error "$goldens/fixture.standalone.tex"
    ! grep -i overfull ./*.log
    ;;
  markdown)
    needs cmark-gfm
    cmark-gfm -e table -e strikethrough "$goldens/fixture.md" > "$work/page.html"
    test "$(grep -c '<table>' "$work/page.html")" = 7
    test "$(grep -c "<li>" "$work/page.html")" = 5
    ! grep -E '<(del|ol|hr)|<b>' "$work/page.html"
    ;;
  svg)
    needs xmllint
    xmllint --noout "$goldens/fixture.svg" "$goldens/fixture.chart.svg"
    ;;
  *) echo "no reader for $format" >&2; exit 1 ;;
esac
