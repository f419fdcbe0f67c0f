// Where the reader has been, for back and forward after every jump (experience.md 12). Plain values, no state outside.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace cairn
{

struct ReaderPlace
{
    std::uint32_t document = 0;
    std::uint64_t byte = 0;       // first character in sight
    bool operator==(const ReaderPlace&) const = default;
};

class PlaceHistory
{
public:
    // Before a jump: `from` is where the reader stands. What was ahead is forgotten.
    void leave(const ReaderPlace& from);

    // The place to go to; `from` is kept on the other side. nullopt: there is none.
    std::optional<ReaderPlace> back(const ReaderPlace& from);
    std::optional<ReaderPlace> forward(const ReaderPlace& from);

    bool canGoBack() const { return !m_behind.empty(); }
    bool canGoForward() const { return !m_ahead.empty(); }
    void clear();

private:
    static constexpr std::size_t kMost = 200;
    std::vector<ReaderPlace> m_behind, m_ahead;   // the nearest last
};

}  // namespace cairn
