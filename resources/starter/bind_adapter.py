#!/usr/bin/env python3
"""Writes an adapter's base model, format and version into the metadata of its file.

    bind_adapter.py IN.safetensors OUT.safetensors base_fingerprint=HEX format=cairn-landmark-adapter version=1

The fingerprint is the one that `cairn-cli model info MODEL` prints. Tensors are copied byte by byte.
"""
import json
import struct
import sys


def main(source, target, *pairs):
    data = open(source, "rb").read()
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8:8 + length])
    header.setdefault("__metadata__", {}).update(pair.split("=", 1) for pair in pairs)
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(target, "wb") as out:
        out.write(struct.pack("<Q", len(text)) + text + data[8 + length:])


main(*sys.argv[1:])
