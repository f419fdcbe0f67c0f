#include "app/window/session/import_remarks.h"

#include "core/documents/client/encodings.h"
#include "ui/sentences/sentence_pattern.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

namespace cairn
{
namespace
{

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(ImportRemarks)
};

constexpr const char* kScripts[] = {QT_TRANSLATE_NOOP("Encodings", "Western European"),
                                    QT_TRANSLATE_NOOP("Encodings", "Central European"),
                                    QT_TRANSLATE_NOOP("Encodings", "Baltic"),
                                    QT_TRANSLATE_NOOP("Encodings", "Cyrillic"),
                                    QT_TRANSLATE_NOOP("Encodings", "Greek"),
                                    QT_TRANSLATE_NOOP("Encodings", "Turkish"),
                                    QT_TRANSLATE_NOOP("Encodings", "Hebrew"),
                                    QT_TRANSLATE_NOOP("Encodings", "Arabic"),
                                    QT_TRANSLATE_NOOP("Encodings", "Thai"),
                                    QT_TRANSLATE_NOOP("Encodings", "Vietnamese"),
                                    QT_TRANSLATE_NOOP("Encodings", "Chinese"),
                                    QT_TRANSLATE_NOOP("Encodings", "Japanese"),
                                    QT_TRANSLATE_NOOP("Encodings", "Korean"),
                                    QT_TRANSLATE_NOOP("Encodings", "DOS")};

struct Form
{
    const char* sentence;  // as core/documents writes it
    const char* words;     // %1: what the pattern catches
    bool pages = false;    // it catches labels of pages
};

constexpr Form kForms[] = {
    {"Page %1 made the import worker crash and was left out.",
     QT_TRANSLATE_NOOP("ImportRemarks", "Made the import worker crash and was left out: p. %1."), true},
    {"Pages %1 made the import worker crash and were left out.",
     QT_TRANSLATE_NOOP("ImportRemarks", "Made the import worker crash and was left out: p. %1."), true},
    {"Page %1 took too long to read and was left out.",
     QT_TRANSLATE_NOOP("ImportRemarks", "Took too long to read and was left out: p. %1."), true},
    {"Pages %1 took too long to read and were left out.",
     QT_TRANSLATE_NOOP("ImportRemarks", "Took too long to read and was left out: p. %1."), true},
    {"Page %1 holds no text.", QT_TRANSLATE_NOOP("ImportRemarks", "No text on p. %1."), true},
    {"Pages %1 hold no text.", QT_TRANSLATE_NOOP("ImportRemarks", "No text on p. %1."), true},
    {"Page %1 holds a picture, which Cairn can't read.",
     QT_TRANSLATE_NOOP("ImportRemarks", "Only a picture, which Cairn can't read: p. %1."), true},
    {"Pages %1 hold pictures, which Cairn can't read.",
     QT_TRANSLATE_NOOP("ImportRemarks", "Only a picture, which Cairn can't read: p. %1."), true},
    {"Page %1 can't be read reliably: the fonts don't say which letters they draw.",
     QT_TRANSLATE_NOOP("ImportRemarks", "Letters may be wrong, the fonts don't say which ones they draw: p. %1."), true},
    {"Pages %1 can't be read reliably: the fonts don't say which letters they draw.",
     QT_TRANSLATE_NOOP("ImportRemarks", "Letters may be wrong, the fonts don't say which ones they draw: p. %1."), true},
    {"Page %1 lacks letters inside words: a font doesn't say which ones it draws.",
     QT_TRANSLATE_NOOP("ImportRemarks", "Letters are missing inside words, a font doesn't say which ones: p. %1."), true},
    {"Pages %1 lack letters inside words: a font doesn't say which ones it draws.",
     QT_TRANSLATE_NOOP("ImportRemarks", "Letters are missing inside words, a font doesn't say which ones: p. %1."), true},
    {"Text typed into fields or onto pages can't be read and was left out.",
     QT_TRANSLATE_NOOP("ImportRemarks", "Text typed into fields or onto pages can't be read and was left out.")},
    {"Text may be incomplete: fonts of this computer could not be used while reading.",
     QT_TRANSLATE_NOOP("ImportRemarks", "Text may be incomplete: fonts of this computer could not be used while reading.")},
    {"The part %1 is a picture or of an unknown type and was left out.",
     QT_TRANSLATE_NOOP("ImportRemarks", "The part %1 is a picture or of an unknown type and was left out.")},
    {"Attached files are not read: %1.", QT_TRANSLATE_NOOP("ImportRemarks", "Attached files are not read: %1.")},
    {"The file is damaged, and what is behind the fault was left out.",
     QT_TRANSLATE_NOOP("ImportRemarks", "The file is damaged, and what is behind the fault was left out.")},
    {"%1 comment in the margin was left out.", QT_TRANSLATE_NOOP("ImportRemarks", "Comments in the margin that were left out: %1.")},
    {"%1 comments in the margin were left out.", QT_TRANSLATE_NOOP("ImportRemarks", "Comments in the margin that were left out: %1.")},
    {"The part %1 is damaged and was left out.", QT_TRANSLATE_NOOP("ImportRemarks", "The part %1 is damaged and was left out.")},
    {"The part %1 is missing from the book.", QT_TRANSLATE_NOOP("ImportRemarks", "The part %1 is missing from the book.")},
    {"The part %1 is damaged, so headings or numbers may be missing.",
     QT_TRANSLATE_NOOP("ImportRemarks", "The part %1 is damaged, so headings or numbers may be missing.")},
    {"A document type inside the text was left out.",
     QT_TRANSLATE_NOOP("ImportRemarks", "A document type inside the text was left out.")},
    {"%1 byte that is not valid text became a replacement character.",
     QT_TRANSLATE_NOOP("ImportRemarks", "Bytes that are not valid text became replacement characters: %1.")},
    {"%1 bytes that are not valid text became a replacement character.",
     QT_TRANSLATE_NOOP("ImportRemarks", "Bytes that are not valid text became replacement characters: %1.")},
};

// "2, iv and 12 and 5 more" in the language.
QString pageWords(const QString& list)
{
    static const SentencePattern kMore("%1 and %2 more"), kLast("%1 and %2");
    if (const auto places = kMore.match(list))
        return Words::tr("%1 and %2 more").arg(places->front(), places->back());
    const auto places = kLast.match(list);
    return places ? Words::tr("%1 and %2").arg(places->front(), places->back()) : list;
}

// "2, iv and 12 and 5 more": those that the document has.
QStringList pagesIn(const QString& list, const CanonicalText& document)
{
    static const QRegularExpression kBetween(QStringLiteral(", | and "));
    QStringList pages;
    for (const QString& label : list.split(kBetween)) {
        const bool known = std::any_of(document.units.begin(), document.units.end(),
                                       [name = label.toStdString()](const SourceUnit& unit) { return unit.label == name; });
        if (known)
            pages.append(label);
    }
    return pages;
}

ImportRemark remarkOf(const std::string& sentence, const CanonicalText& document)
{
    if (const auto note = encodingNoteIn({sentence}))
        return {note->chosen ? Words::tr("The text was read as %1, as it was chosen.").arg(encodingName(*note->encoding))
                             : Words::tr("The text is not UTF-8 and was read as %1; if letters look wrong, choose another encoding.")
                                   .arg(encodingName(*note->encoding)),
                {}};
    static const std::vector<SentencePattern> kPatterns = [] {
        std::vector<SentencePattern> patterns;
        for (const Form& form : kForms)
            patterns.emplace_back(form.sentence);
        return patterns;
    }();
    const QString text = QString::fromStdString(sentence);
    for (std::size_t i = 0; i < kPatterns.size(); ++i) {
        const Form& form = kForms[i];
        const auto places = kPatterns[i].match(text);
        if (!places)
            continue;
        const QString words = QCoreApplication::translate("ImportRemarks", form.words);
        if (places->isEmpty())
            return {words, {}};
        return form.pages ? ImportRemark{words.arg(pageWords(places->front())), pagesIn(places->front(), document)}
                          : ImportRemark{words.arg(places->front()), {}};
    }
    return {text, {}};
}

}  // namespace

QString encodingName(const Encoding& encoding)
{
    const QString name = QLatin1String(encoding.name);
    if (!*encoding.script)
        return name;
    for (const char* script : kScripts) {
        if (std::string_view(script) == encoding.script)
            return QStringLiteral("%1 (%2)").arg(QCoreApplication::translate("Encodings", script), name);
    }
    return QString::fromStdString(displayName(encoding));
}

std::vector<std::string> importRemarkSentences()
{
    std::vector<std::string> sentences;
    for (const Form& form : kForms)
        sentences.emplace_back(form.sentence);
    return sentences;
}

std::vector<ImportRemark> importRemarks(const CanonicalText& document)
{
    std::vector<ImportRemark> remarks;
    for (const std::string& sentence : document.warnings)
        remarks.push_back(remarkOf(sentence, document));
    return remarks;
}

}  // namespace cairn
