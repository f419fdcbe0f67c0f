// Sentences of the layers below and of the other processes, which write English, in the interface's language: errors with cause and next
// step, why a device is used, what was lost. One that is not in the catalogue stays as it is, and so does one in this language already.
// Sentences on lines of their own are each one.
// Found in microseconds, by its beginning: for presenters, not for painting. UI thread.
#pragma once

#include "core/result.h"

#include <QString>

namespace cairn
{

QString sentenceWords(const QString& english);
QString sentenceWords(const std::string& english);
QString errorWords(const Error& error);             // of its message

}  // namespace cairn
