#include "app/session/canary_watch.h"

#include "storage/files/atomic_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace cairn
{
namespace
{

constexpr std::size_t kSamples = 256;          // of the logits, kept with the blocks
constexpr float kOtherDevice = 1e-2f;          // largest difference that another device, build or number of threads may make
// Root mean square of the differences, in spreads (standard deviations) of the numbers, that roundings may make. Default model, packed
// products: AMX against AVX-512 VNNI 0.20 of 7.1, as much as either makes against 32 bits (0.14 and 0.22).
constexpr double kOtherRoundings = 0.1;

}  // namespace

// As it lies in blocks.db: u32 cursor, u32 likeliest token, then the numbers, f32.
struct CanaryWatch::Proof
{
    std::uint32_t cursor = 0, likeliest = 0;
    std::vector<float> values;

    static Proof of(const CanaryReading& reading, std::uint32_t cursor)
    {
        Proof proof;
        proof.cursor = cursor;
        proof.likeliest =
            static_cast<std::uint32_t>(std::max_element(reading.logits.begin(), reading.logits.end()) - reading.logits.begin());
        const std::size_t stride = std::max<std::size_t>(1, reading.logits.size() / kSamples);
        for (std::size_t i = 0; i < reading.logits.size(); i += stride)
            proof.values.push_back(std::isfinite(reading.logits[i]) ? reading.logits[i] : 0.0f);   // a suppressed id
        proof.values.insert(proof.values.end(), reading.logProbabilities.begin(), reading.logProbabilities.end());
        return proof;
    }

    std::vector<std::byte> bytes() const
    {
        std::vector<std::byte> out(2 * sizeof(std::uint32_t) + values.size() * sizeof(float));
        std::memcpy(out.data(), &cursor, sizeof cursor);
        std::memcpy(out.data() + sizeof cursor, &likeliest, sizeof likeliest);
        std::memcpy(out.data() + 2 * sizeof cursor, values.data(), values.size() * sizeof(float));
        return out;
    }

    static std::optional<Proof> from(const std::optional<std::vector<std::byte>>& stored)
    {
        constexpr std::size_t head = 2 * sizeof(std::uint32_t);
        if (!stored || stored->size() < head || (stored->size() - head) % sizeof(float) != 0)
            return std::nullopt;
        Proof proof;
        proof.values.resize((stored->size() - head) / sizeof(float));
        std::memcpy(&proof.cursor, stored->data(), sizeof proof.cursor);
        std::memcpy(&proof.likeliest, stored->data() + sizeof proof.cursor, sizeof proof.likeliest);
        std::memcpy(proof.values.data(), stored->data() + head, stored->size() - head);
        return proof;
    }

    double distance(const Proof& other) const   // REQUIRES: as many values
    {
        double sum = 0;
        for (std::size_t i = 0; i < values.size(); ++i)
            sum += std::pow(static_cast<double>(values[i]) - static_cast<double>(other.values[i]), 2);
        return std::sqrt(sum / static_cast<double>(std::max<std::size_t>(1, values.size())));
    }

    double spread() const
    {
        double mean = 0;
        for (const float value : values)
            mean += static_cast<double>(value) / static_cast<double>(values.size());
        Proof flat;
        flat.values.assign(values.size(), static_cast<float>(mean));
        return distance(flat);
    }

    bool agrees(const Proof& other, CanaryRule rule) const
    {
        if (rule == CanaryRule::Rounded)
            return values.size() == other.values.size() && distance(other) <= kOtherRoundings * spread();
        return likeliest == other.likeliest && values.size() == other.values.size() &&
               std::equal(values.begin(), values.end(), other.values.begin(),
                          [](float a, float b) { return std::abs(a - b) < kOtherDevice; });
    }
};

CanaryWatch::CanaryWatch(BlockStore& blocks, std::string suspect, Measure measure, CanaryRule rule)
    : m_blocks(blocks), m_suspect(std::move(suspect)), m_measure(std::move(measure)), m_rule(rule)
{
}

Result<void> CanaryWatch::dropSuspects()
{
    if (::access(m_suspect.c_str(), F_OK) != 0)
        return {};
    const auto stored = m_blocks.loadProof();
    if (!stored)
        return stored.error();
    const auto proof = Proof::from(*stored);
    if (auto done = m_blocks.truncate(BlockId(proof ? proof->cursor : 0)); !done)
        return done.error();
    ::unlink(m_suspect.c_str());
    return {};
}

Result<void> CanaryWatch::begin()
{
    if (auto done = dropSuspects(); !done)
        return done.error();
    auto reading = m_measure();
    if (!reading)
        return reading.error();
    const auto stored = m_blocks.loadProof();
    if (!stored)
        return stored.error();
    m_first = std::move(*reading);
    m_checked = Clock::now();
    const auto proof = Proof::from(*stored);
    const bool numbers = std::none_of(m_first.logits.begin(), m_first.logits.end(), [](float logit) { return std::isnan(logit); });
    if (!numbers || (proof && !proof->agrees(Proof::of(m_first, proof->cursor), m_rule)))
        return fail();
    return {};
}

Result<void> CanaryWatch::check()
{
    const auto reading = m_measure();
    if (!reading)
        return reading.error();
    if (*reading != m_first)
        return fail();
    m_checked = Clock::now();
    return record();
}

// Nothing is written where nothing was read since, or can be.
Result<void> CanaryWatch::record()
{
    if (!m_blocks.canWrite())
        return {};
    const auto stored = m_blocks.loadProof();
    if (!stored)
        return stored.error();
    const auto proof = Proof::from(*stored);
    if (proof && proof->cursor == m_blocks.cursor().value)
        return {};
    return m_blocks.storeProof(Proof::of(m_first, m_blocks.cursor().value).bytes());
}

Error CanaryWatch::fail()
{
    m_failed = true;
    const int file = ::open(m_suspect.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0) {
        ::fsync(file);
        ::close(file);
    }
    return {ErrorCode::Device, "The engine computed something else than before from the same words: this computer's memory or processor "
                               "may be faulty. What was read since the last good check is read again at the next start."};
}

}  // namespace cairn
