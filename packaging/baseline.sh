#!/usr/bin/env bash
# Builds llama.cpp and a driver that keeps a model loaded and answers requests to time it: the other side of `cairn-lab benchmark`.
#   packaging/baseline.sh           one quiet job, about eight minutes on two busy cores; goes on where it was stopped
#   packaging/baseline.sh -j 8      more jobs
# Then: cairn-lab benchmark --baseline llama=FOLDER, FOLDER being printed at the end (CAIRN_DEPS/baseline, ignored by git).
# Release, for this processor, without GPU. Its code is downloaded as a source distribution, pinned by version and SHA-256; nothing of it
# becomes part of Cairn or is shipped with it.
set -euo pipefail
cd "$(dirname "$0")/.."

jobs=1
if [ "${1:-}" = -j ]; then jobs=$2; fi
deps=${CAIRN_DEPS:-$PWD/.deps}
folder=$deps/baseline
requirements=packaging/baseline/requirements.txt
version=$(sed -n 's/^llama-cpp-python==\([^ ]*\).*/\1/p' $requirements)
sha256=$(sed -n 's/.*sha256:\([0-9a-f]*\).*/\1/p' $requirements)
source=$folder/source-$version

say() { printf 'baseline: %s\n' "$*" >&2; }

fetch() {
    say "fetching the source distribution of llama-cpp-python $version (77 MB)"
    rm -rf "$folder/incomplete"
    mkdir -p "$folder/incomplete"
    python3 -m pip download --quiet --disable-pip-version-check --no-deps --no-binary llama-cpp-python --require-hashes \
        --requirement $requirements --dest "$folder/incomplete"
    tar -xzf "$folder"/incomplete/llama_cpp_python-"$version".tar.gz -C "$folder/incomplete" --strip-components=2 \
        "llama_cpp_python-$version/vendor/llama.cpp"
    # GCC 12 takes only the first 8 of the 64 bytes that configure AMX tiles for used and drops the rest: prompts crash.
    sed -i 's/^    _tile_loadconfig(&tc);/    __asm__ __volatile__("" : : "r"(\&tc) : "memory");\n&/' \
        "$folder/incomplete/llama.cpp/ggml/src/ggml-cpu/amx/mmq.cpp"
    rm -rf "$source"
    mv "$folder/incomplete/llama.cpp" "$source"
    rm -rf "$folder/incomplete"
}

build() {
    nice -n 19 cmake -S "$source" -B "$folder/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DGGML_NATIVE=ON -DGGML_OPENMP=ON \
        -DGGML_CCACHE=OFF -DBUILD_SHARED_LIBS=OFF -DLLAMA_BUILD_COMMON=OFF -DLLAMA_BUILD_TESTS=OFF -DLLAMA_BUILD_TOOLS=OFF \
        -DLLAMA_BUILD_EXAMPLES=OFF -DLLAMA_BUILD_SERVER=OFF -DLLAMA_BUILD_APP=OFF -DLLAMA_BUILD_UI=OFF -DLLAMA_OPENSSL=OFF \
        >"$folder/configure.log" 2>&1 || { tail -n 20 "$folder/configure.log" >&2; exit 2; }
    nice -n 19 cmake --build "$folder/build" -j "$jobs" --target llama >"$folder/build.log" 2>&1 \
        || { tail -n 40 "$folder/build.log" >&2; exit 2; }
}

build_driver() {
    nice -n 19 c++ -std=c++17 -O2 -Wall -Wextra -I"$source/include" -I"$source/ggml/include" packaging/baseline/driver.cpp \
        -o "$folder/driver.new" -Wl,--start-group $(find "$folder/build" -name '*.a') -Wl,--end-group -fopenmp -lpthread -ldl -lm
    # What the benchmark reports about the other side.
    printf '{"name":"llama.cpp (llama-cpp-python)","version":"%s","sha256":"%s"}\n' "$version" "$sha256" >"$folder/baseline.json"
    mv "$folder/driver.new" "$folder/driver"    # last: its presence says that all is complete
}

mkdir -p "$folder"
[ -f "$source/include/llama.h" ] || fetch
[ -n "$(find "$folder/build" -name libllama.a 2>/dev/null)" ] || say "building llama.cpp in $folder/build, $jobs job(s)"
build
build_driver
say "done. Use it with: cairn-lab benchmark --baseline llama=$folder"
