// Answers that a session keeps, for the commands that show them without the model.
#pragma once

#include "app/cli/answer_output.h"
#include "app/cli/console.h"
#include "app/common/arguments.h"
#include "app/session/open_session.h"

#include <optional>
#include <string>

namespace cairn
{

struct StoredAnswer
{
    AnswerRecord record;
    Answer answer;
    AnswerContext context;
};

// The answer of that number, or the last one. NotFound: none; InvalidArgument: not a number.
StageResult<StoredAnswer> loadStoredAnswer(const OpenSession& session, const std::optional<std::string>& number);

// Its blocks are those of the memory that is there. Input: documents were removed or taken back since; what was opened can be shown, not
// computed again.
StageResult<void> isOfTodaysMemory(const StoredAnswer& stored);

// Why nothing shows what it opened, and what can be done. REQUIRES: its trace is empty.
StageError noTrace(const StoredAnswer& stored);

// The session of the first operand, for looking only, and its answer of the second.
struct OpenedAnswer
{
    std::unique_ptr<OpenSession> session;
    StoredAnswer stored;
};
StageResult<OpenedAnswer> openStoredAnswer(const Arguments& arguments, Console& console);

// The question of an answer and how it was asked. NotFound: it is gone; Corruption.
struct AskedQuestion
{
    std::string text;
    AskOptions options;
};
StageResult<AskedQuestion> loadAskedQuestion(const OpenSession& session, const StoredAnswer& stored);

// Operand `index` of the command, if there.
std::optional<std::string> operand(const Arguments& arguments, std::size_t index);

}  // namespace cairn
