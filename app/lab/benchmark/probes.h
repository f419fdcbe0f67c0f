// What the machine can do, measured in the same run as the figures: ceilings come from here (performance.md 9, point 1).
#pragma once

#include "app/lab/benchmark/samples.h"
#include "core/result.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace cairn::benchmark
{

// Reads memory that no cache holds: 768 MiB, written once. Allocated while the object lives.
class ReadProbe
{
public:
    ReadProbe();
    std::uint64_t bytes() const;
    Sample run(int threads) const;   // seconds per byte; every thread its own part

private:
    std::vector<std::uint64_t> m_numbers;
};

// Drops the file's pages from the page cache: written out first, in a child process, so that no lock of ours is lost by the close.
Result<void> evict(const std::string& path);

// The whole file by pread in pieces of 1 MiB, `threads` readers in turn. Cold: evict() first, not counted.
Result<Sample> preadFile(const std::string& path, int threads, bool cold);

// Pieces of `bytes` at `offsets`, in this order, thread t those with i % threads == t.
Result<Sample> preadPieces(const std::string& path, const std::vector<std::uint64_t>& offsets, std::size_t bytes, int threads);

// Rows of `bytes`, one after the other into `into` and from its beginning again: as somebody reads who keeps a batch of them.
Result<Sample> preadRows(const std::string& path, const std::vector<std::uint64_t>& rows, std::size_t bytes, std::span<std::byte> into);

// Writes what there is to a new file, in pieces of up to 1 MiB, then fdatasync. The file stays.
Result<Sample> writeBytes(const std::string& path, std::span<const std::span<const std::byte>> parts);

// Writes `bytes` zero-free bytes to a new file, in pieces of 1 MiB, then fdatasync. The file stays.
Result<Sample> writeFile(const std::string& path, std::uint64_t bytes);

struct ProbeRates   // bytes/s, best of a few
{
    std::vector<double> read;    // [threads]
    std::vector<double> pread;   // cold, warm
    double write = 0;
};
Result<ProbeRates> probeAll(int threads, const std::string& folder);

bool unsteady(const ProbeRates& first, const ProbeRates& last);   // read rates more than 10 % apart

}  // namespace cairn::benchmark
