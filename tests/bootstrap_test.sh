#!/bin/sh
# Does ./bootstrap install only what is missing, build only what is stale, and keep quiet?
#
# usage: bootstrap_test.sh BOOTSTRAP
#
# It runs among stand-ins for apt-get, dpkg-query, sudo, id, cmake and ctest, each of which writes
# its arguments to a log, so nothing is installed or built.
set -eu

bootstrap=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tools=$scratch/tools stubs=$scratch/stubs failed=0
export scratch

mkdir "$tools" "$stubs"
for tool in sh env cat dirname grep mkdir rm sed tail touch chmod; do
  ln -s "$(command -v "$tool")" "$tools/$tool"
done

stub() { { printf '#!/bin/sh\n'; cat; } >"$stubs/$1" && chmod +x "$stubs/$1"; }

stub id <<'EOF'
cat "$scratch/user"
EOF
stub dpkg-query <<'EOF'
for package; do :; done
grep -qx "$package" "$scratch/installed" && echo installed
EOF
stub apt-get <<'EOF'
echo "apt-get $*" >>"$scratch/log"
case " $* " in
  *" update "*) rm -f "$scratch/stale" ;;
  *" install "*)
    [ ! -e "$scratch/stale" ] && [ ! -e "$scratch/broken-apt" ] || { echo "apt is broken"; exit 100; }
    for package; do echo "$package" >>"$scratch/installed"; done
    ;;
esac
EOF
stub sudo <<'EOF'
echo sudo >>"$scratch/log"
exec "$@"
EOF
stub cmake <<'EOF'
echo "cmake $*" >>"$scratch/log"
case $1 in
  --preset)
    mkdir -p "build/$2"
    touch "build/$2/build.ninja"
    echo "CMAKE_HOME_DIRECTORY:INTERNAL=$(pwd -P)" >"build/$2/CMakeCache.txt"
    ;;
  --build)
    case " $* " in
      *" -n "*) [ ! -e "$2/attn" ] || echo "ninja: no work to do."; exit ;;
    esac
    [ ! -e "$scratch/broken-build" ] || { echo "error: no such thing"; exit 1; }
    echo "[1/1] Linking attn"
    printf '#!/bin/sh\nprintf "<%%s>" "$@"\necho\n' >"$2/attn"
    chmod +x "$2/attn"
    ;;
esac
EOF
stub ctest <<'EOF'
echo "ctest $*" >>"$scratch/log"
echo "1/1 Test #1: core"
[ ! -e "$scratch/broken-test" ] || { echo "the core is wrong"; exit 8; }
echo
echo "100% tests passed, 0 tests failed out of 1"
EOF

# A fresh checkout, seen by root, with nothing installed.
fresh() {
  rm -rf "$scratch/a checkout" "$scratch/moved" "$scratch"/broken-* "$scratch/stale"
  mkdir "$scratch/a checkout"
  cp "$bootstrap" "$scratch/a checkout/bootstrap"
  echo 0 >"$scratch/user"
  echo g++ >"$scratch/installed"
}

# What bootstrap printed is in out and err, what it called in log, how it ended in code.
call() {
  : >"$scratch/log"
  code=0
  PATH=$stubs:$tools sh "$scratch/a checkout/bootstrap" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null || code=$?
}

check() { # what ought to be so, and a command that finds out
  what=$1
  shift
  "$@" && return
  failed=1
  printf 'not so: %s\n' "$what"
  sed 's/^/  /' "$scratch/out" "$scratch/err" "$scratch/log"
}
# shellcheck disable=SC2317  # called through check
has() { grep -qF -- "$2" "$scratch/$1"; }
# shellcheck disable=SC2317
lacks() { ! has "$@"; }
# shellcheck disable=SC2317
is() { [ "$1" = "$2" ]; }

fresh
call run walkthrough --text "two words"
check "run passes its arguments on" is "$(cat "$scratch/out")" "<walkthrough><--text><two words>"
check "run installs what is missing" has log "install -y --no-install-recommends cmake"
check "run leaves alone what is there" lacks log " g++"
check "run asks for no test package" lacks log doctest
check "run fetches no package lists that it needs not" lacks log update
check "root needs no sudo" lacks log sudo
call run list
check "a second run still runs" is "$(cat "$scratch/out")" "<list>"
check "a second run only asks whether there is work" is "$(grep -c . "$scratch/log")" 1
check "a second run says nothing" [ ! -s "$scratch/err" ]
touch "$scratch/broken-apt"
rm "$scratch/a checkout/build/release/attn"
call run list
check "nothing is installed when all is there" lacks log apt-get

fresh
touch "$scratch/stale"
call run list
check "stale package lists are fetched, once" is "$(grep -c update "$scratch/log")" 1
check "and what is missing is then installed" is "$code" 0

fresh
echo 1000 >"$scratch/user"
call run list
check "a user installs through sudo" has log sudo

fresh
echo 1000 >"$scratch/user"
mv "$stubs/sudo" "$scratch/sudo"
call run list
mv "$scratch/sudo" "$stubs/sudo"
check "without sudo the missing packages are named" has err " cmake ninja-build"
check "without sudo CMake is tried all the same" is "$code" 0

fresh
mv "$stubs/apt-get" "$scratch/apt-get"
touch "$scratch/broken-build"
call run list
mv "$scratch/apt-get" "$stubs/apt-get"
check "without apt-get a failure names the packages" has err "Debian's names of what attn needs: g++"

fresh
touch "$scratch/broken-apt"
call run list
check "a failed installation is 4" is "$code" 4
check "a failed installation shows why" has err "apt is broken"
check "a failed installation says what to do" has err "as root: apt-get install cmake"
check "a failed installation leaves standard output empty" [ ! -s "$scratch/out" ]

fresh
touch "$scratch/broken-build"
call run list
check "a failed build is 4" is "$code" 4
check "a failed build shows why" has err "error: no such thing"
check "a failed build leaves standard output empty" [ ! -s "$scratch/out" ]

fresh
call run list
sed -i "s|INTERNAL=.*|INTERNAL=/elsewhere|" "$scratch/a checkout/build/release/CMakeCache.txt"
call run list
check "a checkout that was moved is configured anew" has log "cmake --preset release"

fresh
call test -R core
check "test installs the test packages too" has log doctest-dev
check "test checks both builds" is "$(grep -c '^ctest' "$scratch/log")" 2
check "test passes its options to ctest" has log "ctest --preset dev -R core"
check "test makes warnings errors" is "$(grep -c ATTN_WERROR=ON "$scratch/log")" 2
check "test prints ctest's closing lines" has out "100% tests passed"
check "test prints no more than them" lacks out "Test #1"
touch "$scratch/broken-test"
call test
check "a failed test is 1" is "$code" 1
check "a failed test is shown whole" has out "the core is wrong"

fresh
call instal
check "an unknown command is 2" is "$code" 2
check "an unknown command is named" has err "unknown command \"instal\""
call
check "no command is a question for help" has out usage
mkdir -p "$scratch/decoy/a checkout"
cd "$scratch"
CDPATH=$scratch/decoy PATH=$stubs:$tools sh "a checkout/bootstrap" run from elsewhere >"$scratch/out" 2>"$scratch/err" || :
check "it runs from any directory" is "$(cat "$scratch/out")" "<from><elsewhere>"
check "it builds where it stands, whatever CDPATH says" [ -x "a checkout/build/release/attn" ]

exit $failed
