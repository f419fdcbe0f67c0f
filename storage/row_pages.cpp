#include "storage/row_pages.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace cairn
{

namespace
{

constexpr std::size_t kPage = kBlockPageBytes;
constexpr std::size_t kLink = 4; // of a chained page: number of the next one
constexpr std::size_t kChained = kPage - kLink;
constexpr std::uint8_t kInner = 0x05, kLeaf = 0x0D;
constexpr std::size_t kInnerHeader = 12, kLeafHeader = 8;
constexpr int kDeepest = 8;
constexpr std::size_t kRunPages = 256;   // taken up at once: 4 MiB
constexpr std::size_t kInnerPages = 256; // remembered
constexpr std::size_t kMostInLeaf = kPage - 35, kLeastInLeaf = (kPage - 12) * 32 / 255 - 23;
constexpr std::size_t kBeforeData = 15; // of a usual row's payload: header and hash

std::uint64_t big(std::span<const std::byte> page, std::size_t at, std::size_t size) // 0: past the end
{
    if (at > page.size() || size > page.size() - at)
        return 0;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i)
        value = value << 8 | std::to_integer<std::uint64_t>(page[at + i]);
    return value;
}

std::uint32_t pageNumber(std::span<const std::byte> page, std::size_t at)
{
    return static_cast<std::uint32_t>(big(page, at, kLink));
}

// Moves `at` behind the number; past the end the result is 0.
std::uint64_t varint(std::span<const std::byte> page, std::size_t& at)
{
    std::uint64_t value = 0;
    for (int i = 0; i < 9 && at < page.size(); ++i) {
        const auto byte = std::to_integer<std::uint64_t>(page[at++]);
        if (i == 8)
            return value << 8 | byte;
        value = value << 7 | (byte & 0x7F);
        if (byte < 0x80)
            return value;
    }
    return 0;
}

// Of a payload, the bytes that its leaf holds; the others are chained.
std::size_t inLeaf(std::size_t payload)
{
    if (payload <= kMostInLeaf)
        return payload;
    const std::size_t bytes = kLeastInLeaf + (payload - kLeastInLeaf) % kChained;
    return bytes <= kMostInLeaf ? bytes : kLeastInLeaf;
}

std::size_t chainOf(std::size_t payload)
{
    return (payload - inLeaf(payload) + kChained - 1) / kChained;
}

// The first cell whose id, `skipped` bytes into the cell, is at least `id`; the number of cells: none is.
template <typename IdAt>
std::size_t lowerCell(std::span<const std::byte> page, std::size_t header, std::int64_t id, const IdAt& idAt)
{
    std::size_t first = 0, end = big(page, 3, 2);
    while (first < end) {
        const std::size_t middle = (first + end) / 2;
        if (idAt(big(page, header + 2 * middle, 2)) < id)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

} // namespace

// Consecutive pages: in the mapping, or copied.
class RowPages::View
{
public:
    View(const RowPages& pages, std::uint32_t first, std::size_t count, std::vector<std::byte>& copy) : m_file(pages.m_file), m_first(first)
    {
        if (first == 0)
            return;
        const sqlite3_io_methods* methods = m_file->pMethods;
        const int bytes = static_cast<int>(count * kPage);
        if (methods->iVersion >= 3 && methods->xFetch(m_file, offset(), bytes, &m_mapped) == SQLITE_OK && m_mapped) {
            m_bytes = {static_cast<const std::byte*>(m_mapped), count * kPage};
            return;
        }
        copy.resize(count * kPage);
        if (pages.readPages(first, copy))
            m_bytes = copy;
    }
    ~View()
    {
        if (m_mapped)
            m_file->pMethods->xUnfetch(m_file, offset(), m_mapped);
    }
    View(const View&) = delete;
    View& operator=(const View&) = delete;

    bool isMapped() const { return m_mapped != nullptr; }
    // Empty: not among them, or none could be read.
    std::span<const std::byte> page(std::uint32_t number) const
    {
        const std::size_t at = (std::size_t{number} - m_first) * kPage;
        return number >= m_first && at < m_bytes.size() ? m_bytes.subspan(at, kPage) : std::span<const std::byte>();
    }

private:
    sqlite3_int64 offset() const { return (sqlite3_int64{m_first} - 1) * static_cast<sqlite3_int64>(kPage); }

    sqlite3_file* m_file;
    std::uint32_t m_first;
    void* m_mapped = nullptr;
    std::span<const std::byte> m_bytes;
};

// A row in its leaf: id, flags, hash, data.
struct RowPages::Cell
{
    std::uint64_t hash = 0;
    std::span<const std::byte> data; // as much as the leaf holds
    std::uint32_t next = 0;          // page of the rest; 0: none

    static std::optional<Cell> find(std::span<const std::byte> page, std::int64_t id, std::size_t bytes)
    {
        if (big(page, 0, 1) != kLeaf)
            return std::nullopt;
        const auto idAt = [page](std::size_t at) {
            varint(page, at);
            return static_cast<std::int64_t>(varint(page, at));
        };
        const std::size_t cell = lowerCell(page, kLeafHeader, id, idAt);
        const std::size_t begin = big(page, kLeafHeader + 2 * cell, 2);
        if (cell >= big(page, 3, 2) || idAt(begin) != id)
            return std::nullopt;
        return parse(page, begin, bytes);
    }

private:
    static std::optional<Cell> parse(std::span<const std::byte> page, std::size_t at, std::size_t bytes)
    {
        const std::size_t payload = varint(page, at);
        varint(page, at);
        const std::size_t begin = at, local = inLeaf(payload);
        const std::size_t header = varint(page, at);
        std::array<std::uint64_t, 4> types{};
        for (std::uint64_t& type : types)
            type = varint(page, at);
        constexpr std::array<std::uint8_t, 7> kIntegerBytes{0, 1, 2, 3, 4, 6, 8};
        const bool usual = types[0] == 0 && (types[1] == 1 || types[1] == 8 || types[1] == 9) && types[2] == 6;
        const std::size_t before = header + kIntegerBytes[types[1] == 1 ? 1 : 0] + 8;
        if (!usual || at != begin + header || types[3] != 2 * std::uint64_t{bytes} + 12 || payload != before + bytes || before > local ||
            local > page.size() - begin)
            return std::nullopt;
        Cell cell;
        cell.hash = big(page, begin + before - 8, 8);
        cell.data = page.subspan(begin + before, local - before);
        cell.next = payload > local ? pageNumber(page, begin + local) : 0;
        return cell;
    }
};

RowPages::RowPages(const Database& database, std::uint32_t root) : m_root(root)
{
    if (sqlite3_file_control(database.handle(), "main", SQLITE_FCNTL_FILE_POINTER, &m_file) != SQLITE_OK || !m_file || !m_file->pMethods)
        m_file = nullptr;
}

void RowPages::forget()
{
    m_inner.clear();
    m_depth = -1;
}

bool RowPages::readPages(std::uint32_t first, std::span<std::byte> out) const
{
    const sqlite3_int64 offset = (sqlite3_int64{first} - 1) * static_cast<sqlite3_int64>(kPage);
    return m_file->pMethods->xRead(m_file, out.data(), static_cast<int>(out.size()), offset) == SQLITE_OK;
}

// Of an inner page, the child whose rows reach to `id`.
std::optional<std::uint32_t> RowPages::childOf(std::uint32_t number, std::int64_t id)
{
    const auto search = [id](std::span<const std::byte> page) -> std::optional<std::uint32_t> {
        if (big(page, 0, 1) != kInner)
            return std::nullopt;
        const std::size_t cell = lowerCell(page, kInnerHeader, id, [page](std::size_t at) {
            at += kLink;
            return static_cast<std::int64_t>(varint(page, at));
        });
        return pageNumber(page, cell < big(page, 3, 2) ? big(page, kInnerHeader + 2 * cell, 2) : 8);
    };
    if (const auto known = m_inner.find(number); known != m_inner.end())
        return search(known->second);
    const View view(*this, number, 1, m_page);
    if (!view.isMapped() && !view.page(number).empty() && m_inner.size() < kInnerPages)
        m_inner.emplace(number, m_page);
    return search(view.page(number));
}

// All leaves lie equally deep: one way down tells.
bool RowPages::findDepth()
{
    std::uint32_t page = m_root;
    for (int depth = 0; depth < kDeepest; ++depth) {
        const auto child = childOf(page, 0);
        if (!child) {
            m_inner.erase(page);
            m_depth = big(View(*this, page, 1, m_page).page(page), 0, 1) == kLeaf ? depth : -1;
            return m_depth >= 0;
        }
        page = *child;
    }
    return false;
}

std::optional<std::uint32_t> RowPages::leafOf(std::int64_t id)
{
    if (!m_file || (m_depth < 0 && !findDepth()))
        return std::nullopt;
    std::optional<std::uint32_t> page = m_root;
    for (int level = 0; page && level < m_depth; ++level)
        page = childOf(*page, id);
    return page;
}

std::optional<RowPages::Place> RowPages::likelyPlace(std::int64_t id, std::size_t bytes)
{
    const auto leaf = leafOf(id);
    if (!leaf || *leaf == 0)
        return std::nullopt;
    const std::size_t chain = chainOf(bytes + kBeforeData);
    return Place{*leaf > chain && chain < kRunPages ? *leaf - static_cast<std::uint32_t>(chain) : *leaf, *leaf};
}

std::optional<std::uint64_t> RowPages::read(std::int64_t id, std::span<std::byte> out)
{
    const auto place = likelyPlace(id, out.size());
    if (!place)
        return std::nullopt;
    const View view(*this, place->first, place->leaf - place->first + 1, m_run);
    const auto cell = Cell::find(view.page(place->leaf), id, out.size());
    if (!cell)
        return std::nullopt;
    std::memcpy(out.data(), cell->data.data(), cell->data.size());
    if (!readChain(cell->next, out.subspan(cell->data.size()), view))
        return std::nullopt;
    return cell->hash;
}

bool RowPages::readChain(std::uint32_t number, std::span<std::byte> out, const View& near)
{
    std::optional<View> other;
    while (!out.empty()) {
        auto page = near.page(number);
        if (page.empty() && other)
            page = other->page(number);
        if (page.empty()) {
            other.emplace(*this, number, std::min(kRunPages, (out.size() + kChained - 1) / kChained), m_chain);
            page = other->page(number);
        }
        if (page.empty()) { // fewer pages are left in the file
            other.emplace(*this, number, 1, m_chain);
            page = other->page(number);
        }
        if (page.empty())
            return false;
        const std::size_t part = std::min(out.size(), kChained);
        std::memcpy(out.data(), page.data() + kLink, part);
        out = out.subspan(part);
        number = pageNumber(page, 0);
    }
    return true;
}

} // namespace cairn
