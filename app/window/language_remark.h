// What a question in another language than the texts' suffers from a model that was not taught both. Window thread.
#pragma once

#include "app/window/session_contents.h"
#include "core/wording/language.h"

#include <QCoreApplication>
#include <QString>
#include <QStringList>

#include <string>
#include <vector>

namespace cairn
{

class LanguageRemark
{
    Q_DECLARE_TR_FUNCTIONS(cairn::LanguageRemark)
public:
    // One sentence with the next step; empty: nothing to say. `taught`: EngineFacts::languages.
    QString of(const std::string& question, const std::vector<DocumentPtr>& documents, const QStringList& taught);

private:
    std::vector<DocumentPtr> m_documents;     // whose languages are known: told once
    std::vector<TextLanguage> m_languages;
};

}  // namespace cairn
