// A made-up PDF for views of pages: words on a grid of characters, a header on each page that the text leaves out, hyphens at line
// ends that the text drops, and a page source that answers when told to (or at once, in the next turn of the event loop).
#pragma once

#include "core/types/document.h"
#include "ui/reader/page_source.h"

#include <QSet>
#include <QTimer>

#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace cairn::test
{

inline constexpr float kGlyphWidth = 6, kGlyphHeight = 10, kPitch = 16, kLeft = 60, kTop = 90;

// Text and page texts that agree with each other. Source text of a page: "HEADER n\r\n", then lines that end in "\r\n".
struct MadeUpPdf
{
    CanonicalText text;
    std::vector<std::string> sources;   // per page, ASCII: one unit per byte

    explicit MadeUpPdf(int pages, int lines = 20)
    {
        text.format = DocumentFormat::Pdf;
        for (int page = 0; page < pages; ++page)
            addPage(page, lines);
    }

    std::uint64_t find(const std::string& words) const { return text.text.find(words); }
    ByteRange range(const std::string& words) const { return {find(words), find(words) + words.size()}; }

private:
    void addPage(int page, int lines)
    {
        std::string source = "HEADER " + std::to_string(page) + "\r\n";
        const std::uint64_t begin = text.text.size();
        for (int line = 0; line < lines; ++line) {
            const std::string name = std::to_string(page) + "x" + std::to_string(line);
            append(page, source, "word" + name + " stands on this line and a bro");
            source += "-\r\n";   // dropped from the text
            append(page, source, "ken" + name + " word goes on");
            source += "\r\n";
            text.text += line + 1 < lines ? " " : "\n\n";   // without a source
        }
        text.units.push_back({std::to_string(page + 1), {begin, text.text.size()}});
        text.paragraphs.push_back({{begin, text.text.size() - 2}, ParagraphKind::Text, 0});
        sources.push_back(source);
    }
    void append(int page, std::string& source, const std::string& words)
    {
        const std::uint64_t begin = text.text.size();
        text.runs.push_back({{begin, begin + words.size()}, std::uint32_t(page), source.size(), words.size(), true});
        text.text += words;
        source += words;
    }
};

inline PageGlyphs gridGlyphs(const std::string& source, float lower = 0)
{
    PageGlyphs glyphs;
    float x = kLeft, y = kTop + lower;
    for (const char c : source) {
        const bool inked = c != ' ' && c != '\r' && c != '\n';
        glyphs.push_back(inked ? GlyphBox{x, y, x + kGlyphWidth, y + kGlyphHeight} : GlyphBox{});
        x = c == '\n' ? kLeft : x + kGlyphWidth;
        y += c == '\n' ? kPitch : 0;
    }
    return glyphs;
}

class FakePageSource final : public PageSource
{
    Q_OBJECT
public:
    explicit FakePageSource(const MadeUpPdf& pdf, bool atOnce = true) : m_pdf(pdf), m_atOnce(atOnce) {}

    void open(float width = 612, float height = 792)
    {
        for (const SourceUnit& unit : m_pdf.text.units)
            m_pages.push_back({width, height, unit.label});
        Q_EMIT opened();
    }

    const std::vector<PdfPageInfo>& pages() const override { return m_pages; }
    void requestPage(int page, int width) override
    {
        pictureRequests.push_back({page, width});
        if (m_atOnce)
            later([this, page, width] { answerPage(page, width); });
    }
    void requestGlyphs(int page) override
    {
        glyphRequests.push_back(page);
        if (!m_atOnce || holdGlyphs)
            return;
        ++m_answered;
        later([this, page] { answerGlyphs(page); });
    }

    void requestLinks(int page) override
    {
        later([this, page] { Q_EMIT linksReady(page, std::make_shared<const std::vector<PageLink>>(links[page])); });
    }

    void answerPage(int page, int width)
    {
        if (badPages.contains(page))
            return Q_EMIT pageFailed(page, width, QStringLiteral("This page could not be drawn."));
        const auto [w, h] = pictureSize(m_pages[std::size_t(page)], std::uint32_t(width));
        QImage image(int(w), int(h), QImage::Format_RGB32);
        image.fill(Qt::white);
        Q_EMIT pageReady(page, width, image);
    }
    void answerGlyphs(int page)
    {
        Q_EMIT glyphsReady(page, std::make_shared<const PageGlyphs>(gridGlyphs(m_pdf.sources[std::size_t(page)], lower)));
    }

    void answerHeldGlyphs()   // and those asked for thereupon
    {
        while (m_answered < glyphRequests.size())
            answerGlyphs(glyphRequests[m_answered++]);
    }

    int pending() const { return m_pending; }   // answers that come by themselves

    std::vector<std::pair<int, int>> pictureRequests;
    std::vector<int> glyphRequests;
    QSet<int> badPages;
    std::map<int, std::vector<PageLink>> links;
    bool holdGlyphs = false;
    float lower = 0;   // points that the text of every page begins lower, as on a chapter's first page

private:
    template <typename Answer>
    void later(Answer answer)
    {
        ++m_pending;
        QTimer::singleShot(0, this, [this, answer] {
            --m_pending;
            answer();
        });
    }

    const MadeUpPdf& m_pdf;
    bool m_atOnce;
    int m_pending = 0;
    std::size_t m_answered = 0;   // of glyphRequests
    std::vector<PdfPageInfo> m_pages;
};

}  // namespace cairn::test
