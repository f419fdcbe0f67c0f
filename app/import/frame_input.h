// Whole frames from a descriptor, one after the other. One thread.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace cairn
{

class FrameInput
{
public:
    using LengthOf = std::optional<std::size_t> (*)(std::span<const std::byte> front); // from kFrameBytes bytes on; nullopt: broken

    explicit FrameInput(int descriptor) : m_descriptor(descriptor) {}

    // Waits for the next frame. Empty: the input ended, or what comes is no frame.
    std::vector<std::byte> next(LengthOf lengthOf);

private:
    bool fill(std::vector<std::byte>& bytes, std::size_t size);

    int m_descriptor;
};

} // namespace cairn
