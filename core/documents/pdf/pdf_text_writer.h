// Builds canonical UTF-8 text from UTF-16 page texts and keeps the map back: runs, units, paragraphs. One thread.
#pragma once

#include "core/documents/pdf/pdf_source.h"
#include "core/types/document.h"

#include <QString>
#include <QStringView>

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn
{

class PdfTextWriter
{
public:
    using Marks = std::vector<std::pair<qsizetype, qsizetype>>;

    // Starts a page: its text begins at the next character written (or is empty if none follows). `noteMarks`: pdf_notes.h, they are
    // written in brackets, "[1]". REQUIRES: `page` outlives its writing.
    void beginPage(const PdfPage& page, Marks noteMarks);

    // Writes source characters [begin, end) of the current page's text, and what was typed there. Ligatures are spelled out, control
    // characters and unpaired surrogates dropped or replaced by U+FFFD; the runs say so.
    void write(QStringView pageText, qsizetype begin, qsizetype end);

    // Writes `text` standing for source characters [begin, end) of the current page as a whole.
    void writeFor(std::string_view text, qsizetype begin, qsizetype end);

    // Written without a source: spaces and line breaks between lines, none before a paragraph's first character. Belongs to the page
    // written last.
    void separate(std::string_view text);

    void beginParagraph(ParagraphKind kind, std::uint8_t level); // ends the one before, with a blank line
    void beginRow(bool isFirst);  // of a table: one line below the row before
    void border(std::string_view text); // between cells: written without a source, also before a row's first character

    // What was typed on the current page and isn't written yet: a paragraph each.
    void writeTypedLeft();
    bool hasTypedLeft() const;

    std::size_t paragraphs() const { return m_document.paragraphs.size(); }

    // The sentence that paragraph `index` ends in, on the current page, moves behind the paragraphs written after it and is open again,
    // without the hyphen at its end if that is to be dropped. As runs ascend, it and they get one run that stands for all of them.
    // False: where it begins can't be told, or lies before `earliest`; the text stays. The paragraph written last is ended.
    bool reopenBehind(std::size_t index, bool dropHyphen, std::uint64_t earliest);

    std::uint64_t size() const { return m_document.text.size(); }
    std::size_t pages() const { return m_document.units.size(); }
    std::uint64_t unreadable(std::size_t page) const { return m_unreadable[page]; } // characters dropped or replaced

    CanonicalText finish(); // ends everything; units cover the text without gap or overlap

private:
    void settlePage();
    void endLastPage(std::uint64_t end);
    std::optional<std::uint64_t> sentenceBegin(const ByteRange& paragraph) const;
    std::uint64_t cutRuns(std::uint64_t from);
    void addRun(std::uint64_t canonicalBegin, qsizetype begin, qsizetype end, bool verbatim);
    void appendVerbatim(QStringView pageText, qsizetype begin, qsizetype end);
    void endParagraph();
    void openParagraph(ParagraphKind kind, std::uint8_t level, std::string_view gap);

    void writeWithGaps(QStringView pageText, qsizetype begin, qsizetype end);
    bool divides(qsizetype at) const;
    void writeStretches(QStringView pageText, qsizetype begin, qsizetype end);
    void writeInOrder(QStringView pageText, qsizetype begin, qsizetype end);
    bool isNegation(qsizetype at) const;
    qsizetype writeNoteMark(QStringView pageText, qsizetype at, qsizetype end);

    CanonicalText m_document;
    const PdfPage* m_page = nullptr; // the current one
    Marks m_noteMarks;               // its own
    std::vector<bool> m_typedWritten; // of PdfPage::typed
    bool m_pagePending = false; // no character of the current page is written yet
    bool m_anyText = false;
    std::size_t m_lastWithText = 0; // index of the last unit with a character, if m_anyText
    bool m_paragraphOpen = false;
    std::vector<std::uint64_t> m_unreadable; // per page
};

} // namespace cairn
