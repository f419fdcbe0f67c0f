// The pages of one PDF, drawn by the sandboxed import worker (reliability.md 5.1): a PageSource for the window. Two worker processes, each
// with a thread of its own: one draws pictures, one tells where characters and links stand, so that neither waits for the other. They
// start when first asked, end after a minute without work and start again unnoticed. A page that ends a worker twice, or keeps it busy
// without an answer, is named as failed and not asked again; the others go on. UI thread; the destructor stops the workers.
#pragma once

#include "ui/reader/page_source.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

namespace cairn
{

struct PdfFileChoice
{
    std::string path;
    std::uint64_t bytes = 0;          // as imported; another size or time: failed() says that the file has changed. 0: not checked
    std::int64_t modifiedNs = 0;
    std::string password;
    bool pictures = false;            // an EPUB: the pictures of its text take the place of pages (PdfPageInfo::place)
    std::string workerPath;           // empty: CAIRN_IMPORT, else `cairn-import` beside this program
    std::chrono::milliseconds silence{30'000};   // without an answer: the worker is killed
    std::chrono::milliseconds idle{60'000};      // without a question: the worker ends
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

private:
    void fail(const Error& error);

    std::vector<PdfPageInfo> m_pages;
    bool m_failed = false;
    std::unique_ptr<RenderLane> m_pictures, m_glyphs;
};

}  // namespace cairn
