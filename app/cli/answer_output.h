// An answer as text for people and as JSON for programs.
#pragma once

#include "app/session/open_session.h"
#include "core/formats/json.h"
#include "core/types/answer.h"

#include <string>

namespace cairn
{

// What an answer was made with; kept beside it as JSON, so that it can be shown without the model.
struct AnswerContext
{
    std::uint64_t memoryTokens = 0;
    std::uint32_t memoryBlocks = 0, blockTokens = 0;
    std::string modelName, modelKind, adapter, attention, device;
    double openMs = 0;                       // loading model and memory
};

AnswerContext answerContext(const OpenSession& session, double openMs);
std::string toJson(const AnswerContext& context);
AnswerContext answerContextFromJson(const std::string& json);   // fields that are missing stay empty

// Names of the session's documents, by index.
using DocumentNames = std::vector<std::string>;
DocumentNames documentNames(const OpenSession& session);

std::string answerJson(AnswerId id, const Answer& answer, const AnswerContext& context, const DocumentNames& names);

// Line breaks and tabs as spaces.
std::string oneLine(std::string text);

// Citations, quotations and coverage below the answer's words.
std::string answerFooter(const Answer& answer, const DocumentNames& names);

}  // namespace cairn
