#include "core/documents/pdf/pdf_text_writer.h"

#include "core/documents/pdf/pdf_accents.h"
#include "core/documents/pdf/pdf_ligatures.h"
#include "core/documents/pdf/pdf_source.h"

#include <algorithm>
#include <utility>

namespace cairn
{
namespace
{

bool isLigature(QChar c)
{
    return !ligatureLetters(c).empty();
}

bool isFixedHyphen(QChar c) // no line ends at it; a plain one to a search
{
    return c.unicode() == 0x2011;
}

// The letter that an accent at i makes with the character behind it; null when they make none.
QChar accented(QStringView text, qsizetype i)
{
    return i + 1 < text.size() ? accentedLetter(text[i], text[i + 1]) : QChar();
}

// The letter at i with the mark behind it, as some systems write all accents; null when they make none.
QChar marked(QStringView text, qsizetype i)
{
    if (i + 1 >= text.size() || text[i + 1].unicode() < 0x300 || text[i + 1].unicode() > 0x36F || !text[i].isLetter())
        return {};
    const QString composed = text.mid(i, 2).toString().normalized(QString::NormalizationForm_C);
    return composed.size() == 1 ? composed[0] : QChar();
}

bool isPlain(QStringView text, qsizetype i)
{
    const QChar c = text[i];
    if (isControl(c) || isLigature(c) || isFixedHyphen(c) || !accented(text, i).isNull() || !marked(text, i).isNull())
        return false;
    if (c.isHighSurrogate())
        return i + 1 < text.size() && text[i + 1].isLowSurrogate();
    return !c.isLowSurrogate() || (i > 0 && text[i - 1].isHighSurrogate());
}

bool startsNoteMark(const PdfTextWriter::Marks& marks, qsizetype at)
{
    const auto mark = std::lower_bound(marks.begin(), marks.end(), std::pair(at, at));
    return mark != marks.end() && mark->first == at;
}

constexpr std::uint64_t kLongestSentence = 1200; // bytes

// Where the last sentence of `text` begins; behind an abbreviation none does. -1: it has one alone.
qsizetype lastSentence(const QString& text)
{
    constexpr qsizetype kWord = 4; // letters of a word that is no abbreviation
    for (qsizetype i = text.size() - 2; i > kWord; --i) {
        if (!text[i].isSpace() || !(text[i + 1].isUpper() || QStringView(u"\"'(\u201C\u201E\u00AB\u00BB\u2018").contains(text[i + 1])))
            continue;
        qsizetype end = i;
        while (end > kWord && QStringView(u")]\"'\u201C\u201D\u2019\u00BB\u00AB").contains(text[end - 1]))
            --end;
        qsizetype mark = end; // of a note, behind the full stop
        while (mark > kWord && text[mark - 1].isDigit())
            --mark;
        mark -= mark < end && mark > kWord && text[mark - 1] == u'[' ? 1 : 0;
        end = QStringView(u".!?").contains(text[mark - 1]) ? mark : end;
        if (!QStringView(u".!?\u2026").contains(text[end - 1]))
            continue;
        const QStringView word = QStringView(text).mid(end - 1 - kWord, kWord);
        if (std::all_of(word.begin(), word.end(), [](QChar letter) { return letter.isLower(); }))
            return i + 1;
    }
    return -1;
}

} // namespace

void PdfTextWriter::beginPage(const PdfPage& page, Marks noteMarks)
{
    m_page = &page;
    m_noteMarks = std::move(noteMarks);
    m_document.units.push_back({page.label.toStdString(), {}});
    m_pagePending = true;
    m_typedWritten.assign(page.typed.size(), false);
    m_unreadable.push_back(0);
}

// The first character of a page ends the last page with text, which keeps the separators; pages between hold nothing.
void PdfTextWriter::settlePage()
{
    if (!m_pagePending)
        return;
    m_pagePending = false;
    endLastPage(size());
    m_lastWithText = m_document.units.size() - 1;
    m_anyText = true;
}

void PdfTextWriter::endLastPage(std::uint64_t end)
{
    std::size_t next = 0;
    if (m_anyText) {
        m_document.units[m_lastWithText].text.end = end;
        next = m_lastWithText + 1;
    }
    for (; next < m_document.units.size(); ++next)
        m_document.units[next].text = {end, end};
}

void PdfTextWriter::addRun(std::uint64_t canonicalBegin, qsizetype begin, qsizetype end, bool verbatim)
{
    const auto unit = std::uint32_t(m_document.units.size() - 1);
    const auto sourceBegin = std::uint64_t(begin);
    if (verbatim && !m_document.runs.empty()) {
        PositionRun& last = m_document.runs.back();
        if (last.verbatim && last.unit == unit && last.canonical.end == canonicalBegin &&
            last.sourceBegin + last.sourceLength == sourceBegin) {
            last.canonical.end = size();
            last.sourceLength += std::uint64_t(end - begin);
            return;
        }
    }
    m_document.runs.push_back({{canonicalBegin, size()}, unit, sourceBegin, std::uint64_t(end - begin), verbatim});
}

void PdfTextWriter::appendVerbatim(QStringView pageText, qsizetype begin, qsizetype end)
{
    if (begin == end)
        return;
    settlePage();
    const std::uint64_t at = size();
    const QByteArray utf8 = pageText.mid(begin, end - begin).toUtf8();
    m_document.text.append(utf8.constData(), std::size_t(utf8.size()));
    addRun(at, begin, end, true);
}

void PdfTextWriter::write(QStringView pageText, qsizetype begin, qsizetype end)
{
    const qsizetype first = begin;
    for (std::size_t i = 0; i < m_typedWritten.size(); ++i) {
        const PdfTyped& typed = m_page->typed[i];
        const bool isHere = typed.before ? typed.at >= first && typed.at < end : typed.at > first && typed.at <= end;
        if (!isHere || m_typedWritten[i] || !divides(typed.at))
            continue;
        writeWithGaps(pageText, begin, typed.at);
        begin = typed.at;
        border(typed.inLine.toStdString());
        m_typedWritten[i] = true;
        const bool runsOn = begin < end && !pageText[begin].isSpace() && !typed.before;
        const bool isNext = i + 1 < m_typedWritten.size() && m_page->typed[i + 1].at == typed.at;
        if (runsOn && !isNext)
            border(" ");
    }
    writeWithGaps(pageText, begin, end);
}

// False: it lies inside a stretch that is written as a whole.
bool PdfTextWriter::divides(qsizetype at) const
{
    return std::none_of(m_page->moved.begin(), m_page->moved.end(), [at](const auto& one) { return one.first < at && at < one.second; });
}

bool PdfTextWriter::hasTypedLeft() const
{
    for (std::size_t i = 0; i < m_typedWritten.size(); ++i)
        if (!m_typedWritten[i] && !m_page->typed[i].alone.isEmpty())
            return true;
    return false;
}

void PdfTextWriter::writeTypedLeft()
{
    for (std::size_t i = 0; i < m_typedWritten.size(); ++i) {
        if (m_typedWritten[i] || m_page->typed[i].alone.isEmpty())
            continue;
        m_typedWritten[i] = true;
        beginParagraph(ParagraphKind::Text, 0);
        border(m_page->typed[i].alone.toStdString());
    }
}

void PdfTextWriter::writeWithGaps(QStringView pageText, qsizetype begin, qsizetype end)
{
    const std::vector<qsizetype>& gaps = m_page->gaps;
    for (auto gap = std::upper_bound(gaps.begin(), gaps.end(), begin); gap != gaps.end() && *gap < end; ++gap) {
        writeStretches(pageText, begin, *gap);
        separate(" ");
        begin = *gap;
    }
    writeStretches(pageText, begin, end);
}

// Those whose units stand in another order in the file have a run of their own.
void PdfTextWriter::writeStretches(QStringView pageText, qsizetype begin, qsizetype end)
{
    const auto& moved = m_page->moved;
    auto next = std::lower_bound(moved.begin(), moved.end(), std::pair(begin, begin));
    for (; next != moved.end() && next->second <= end; ++next) {
        writeInOrder(pageText, begin, next->first);
        const QString text = spelled(pageText.mid(next->first, next->second - next->first));
        if (!text.isEmpty())
            writeFor(text.toStdString(), next->first, next->second);
        begin = next->second;
    }
    writeInOrder(pageText, begin, end);
}

void PdfTextWriter::writeInOrder(QStringView pageText, qsizetype begin, qsizetype end)
{
    qsizetype plain = begin;
    for (qsizetype i = begin; i < end; ++i) {
        if (pageText[i].isDigit() && startsNoteMark(m_noteMarks, i)) {
            appendVerbatim(pageText, plain, i);
            plain = writeNoteMark(pageText, i, end);
            i = plain - 1;
            continue;
        }
        const bool isNegated = i + 1 < end && isNegation(i);
        if (!isNegated && isPlain(pageText, i))
            continue;
        appendVerbatim(pageText, plain, i);
        plain = i + 1;
        if (isNegated) {
            writeFor(QString(negated(pageText[i + 1])).toStdString(), i, i + 2);
            plain = ++i + 1;
            continue;
        }
        const QChar c = pageText[i];
        const QChar behind = marked(pageText, i);
        if (const QChar letter = behind.isNull() ? accented(pageText, i) : behind; !letter.isNull() && i + 1 < end) {
            writeFor(QString(letter).toStdString(), i, i + 2);
            plain = ++i + 1;
            continue;
        }
        if (combiningAccent(c) != 0 || !behind.isNull()) { // what it belongs to lies beyond the end
            appendVerbatim(pageText, i, i + 1);
            continue;
        }
        if (isLigature(c))
            writeFor(ligatureLetters(c), i, i + 1);
        else if (isFixedHyphen(c))
            writeFor("-", i, i + 1);
        else if (c.isSurrogate())
            writeFor("\xEF\xBF\xBD", i, i + 1);
        m_unreadable.back() += isLigature(c) || isFixedHyphen(c) || c.unicode() == 0xAD ? 0 : 1;
    }
    appendVerbatim(pageText, plain, end);
}

// A note's own mark is kept apart from its words. Returns where the mark ends.
qsizetype PdfTextWriter::writeNoteMark(QStringView pageText, qsizetype at, qsizetype end)
{
    const auto mark = std::lower_bound(m_noteMarks.begin(), m_noteMarks.end(), std::pair(at, at));
    const qsizetype behind = std::min(mark->second, end);
    const bool runsOn = behind < end && pageText[behind].isLetter();
    writeFor('[' + pageText.mid(at, behind - at).toString().toStdString() + (runsOn ? "] " : "]"), at, behind);
    return behind;
}

bool PdfTextWriter::isNegation(qsizetype at) const
{
    return std::binary_search(m_page->negations.begin(), m_page->negations.end(), at);
}

void PdfTextWriter::writeFor(std::string_view text, qsizetype begin, qsizetype end)
{
    settlePage();
    const std::uint64_t at = size();
    m_document.text.append(text);
    addRun(at, begin, end, false);
}

void PdfTextWriter::separate(std::string_view text)
{
    if (m_paragraphOpen && m_document.paragraphs.back().text.begin < size())
        m_document.text.append(text);
}

void PdfTextWriter::endParagraph()
{
    if (!m_paragraphOpen)
        return;
    m_paragraphOpen = false;
    Paragraph& paragraph = m_document.paragraphs.back();
    paragraph.text.end = size();
    if (paragraph.text.size() == 0)
        m_document.paragraphs.pop_back();
}

void PdfTextWriter::openParagraph(ParagraphKind kind, std::uint8_t level, std::string_view gap)
{
    endParagraph();
    if (size() > 0 && !m_document.text.ends_with(gap))
        m_document.text.append(gap);
    m_document.paragraphs.push_back({{size(), size()}, kind, level});
    m_paragraphOpen = true;
}

void PdfTextWriter::beginParagraph(ParagraphKind kind, std::uint8_t level)
{
    openParagraph(kind, level, "\n\n");
}

void PdfTextWriter::beginRow(bool isFirst)
{
    openParagraph(ParagraphKind::TableRow, 0, isFirst ? "\n\n" : "\n");
}

void PdfTextWriter::border(std::string_view text)
{
    settlePage();
    m_document.text.append(text);
}

// Takes the runs from a byte on away. Where in the page the first of them began there.
std::uint64_t PdfTextWriter::cutRuns(std::uint64_t from)
{
    auto& runs = m_document.runs;
    std::uint64_t source = 0;
    while (!runs.empty() && runs.back().canonical.end > from) {
        PositionRun& run = runs.back();
        source = run.sourceBegin;
        if (run.canonical.begin >= from) {
            runs.pop_back();
            continue;
        }
        const std::string_view kept = std::string_view(m_document.text).substr(run.canonical.begin, from - run.canonical.begin);
        const std::uint64_t units = run.verbatim ? std::uint64_t(QString::fromUtf8(kept.data(), qsizetype(kept.size())).size()) : 0;
        source += units;
        run.canonical.end = from;
        run.sourceLength = run.verbatim ? units : run.sourceLength;
        break;
    }
    return source;
}

// Of the sentence that a paragraph ends in, as far as the current page has it. Not set: it can't be told.
std::optional<std::uint64_t> PdfTextWriter::sentenceBegin(const ByteRange& paragraph) const
{
    const std::string_view text = m_document.text;
    const std::uint64_t onPage = std::max(paragraph.begin, m_document.units[m_lastWithText].text.begin);
    std::uint64_t begin = std::max(onPage, paragraph.end - std::min(paragraph.end, kLongestSentence));
    while (begin < paragraph.end && (static_cast<unsigned char>(text[begin]) & 0xC0) == 0x80)
        ++begin;
    if (begin >= paragraph.end)
        return std::nullopt;
    const QString last = QString::fromUtf8(text.data() + begin, qsizetype(paragraph.end - begin));
    const qsizetype at = lastSentence(last);
    if (at < 0)
        return begin == paragraph.begin ? std::optional(begin) : std::nullopt;
    return begin + std::uint64_t(QStringView(last).left(at).toUtf8().size());
}

bool PdfTextWriter::reopenBehind(std::size_t index, bool dropHyphen, std::uint64_t earliest)
{
    endParagraph();
    std::string& text = m_document.text;
    auto& paragraphs = m_document.paragraphs;
    const Paragraph whole = paragraphs[index];
    const auto from = sentenceBegin(whole.text);
    if (!from || *from < earliest || index + 1 >= paragraphs.size() || m_document.runs.empty())
        return false;
    std::string sentence = text.substr(*from, whole.text.end - *from);
    for (const std::string_view hyphen : {"-", "\u2010"})
        if (dropHyphen && sentence.ends_with(hyphen))
            sentence.resize(sentence.size() - hyphen.size());
    const std::uint64_t behind = paragraphs[index + 1].text.begin;
    const std::string others = text.substr(behind);
    const bool isWhole = *from == whole.text.begin;
    std::uint64_t cut = *from;
    while (!isWhole && cut > whole.text.begin && (text[cut - 1] == ' ' || text[cut - 1] == '\n'))
        --cut;
    const PositionRun last = m_document.runs.back();
    const std::uint64_t source = cutRuns(cut);
    text.resize(cut);
    text += isWhole ? "" : "\n\n";
    const std::uint64_t begin = size();
    text += others + "\n\n";
    paragraphs[index].text.end = cut;
    for (std::size_t i = index + 1; i < paragraphs.size(); ++i)
        paragraphs[i].text = {paragraphs[i].text.begin - behind + begin, paragraphs[i].text.end - behind + begin};
    if (isWhole)
        paragraphs.erase(paragraphs.begin() + std::ptrdiff_t(index));
    const bool isItem = whole.kind == ParagraphKind::ListItem && !isWhole;
    paragraphs.push_back({{size(), size()}, isItem ? ParagraphKind::Text : whole.kind, isItem ? std::uint8_t(0) : whole.level});
    text += sentence;
    m_document.runs.push_back({{begin, size()}, last.unit, source, last.sourceBegin + last.sourceLength - source, false});
    m_paragraphOpen = true;
    return true;
}

CanonicalText PdfTextWriter::finish()
{
    endParagraph();
    if (m_document.text.ends_with("\n\n")) // the paragraph begun last stayed empty
        m_document.text.resize(m_document.text.size() - 2);
    m_document.format = DocumentFormat::Pdf;
    endLastPage(size());
    return std::move(m_document);
}

} // namespace cairn
