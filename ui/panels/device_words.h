// The engine says in English where it computes and why; here in the window's language. What has other words (names of cards, faults of
// drivers) stays as the engine said it. UI thread.
#pragma once

#include <QString>

namespace cairn
{

QString deviceWords(const QString& device);         // EngineFacts::device, "CPU, 2 threads, AVX-512"
QString deviceReasonWords(const QString& reason);   // EngineFacts::deviceReason
QString modelKindWords(const QString& kind);        // EngineFacts::modelKind

}  // namespace cairn
