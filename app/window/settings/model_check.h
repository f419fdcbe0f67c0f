// Whether a model that is chosen can run: its head alone is looked at, no weights. Any thread.
#pragma once

#include "core/result.h"

#include <QString>

namespace cairn
{

// `path`: a .gguf file, or a folder with a config.json. Success promises nothing about the weights, which the engine looks at.
Result<void> checkModel(const QString& path);

}  // namespace cairn
