// What a question in another language than the texts' suffers from a model that was not taught both. Window thread.
#pragma once

#include "app/window/session/session_contents.h"

#include <QString>
#include <QStringList>

#include <string>
#include <vector>

namespace cairn
{

// One sentence with the next step; empty: nothing to say. `taught`: EngineFacts::languages.
QString languageRemark(const std::string& question, const std::vector<DocumentPtr>& documents, const QStringList& taught);

}  // namespace cairn
