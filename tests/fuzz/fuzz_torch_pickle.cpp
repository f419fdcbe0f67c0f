#include "core/model/torch_pickle.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    (void)cairn::readTorchPickle(std::as_bytes(std::span(data, size)), "fuzz").has_value();
    return 0;
}
