#include "core/documents/pdf/pdf_accents.h"

#include "core/documents/pdf/pdf_letter_boxes.h"
#include "core/documents/pdf/pdf_source.h"

#include <QPdfDocument>
#include <QSet>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace cairn
{
namespace
{

constexpr double kFarthest = 0.6;            // of a letter's height, between it and its accent
constexpr std::size_t kMostAccents = 3000;   // of a page
constexpr QChar kNothing(0x00AD);            // is left out of text

// Accents that make no letter with the one behind them.
std::vector<qsizetype> loneAccents(QStringView text)
{
    std::vector<qsizetype> places;
    for (qsizetype at = 0; at < text.size(); ++at) {
        const bool isFollowed = at + 1 < text.size() && !accentedLetter(text[at], text[at + 1]).isNull();
        if (combiningAccent(text[at]) != 0 && !isFollowed)
            places.push_back(at);
    }
    return places;
}

// How far the accent's middle is from that of a letter below, over or at which it stands; nothing: it stands elsewhere.
std::optional<double> distance(const QRectF& accent, const QRectF& letter)
{
    const double middle = accent.center().x(), slack = kFarthest * letter.height();
    const bool isWithin = middle >= letter.left() && middle <= letter.right();
    const bool isNear = accent.bottom() > letter.top() - slack && accent.top() < letter.bottom() + slack;
    return isWithin && isNear ? std::optional(std::abs(middle - letter.center().x()) + std::abs(accent.center().y() - letter.center().y()))
                              : std::nullopt;
}

// The place of the letter that an accent is drawn over; -1: none.
qsizetype letterUnder(const QRectF& accent, QChar sign, QStringView text, const QHash<qsizetype, QRectF>& letters)
{
    qsizetype found = -1;
    double least = 0;
    for (auto letter = letters.begin(); letter != letters.end(); ++letter) {
        const auto far = distance(accent, letter.value());
        if (!far || accentedLetter(sign, text[letter.key()]).isNull() || (found >= 0 && *far >= least))
            continue;
        found = letter.key();
        least = *far;
    }
    return found;
}

} // namespace

char16_t combiningAccent(QChar c)
{
    switch (c.unicode()) {
    case 0x00B4:
        return 0x0301;
    case 0x00A8:
        return 0x0308;
    case 0x02C6:
        return 0x0302;
    case 0x02C7:
        return 0x030C;
    case 0x02D8:
        return 0x0306;
    case 0x02D9:
        return 0x0307;
    case 0x02DA:
        return 0x030A;
    case 0x02DC:
        return 0x0303;
    case 0x02DD:
        return 0x030B;
    case 0x00B8:
        return 0x0327;
    default:
        return 0;
    }
}

QChar accentedLetter(QChar accent, QChar letter)
{
    const char16_t combining = combiningAccent(accent);
    if (combining == 0 || !letter.isLetter())
        return {};
    const QChar base = letter.unicode() == 0x131 ? QChar(u'i') : letter; // dotless i under an accent
    const QString composed = (QString(base) + QChar(combining)).normalized(QString::NormalizationForm_C);
    return composed.size() == 1 ? composed[0] : QChar();
}

void placeAccents(QPdfDocument& document, int index, PdfPage& page)
{
    const QString text = page.text;
    const std::vector<qsizetype> accents = loneAccents(text);
    if (accents.empty() || accents.size() > kMostAccents)
        return;
    QPdfSearchModel search;
    search.setDocument(&document);
    QHash<qsizetype, QRectF> signs, letters; // boxes
    const QSet<QChar> all(text.begin(), text.end());
    QSet<QChar> kinds, looked;
    for (const qsizetype at : accents)
        kinds.insert(text[at]);
    for (const QChar kind : kinds) {
        signs.insert(letterBoxes(search, index, text, kind));
        for (const QChar letter : all) {
            if (accentedLetter(kind, letter).isNull() || looked.contains(letter.toLower()))
                continue;
            looked.insert(letter.toLower());
            letters.insert(letterBoxes(search, index, text, letter));
        }
    }
    for (const qsizetype at : accents) {
        const qsizetype letter = signs.contains(at) ? letterUnder(signs.value(at), text[at], text, letters) : -1;
        if (letter < 0 || page.text[letter] != text[letter])
            continue;
        const bool isWithin = at > 0 && at + 1 < text.size() && text[at - 1].isLetter() && text[at + 1].isLetter();
        page.text[letter] = accentedLetter(text[at], text[letter]);
        page.text[at] = isWithin ? kNothing : QChar(u' ');
        page.moved.emplace_back(letter, letter + 1);
        page.moved.emplace_back(at, at + 1);
    }
    std::sort(page.moved.begin(), page.moved.end());
}

} // namespace cairn
