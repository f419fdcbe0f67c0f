// The pickle inside a PyTorch .bin archive, read as data (reliability.md 4): protocol 2, an allow-list of names, nothing is
// imported, called or constructed besides dictionaries, tuples and tensor descriptions.
#pragma once

#include "core/model/tensor_type.h"
#include "core/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace cairn
{

// A view of a storage, in elements.
struct PickledTensor
{
    std::string name;
    TensorType type = TensorType::F32;
    std::string storage;                 // name of the archive entry below data/
    std::uint64_t storageValues = 0;
    std::uint64_t first = 0;
    std::vector<std::uint64_t> shape, strides;
};

// Corruption: the rule and offset it failed at. Unsupported: another protocol, or a name outside the list (it may be code).
Result<std::vector<PickledTensor>> readTorchPickle(std::span<const std::byte> pickle, const std::string& fileName);

}  // namespace cairn
