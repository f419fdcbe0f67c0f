// Names of files that may be documents, as patterns: what the dialog of files offers and what is taken of a folder. Any thread.
#pragma once

#include <QStringList>

namespace cairn
{

inline QStringList documentNames()
{
    return {QStringLiteral("*.pdf"),  QStringLiteral("*.epub"), QStringLiteral("*.docx"),  QStringLiteral("*.odt"), QStringLiteral("*.ott"),
            QStringLiteral("*.fodt"), QStringLiteral("*.html"), QStringLiteral("*.htm"),   QStringLiteral("*.xhtml"),
            QStringLiteral("*.fb2"),  QStringLiteral("*.fb2.zip"), QStringLiteral("*.eml"), QStringLiteral("*.mht"),
            QStringLiteral("*.mhtml"), QStringLiteral("*.rtf"),
            QStringLiteral("*.md"),   QStringLiteral("*.markdown"), QStringLiteral("*.rst"), QStringLiteral("*.txt"),
            QStringLiteral("*.csv"),  QStringLiteral("*.tsv"), QStringLiteral("*.ipynb")};
}

}  // namespace cairn
