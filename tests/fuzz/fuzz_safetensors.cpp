#include "core/model/safetensors.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto file = cairn::readSafetensors(std::make_shared<cairn::MemorySource>(std::as_bytes(std::span(data, size)), "fuzz"));
    if (!file)
        return 0;
    for (const auto& [name, tensor] : file->tensors)
        if (tensor.offset > size || tensor.bytes > size - tensor.offset)
            std::abort();
    for (const auto& [name, tensor] : file->tensors)
        (void)file->readFloats(name).has_value();
    return 0;
}
