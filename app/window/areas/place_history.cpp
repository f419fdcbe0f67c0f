#include "app/window/areas/place_history.h"

namespace cairn
{
namespace
{

std::optional<ReaderPlace> take(std::vector<ReaderPlace>& places, std::vector<ReaderPlace>& others, const ReaderPlace& from)
{
    if (places.empty())
        return {};
    const ReaderPlace place = places.back();
    places.pop_back();
    others.push_back(from);
    return place;
}

}  // namespace

void PlaceHistory::leave(const ReaderPlace& from)
{
    m_ahead.clear();
    if (!m_behind.empty() && m_behind.back() == from)
        return;
    m_behind.push_back(from);
    if (m_behind.size() > kMost)
        m_behind.erase(m_behind.begin());
}

std::optional<ReaderPlace> PlaceHistory::back(const ReaderPlace& from) { return take(m_behind, m_ahead, from); }

std::optional<ReaderPlace> PlaceHistory::forward(const ReaderPlace& from) { return take(m_ahead, m_behind, from); }

void PlaceHistory::clear()
{
    m_behind.clear();
    m_ahead.clear();
}

}  // namespace cairn
