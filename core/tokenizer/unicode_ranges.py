#!/usr/bin/env python3
"""Writes unicode_ranges.cpp: python3 core/tokenizer/unicode_ranges.py > core/tokenizer/unicode_ranges.cpp

Letters are the general categories L*, numbers N*, spaces the property White_Space.
"""
try:
    import unicodedata2 as unicodedata   # version 16.0.0: what the tokenizers library has
except ImportError:
    import unicodedata

SPACES = {*range(0x09, 0x0E), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000}


def char_class(code):
    if code in SPACES:
        return "S"
    return {"L": "L", "N": "N"}.get(unicodedata.category(chr(code))[0], "O")


ranges, last = [], None
for code in range(0x110000):
    if char_class(code) != last:
        last = char_class(code)
        ranges.append(f"{{{code:#x}, {last}}}")
ranges.append("{0x110000, O}")

lines, line = [], "   "
for entry in ranges:
    if len(line) + len(entry) + 2 > 140:
        lines.append(line)
        line = "   "
    line += f" {entry},"
lines.append(line)

print(f"""// Written by unicode_ranges.py from Unicode {unicodedata.unidata_version}; don't edit.
#include "core/tokenizer/unicode_class.h"

namespace cairn
{{

namespace
{{

constexpr CharClass O = CharClass::Other;
constexpr CharClass L = CharClass::Letter;
constexpr CharClass N = CharClass::Number;
constexpr CharClass S = CharClass::Space;

constexpr CharClassRange kRanges[] = {{
""" + "\n".join(lines) + """
};

}  // namespace

const std::span<const CharClassRange> kCharClassRanges(kRanges);

}  // namespace cairn""")
