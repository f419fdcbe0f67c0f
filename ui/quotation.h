// Words in the quotation marks of the interface's language. Pure, UI thread (translations).
#pragma once

#include <QString>

namespace cairn
{

QString quoted(const QString& words);   // “words”, „Wörter“; empty stays empty

}  // namespace cairn
