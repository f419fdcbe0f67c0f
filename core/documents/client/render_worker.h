// One run of the import worker in render mode: a PDF kept open in the sandbox, asked one question at a time. Blocking; one thread, which
// must live as long as the object (the worker dies with it).
#pragma once

#include "core/documents/client/pdf_render_protocol.h"
#include "core/documents/client/worker_process.h"
#include "core/result.h"

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace cairn
{

struct RenderStart
{
    std::string program;                       // the worker
    int document = -1;                         // stays the caller's; its offset is shared with the worker
    std::string password;
    bool pictures = false;                     // those of a text (EPUB, DOCX, ODT) instead of the pages of a PDF
    std::chrono::milliseconds silence{30'000}; // a worker that says nothing for so long while it is waited for is killed
};

class RenderWorker
{
public:
    // Starts the worker and waits until it has opened the file. Failure: as importDocument; the worker is gone.
    static Result<RenderWorker> start(const RenderStart& start, const std::stop_token& stop);

    const std::vector<PdfPageInfo>& pages() const { return m_pages; }

    // Corruption, InvalidArgument, Unsupported with alive(): this page's fault. Not alive(): it hung, died or broke the protocol on this
    // page (Corruption), or stop was requested (Cancelled). REQUIRES: alive(), question.page < pages().size().
    Result<RenderMessage> ask(const RenderQuestion& question, const std::stop_token& stop);

    bool alive() const { return m_process.pid() > 0; }
    void end() { m_process.closeCommands(); m_process.settle(std::chrono::milliseconds(500)); }
    pid_t pid() const { return m_process.pid(); }

private:
    RenderWorker(WorkerProcess process, std::chrono::milliseconds silence) : m_process(std::move(process)), m_silence(silence) {}

    // The next message; nullopt: the worker is gone (killed when it hung, broke a rule, or stop was requested).
    std::optional<RenderMessage> receive(const std::stop_token& stop);
    bool readSome();

    WorkerProcess m_process;
    std::chrono::milliseconds m_silence;
    std::optional<int> m_status;       // of its end, as waited for
    bool m_broken = false;             // it sent what is no message
    RenderMessageParser m_parser;
    std::vector<PdfPageInfo> m_pages;
    std::vector<std::byte> m_buffer = std::vector<std::byte>(1 << 18);
    std::uint64_t m_sequence = 1; // of the next question: the request was 0
};

} // namespace cairn
