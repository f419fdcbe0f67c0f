// Words of the text as they are quoted. Pure, UI thread (translations).
#pragma once

#include "core/types/ids.h"

#include <QString>

#include <string>

namespace cairn
{

// In the marks of the interface's language: “words”, „Wörter“; marks inside become single; empty stays empty.
QString quoted(const QString& words);

// What is meant by a selection: without spaces and ends of paragraphs around its words. Of nothing else: as it is.
ByteRange withoutSpaces(const std::string& text, ByteRange range);

// Between paragraphs that are shown on one line: "2. First steps · Cairn is built from its source folder."
inline constexpr QChar kParagraphMark(0xB7);
inline const QString kParagraphEnd = QStringLiteral(" \u00B7 ");

}  // namespace cairn
