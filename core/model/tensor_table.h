// The tensors of a checkpoint, whatever its file format: where they lie, how they are stored, and a WeightReader over them.
#pragma once

#include "core/formats/file.h"
#include "core/model/model.h"
#include "core/model/tensor_type.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace cairn
{

struct StoredTensor
{
    TensorType type = TensorType::F32;
    std::vector<std::uint64_t> shape;      // row-major, outermost first
    std::uint32_t source = 0;              // index into TensorTable::sources
    std::uint64_t offset = 0, bytes = 0;   // inside the source
    std::uint32_t permutedHeads = 0;       // rows are heads with interleaved pairs (GGUF q and k); 0: as they should be
};

struct TensorTable
{
    std::vector<std::shared_ptr<const ByteSource>> sources;
    std::map<std::string, StoredTensor> tensors;   // by Hugging Face name

    std::string dominantType() const;              // name of the type that holds most bytes
    std::uint64_t totalBytes() const;
};

// Product of the dimensions; nothing on overflow.
std::optional<std::uint64_t> elementCount(const std::vector<std::uint64_t>& shape);
std::string shapeText(const std::vector<std::uint64_t>& shape);   // "[4096, 11008]"

class TensorTableReader final : public WeightReader
{
public:
    explicit TensorTableReader(TensorTable table) : m_table(std::move(table)) {}

    bool has(const std::string& name) const override { return m_table.tensors.contains(name); }
    Result<std::vector<std::uint64_t>> shape(const std::string& name) const override;
    Result<void> read(const std::string& name, std::span<float> out) const override;
    std::vector<std::string> names() const override;
    Result<TensorType> storedType(const std::string& name) const override;
    Result<void> readStored(const std::string& name, std::span<std::byte> out) const override;
    Result<std::shared_ptr<const std::byte>> storedInRam(const std::string& name) const override;
    Result<void> readStoredRows(const std::string& name, std::uint64_t first, std::span<std::byte> out) const override;

    const TensorTable& table() const { return m_table; }

private:
    Result<const StoredTensor*> find(const std::string& name) const;
    Result<void> decode(const StoredTensor& tensor, std::span<float> out) const;

    TensorTable m_table;
};

}  // namespace cairn
