// The pages of one PDF, drawn by the sandboxed import worker (reliability.md 5.1): a PageSource for the window. Two worker processes, each
// with a thread of its own: one draws pictures, one tells where characters and links stand, so that neither waits for the other. They
// start when first asked, end after a minute without work and start again unnoticed. A page that ends a worker twice, or keeps it busy
// without an answer, is named as failed and not asked again; the others go on. UI thread; the destructor stops the workers.
#pragma once

#include "core/types/document.h"
#include "ui/reader/page_source.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

namespace cairn
{

struct FileLook                       // size and time of last change; nanoseconds since 1970
{
    std::uint64_t bytes = 0;
    std::int64_t modifiedNs = 0;
    bool operator==(const FileLook&) const = default;
};

struct PdfFileChoice
{
    std::string path;
    FileLook look;                    // as imported; zero: not checked. A file of another look is the same where its bytes are, or `text`
                                      // comes out of it again; else failed() says that it has changed
    Hash128 bytesHash{};              // of its bytes as imported; zeros: not known
    std::shared_ptr<const CanonicalText> text;   // what was read from it; null: other bytes are a change
    std::string password;
    bool pictures = false;            // an EPUB: the pictures of its text take the place of pages (PdfPageInfo::place)
    std::string workerPath;           // empty: CAIRN_IMPORT, else `cairn-import` beside this program
    std::chrono::milliseconds silence{30'000};   // without an answer: the worker is killed
    std::chrono::milliseconds idle{60'000};      // without a question: the worker ends
};

struct SameSource                     // a file that looks otherwise than it did, with the same content
{
    FileLook look;
    Hash128 bytesHash{};              // zeros: not known
    std::shared_ptr<const CanonicalText> text;   // its words stand elsewhere in the file now: here. Null: where they did
};

class RenderLane;

class PdfPageSource final : public PageSource
{
    Q_OBJECT
public:
    // Opens the file at once, in its own thread: opened() or failed() follow.
    explicit PdfPageSource(PdfFileChoice file, QObject* parent = nullptr);
    ~PdfPageSource() override;

    const std::vector<PdfPageInfo>& pages() const override { return m_pages; }
    void requestPage(int page, int width) override;
    void requestGlyphs(int page) override;
    void requestLinks(int page) override;

    std::vector<int> workerProcesses() const;   // ids of the running ones

Q_SIGNALS:
    void foundSame(const cairn::SameSource& source);   // before opened()

private:
    void fail(const Error& error);

    std::vector<PdfPageInfo> m_pages;
    bool m_failed = false;
    std::unique_ptr<RenderLane> m_pictures, m_glyphs;
};

}  // namespace cairn
