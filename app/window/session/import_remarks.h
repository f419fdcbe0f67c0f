// What a reader of files remarked on a document (CanonicalText::warnings) in the interface's language, with the pages it is about. The
// sentences are stored with the document, in English; one that is not known here stays as it is. No state.
#pragma once

#include "core/types/document.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace cairn
{

struct Encoding;

QString encodingName(const Encoding& encoding);   // "Greek (ISO-8859-7)"

struct ImportRemark
{
    QString words;                                // one sentence
    QStringList pages;                            // labels of the document's own pages that it names
};

std::vector<ImportRemark> importRemarks(const CanonicalText& document);

std::vector<std::string> importRemarkSentences();   // those known, %1 where something is filled in: for tests

}  // namespace cairn
