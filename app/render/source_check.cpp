#include "app/render/source_check.h"

#include "core/documents/client/import_client.h"
#include "core/documents/client/open_document.h"
#include "storage/bytes/hashing.h"

#include <algorithm>
#include <tuple>

#include <sys/stat.h>

namespace cairn
{
namespace
{

FileLook lookOf(const UniqueFd& file)
{
    struct stat status
    {
    };
    if (::fstat(file.get(), &status) != 0)
        return {};
    return {std::uint64_t(status.st_size), std::int64_t(status.st_mtim.tv_sec) * 1'000'000'000 + status.st_mtim.tv_nsec};
}

// Where the text stands in the file: what marks on pages have to fit. Titles and warnings may differ.
bool standsAlike(const CanonicalText& a, const CanonicalText& b)
{
    const auto sameUnit = [](const SourceUnit& one, const SourceUnit& other) {
        return std::tie(one.text.begin, one.text.end) == std::tie(other.text.begin, other.text.end);
    };
    const auto place = [](const PositionRun& run) {
        return std::tuple(run.canonical.begin, run.canonical.end, run.unit, run.sourceBegin, run.sourceLength);
    };
    const auto sameRun = [&](const PositionRun& one, const PositionRun& other) { return place(one) == place(other); };
    return std::ranges::equal(a.units, b.units, sameUnit) && std::ranges::equal(a.runs, b.runs, sameRun);
}

Error changed(const std::string& path)
{
    return {ErrorCode::Corruption, "\"" + fileNameOf(path) + "\" has changed since it was opened, so its pages may no longer fit the text. "
                                   "The text is kept and can be read; open the file again to read the new one."};
}

}  // namespace

Result<UniqueFd> SourceCheck::open(const std::stop_token& stop)
{
    if (m_file.path.empty())   // brought in: where it lay elsewhere is nobody's business
        return Error{ErrorCode::NotFound,
                     "The document's own file is not part of this session, so its pages can't be shown. Its text is here."};
    Result<UniqueFd> opened = openDocument(m_file.path, fileNameOf(m_file.path));
    if (!opened)
        return Error{opened.error().code, opened.error().message + " Its text is kept and can be read."};
    const FileLook look = lookOf(*opened);
    if (m_file.look == FileLook{} || look == m_file.look)
        return opened;
    if (auto same = confirm(*opened, look, stop); !same)
        return same.error();
    return opened;
}

Result<void> SourceCheck::confirm(const UniqueFd& file, const FileLook& look, const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    if (!m_read.wait(lock, stop, [this] { return !m_reading; }))
        return Error{ErrorCode::Cancelled, "Stopped."};
    if (m_same == look)
        return {};
    m_reading = true;
    lock.unlock();
    const auto same = compare(file, look, stop);
    lock.lock();
    m_reading = false;
    if (same)
        m_same = look;
    lock.unlock();
    m_read.notify_all();
    if (same && m_foundSame)
        m_foundSame(*same);
    return same ? Result<void>{} : same.error();
}

Result<SameSource> SourceCheck::compare(const UniqueFd& file, const FileLook& look, const std::stop_token& stop) const
{
    const SameSource now{look, fileHash(file.get(), stop).value_or(Hash128{}), nullptr};
    if (stop.stop_requested())
        return Error{ErrorCode::Cancelled, "Stopped."};
    if (now.bytesHash != Hash128{} && now.bytesHash == m_file.bytesHash && lookOf(file) == look)
        return now;
    return readAgain(now, stop);
}

Result<SameSource> SourceCheck::readAgain(const SameSource& now, const std::stop_token& stop) const
{
    if (!m_file.text || m_file.text->text.empty())
        return changed(m_file.path);
    auto content = importDocument(m_file.path, {m_file.password, m_file.workerPath, m_file.silence}, {}, stop);
    if (!content && (content.error().code == ErrorCode::Cancelled || content.error().code == ErrorCode::PasswordRequired))
        return content.error();
    if (!content || content->text != m_file.text->text)
        return changed(m_file.path);
    const Result<UniqueFd> after = openDocument(m_file.path, fileNameOf(m_file.path));   // written to meanwhile: that was another file
    if (!after || lookOf(*after) != now.look)
        return changed(m_file.path);
    const bool alike = standsAlike(*content, *m_file.text);
    return SameSource{now.look, now.bytesHash, alike ? nullptr : std::make_shared<const CanonicalText>(std::move(*content))};
}

}  // namespace cairn
