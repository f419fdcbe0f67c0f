#include "core/model/gguf.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto file = cairn::readGguf(cairn::MemorySource(std::as_bytes(std::span(data, size)), "fuzz"));
    if (file)
        for (const auto& [name, tensor] : file->tensors)
            if (tensor.offset > size || tensor.bytes > size - tensor.offset)
                std::abort();
    return 0;
}
