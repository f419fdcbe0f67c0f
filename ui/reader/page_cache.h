// One thing per page (a picture, a geometry), bounded in bytes: what was not looked at for longest goes first. One thread.
#pragma once

#include <cstddef>
#include <iterator>
#include <list>
#include <optional>
#include <unordered_map>
#include <utility>

namespace cairn
{

template <typename T>
class PageCache
{
public:
    explicit PageCache(std::size_t limit) : m_limit(limit) {}

    // Replaces the page's; drops others until all fit. One that is larger than the limit stays alone.
    void put(int page, T value, std::size_t bytes)
    {
        drop(page);
        m_order.push_front({page, std::move(value), bytes});
        m_places[page] = m_order.begin();
        m_bytes += bytes;
        while (m_bytes > m_limit && m_order.size() > 1)
            drop(m_order.back().page);
    }

    // Counts as looking at it. The value is copied: T is cheap to copy (implicitly shared, a shared_ptr).
    std::optional<T> find(int page)
    {
        const auto place = m_places.find(page);
        if (place == m_places.end())
            return std::nullopt;
        m_order.splice(m_order.begin(), m_order, place->second);
        return place->second->value;
    }

    void clear()
    {
        m_order.clear();
        m_places.clear();
        m_bytes = 0;
    }
    std::size_t bytes() const { return m_bytes; }
    std::size_t limit() const { return m_limit; }

private:
    struct Entry
    {
        int page = 0;
        T value;
        std::size_t bytes = 0;
    };

    void drop(int page)
    {
        const auto place = m_places.find(page);
        if (place == m_places.end())
            return;
        m_bytes -= place->second->bytes;
        m_order.erase(place->second);
        m_places.erase(place);
    }

    std::list<Entry> m_order;   // last looked at first
    std::unordered_map<int, typename std::list<Entry>::iterator> m_places;
    std::size_t m_bytes = 0;
    std::size_t m_limit;
};

}  // namespace cairn
