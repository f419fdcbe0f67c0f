#include "storage/rescue/row_scan.h"

#include "core/types/limits.h"
#include "storage/bytes/hashing.h"
#include "storage/session/session_store.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <limits>

namespace cairn
{

namespace
{

constexpr std::uint64_t kLargestFile = 8 * limits::kGiB;
constexpr std::uint64_t kLargestPayload = 16 * limits::kMiB;
constexpr std::size_t kFileHeader = 100;
constexpr std::size_t kUsualPage = 4096;
constexpr std::uint8_t kTableLeaf = 0x0D;
constexpr std::size_t kMostColumns = 16;
constexpr std::uint64_t kFirstPages = 64;
constexpr std::size_t kMostSessions = 8;       // a file has one; pages that are no longer used may hold others
constexpr std::uint8_t kMostVisits = 4;        // of a chained page: by its row, and by what stands twice since leaves were split
constexpr std::uint64_t kMostOverlap = 8;      // pages' worth of cells in a page: they lie beside each other, but a damaged one may be long

// Numbers of SQLite's format: big-endian, and a varint of up to 9 bytes. Reads past the end give 0 and set ok to false.
class Bytes
{
public:
    explicit Bytes(std::span<const std::byte> bytes) : m_bytes(bytes) {}

    bool ok = true;

    std::uint64_t big(std::size_t at, std::size_t size)
    {
        if (at > m_bytes.size() || size > m_bytes.size() - at) {
            ok = false;
            return 0;
        }
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < size; ++i)
            value = value << 8 | std::to_integer<std::uint64_t>(m_bytes[at + i]);
        return value;
    }

    std::uint64_t varint(std::size_t& at)
    {
        std::uint64_t value = 0;
        for (int i = 0; i < 9; ++i) {
            const std::uint64_t byte = big(at, 1);
            if (!ok)
                return 0;
            ++at;
            if (i == 8)
                return value << 8 | byte;
            value = value << 7 | (byte & 0x7F);
            if (byte < 0x80)
                return value;
        }
        return value;
    }

    std::span<const std::byte> part(std::size_t at, std::uint64_t size)
    {
        if (at > m_bytes.size() || size > m_bytes.size() - at) {
            ok = false;
            return {};
        }
        return m_bytes.subspan(at, size);
    }

private:
    std::span<const std::byte> m_bytes;
};

std::int64_t signedBig(std::uint64_t value, std::size_t bytes)
{
    const int shift = static_cast<int>(64 - 8 * bytes);
    return static_cast<std::int64_t>(value << shift) >> shift;
}

// A record of SQLite as values; nullopt: it is none, or holds what our tables don't.
std::optional<Values> recordOf(std::span<const std::byte> payload)
{
    Bytes in(payload);
    std::size_t at = 0;
    const std::uint64_t head = in.varint(at);
    std::uint64_t data = head;
    Values values;
    while (in.ok && at < head && values.size() <= kMostColumns) {
        const std::uint64_t type = in.varint(at);
        constexpr std::array<std::uint8_t, 7> kIntegerBytes{0, 1, 2, 3, 4, 6, 8};
        if (type == 0) {
            values.emplace_back();
        } else if (type < kIntegerBytes.size()) {
            values.emplace_back(signedBig(in.big(data, kIntegerBytes[type]), kIntegerBytes[type]));
            data += kIntegerBytes[type];
        } else if (type == 8 || type == 9) {
            values.emplace_back(static_cast<std::int64_t>(type - 8));
        } else if (type >= 12) {
            const auto part = in.part(data, (type - 12) / 2);
            data += (type - 12) / 2;
            if (type % 2 == 0)
                values.emplace_back(std::vector<std::byte>(part.begin(), part.end()));
            else
                values.emplace_back(std::string(reinterpret_cast<const char*>(part.data()), part.size()));
        } else {
            return std::nullopt;
        }
    }
    if (!in.ok || at != head || data != payload.size() || values.empty() || values.size() > kMostColumns)
        return std::nullopt;
    return values;
}

class File
{
public:
    explicit File(int file) : m_file(file) {}
    ~File() { ::close(m_file); }
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    bool read(std::uint64_t at, std::span<std::byte> out) const
    {
        for (std::size_t done = 0; done < out.size();) {
            const ssize_t n = ::pread(m_file, out.data() + done, out.size() - done, static_cast<off_t>(at + done));
            if (n <= 0)
                return false;   // the end, or a sector that can't be read
            done += static_cast<std::size_t>(n);
        }
        return true;
    }

private:
    int m_file;
};

struct ScanLimits
{
    std::uint64_t pages = std::numeric_limits<std::uint64_t>::max();
    bool chains = true;                       // false: rows that lie in one page alone
};

class Scan
{
public:
    Scan(const File& file, std::uint64_t bytes, const std::function<void(ScannedRow)>& row, const std::stop_token& stop)
        : m_file(file), m_bytes(bytes), m_row(row), m_stop(stop)
    {
    }

    Result<ScannedFile> run(const ScanLimits& limits)
    {
        m_page.resize(pageSize());
        m_found.pages = (m_bytes + m_page.size() - 1) / m_page.size();
        if (limits.chains)
            m_visits.resize(m_found.pages);
        for (std::uint64_t page = 0; page < std::min(limits.pages, m_found.pages); ++page) {
            if (m_stop.stop_requested())
                return Error{ErrorCode::Cancelled, "The search for what is left of the session was stopped."};
            const std::uint64_t begin = page * m_page.size();
            std::fill(m_page.begin(), m_page.end(), std::byte{0});   // of the last page of a cut file, what is there
            (void)m_file.read(begin, std::span(m_page).first(std::min<std::uint64_t>(m_page.size(), m_bytes - begin)));
            readPage(page == 0 ? kFileHeader : 0);
        }
        return std::move(m_found);
    }

private:
    // The header's, if it can be one; a damaged header has the size that our files have.
    std::size_t pageSize() const
    {
        std::array<std::byte, kFileHeader> head{};
        if (!m_file.read(0, head))
            return kUsualPage;
        const std::uint64_t size = Bytes(head).big(16, 2);
        return size >= 512 && size <= 32768 && (size & (size - 1)) == 0 ? static_cast<std::size_t>(size) : kUsualPage;
    }

    void readPage(std::size_t header)
    {
        Bytes page(m_page);
        if (page.big(header, 1) != kTableLeaf)
            return;
        const std::uint64_t cells = page.big(header + 3, 2);
        if (cells == 0 || cells > m_page.size() / 4)
            return;
        ++m_found.lastPages;
        m_inPage = 0;
        for (std::uint64_t i = 0; i < cells; ++i) {
            const std::uint64_t at = page.big(header + 8 + 2 * i, 2);
            if (page.ok && at >= header + 8)
                readCell(static_cast<std::size_t>(at));
            page.ok = true;
        }
    }

    void readCell(std::size_t at)
    {
        Bytes page(m_page);
        const std::uint64_t size = page.varint(at);
        const auto id = static_cast<std::int64_t>(page.varint(at));
        if (!page.ok || size < 3 || size > std::min(kLargestPayload, m_bytes))
            return;
        const auto payload = payloadAt(at, size);
        if (!payload)
            return;
        auto values = recordOf(*payload);
        if (values)
            take(id, std::move(*values));
    }

    // Of a cell: as much as fits in its page, then a chain of pages of 4 bytes "next" and content.
    std::optional<std::vector<std::byte>> payloadAt(std::size_t at, std::uint64_t size)
    {
        const std::uint64_t usable = m_page.size(), most = usable - 35, least = (usable - 12) * 32 / 255 - 23;
        std::uint64_t here = size;
        if (size > most) {
            here = least + (size - least) % (usable - 4);
            here = here <= most ? here : least;
        }
        m_inPage += here;
        Bytes page(m_page);
        const auto first = page.part(at, here);
        std::uint64_t next = size > here ? page.big(at + here, 4) : 0;
        if (!page.ok || m_inPage > kMostOverlap * usable || (size > here && m_visits.empty()))
            return std::nullopt;
        std::vector<std::byte> payload(first.begin(), first.end());
        std::vector<std::byte> link(usable);
        while (payload.size() < size) {
            if (next < 1 || next > m_found.pages || !mayVisit(next - 1) || !m_file.read((next - 1) * usable, link))
                return std::nullopt;
            const std::size_t part = std::min<std::uint64_t>(size - payload.size(), usable - 4);
            payload.insert(payload.end(), link.begin() + 4, link.begin() + 4 + static_cast<std::ptrdiff_t>(part));
            next = Bytes(link).big(0, 4);
        }
        return payload;
    }

    bool mayVisit(std::uint64_t page)
    {
        if (m_visits[page] >= kMostVisits)
            return false;
        ++m_visits[page];
        return true;
    }

    // Rows of ours begin with a null (the id stands outside of the record) and the hash; meta has name and value.
    void take(std::int64_t id, Values values)
    {
        if (values.size() == 2 && textOf(values[0]) == "session_id")
            addSession(bytesOf(values[1]));
        if (values.size() < 3 || !std::holds_alternative<std::monostate>(values[0]) || !std::holds_alternative<std::int64_t>(values[1]))
            return;
        if (values.size() == 4 && textOf(values[2]) == kSessionIdSetting)
            if (const auto session = hashFromHex(textOf(values[3])))
                addSession(std::vector<std::byte>(std::as_bytes(std::span(*session)).begin(), std::as_bytes(std::span(*session)).end()));
        ScannedRow row{id, integerOf(values[1]), {}};
        row.columns.assign(std::make_move_iterator(values.begin() + 2), std::make_move_iterator(values.end()));
        m_row(std::move(row));
    }

    void addSession(const std::vector<std::byte>& bytes)
    {
        Hash128 id{};
        if (bytes.size() != id.size() || m_found.sessions.size() >= kMostSessions)
            return;
        std::memcpy(id.data(), bytes.data(), id.size());
        if (std::find(m_found.sessions.begin(), m_found.sessions.end(), id) == m_found.sessions.end())
            m_found.sessions.push_back(id);
    }

    const File& m_file;
    std::uint64_t m_bytes;
    const std::function<void(ScannedRow)>& m_row;
    const std::stop_token& m_stop;
    std::vector<std::byte> m_page;
    std::uint64_t m_inPage = 0;               // bytes of its cells
    std::vector<std::uint8_t> m_visits;       // of every page, as part of a chain; empty: chains aren't followed
    ScannedFile m_found;
};

}  // namespace

namespace
{

Result<ScannedFile> scan(const std::string& path, const ScanLimits& limits, const std::function<void(ScannedRow)>& row,
                         const std::stop_token& stop)
{
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0)
        return Error{errno == ENOENT ? ErrorCode::NotFound : ErrorCode::Io, "The session's file can't be opened for reading."};
    const File file(descriptor);
    struct stat info{};
    if (::fstat(descriptor, &info) != 0 || !S_ISREG(info.st_mode))
        return Error{ErrorCode::Io, "The session's file is no regular file."};
    if (static_cast<std::uint64_t>(info.st_size) > kLargestFile)
        return Error{ErrorCode::Unsupported, "The session's file is too large to look through for what is left of it."};
    return Scan(file, static_cast<std::uint64_t>(info.st_size), row, stop).run(limits);
}

}  // namespace

Result<ScannedFile> scanRows(const std::string& path, const std::function<void(ScannedRow)>& row, const std::stop_token& stop)
{
    return scan(path, {}, row, stop);
}

std::vector<Hash128> peekSessionIds(const std::string& path)
{
    const auto found = scan(path, {kFirstPages, false}, [](const ScannedRow&) {}, {});
    return found ? found->sessions : std::vector<Hash128>();
}

}  // namespace cairn
