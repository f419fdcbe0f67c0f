// PyTorch .bin checkpoints: a zip archive of stored entries with a pickle that names tensors (reliability.md 4). The pickle
// is read by a machine that knows an allow-list of names and runs nothing.
#pragma once

#include "core/formats/file.h"
#include "core/model/tensor_table.h"

#include <map>
#include <memory>
#include <string>

namespace cairn
{

// Tensors by name, offsets into `source`. Unsupported: the older tar or plain pickle form, or names outside the allow-list.
Result<std::map<std::string, StoredTensor>> readTorchArchive(std::shared_ptr<const ByteSource> source);

}  // namespace cairn
