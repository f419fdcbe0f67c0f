#include "core/model/fingerprint.h"
#include "core/model/fingerprint_levels.h"

#include <algorithm>
#include <cstring>
#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace cairn
{

namespace
{

constexpr std::size_t kChunkBytes = 512 << 10;   // read into the L2 cache, and hashed from there

}  // namespace

struct FingerprintBuilder::State
{
    alignas(64) XXH3_state_t hash;

    void update(const void* data, std::size_t size)
    {
#if defined(__x86_64__)
        static const bool wide = __builtin_cpu_supports("avx2");
        if (wide)
            return levels::updateFingerprintAvx2(&hash, data, size);
#endif
        XXH3_128bits_update(&hash, data, size);
    }
    void number(std::uint64_t value) { update(&value, sizeof value); }
    void text(std::string_view value)
    {
        number(value.size());
        update(value.data(), value.size());
    }
};

FingerprintBuilder::FingerprintBuilder() : m_state(std::make_unique<State>())
{
    XXH3_128bits_reset(&m_state->hash);
}

FingerprintBuilder::~FingerprintBuilder() = default;

void FingerprintBuilder::add(std::string_view label, std::span<const std::byte> bytes)
{
    m_state->text(label);
    m_state->number(bytes.size());
    m_state->update(bytes.data(), bytes.size());
}

void FingerprintBuilder::add(std::string_view label, std::string_view text)
{
    add(label, std::as_bytes(std::span(text)));
}

Result<void> FingerprintBuilder::addTensors(const TensorTable& table)
{
    std::vector<std::byte> chunk;
    for (const auto& [name, tensor] : table.tensors) {
        m_state->text(name);
        m_state->text(info(tensor.type).name);
        m_state->text(shapeText(tensor.shape));
        m_state->number(tensor.bytes);
        for (std::uint64_t done = 0; done < tensor.bytes;) {
            const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(kChunkBytes, tensor.bytes - done));
            const ByteSource& source = *table.sources[tensor.source];
            auto bytes = source.inRam(tensor.offset + done, size);
            if (bytes && !*bytes) {
                chunk.resize(std::max(chunk.size(), size));   // never less: what grows again is filled with zeros
                if (auto read = source.read(tensor.offset + done, std::span(chunk).first(size)); !read)
                    return read.error();
                bytes = chunk.data();
            }
            if (!bytes)
                return bytes.error();
            m_state->update(*bytes, size);
            done += size;
        }
    }
    return {};
}

Hash128 FingerprintBuilder::finish() const
{
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(&m_state->hash));
    Hash128 result;
    std::memcpy(result.data(), canonical.digest, result.size());
    return result;
}

}  // namespace cairn
