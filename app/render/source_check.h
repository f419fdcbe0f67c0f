// Whether a file still is what a document was read from. Size and time tell so at once; where they differ (a copy, `touch`, a file put back
// from a backup) its bytes are compared by their hash. Where these differ too, or were never hashed, the file is read again, in a sandboxed
// worker as when it was opened first: the same text is the same content, wherever it stands in the file now. Shared by the lanes of one
// document; blocking, for their threads: at most one reads, the other waits.
#pragma once

#include "app/render/pdf_page_source.h"
#include "core/documents/client/unique_fd.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>

namespace cairn
{

class SourceCheck
{
public:
    // `foundSame` is told of another size or time with the same content, once for each; on a lane's thread.
    SourceCheck(PdfFileChoice file, std::function<void(const SameSource&)> foundSame)
        : m_file(std::move(file)), m_foundSame(std::move(foundSame))
    {
    }

    // The file, opened anew: a shared descriptor would share its offset. Errors: those of openDocument; Corruption: another content;
    // PasswordRequired; Cancelled: stop was requested.
    Result<UniqueFd> open(const std::stop_token& stop);

private:
    Result<void> confirm(const UniqueFd& file, const FileLook& look, const std::stop_token& stop);
    Result<SameSource> compare(const UniqueFd& file, const FileLook& look, const std::stop_token& stop) const;
    Result<SameSource> readAgain(const SameSource& now, const std::stop_token& stop) const;

    const PdfFileChoice m_file;
    const std::function<void(const SameSource&)> m_foundSame;
    std::mutex m_mutex;                            // guards the next three
    std::condition_variable_any m_read;
    bool m_reading = false;
    std::optional<FileLook> m_same;                // another look with the same content
};

}  // namespace cairn
