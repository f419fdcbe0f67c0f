#include "core/model/torch_archive.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto tensors = cairn::readTorchArchive(std::make_shared<cairn::MemorySource>(std::as_bytes(std::span(data, size)), "fuzz"));
    if (tensors)
        for (const auto& [name, tensor] : *tensors)
            if (tensor.offset > size || tensor.bytes > size - tensor.offset)
                std::abort();
    return 0;
}
