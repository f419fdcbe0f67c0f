#include "app/cli/stored_answer.h"

#include "app/cli/common_options.h"
#include "app/common/ask_options_json.h"
#include "app/common/shell_word.h"

#include <algorithm>
#include <charconv>

namespace cairn
{

namespace
{

std::string answersOf(const std::vector<AnswerRecord>& records)
{
    const std::string first = std::to_string(records.front().id.value), last = std::to_string(records.back().id.value);
    return first == last ? "it has only answer " + first + "." : "its answers are " + first + " to " + last + ".";
}

}  // namespace

StageResult<StoredAnswer> loadStoredAnswer(const OpenSession& session, const std::optional<std::string>& number)
{
    const SessionStore& store = session.store();
    const auto records = store.answers();
    if (!records)
        return StageError{Stage::Storage, records.error()};
    if (records->empty())
        return StageError{Stage::Input,
                          {ErrorCode::NotFound,
                           "This session has no answers yet. Ask: cairn-cli ask " + shellWord(store.folder()) + " \"...\""}};
    auto record = std::prev(records->end());
    if (number) {
        std::int64_t id = 0;
        const auto [end, code] = std::from_chars(number->data(), number->data() + number->size(), id);
        record = std::find_if(records->begin(), records->end(), [id](const AnswerRecord& candidate) { return candidate.id.value == id; });
        if (code != std::errc{} || end != number->data() + number->size() || record == records->end())
            return StageError{Stage::Input,
                              {ErrorCode::NotFound, "'" + *number + "' is no answer of this session; " + answersOf(*records)}};
    }
    auto answer = store.loadAnswer(record->id);
    if (!answer)
        return StageError{Stage::Storage, answer.error()};
    return StoredAnswer{*record, std::move(*answer), answerContextFromJson(record->context)};
}

StageError noTrace(const StoredAnswer& stored)
{
    const Answer& answer = stored.answer;
    std::string why = "This answer has no stored trace. Ask again.";
    const bool isCombined = stored.context.memoryBlocks == 0 && answer.tokens.empty() && !answer.text.empty() && answer.found;
    if (isCombined)
        why = "This answer joins those of the chapters (--sweep); what each of them opened is kept with its own answer. Name one by its "
              "number.";
    else if (!answer.found && !answer.stopped && answer.tokens.empty())
        why = "This answer was withheld, because the text does not support it, and what it opened with it. Asked with --show-unsupported, "
              "what the model wrote is kept with what it opened.";
    return {Stage::Input, {ErrorCode::NotFound, why}};
}

StageResult<void> isOfTodaysMemory(const StoredAnswer& stored)
{
    if (!stored.record.earlierMap)
        return {};
    return StageError{Stage::Input, {ErrorCode::InvalidArgument, "Documents were removed or taken back since answer " +
                                                                     std::to_string(stored.record.id.value) +
                                                                     ": the memory that it was given from is no more. Ask again."}};
}

StageResult<OpenedAnswer> openStoredAnswer(const Arguments& arguments, Console& console)
{
    auto session = openNamedSession(arguments.operands()[0], Access::ReadOnly, console);
    if (!session)
        return session.error();
    auto stored = loadStoredAnswer(**session, operand(arguments, 1));
    if (!stored)
        return stored.error();
    return OpenedAnswer{std::move(*session), std::move(*stored)};
}

StageResult<AskedQuestion> loadAskedQuestion(const OpenSession& session, const StoredAnswer& stored)
{
    const auto questions = session.store().questions();
    if (!questions)
        return StageError{Stage::Storage, questions.error()};
    for (const QuestionRecord& question : *questions) {
        if (question.id != stored.record.question)
            continue;
        auto options = askOptionsFromJson(question.options);
        if (!options)
            return StageError{Stage::Storage, options.error()};
        return AskedQuestion{question.text, std::move(*options)};
    }
    return StageError{Stage::Storage, {ErrorCode::NotFound, "The question of this answer is gone."}};
}

std::optional<std::string> operand(const Arguments& arguments, std::size_t index)
{
    return index < arguments.operands().size() ? std::optional(arguments.operands()[index]) : std::nullopt;
}

}  // namespace cairn
