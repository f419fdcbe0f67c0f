// What window and engine send each other.
#include "app/protocol/commands.h"
#include "app/protocol/events.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/protocol/messages.h"

namespace cairn::fuzz
{

namespace
{

const CanonicalText& document()
{
    static const CanonicalText text = testing::boundsDocument();
    return text;
}

// Takes the stream apart as the receiver does; what decodes is checked against a session, like an answer in the window.
template <Direction Way>
void stream(Input input)
{
    MessageReader reader(Way);
    for (;;) {
        const auto message = reader.take(input);
        if (!message || !message->has_value())
            return;
        if constexpr (Way == Direction::ToEngine) {
            (void)decodeCommand(**message).has_value();
            (void)decodeSearch(**message).has_value();
            (void)decodeRestoreText(**message).has_value();
        } else if ((*message)->type == MessageType::RestoredText) {
            (void)decodeRestoredText(**message).has_value();
        } else if (isSearchEvent((*message)->type)) {
            (void)decodeSearchEvent(**message).has_value();
        } else if (const auto event = decodeEvent(**message)) {
            if (const auto* answered = std::get_if<AnsweredEvent>(&*event))
                (void)checkAnswer(answered->answer, {1, 2, 4, 10, {&document()}}).has_value();
            if (const auto* opened = std::get_if<OpenedEvent>(&*event))
                (void)opened->facts.map->isConsistent({document().text.size()});
        }
    }
}

std::vector<Message> both(std::vector<Message> first, const std::vector<Message>& second)
{
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

std::vector<std::string> seedsOf(const std::vector<Message>& messages)
{
    std::vector<std::string> seeds;
    for (const Message& message : messages) {
        const Bytes bytes = testing::streamOf({message});
        if (bytes.size() < 1 << 16)
            seeds.emplace_back(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }
    return seeds;
}

}  // namespace

std::vector<Target> messageTargets()
{
    return {
        {"to_engine", stream<Direction::ToEngine>, [] { return seedsOf(both(testing::allCommands(), both(testing::searchCommands(), testing::restoreCommands()))); }, 1 << 20, 4000},
        {"from_engine", stream<Direction::FromEngine>, [] { return seedsOf(both(testing::allEvents(), both(testing::searchEvents(), testing::restoreEvents()))); }, 1 << 20, 6000},
    };
}

}  // namespace cairn::fuzz
