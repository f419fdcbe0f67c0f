#include "ui/place_called.h"

#include "core/types/roman.h"
#include "ui/run.h"
#include "ui/text_direction.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <vector>

namespace cairn
{
namespace
{

// lupdate files the words of free functions under their namespace.
QString tr(const char* text) { return QCoreApplication::translate("cairn", text); }

bool isSame(const QString& a, const QString& b) { return a.compare(b, Qt::CaseInsensitive) == 0; }

QString wordsOf(const Heading& heading) { return QString::fromStdString(heading.text).simplified(); }

// As placeLabel() calls it: "ch. IV", "sec. 5.1", "Epilogue".
QString labelOf(const CanonicalText& document, const Heading& heading)
{
    const QString label = withoutIsolates(placeLabel(document, heading.begin));
    return label.left(label.lastIndexOf(u','));
}

int romanNumber(const QString& numeral)
{
    return static_cast<int>(romanValue(numeral.toUpper().toStdString()));
}

// "Chapter IV", "4. The oath", "IV"; 0: it has none.
int numberOf(const QString& heading)
{
    static const QRegularExpression own(QStringLiteral("^(?:[^\\W\\d]+\\s+)?([IVXLCDM]+|\\d+)(?:[.:)\\s]|$)"),
                                        QRegularExpression::UseUnicodePropertiesOption);
    const QString numeral = own.match(heading).captured(1);
    const int arabic = numeral.toInt();
    return arabic > 0 ? arabic : romanNumber(numeral);
}

const Heading* chapterCalled(const CanonicalText& document, QString words)
{
    if (words.endsWith(QChar(0x2026)))   // as it stands where it had no room
        words.chop(1);
    const auto chapters = chapterHeadings(document);
    for (const Heading* chapter : chapters) {
        if (isSame(labelOf(document, *chapter), words) || isSame(wordsOf(*chapter), words))
            return chapter;
    }
    if (const int number = words.toInt() > 0 ? words.toInt() : romanNumber(words); number > 0) {
        for (const Heading* chapter : chapters) {
            if (numberOf(wordsOf(*chapter)) == number)
                return chapter;
        }
        if (words.toInt() > 0)
            return std::size_t(number) <= chapters.size() ? chapters[std::size_t(number) - 1] : nullptr;
    }
    for (const bool begins : {true, false}) {
        for (const Heading& heading : document.outline) {
            const QString text = wordsOf(heading);
            if (begins ? text.startsWith(words, Qt::CaseInsensitive) : text.contains(words, Qt::CaseInsensitive))
                return &heading;
        }
    }
    return nullptr;
}

// The paragraph counted from 1 behind `begin`, up to the next chapter.
std::optional<std::uint64_t> paragraphBehind(const CanonicalText& document, std::uint64_t begin, int number)
{
    std::uint64_t end = document.text.size();
    for (const Heading* chapter : chapterHeadings(document)) {
        if (chapter->begin > begin) {
            end = chapter->begin;
            break;
        }
    }
    for (const Paragraph& paragraph : document.paragraphs) {
        const bool counts = paragraph.kind != ParagraphKind::Heading && paragraph.text.begin >= begin && paragraph.text.begin < end;
        if (counts && --number == 0)
            return paragraph.text.begin;
    }
    return std::nullopt;
}

std::uint64_t chapterBegin(const CanonicalText& document, std::uint64_t byte)
{
    std::uint64_t begin = 0;
    for (const Heading* chapter : chapterHeadings(document)) {
        if (chapter->begin <= byte)
            begin = chapter->begin;
    }
    return begin;
}

}  // namespace

std::optional<std::uint64_t> placeCalled(const CanonicalText& document, const QString& words, std::uint64_t from)
{
    const QString wanted = withoutIsolates(words).simplified();
    const bool hasPages = document.format == DocumentFormat::Pdf && !document.units.empty();
    if (wanted.isEmpty())
        return std::nullopt;
    const QString paragraph = QRegularExpression::escape(tr("par. %1").section(u'%', 0, 0).trimmed());
    const QRegularExpression numbered(QStringLiteral("^(?:(.*?)\\s*,\\s*(?:%1\\s*)?|%1\\s*)(\\d+)$").arg(paragraph),
                                      QRegularExpression::CaseInsensitiveOption);
    if (const auto match = numbered.match(wanted); match.hasMatch() && !hasPages) {
        const Heading* chapter = match.captured(1).isEmpty() ? nullptr : chapterCalled(document, match.captured(1));
        if (chapter || match.captured(1).isEmpty())
            return paragraphBehind(document, chapter ? chapter->begin : chapterBegin(document, from), match.captured(2).toInt());
    }
    bool isNumber = false;
    const int number = wanted.toInt(&isNumber);
    if (isNumber && (hasPages || chapterHeadings(document).empty()))
        return hasPages ? std::nullopt : paragraphBehind(document, 0, number);
    const Heading* chapter = chapterCalled(document, wanted);
    return chapter ? std::optional(chapter->begin) : std::nullopt;
}

}  // namespace cairn
