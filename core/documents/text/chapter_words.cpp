#include "core/documents/text/chapter_words.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace cairn
{
namespace
{

constexpr qsizetype kLongestHeading = 100;  // characters
constexpr qsizetype kLongestTitled = 160;   // of one whose number a sign parts from its title
constexpr std::size_t kLongestBytes = 800;

enum class Numbering
{
    Needed,   // "Part of me" is no heading
    Optional, // also alone: "Appendix", "Appendix A"
    None      // alone
};

struct ChapterWord
{
    QStringView word; // lower case
    unsigned level;
    Numbering numbering = Numbering::Needed;
};

constexpr auto kOptional = Numbering::Optional, kAlone = Numbering::None;

constexpr std::array kWords = std::to_array<ChapterWord>({
    {u"volume", 1}, {u"book", 1}, {u"part", 1}, {u"chapter", 2}, {u"letter", 2}, {u"act", 2}, {u"canto", 2}, {u"stave", 2}, {u"scene", 3},
    {u"section", 3}, {u"prologue", 2, kOptional}, {u"epilogue", 2, kOptional}, {u"preface", 2, kOptional},
    {u"introduction", 2, kOptional}, {u"appendix", 2, kOptional}, {u"contents", 2, kOptional}, {u"article", 4},
    // German, Dutch
    {u"band", 1}, {u"buch", 1}, {u"teil", 1}, {u"kapitel", 2}, {u"akt", 2}, {u"aufzug", 2}, {u"gesang", 2}, {u"abschnitt", 3},
    {u"szene", 3}, {u"auftritt", 3}, {u"artikel", 4}, {u"anhang", 2, kOptional}, {u"anlage", 2}, {u"vorwort", 2, kAlone},
    {u"einleitung", 2, kAlone}, {u"einführung", 2, kAlone}, {u"nachwort", 2, kAlone}, {u"prolog", 2, kAlone}, {u"epilog", 2, kAlone},
    {u"inhalt", 2, kAlone}, {u"inhaltsverzeichnis", 2, kAlone}, {u"zusammenfassung", 2, kAlone}, {u"hoofdstuk", 2}, {u"deel", 1},
    {u"bijlage", 2, kOptional}, {u"voorwoord", 2, kAlone}, {u"inleiding", 2, kAlone},
    // French
    {u"tome", 1}, {u"livre", 1}, {u"partie", 1}, {u"chapitre", 2}, {u"acte", 2}, {u"scène", 3}, {u"annexe", 2, kOptional},
    {u"préface", 2, kAlone}, {u"avant-propos", 2, kAlone}, {u"épilogue", 2, kAlone},
    // Spanish, Portuguese, Italian
    {u"tomo", 1}, {u"libro", 1}, {u"livro", 1}, {u"parte", 1}, {u"capítulo", 2}, {u"capitolo", 2}, {u"acto", 2}, {u"atto", 2},
    {u"escena", 3}, {u"scena", 3}, {u"sección", 3}, {u"sezione", 3}, {u"artículo", 4}, {u"artigo", 4}, {u"articolo", 4},
    {u"apéndice", 2, kOptional}, {u"appendice", 2, kOptional}, {u"anexo", 2, kOptional}, {u"allegato", 2}, {u"prefacio", 2, kAlone},
    {u"prefazione", 2, kAlone}, {u"prólogo", 2, kAlone}, {u"prologo", 2, kAlone}, {u"epílogo", 2, kAlone}, {u"epilogo", 2, kAlone},
    {u"introducción", 2, kAlone}, {u"introduzione", 2, kAlone}, {u"índice", 2, kAlone}, {u"indice", 2, kAlone},
    // Russian
    {u"том", 1}, {u"книга", 1}, {u"часть", 1}, {u"глава", 2}, {u"действие", 2}, {u"раздел", 3}, {u"явление", 3}, {u"статья", 4},
    {u"приложение", 2, kOptional}, {u"предисловие", 2, kAlone}, {u"введение", 2, kAlone}, {u"пролог", 2, kAlone},
    {u"эпилог", 2, kAlone}, {u"содержание", 2, kAlone}, {u"оглавление", 2, kAlone},
    // Japanese
    {u"目次", 2, kAlone}, {u"序文", 2, kAlone}, {u"まえがき", 2, kAlone}, {u"はじめに", 2, kAlone},
});
constexpr std::size_t kEnglishWords = 16; // of which a title may follow the number as it likes

constexpr std::array kContents = std::to_array<QStringView>({u"tableofcontents", u"tabledesmatières", u"tabladecontenidos"});
constexpr std::array kNumberWords = std::to_array<QStringView>(
    {u"one", u"two", u"three", u"four", u"five", u"six", u"seven", u"eight", u"nine", u"ten", u"the", u"first", u"last"});
// In front of the word as behind it: "Zweiter Teil", "Chapitre premier".
constexpr std::array kOrdinals = std::to_array<QStringView>(
    {u"premier", u"première", u"deuxième", u"second", u"seconde", u"troisième", u"quatrième", u"cinquième", u"sixième", u"septième",
     u"huitième", u"neuvième", u"dixième", u"dernier", u"dernière", u"primero", u"primera", u"segundo", u"segunda", u"tercero", u"tercera",
     u"cuarto", u"cuarta", u"quinto", u"quinta", u"sexto", u"sexta", u"séptimo", u"séptima", u"octavo", u"octava", u"primo", u"prima",
     u"secondo", u"seconda", u"terzo", u"terza", u"quarto", u"quarta", u"первый", u"первая", u"второй", u"вторая", u"третий", u"третья",
     u"четвёртая", u"четвертая", u"пятая", u"шестая", u"седьмая", u"восьмая", u"девятая", u"десятая", u"последняя"});
constexpr std::array kGermanOrdinals =
    std::to_array<QStringView>({u"erst", u"zweit", u"dritt", u"viert", u"fünft", u"sechst", u"siebt", u"siebent", u"acht", u"neunt",
                                u"zehnt", u"elft", u"zwölft", u"zwanzigst", u"dreißigst", u"vierzigst", u"letzt"});

template <typename Words>
bool isAmong(const Words& words, QStringView word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

// "erster", "einundzwanzigstes"
bool isOrdinal(QStringView word)
{
    if (isAmong(kOrdinals, word))
        return true;
    if (word.endsWith(u"er") || word.endsWith(u"es"))
        word.chop(2);
    else if (word.endsWith(u'e'))
        word.chop(1);
    else
        return false;
    return std::any_of(kGermanOrdinals.begin(), kGermanOrdinals.end(), [&](QStringView stem) {
        return word == stem || (word.endsWith(stem) && stem.size() > 3 && (word.endsWith(u"zehnt") || word.endsWith(u"igst")));
    });
}

// "XII.", "3:", "two"
bool isNumber(QStringView word)
{
    while (!word.isEmpty() && QStringView(u".:)").contains(word.back()))
        word.chop(1);
    if (word.isEmpty())
        return false;
    const auto all = [&](QStringView signs) { return std::all_of(word.begin(), word.end(), [=](QChar c) { return signs.contains(c); }); };
    return all(u"0123456789") || all(u"ivxlcdm") || isAmong(kNumberWords, word) || isOrdinal(word);
}

bool isLetter(QStringView word)
{
    return !word.isEmpty() && word.front() >= u'a' && word.front() <= u'z' &&
           (word.size() == 1 || (word.size() == 2 && QStringView(u".:)").contains(word[1])));
}

QString numberOf(QStringView word)
{
    while (!word.isEmpty() && QStringView(u".:)").contains(word.back()))
        word.chop(1);
    const bool isDigits = std::all_of(word.begin(), word.end(), [](QChar c) { return c >= u'0' && c <= u'9'; });
    return isDigits || word.size() == 1 ? word.toString().toUpper() : QString();
}

// What stands behind the number is a title: no sentence goes on there.
bool isTitle(QStringView rest, bool parted)
{
    rest = rest.trimmed();
    if (rest.isEmpty())
        return true;
    if (QStringView(u",;").contains(rest.back()) || (rest.back() == u'.' && !parted) || rest.startsWith(u"Abs"))
        return false;
    return parted || QStringView(u".:\u2013\u2014-(").contains(rest.front()) || (rest.front().isLetter() && !rest.front().isLower());
}

// "§ 3 Miete", "第2章"
unsigned signLevel(const QString& line)
{
    if (line.front() != u'§' && line.front() != u'第')
        return 0;
    static const QRegularExpression section(QStringLiteral("^§\\s?\\d{1,4}[a-z]?(?:\\.?\\s|\\.?$)"));
    static const QRegularExpression japanese(QStringLiteral("^第\\s?[\\d０-９一二三四五六七八九十百]{1,5}\\s?([部編篇巻章回節条])[^。]{0,60}$"));
    if (const auto found = section.match(line); found.hasMatch())
        return isTitle(QStringView(line).mid(found.capturedEnd()), false) ? 4 : 0;
    if (const auto found = japanese.match(line); found.hasMatch()) {
        const QChar part = found.captured(1).front();
        return part == u'章' || part == u'回' ? 2 : part == u'節' ? 3 : part == u'条' ? 4 : 1;
    }
    return 0;
}

QStringView firstWord(QStringView text, QStringView ends)
{
    const auto end = std::find_if(text.begin(), text.end(), [=](QChar c) { return ends.contains(c); });
    return text.left(end - text.begin());
}

// "Erstes Kapitel: Die Ankunft", "2. Akt"
ChapterMark ordinalMark(QStringView lower, QStringView line)
{
    const QStringView first = firstWord(lower, u" \n");
    const bool isDigits = first.size() > 1 && first.back() == u'.' && !numberOf(first).isEmpty() && first.front().isDigit();
    if (!isDigits && !isOrdinal(first))
        return {};
    const QStringView behind = lower.mid(first.size()).trimmed();
    const QStringView word = firstWord(behind, u" .:,\n");
    const auto found = std::find_if(kWords.begin(), kWords.end(), [=](const ChapterWord& w) { return w.word == word; });
    if (found == kWords.end() || found->numbering != Numbering::Needed)
        return {}; // "1. Introduction" is numbered as all sections are
    const QStringView rest = line.mid(behind.begin() + word.size() - lower.begin());
    const QStringView title = rest.trimmed();
    const bool isWhole = title.isEmpty() || rest.startsWith(u'\n') || QStringView(u".:\u2013\u2014").contains(title.front());
    return isWhole ? ChapterMark{found->level, isDigits ? numberOf(first) : QString()} : ChapterMark{};
}

} // namespace

ChapterMark chapterMark(std::string_view paragraph)
{
    if (paragraph.empty() || paragraph.size() > kLongestBytes)
        return {};
    QString line = QString::fromUtf8(paragraph.data(), qsizetype(paragraph.size()));
    line.replace(QLatin1String("\r\n"), QLatin1String("\n")).replace(u'\r', u'\n').replace(QChar::Nbsp, u' ');
    const qsizetype lineEnd = line.indexOf(u'\n');
    const bool stops = lineEnd > 0 && QStringView(u".!?").contains(line[lineEnd - 1]); // what stands below is a sentence
    if (line.size() > (stops ? kLongestHeading : kLongestTitled) || line.count(u'\n') > 1)
        return {};
    if (const unsigned level = signLevel(line); level > 0)
        return {level, line.front() == u'§' ? QString() : numberOf(firstWord(QStringView(line).mid(1).trimmed(), u"部編篇巻章回節条 "))};
    const QString lower = line.toLower();
    if (lower.size() != line.size())
        return {};
    if (isAmong(kContents, QString(lower).remove(u' ')))
        return {2, {}};
    const QStringView word = firstWord(lower, u" .:\n");
    const auto found = std::find_if(kWords.begin(), kWords.end(), [=](const ChapterWord& w) { return w.word == word; });
    if (found == kWords.end())
        return line.size() <= kLongestHeading ? ordinalMark(lower, line) : ChapterMark{};
    const QStringView rest = QStringView(lower).mid(word.size()).trimmed();
    const bool isAlone = std::all_of(rest.begin(), rest.end(), [](QChar c) { return c == u'.' || c == u':'; });
    if (isAlone && found->numbering != Numbering::Needed)
        return {found->level, {}};
    const QStringView next = firstWord(rest, u" \n");
    const qsizetype at = next.begin() - QStringView(lower).begin();
    const bool isLettered = found->numbering == Numbering::Optional && isLetter(next) && line[at].isUpper();   // "Appendix A"
    const bool isNumbered = isNumber(next) || (isLettered && isTitle(QStringView(line).mid(at + next.size()), next.size() > 1));
    if (found->numbering == Numbering::None || !isNumbered)
        return {};
    const bool endsLine = rest.mid(next.size()).startsWith(u'\n');
    const bool parted = QStringView(u".:)").contains(next.back()) || endsLine;
    const bool isEnglish = std::size_t(found - kWords.begin()) < kEnglishWords;
    const QStringView title = QStringView(line).mid(at + next.size());
    if ((line.size() > kLongestHeading && (!parted || endsLine)) || !(isEnglish || isTitle(title, parted)))
        return {};
    return {found->level, numberOf(next)};
}

} // namespace cairn
