// Words of the text as they are quoted. Pure, UI thread (translations).
#pragma once

#include <QString>

namespace cairn
{

QString quoted(const QString& words);   // in the marks of the interface's language: “words”, „Wörter“; empty stays empty

// Between paragraphs that are shown on one line: "2. First steps · Cairn is built from its source folder."
inline constexpr QChar kParagraphMark(0xB7);
inline const QString kParagraphEnd = QStringLiteral(" \u00B7 ");

}  // namespace cairn
