#!/bin/sh
# fuzz.sh [SECONDS [TARGET..]]: runs the decoders of hostile bytes under libFuzzer, SECONDS each (default 60), all or the named ones.
# Needs clang with libFuzzer (Debian 12: clang and libclang-rt-14-dev, which nothing else needs) and what packaging/setup.sh installs.
# Inputs grow in build/fuzz/corpus/TARGET; one that fails is kept in build/fuzz/findings/TARGET-*: mend the decoder and put it under
# tests/fuzz/regress/TARGET/, where every test run replays it.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=${CAIRN_FUZZ_BUILD:-$root/build/fuzz}
seconds=${1:-60}
[ $# -eq 0 ] || shift
clang=${CLANGXX:-clang++}
if ! command -v "$clang" > /dev/null; then
    echo "fuzz.sh: $clang is missing. Install clang and libclang-rt-14-dev, or set CLANGXX." >&2
    echo "Without it ctest -R fuzz_regress_test replays what is known." >&2
    exit 1
fi
# The compiler is of the first run: CMake forgets every other setting where it is given a new one.
[ -f "$build/CMakeCache.txt" ] ||
    cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_CXX_COMPILER="$clang" \
        -DCAIRN_FUZZ=ON -DCAIRN_CUDA=OFF > /dev/null
cmake --build "$build" --target cairn-fuzz
mkdir -p "$build/findings"
for target in ${*:-$("$build/bin/cairn-fuzz")}; do
    corpus=$build/corpus/$target
    known=$root/tests/fuzz/regress/$target
    mkdir -p "$corpus"
    echo "== $target"
    extra=
    [ ! -d "$known" ] || extra=$known
    CAIRN_FUZZ_TARGET=$target CAIRN_FUZZ_SEEDS=$corpus "$build/bin/cairn-fuzz" -max_total_time="$seconds" -max_len=65536 -timeout=10 \
        -rss_limit_mb=2048 -malloc_limit_mb=1024 -print_final_stats=0 -artifact_prefix="$build/findings/$target-" "$corpus" $extra
done
