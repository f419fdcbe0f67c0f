// Stands in for cairn-import: does what the "document" says, a command a line, so that every end of a worker can be tried.
//   ready | progress N TOTAL | result FILE-BYTES-OF-TEXT | done BYTES | fail CODE SENTENCE | raw HEX | hang | exit CODE | abort
//   skip N COMMAND: only when the request leaves page N out; page N COMMAND: only when it doesn't; crashed N COMMAND: only when it says
//   that a worker crashed on it; grow; keep (maps the result)
#include "core/documents/client/canonical_codec.h"
#include "core/documents/client/import_protocol.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string>

using namespace cairn;

namespace
{

constexpr unsigned kSurvivorSeconds = 30;   // longer than a test of them; then nothing is left behind

std::string readAll(int fd)
{
    std::string all;
    char buffer[4096];
    for (ssize_t n; (n = ::read(fd, buffer, sizeof buffer)) > 0;)
        all.append(buffer, std::size_t(n));
    return all;
}

void put(int fd, std::span<const std::byte> bytes)
{
    if (::write(fd, bytes.data(), bytes.size()) < 0)
        std::_Exit(9);
}

class Script
{
public:
    explicit Script(ImportRequest request) : m_request(std::move(request)) {}

    void run(const std::string& line)
    {
        std::istringstream in(line);
        std::string command;
        in >> command;
        if (command == "skip" || command == "page" || command == "crashed") {
            std::uint32_t page = 0;
            in >> page;
            const auto& pages = command == "crashed" ? m_request.crashedPages : m_request.skipPages;
            const bool isAmong = std::find(pages.begin(), pages.end(), page) != pages.end();
            std::string rest;
            std::getline(in >> std::ws, rest);
            if (isAmong != (command == "page"))
                run(rest);
            return;
        }
        act(command, in);
    }

private:
    void send(ImportMessage message) { put(1, encodeMessage(message, m_sequence++)); }

    void act(const std::string& command, std::istringstream& in)
    {
        ImportMessage message;
        if (command == "ready") {
            send({ImportMessageType::Ready});
        } else if (command == "progress") {
            message.type = ImportMessageType::Progress;
            in >> message.current >> message.total;
            send(message);
        } else if (command == "result") {
            CanonicalText text;
            std::getline(in >> std::ws, text.text);
            text.units = {{"", {0, text.text.size()}}};
            const auto bytes = encodeCanonicalText(text);
            put(4, bytes);
            m_resultBytes = bytes.size();
        } else if (command == "done") {
            message.type = ImportMessageType::Done;
            if (!(in >> message.resultBytes))
                message.resultBytes = m_resultBytes;
            send(message);
        } else if (command == "fail") {
            int code = 0;
            in >> code;
            message.type = ImportMessageType::Failed;
            std::getline(in >> std::ws, message.error.message);
            message.error.code = ErrorCode(code);
            send(message);
        } else {
            end(command, in);
        }
    }

    void end(const std::string& command, std::istringstream& in)
    {
        int code = 0;
        if (command == "raw") {
            std::string text;
            std::getline(in >> std::ws, text);
            put(1, std::as_bytes(std::span(text)));
        } else if (command == "hang") {
            while (true)
                ::pause();
        } else if (command == "fork") { // a child that outlives it and keeps the messages open
            if (::fork() == 0) {
                ::alarm(kSurvivorSeconds);
                act("hang", in);
            }
        } else if (command == "keep") {
            ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, 4, 0);
            if (::fork() == 0) {
                ::alarm(kSurvivorSeconds);
                ::close(1);
                act("hang", in);
            }
        } else if (command == "exit") {
            in >> code;
            std::_Exit(code);
        } else if (command == "abort") {
            std::abort();
        }
    }

    ImportRequest m_request;
    std::uint64_t m_sequence = 0;
    std::uint64_t m_resultBytes = 0;
};

} // namespace

int main()
{
    const std::string frame = readAll(0);
    const auto request = decodeRequest(std::as_bytes(std::span(frame)));
    if (!request)
        return 8;
    Script script(*request);
    std::istringstream document(readAll(3));
    for (std::string line; std::getline(document, line);)
        script.run(line);
    return 0;
}
