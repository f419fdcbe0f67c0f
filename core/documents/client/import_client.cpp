#include "core/documents/client/import_client.h"

#include "core/documents/client/canonical_codec.h"
#include "core/documents/client/encodings.h"
#include "core/documents/client/import_worker.h"
#include "core/documents/client/open_document.h"
#include "core/documents/client/unique_fd.h"
#include "core/formats/utf8.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <new>

namespace cairn
{
namespace
{

constexpr std::size_t kMaxPassword = 4096;
constexpr std::size_t kPdfHeaderWindow = 1024;

Error tooLarge()
{
    return {ErrorCode::OutOfMemory, "This file's text doesn't fit into memory. Close some programs and try again."};
}

// Sealed first: from here on nobody can change or shrink the bytes we look at. EBUSY: a survivor still maps them.
Result<void> takeResult(int fd, std::uint64_t announced, const TakeResult& take)
{
    const Error damaged{ErrorCode::Corruption, "This file could not be read: the import worker gave no usable result. Try again."};
    if (::fcntl(fd, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
        return damaged;
    struct stat status
    {
    };
    if (::fstat(fd, &status) != 0 || status.st_size <= 0 || std::uint64_t(status.st_size) != announced)
        return damaged;
    const auto size = std::size_t(status.st_size);
    void* address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (address == MAP_FAILED)
        return tooLarge();
    Result<void> taken;
    try {
        taken = take(std::span(static_cast<const std::byte*>(address), size));
    } catch (const std::bad_alloc&) {
        taken = tooLarge();
    }
    ::munmap(address, size);
    return taken;
}

bool isPdf(int fd)
{
    std::array<char, kPdfHeaderWindow> head{};
    const ssize_t n = ::pread(fd, head.data(), head.size(), 0);
    return n > 0 && std::string_view(head.data(), std::size_t(n)).find("%PDF-") != std::string_view::npos;
}

Error workerError(const WorkerReport& report)
{
    if (report.end == WorkerEnd::Stopped)
        return {ErrorCode::Cancelled, "The import was stopped."};
    if (report.end == WorkerEnd::Silent)
        return {ErrorCode::Corruption, "This file could not be read: it kept the import busy for too long without getting anywhere. "
                                       "It may be damaged; get a fresh copy or save it in another format."};
    if (!report.ready)
        return neverReady(report.status, report.end == WorkerEnd::Broken);
    return {ErrorCode::Corruption, "This file could not be read: the import worker stopped while reading it. "
                                   "It may be damaged; get a fresh copy or save it in another format."};
}

class Import
{
public:
    Import(int document, const ImportOptions& options, ImportRequest request, const TakeResult& take)
        : m_document(document), m_program(importWorkerPath(options.workerPath)), m_options(options), m_request(std::move(request)),
          m_take(take)
    {
    }

    // Each further round leaves out one more page, and a page is left out once: the loop ends.
    Result<void> run(const ProgressFn& progress, const std::stop_token& stop)
    {
        while (true) {
            const UniqueFd result(::memfd_create("cairn-import", MFD_CLOEXEC | MFD_ALLOW_SEALING));
            ::lseek(m_document, 0, SEEK_SET); // the offset is shared with the worker
            if (!result)
                return Error{ErrorCode::OutOfMemory, "The import can't get memory for its result. Close some programs and try again."};
            Result<ImportWorker> worker = ImportWorker::start(m_program, m_document, result.get(), m_request);
            if (!worker)
                return worker.error();
            const WorkerReport report = worker->watch(m_options.silence, progress, stop);
            if (report.end != WorkerEnd::Finished && leaveOut(report))
                continue;
            if (report.end != WorkerEnd::Finished)
                return workerError(report);
            if (report.last->type == ImportMessageType::Failed)
                return report.last->error;
            return takeResult(result.get(), report.last->resultBytes, m_take);
        }
    }

private:
    bool leaveOut(const WorkerReport& report)
    {
        std::vector<std::uint32_t>& skip = m_request.skipPages;
        const bool pageToBlame = report.page && (report.end == WorkerEnd::Silent || report.end == WorkerEnd::Died);
        if (!pageToBlame || skip.size() >= kMaxSkippedPages || std::find(skip.begin(), skip.end(), *report.page) != skip.end())
            return false;
        if (!isPdf(m_document))
            return false;
        skip.push_back(*report.page);
        if (report.end == WorkerEnd::Died)
            m_request.crashedPages.push_back(*report.page);
        return true;
    }

    int m_document;
    std::string m_program;
    const ImportOptions& m_options;
    ImportRequest m_request;
    const TakeResult& m_take;
};

Result<void> runImport(const std::string& path, ImportMode mode, const ImportOptions& options, const TakeResult& take,
                       const ProgressFn& progress, const std::stop_token& stop)
{
    const std::string name = fileNameOf(path);
    if (options.password.size() > kMaxPassword || !isValidUtf8(options.password))
        return Error{ErrorCode::PasswordRequired,
                     "This is not a password Cairn can pass on (UTF-8, at most 4,096 bytes). Check it and try again."};
    const Encoding* const encoding = encodingLabelled(options.encoding);
    if (!options.encoding.empty() && !encoding)
        return Error{ErrorCode::InvalidArgument, "“" + options.encoding + "” is no encoding that Cairn knows; " + knownEncodings() + "."};
    const Result<UniqueFd> document = openDocument(path, name);
    if (!document)
        return document.error();
    try {
        return Import(document->get(), options, {mode, name, options.password, {}, encoding ? encoding->name : ""}, take)
            .run(progress, stop);
    } catch (const std::bad_alloc&) {
        return tooLarge();
    }
}

} // namespace

Result<CanonicalText> importDocument(const std::string& path, const ImportOptions& options, const ProgressFn& progress,
                                     std::stop_token stop)
{
    CanonicalText text;
    const auto decode = [&text](std::span<const std::byte> bytes) -> Result<void> {
        auto decoded = decodeCanonicalText(bytes);
        if (!decoded)
            return decoded.error();
        text = std::move(*decoded);
        return {};
    };
    const Result<void> done = runImport(path, ImportMode::Text, options, decode, progress, stop);
    return done ? Result<CanonicalText>(std::move(text)) : done.error();
}

Result<void> importThroughWorker(const std::string& path, ImportMode mode, const ImportOptions& options, const TakeResult& take,
                                 std::stop_token stop)
{
    return runImport(path, mode, options, take, {}, stop);
}

} // namespace cairn
