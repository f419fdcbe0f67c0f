// The import worker's way out: messages on descriptor 1, the result in the memfd that is descriptor 4. One thread.
#pragma once

#include "core/documents/client/import_protocol.h"
#include "core/result.h"

namespace cairn
{

class ResultChannel
{
public:
    ResultChannel(int messages, int result) : m_messages(messages), m_result(result) {}

    void ready() { send({ImportMessageType::Ready}); }
    void progress(std::uint32_t current, std::uint32_t total);
    void fail(const Error& error);
    void finish(std::span<const std::byte> result); // writes it all, then says how much; fails instead when it can't

private:
    void send(const ImportMessage& message); // a reader that is gone ends the process

    int m_messages;
    int m_result;
    std::uint64_t m_sequence = 0;
};

} // namespace cairn
