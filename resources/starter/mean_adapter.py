#!/usr/bin/env python3
"""Writes the mean of two adapters of the same shape, number by number; metadata are those of the second.

    mean_adapter.py A.safetensors B.safetensors OUT.safetensors

Both must hold the same fp16 tensors. One has to be trained on from the other: means of adapters trained apart are worth nothing.
"""
import json
import struct
import sys


def read(path):
    data = open(path, "rb").read()
    (length,) = struct.unpack("<Q", data[:8])
    return json.loads(data[8:8 + length]), data[8 + length:]


def numbers(data, tensor):
    begin, end = tensor["data_offsets"]
    return struct.unpack(f"<{(end - begin) // 2}e", data[begin:end])


def main(first, second, target):
    (headA, dataA), (headB, dataB) = read(first), read(second)
    out = bytearray(dataB)
    for name, tensor in headB.items():
        if name == "__metadata__":
            continue
        if any(tensor[key] != headA[name][key] for key in ("dtype", "shape")) or tensor["dtype"] != "F16":
            sys.exit(f"{name}: not the same fp16 tensor in both files.")
        pairs = zip(numbers(dataA, headA[name]), numbers(dataB, tensor))
        means = [(a + b) / 2 for a, b in pairs]
        begin, end = tensor["data_offsets"]
        out[begin:end] = struct.pack(f"<{len(means)}e", *means)
    text = json.dumps(headB, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(target, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + out)


main(*sys.argv[1:])
