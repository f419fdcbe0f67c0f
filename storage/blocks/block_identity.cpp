#include "storage/blocks/block_identity.h"

#include "core/types/limits.h"
#include "storage/bytes/packed.h"

namespace cairn
{

namespace
{

Hash128 readHash(Unpacker& in)
{
    Hash128 hash{};
    const auto part = in.take(hash.size());
    if (part.size() == hash.size())
        std::memcpy(hash.data(), part.data(), hash.size());
    return hash;
}

template <typename Enum>
void readEnum(Unpacker& in, Enum& value, Enum last, bool& valid)
{
    const auto number = in.number<std::uint8_t>();
    valid = valid && number <= static_cast<std::uint8_t>(last);
    value = static_cast<Enum>(number);
}

void packShape(Packer& out, const MemoryShape& shape)
{
    for (const std::uint32_t size : {shape.layers, shape.kvHeads, shape.headDim, shape.blockTokens})
        out.number(size);
    out.number(static_cast<std::uint8_t>(shape.type));
    out.number(static_cast<std::uint8_t>(shape.key));
    out.number(static_cast<std::uint8_t>(shape.landmarkType));
}

void packReading(Packer& out, const ReadingSettings& reading)
{
    for (const std::uint32_t value : {reading.topK, reading.window, reading.pinFirst, reading.pinNewest})
        out.number(value);
    out.number(static_cast<std::uint8_t>(reading.mode));
    out.number(static_cast<std::uint8_t>(reading.attention));
    out.number(static_cast<std::uint8_t>(reading.memoryLimit.has_value()));
    out.number(reading.memoryLimit.value_or(0));
    if (reading.scan != ScanWay::Flat)   // last, and only where it was chosen: other memories stay as every version wrote them
        out.number(static_cast<std::uint8_t>(reading.scan));
}

void unpackReading(Unpacker& in, ReadingSettings& reading, bool& valid)
{
    for (std::uint32_t* value : {&reading.topK, &reading.window, &reading.pinFirst, &reading.pinNewest})
        *value = in.number<std::uint32_t>();
    readEnum(in, reading.mode, SelectionMode::PerTokenAndGroup, valid);
    readEnum(in, reading.attention, AttentionWay::Exact, valid);
    const bool limited = in.number<std::uint8_t>() != 0;
    const auto limit = in.number<std::uint32_t>();
    if (limited)
        reading.memoryLimit = limit;
    if (!in.done())
        readEnum(in, reading.scan, ScanWay::TwoLevel, valid);
}

}  // namespace

Hash128 memoryKey(const MemoryIdentity& identity)
{
    Packer packed;
    for (const Hash128& hash : {identity.documents, identity.model, identity.adapter})
        packed.bytes(std::as_bytes(std::span(hash)));
    packed.number(identity.engineFormat);
    packed.number(identity.shape.blockTokens);
    packed.number(static_cast<std::uint32_t>(identity.shape.type));
    return hash128(packed.view());
}

std::vector<std::byte> packIdentity(const MemoryIdentity& identity)
{
    Packer packed;
    for (const Hash128& hash : {identity.documents, identity.model, identity.adapter})
        packed.bytes(std::as_bytes(std::span(hash)));
    packed.number(identity.engineFormat);
    packShape(packed, identity.shape);
    packReading(packed, identity.reading);
    return packed.take();
}

Result<MemoryIdentity> unpackIdentity(std::span<const std::byte> bytes)
{
    Unpacker in(bytes);
    MemoryIdentity identity;
    bool valid = true;
    identity.documents = readHash(in);
    identity.model = readHash(in);
    identity.adapter = readHash(in);
    identity.engineFormat = in.number<std::uint32_t>();
    MemoryShape& shape = identity.shape;
    for (std::uint32_t* size : {&shape.layers, &shape.kvHeads, &shape.headDim, &shape.blockTokens})
        *size = in.number<std::uint32_t>();
    readEnum(in, shape.type, KvType::Int8, valid);
    readEnum(in, shape.key, SelectionKey::Bounds, valid);
    readEnum(in, shape.landmarkType, KvType::F16, valid);
    unpackReading(in, identity.reading, valid);
    if (!valid || !in.done() || !isStorable(shape))
        return Error{ErrorCode::Corruption, "The memory's description is damaged; the documents have to be read again."};
    return identity;
}

bool isStorable(const MemoryShape& shape)
{
    const auto within = [](std::uint32_t value, std::uint32_t most) { return value >= 1 && value <= most; };
    return within(shape.layers, limits::kLayers) && within(shape.kvHeads, limits::kHeads) && within(shape.headDim, limits::kHeadDim)
        && within(shape.blockTokens, limits::kBlockTokens) && shape.rowBytes() <= 256 * limits::kMiB;
}

}  // namespace cairn
