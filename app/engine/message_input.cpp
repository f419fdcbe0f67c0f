#include "app/engine/message_input.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace cairn
{
namespace
{

constexpr std::size_t kReadBytes = 256 * 1024;
constexpr int kBrokenInput = 2;

[[noreturn]] void refuse(const char* what)
{
    std::fprintf(stderr, "cairn-engine: %s\n", what);
    ::_exit(kBrokenInput);
}

}  // namespace

std::optional<Message> MessageInput::nextMessage()
{
    while (true) {
        auto message = m_reader.take(m_rest);
        if (!message)
            refuse(message.error().message.c_str());
        if (*message)
            return **std::move(message);
        m_buffer.resize(kReadBytes);
        ssize_t count = ::read(m_descriptor, m_buffer.data(), m_buffer.size());
        while (count < 0 && errno == EINTR)
            count = ::read(m_descriptor, m_buffer.data(), m_buffer.size());
        if (count <= 0)
            return std::nullopt;
        m_rest = std::span(m_buffer).first(static_cast<std::size_t>(count));
    }
}

std::optional<Command> MessageInput::next()
{
    const auto message = nextMessage();
    if (!message)
        return std::nullopt;
    auto command = decodeCommand(*message);
    if (!command)
        refuse(command.error().message.c_str());
    return *std::move(command);
}

template <typename C>
C MessageInput::only(Result<C> command)
{
    if (!command)
        refuse(command.error().message.c_str());
    enqueue(*command);
    return *std::move(command);
}

std::optional<MessageInput::First> MessageInput::waitForFirst()
{
    const auto message = nextMessage();
    if (!message)
        return std::nullopt;
    if (message->type == MessageType::Search)
        return only(decodeSearch(*message));
    if (message->type == MessageType::RestoreText)
        return only(decodeRestoreText(*message));
    const auto command = decodeCommand(*message);
    if (!command)
        refuse(command.error().message.c_str());
    if (!std::holds_alternative<OpenCommand>(*command))
        refuse("the first command must open a session, search many, or restore a text.");
    m_open.command = std::get<OpenCommand>(*command);
    return m_open.command;
}

void MessageInput::run()
{
    while (auto command = next())
        serve(*std::move(command));
}

void MessageInput::take(const DocumentCommand& document)
{
    if (m_complete || document.request != m_open.command.request)
        refuse("a document came that no session waits for.");
    m_open.documents.push_back(document.text);
    m_complete = m_open.documents.size() == m_open.command.documents;
    if (m_complete)
        enqueue(std::move(m_open));
}

template <typename C>
void MessageInput::enqueue(C command)
{
    if (!m_queue.add(std::move(command)))
        refuse("two requests have the same number.");
}

void MessageInput::serve(Command command)
{
    if (const auto* document = std::get_if<DocumentCommand>(&command)) {
        take(*document);
    } else if (const auto* cancel = std::get_if<CancelCommand>(&command)) {
        if (m_queue.cancel(cancel->request))
            m_output.send(CancelledEvent{cancel->request});
    } else if (!m_complete || std::holds_alternative<OpenCommand>(command)) {
        refuse("a command came that has no session, or a second session.");
    } else if (auto* read = std::get_if<ReadCommand>(&command)) {
        enqueue(*read);
    } else if (auto* ask = std::get_if<AskCommand>(&command)) {
        enqueue(std::move(*ask));
    } else if (auto* rescore = std::get_if<RescoreCommand>(&command)) {
        enqueue(std::move(*rescore));
    } else if (auto* find = std::get_if<FindPassagesCommand>(&command)) {
        enqueue(std::move(*find));
    }
}

}  // namespace cairn
