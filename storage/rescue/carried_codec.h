// CarriedSession as bytes, for the way from the sandboxed worker to the program; host byte order, nothing is kept on disk in this
// form. A sequence of {u8 kind, u64 length, bytes}, ended by kind End. The receiver trusts no byte. Pure functions.
#pragma once

#include "storage/session/carried_session.h"

#include <cstddef>
#include <span>
#include <vector>

namespace cairn
{

std::vector<std::byte> packCarried(const CarriedSession& contents);

// Corruption: bytes that packCarried doesn't write; a map, trace or range that contradicts itself.
Result<CarriedSession> unpackCarried(std::span<const std::byte> bytes);

}  // namespace cairn
