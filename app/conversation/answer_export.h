// An answer with its citations in the forms that leave Cairn: Markdown, HTML without scripts, one line of JSON. No state, any thread.
#pragma once

#include "app/conversation/answer_context.h"
#include "core/types/answer.h"

#include <string>
#include <vector>

namespace cairn
{

using DocumentNames = std::vector<std::string>;   // of the session's documents, by index

enum class ExportFormat { Markdown, Html, Json };

// What stands before the first and behind the last answer; empty for JSON (one line an answer).
std::string exportHead(ExportFormat format, const std::string& title);
std::string exportTail(ExportFormat format);
std::string exportAnswer(ExportFormat format, AnswerId id, const Answer& answer, const AnswerContext& context, const DocumentNames& names);

std::string answerJson(AnswerId id, const Answer& answer, const AnswerContext& context, const DocumentNames& names);

// Line breaks and tabs as spaces.
std::string oneLine(std::string text);

}  // namespace cairn
