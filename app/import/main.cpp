// cairn-import: one untrusted file in, canonical text out; in render mode pictures of a PDF's pages, as they are asked for; in
// session mode the contents of a session.db.
// Started by core/documents (import_client, render_worker), never by hand. Order of the start: reliability.md 5.1.
// Descriptors: 0 request, then questions; 1 messages, 2 stderr (kept of a crash alone: its report), 3 document, 4 result memfd (text mode).
// Exit: 0 Done or Failed was sent; 1 broken request or channel; 2 used by hand; 3 not locked down.
#include "app/common/crash_report.h"
#include "app/import/frame_input.h"
#include "app/import/render_service.h"
#include "app/import/result_channel.h"
#include "app/import/sandbox.h"
#include "app/import/session_service.h"
#include "app/import/warm_up.h"
#include "core/documents/client/canonical_codec.h"
#include "core/documents/client/import_protocol.h"
#include "core/documents/document_reader.h"

#include <QCoreApplication>

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

namespace
{

constexpr int kRequestFd = 0, kMessageFd = 1, kDocumentFd = 3, kResultFd = 4;

int serveText(const cairn::ImportRequest& request, const cairn::sandbox::Lockdown& lockdown)
{
    cairn::ResultChannel channel(kMessageFd, kResultFd);
    channel.ready();
    cairn::ReadOptions options{request.fileName, request.password, request.skipPages, lockdown.fonts, request.encoding,
                                request.crashedPages};
    const auto progress = [&](std::uint32_t current, std::uint32_t total) { channel.progress(current, total); };
    const cairn::Result<cairn::CanonicalText> text = cairn::readDocument(kDocumentFd, options, progress);
    if (!text)
        channel.fail(text.error());
    else
        channel.finish(cairn::encodeCanonicalText(*text));
    return 0;
}

int serve(const cairn::sandbox::Lockdown& lockdown)
{
    const auto request = cairn::decodeRequest(cairn::FrameInput(kRequestFd).next(&cairn::requestLength));
    if (!request)
        return 1;
    if (request->mode == cairn::ImportMode::Render || request->mode == cairn::ImportMode::Pictures)
        return cairn::serveRendering(*request, {kRequestFd, kMessageFd, kDocumentFd});
    if (request->mode == cairn::ImportMode::Session) {
        cairn::ResultChannel channel(kMessageFd, kResultFd);
        cairn::serveSession(kDocumentFd, channel);
        return 0;
    }
    return serveText(*request, lockdown);
}

} // namespace

int main(int argc, char** argv)
{
    const char* parent = argc == 2 && std::strncmp(argv[1], "--parent=", 9) == 0 ? argv[1] + 9 : nullptr;
    if (!parent) {
        std::fputs("cairn-import is started by Cairn to open documents safely; it has no use by hand.\n", stderr);
        return 2;
    }
    cairn::reportCrashes("cairn-import", cairn::CrashTarget::StandardError);
    ::setenv("QT_ENABLE_REGEXP_JIT", "0", 1);
    QCoreApplication application(argc, argv);
    cairn::warmUp();
    const auto lockdown = cairn::sandbox::lockDown(pid_t(std::strtol(parent, nullptr, 10)));
    if (!lockdown)
        return 3;
    int code = 1;
    try {
        code = serve(*lockdown);
    } catch (const std::bad_alloc&) {
        code = 1;
    }
    ::_exit(code); // destructors of libraries may want what is forbidden now
}
