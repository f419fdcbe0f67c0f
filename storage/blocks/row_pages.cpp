#include "storage/blocks/row_pages.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace cairn
{

namespace
{

constexpr std::size_t kLink = 4;   // of a chained page: number of the next one
constexpr std::uint8_t kInner = 0x05, kLeaf = 0x0D;
constexpr std::size_t kInnerHeader = 12, kLeafHeader = 8;
constexpr int kDeepest = 8;
constexpr std::size_t kRunPages = 256;   // taken up at once: 2 MiB of pages of 8 KiB
constexpr std::size_t kInnerPages = 256;   // remembered
constexpr std::size_t kBeforeData = 15;   // of a usual row's payload: header and hash
constexpr std::size_t kAroundPayload = 13;   // of a usual row's cell: pointer, size and id

std::uint64_t big(std::span<const std::byte> page, std::size_t at, std::size_t size)   // 0: past the end
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

// Of a payload, the bytes that its leaf holds; the others are chained ("The SQLite Database File Format", 1.6).
std::size_t inLeaf(std::size_t payload, std::size_t pageBytes)
{
    const std::size_t most = pageBytes - 35, least = (pageBytes - 12) * 32 / 255 - 23;
    if (payload <= most)
        return payload;
    const std::size_t bytes = least + (payload - least) % (pageBytes - kLink);
    return bytes <= most ? bytes : least;
}

std::size_t chainOf(std::size_t payload, std::size_t pageBytes)
{
    const std::size_t chained = pageBytes - kLink;
    return (payload - inLeaf(payload, pageBytes) + chained - 1) / chained;
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

double bytesInFile(std::size_t rowBytes, std::size_t pageBytes)
{
    const std::size_t payload = rowBytes + kBeforeData, cell = inLeaf(payload, pageBytes) + kAroundPayload;
    const auto rowsInLeaf = static_cast<double>(std::max<std::size_t>(1, (pageBytes - kLeafHeader) / cell));
    return static_cast<double>(pageBytes) * (static_cast<double>(chainOf(payload, pageBytes)) + 1 / rowsInLeaf);
}

}  // namespace

std::size_t blockPageBytes(std::size_t rowBytes)
{
    constexpr double kAboutAsFew = 1.03;   // larger pages are fewer to look for
    std::size_t best = 16384;
    for (const std::size_t smaller : {8192, 4096})
        if (bytesInFile(rowBytes, smaller) * kAboutAsFew < bytesInFile(rowBytes, best))
            best = smaller;
    return best;
}

// Consecutive pages: in the mapping, or copied.
class RowPages::View
{
public:
    View(const RowPages& pages, std::uint32_t first, std::size_t count, std::vector<std::byte>& copy)
        : m_file(pages.m_file), m_offset(static_cast<sqlite3_int64>(pages.offsetOf(first))), m_first(first),
          m_pageBytes(pages.m_table.pageBytes)
    {
        if (first == 0)
            return;
        const sqlite3_io_methods* methods = m_file->pMethods;
        const std::size_t bytes = count * m_pageBytes;
        if (methods->iVersion >= 3 && methods->xFetch(m_file, m_offset, static_cast<int>(bytes), &m_mapped) == SQLITE_OK && m_mapped) {
            m_bytes = {static_cast<const std::byte*>(m_mapped), bytes};
            return;
        }
        copy.resize(bytes);
        if (pages.readPages(first, copy))
            m_bytes = copy;
    }
    ~View()
    {
        if (m_mapped)
            m_file->pMethods->xUnfetch(m_file, m_offset, m_mapped);
    }
    View(const View&) = delete;
    View& operator=(const View&) = delete;

    bool isMapped() const { return m_mapped != nullptr; }
    // Empty: not among them, or none could be read.
    std::span<const std::byte> page(std::uint32_t number) const
    {
        const std::size_t at = (std::size_t{number} - m_first) * m_pageBytes;
        return number >= m_first && at < m_bytes.size() ? m_bytes.subspan(at, m_pageBytes) : std::span<const std::byte>();
    }

private:
    sqlite3_file* m_file;
    sqlite3_int64 m_offset;
    std::uint32_t m_first;
    std::size_t m_pageBytes;
    void* m_mapped = nullptr;
    std::span<const std::byte> m_bytes;
};

// A row in its leaf: id, flags, hash, data.
struct RowPages::Cell
{
    std::uint64_t hash = 0;
    std::span<const std::byte> data;   // as much as the leaf holds
    std::uint32_t next = 0;          // page of the rest; 0: none

    static std::optional<Cell> find(std::span<const std::byte> page, std::int64_t id, std::size_t bytes)
    {
        const auto begin = beginOf(page, id);
        return begin ? parse(page, *begin, bytes) : std::nullopt;
    }

    // Of any table's row: how much of the payload the leaf holds, and the page of the rest.
    static std::pair<std::size_t, std::uint32_t> chainOf(std::span<const std::byte> page, std::int64_t id)
    {
        const auto begin = beginOf(page, id);
        if (!begin)
            return {};
        std::size_t at = *begin;
        const std::size_t payload = varint(page, at), local = inLeaf(payload, page.size());
        varint(page, at);
        return {local, payload > local ? pageNumber(page, at + local) : 0};
    }

private:
    static std::optional<std::size_t> beginOf(std::span<const std::byte> page, std::int64_t id)
    {
        if (big(page, 0, 1) != kLeaf)
            return std::nullopt;
        const auto idAt = [page](std::size_t at) {
            varint(page, at);
            return static_cast<std::int64_t>(varint(page, at));
        };
        const std::size_t cell = lowerCell(page, kLeafHeader, id, idAt);
        const std::size_t begin = big(page, kLeafHeader + 2 * cell, 2);
        return cell < big(page, 3, 2) && idAt(begin) == id ? std::optional(begin) : std::nullopt;
    }

    static std::optional<Cell> parse(std::span<const std::byte> page, std::size_t at, std::size_t bytes)
    {
        const std::size_t payload = varint(page, at);
        varint(page, at);
        const std::size_t begin = at, local = inLeaf(payload, page.size());
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

RowPages::RowPages(const Database& database, const Table& table) : m_table(table)
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
    const auto offset = static_cast<sqlite3_int64>(offsetOf(first));
    return m_file->pMethods->xRead(m_file, out.data(), static_cast<int>(out.size()), offset) == SQLITE_OK;
}

// Of an inner page, the child whose rows reach to `id`.
std::optional<RowPages::Child> RowPages::childOf(const Child& parent, std::int64_t id)
{
    const auto search = [&parent, id](std::span<const std::byte> page) -> std::optional<Child> {
        if (big(page, 0, 1) != kInner)
            return std::nullopt;
        const auto idAt = [page](std::size_t at) {
            at += kLink;
            return static_cast<std::int64_t>(varint(page, at));
        };
        const std::size_t cell = lowerCell(page, kInnerHeader, id, idAt);
        const auto pointer = [page](std::size_t index) { return big(page, kInnerHeader + 2 * index, 2); };
        return Child{pageNumber(page, cell < big(page, 3, 2) ? pointer(cell) : 8), cell > 0 ? idAt(pointer(cell - 1)) : parent.before};
    };
    if (const auto known = m_inner.find(parent.page); known != m_inner.end())
        return search(known->second);
    const View view(*this, parent.page, 1, m_page);
    if (!view.isMapped() && !view.page(parent.page).empty() && m_inner.size() < kInnerPages)
        m_inner.emplace(parent.page, m_page);
    return search(view.page(parent.page));
}

// All leaves lie equally deep: one way down tells.
bool RowPages::findDepth()
{
    Child page{m_table.root};
    for (int depth = 0; depth < kDeepest; ++depth) {
        const auto child = childOf(page, 0);
        if (!child) {
            m_inner.erase(page.page);
            m_depth = big(View(*this, page.page, 1, m_page).page(page.page), 0, 1) == kLeaf ? depth : -1;
            return m_depth >= 0;
        }
        page = *child;
    }
    return false;
}

std::optional<RowPages::Child> RowPages::leafOf(std::int64_t id)
{
    if (!m_file || (m_depth < 0 && !findDepth()))
        return std::nullopt;
    std::optional<Child> page = Child{m_table.root};
    for (int level = 0; page && level < m_depth; ++level)
        page = childOf(*page, id);
    return page && page->page > 0 ? page : std::nullopt;
}

std::optional<RowPages::Place> RowPages::likelyPlace(std::int64_t id, std::size_t bytes)
{
    const auto leaf = leafOf(id);
    if (!leaf)
        return std::nullopt;
    Place place{offsetOf(leaf->page), m_table.pageBytes, offsetOf(leaf->page), 0};
    const std::size_t chain = chainOf(bytes + kBeforeData, m_table.pageBytes);
    if (chain == 0 || chain > kRunPages)
        return place;
    const auto ordinal = [this](std::int64_t row) { return row < 0 ? -1 : (row >> 8) * m_table.layers + (row & 0xFF); };
    const std::int64_t inLeafBefore = ordinal(id) - ordinal(leaf->before) - 1;
    const std::int64_t first = inLeafBefore == 0 ? std::int64_t{leaf->page} - static_cast<std::int64_t>(chain)
                                                 : leaf->page + 1 + (inLeafBefore - 1) * static_cast<std::int64_t>(chain);
    if (inLeafBefore < 0 || first <= 0 || first > UINT32_MAX)
        return place;
    place.chain = offsetOf(static_cast<std::uint32_t>(first));
    place.chainBytes = chain * m_table.pageBytes;
    return place;
}

std::optional<std::uint64_t> RowPages::read(std::int64_t id, std::span<std::byte> out)
{
    const auto leaf = leafOf(id);
    if (!leaf)
        return std::nullopt;
    const View view(*this, leaf->page, 1, m_page);
    const auto cell = Cell::find(view.page(leaf->page), id, out.size());
    if (!cell)
        return std::nullopt;
    std::memcpy(out.data(), cell->data.data(), cell->data.size());
    if (!readChain(cell->next, out.subspan(cell->data.size())))
        return std::nullopt;
    return cell->hash;
}

void RowPages::followChain(std::int64_t id, std::size_t begin, std::size_t end, const std::function<bool(std::uint64_t)>& visit)
{
    const auto leaf = leafOf(id);
    if (!leaf)
        return;
    auto [passed, number] = Cell::chainOf(View(*this, leaf->page, 1, m_page).page(leaf->page), id);
    while (number != 0 && passed < end) {
        passed += m_table.pageBytes - kLink;
        if (passed > begin && !visit(offsetOf(number)))
            return;
        number = pageNumber(View(*this, number, 1, m_chain).page(number), 0);
    }
}

bool RowPages::readChain(std::uint32_t number, std::span<std::byte> out)
{
    const std::size_t chained = m_table.pageBytes - kLink;
    std::optional<View> run;
    while (!out.empty()) {
        auto page = run ? run->page(number) : std::span<const std::byte>();
        if (page.empty()) {
            run.emplace(*this, number, std::min(kRunPages, (out.size() + chained - 1) / chained), m_chain);
            page = run->page(number);
        }
        if (page.empty()) {   // fewer pages are left in the file
            run.emplace(*this, number, 1, m_chain);
            page = run->page(number);
        }
        if (page.empty())
            return false;
        const std::size_t part = std::min(out.size(), chained);
        std::memcpy(out.data(), page.data() + kLink, part);
        out = out.subspan(part);
        number = pageNumber(page, 0);
    }
    return true;
}

}  // namespace cairn
