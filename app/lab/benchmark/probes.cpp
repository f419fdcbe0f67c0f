#include "app/lab/benchmark/probes.h"

#include "app/lab/benchmark/pairs.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <thread>

namespace cairn::benchmark
{

namespace
{

constexpr std::uint64_t kReadBytes = 768ull << 20;   // three times the largest cache met so far (260 MiB)
constexpr std::size_t kPiece = 1u << 20;
constexpr std::uint64_t kFileBytes = 256ull << 20;

volatile std::uint64_t g_sink;   // keeps the sums

#if defined(__x86_64__)
__attribute__((target_clones("avx512f", "avx2", "default")))
#endif
std::uint64_t sumOf(const std::uint64_t* numbers, std::size_t count)
{
    std::uint64_t sums[32] = {};
    for (std::size_t i = 0; i + 32 <= count; i += 32)
        for (std::size_t j = 0; j < 32; ++j)
            sums[j] += numbers[i + j];
    std::uint64_t all = 0;
    for (const std::uint64_t sum : sums)
        all += sum;
    return all;
}

void onThreads(int threads, const std::function<void(int)>& work)
{
    std::vector<std::thread> others;
    for (int t = 1; t < threads; ++t)
        others.emplace_back(work, t);
    work(0);
    for (std::thread& other : others)
        other.join();
}

Error diskError(const char* what)
{
    return {ErrorCode::Io, std::string(what) + ": " + std::strerror(errno) + ". Check the folder for temporary files and try again."};
}

class OpenFile
{
public:
    OpenFile(const std::string& path, int flags) : m_descriptor(open(path.c_str(), flags | O_CLOEXEC, 0600)) {}
    ~OpenFile()
    {
        if (m_descriptor >= 0)
            close(m_descriptor);
    }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;
    int get() const { return m_descriptor; }

private:
    int m_descriptor;
};

double bestRate(const std::vector<Sample>& samples)
{
    return 1 / Side{samples}.best(&Sample::wall);
}

}  // namespace

ReadProbe::ReadProbe() : m_numbers(kReadBytes / sizeof(std::uint64_t), 1) {}

std::uint64_t ReadProbe::bytes() const
{
    return m_numbers.size() * sizeof(std::uint64_t);
}

Sample ReadProbe::run(int threads) const
{
    const std::size_t part = m_numbers.size() / static_cast<std::size_t>(threads);
    return timed(static_cast<double>(part * static_cast<std::size_t>(threads) * sizeof(std::uint64_t)), [&] {
        onThreads(threads, [&](int t) { g_sink = sumOf(m_numbers.data() + static_cast<std::size_t>(t) * part, part); });
    });
}

Result<void> evict(const std::string& path)
{
    const pid_t child = fork();
    if (child < 0)
        return diskError("A helper process can't be started");
    if (child == 0) {   // system calls only: the parent may have threads
        const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
        const bool done = descriptor >= 0 && fdatasync(descriptor) == 0 && posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED) == 0;
        _exit(done ? 0 : 1);
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    if (status != 0)
        return Error{ErrorCode::Io, "The page cache can't be emptied of a file, so nothing cold can be measured here."};
    return {};
}

Result<Sample> preadPieces(const std::string& path, const std::vector<std::uint64_t>& offsets, std::size_t bytes, int threads)
{
    const OpenFile file(path, O_RDONLY);
    if (file.get() < 0)
        return diskError("A file of the measurement can't be opened");
    std::atomic<bool> failed = false;
    const Sample sample = timed(static_cast<double>(offsets.size() * bytes), [&] {
        onThreads(threads, [&](int t) {
            std::vector<std::byte> piece(bytes);
            for (std::size_t i = static_cast<std::size_t>(t); i < offsets.size(); i += static_cast<std::size_t>(threads))
                if (pread(file.get(), piece.data(), bytes, static_cast<off_t>(offsets[i])) != static_cast<ssize_t>(bytes))
                    failed = true;
        });
    });
    if (failed)
        return diskError("A file of the measurement can't be read");
    return sample;
}

Result<Sample> preadFile(const std::string& path, int threads, bool cold)
{
    const OpenFile file(path, O_RDONLY);
    const off_t size = file.get() < 0 ? -1 : lseek(file.get(), 0, SEEK_END);
    if (size < 0)
        return diskError("A file of the measurement can't be opened");
    if (cold)
        if (auto done = evict(path); !done)
            return done.error();
    std::vector<std::uint64_t> offsets;
    for (std::uint64_t at = 0; at + kPiece <= static_cast<std::uint64_t>(size); at += kPiece)
        offsets.push_back(at);
    return preadPieces(path, offsets, kPiece, threads);
}

Result<Sample> preadRows(const std::string& path, const std::vector<std::uint64_t>& rows, std::size_t bytes, std::span<std::byte> into)
{
    const OpenFile file(path, O_RDONLY);
    if (file.get() < 0)
        return diskError("A file of the measurement can't be opened");
    const std::size_t places = into.size() / bytes;
    return timedResult(static_cast<double>(rows.size() * bytes), [&]() -> Result<void> {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            std::byte* const place = into.data() + i % places * bytes;
            if (pread(file.get(), place, bytes, static_cast<off_t>(rows[i] * bytes)) != static_cast<ssize_t>(bytes))
                return diskError("A file of the measurement can't be read");
        }
        return {};
    });
}

Result<Sample> writeBytes(const std::string& path, std::span<const std::span<const std::byte>> parts)
{
    const OpenFile file(path, O_RDWR | O_CREAT | O_TRUNC);
    if (file.get() < 0)
        return diskError("A file of the measurement can't be written");
    std::size_t bytes = 0;
    for (const auto& part : parts)
        bytes += part.size();
    return timedResult(static_cast<double>(bytes), [&]() -> Result<void> {
        for (const auto& part : parts) {
            for (std::size_t at = 0; at < part.size(); at += kPiece) {
                const auto piece = part.subspan(at, std::min(kPiece, part.size() - at));
                if (write(file.get(), piece.data(), piece.size()) != static_cast<ssize_t>(piece.size()))
                    return diskError("A file of the measurement can't be written");
            }
        }
        return fdatasync(file.get()) == 0 ? Result<void>() : diskError("A file of the measurement can't be made durable");
    });
}

Result<Sample> writeFile(const std::string& path, std::uint64_t bytes)
{
    std::vector<std::uint64_t> piece(kPiece / sizeof(std::uint64_t));
    for (std::size_t i = 0; i < piece.size(); ++i)
        piece[i] = i * 0x9E3779B97F4A7C15ull;
    std::vector<std::span<const std::byte>> parts;
    for (std::uint64_t at = 0; at < bytes; at += kPiece)
        parts.push_back(std::as_bytes(std::span(piece)).first(static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, bytes - at))));
    return writeBytes(path, parts);
}

Result<ProbeRates> probeAll(int threads, const std::string& folder)
{
    ProbeRates rates;
    const ReadProbe reading;
    for (int t = 1; t <= threads; ++t) {
        std::vector<Sample> samples;
        for (int i = 0; i < 5; ++i)
            samples.push_back(reading.run(t));
        rates.read.push_back(bestRate(samples));
    }
    const std::string path = folder + "/probe";
    std::vector<Sample> written, cold, warm;
    for (int i = 0; i < 2; ++i) {
        for (auto* side : {&written, &cold, &warm}) {
            auto sample = side == &written ? writeFile(path, kFileBytes) : preadFile(path, 1, side == &cold);
            if (!sample)
                return sample.error();
            side->push_back(*sample);
        }
    }
    unlink(path.c_str());
    rates.pread = {bestRate(cold), bestRate(warm)};
    rates.write = bestRate(written);
    return rates;
}

bool unsteady(const ProbeRates& first, const ProbeRates& last)
{
    for (std::size_t i = 0; i < std::min(first.read.size(), last.read.size()); ++i)
        if (std::max(first.read[i], last.read[i]) > 1.1 * std::min(first.read[i], last.read[i]))
            return true;
    return false;
}

}  // namespace cairn::benchmark
