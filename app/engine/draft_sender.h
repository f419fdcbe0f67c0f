// Sends an answer while it is written, with its trace, at most 20 times a second (experience.md 8). Work thread only.
#pragma once

#include "app/engine/message_output.h"
#include "core/answering/answer_writer.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace cairn
{

class DraftSender
{
public:
    DraftSender(MessageOutput& output, RequestId request) : m_output(output), m_request(request) {}

    // `soFar`: the answer of this attempt up to its newest token. What is left at an attempt's end is not sent: the answer follows.
    void take(std::uint32_t attempt, const Written& soFar);

private:
    using Clock = std::chrono::steady_clock;

    MessageOutput& m_output;
    RequestId m_request;
    std::uint32_t m_attempt = 0, m_sent = 0;      // tokens of the attempt that are sent
    std::optional<Clock::time_point> m_last;
};

}  // namespace cairn
