// The engine's message reader: commands from the window into the queue, until the end of input. Trusts no byte: the first message that
// breaks a rule ends the process.
#pragma once

#include "app/engine/message_output.h"
#include "app/engine/request_queue.h"

namespace cairn
{

class MessageInput
{
public:
    MessageInput(int descriptor, MessageOutput& output, RequestQueue& queue) : m_descriptor(descriptor), m_output(output), m_queue(queue) {}

    // Waits for the first command: Open, whose documents follow, or Search or RestoreText, which are in the queue then. Nothing: the input
    // ended before.
    using First = std::variant<OpenCommand, SearchCommand, RestoreTextCommand>;
    std::optional<First> waitForFirst();

    // Serves the rest; returns at the end of input.
    void run();

private:
    std::optional<Message> nextMessage();
    std::optional<Command> next();
    void serve(Command command);
    void take(const DocumentCommand& document);
    template <typename C>
    C only(Result<C> command);               // one that comes instead of a session
    template <typename C>
    void enqueue(C command);

    int m_descriptor;
    MessageOutput& m_output;
    RequestQueue& m_queue;
    MessageReader m_reader{Direction::ToEngine};
    Bytes m_buffer;
    std::span<const std::byte> m_rest;        // of m_buffer
    OpenRequest m_open;
    bool m_complete = false;                  // all documents have come
};

}  // namespace cairn
