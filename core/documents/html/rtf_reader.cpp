#include "core/documents/html/rtf_reader.h"

#include "core/documents/html/html_reader.h"
#include "core/documents/html/rtf_tokens.h"
#include "core/documents/text/element_names.h"
#include "core/types/limits.h"

#include <QString>
#include <QStringDecoder>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cairn
{
namespace
{

constexpr std::size_t kDeepest = 1000;      // groups in groups; what lies deeper is left out
constexpr std::size_t kMostTextSkipped = 64; // letters behind "\u"
constexpr std::size_t kProgressBytes = 1 << 20;
constexpr int kSymbolCharset = 2;

std::string escaped(std::string_view text)
{
    std::string result;
    for (const char c : text)
        result += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
    return result;
}

struct State
{
    bool skipped = false; // a destination that is left out
    bool hidden = false;  // hidden or deleted letters
    int font = 0;
    int fallback = 1;     // letters behind "\u" for programs that don't know it
    bool bold = false;
    int raised = 0;       // 1; -1: lowered
    std::string* target = nullptr; // where words go; null: into the paragraph
    enum class Table { None, Fonts, Styles } table = Table::None;
    bool isMark = false;  // of a list
    bool isNote = false;
};

class Page
{
public:
    explicit Page(std::string_view rtf) : m_tokens(rtf), m_parts(std::uint32_t(rtf.size() / kProgressBytes + 1)) {}

    std::string html(const ImportContext& context)
    {
        std::size_t reported = 0;
        for (RtfToken token = m_tokens.next(); token.kind != RtfToken::Kind::End && m_body.size() <= limits::kCanonicalTextBytes;
             token = m_tokens.next()) {
            for (; m_tokens.at() >= reported; reported += kProgressBytes)
                context.report(std::uint32_t(reported / kProgressBytes), m_parts);
            take(token);
        }
        endBytes();
        while (m_states.size() > 1)
            close();
        endParagraph();
        closeTable();
        return "<html><head><meta charset=\"utf-8\"><title>" + escaped(m_title) + "</title><meta name=\"author\" content=\"" +
               escaped(m_author) + "\"></head><body>" + m_body + "</body></html>";
    }

private:
    State& state() { return m_states.back(); }

    void take(const RtfToken& token)
    {
        const bool isByte = token.kind == RtfToken::Kind::Symbol && token.name == "'";
        if (token.kind != RtfToken::Kind::Text && !isByte)
            endBytes();
        switch (token.kind) {
        case RtfToken::Kind::Open:
            open();
            break;
        case RtfToken::Kind::Close:
            close();
            break;
        case RtfToken::Kind::Word:
            word(token.name, token.number);
            m_ignorable = false;
            break;
        case RtfToken::Kind::Symbol:
            if (isByte)
                bytes(std::string(1, char(token.byte)));
            else
                symbol(token.name.front());
            break;
        case RtfToken::Kind::Text:
            bytes(token.name);
            break;
        case RtfToken::Kind::End:
            break;
        }
    }

    void open()
    {
        m_fallbackLeft = 0;
        if (m_states.size() >= kDeepest) {
            ++m_tooDeep;
            return;
        }
        State next = state();
        next.isMark = next.isNote = false;
        m_states.push_back(std::move(next));
    }

    void close()
    {
        m_fallbackLeft = 0;
        if (m_tooDeep > 0) {
            --m_tooDeep;
            return;
        }
        if (m_states.size() == 1)
            return;
        const State closed = std::move(m_states.back());
        m_states.pop_back();
        if (closed.isMark)
            endMark();
        if (closed.isNote)
            endNote();
        if (closed.table == State::Table::Styles && state().table == State::Table::Styles)
            endStyle();
    }

    // Letters of a code page stand together until something else comes: some are two bytes.
    void bytes(std::string_view text)
    {
        if (m_fallbackLeft > 0) {
            const std::size_t skipped = std::min(m_fallbackLeft, text.size());
            m_fallbackLeft -= skipped;
            text.remove_prefix(skipped);
        }
        if (!isIgnored() && state().table != State::Table::Fonts)
            m_bytes += text;
    }

    void endBytes()
    {
        if (m_bytes.empty())
            return;
        const std::string bytes = std::exchange(m_bytes, {});
        const auto font = m_fonts.find(state().font);
        if (font != m_fonts.end() && font->second == kSymbolCharset)
            return write(symbols(bytes));
        const char* own = font == m_fonts.end() ? nullptr : rtfEncodingOf(font->second);
        const std::string name = own ? own : m_encoding;
        QStringDecoder decoder(name.c_str());
        if (!decoder.isValid())
            decoder = QStringDecoder("windows-1252");
        const QString text = decoder.isValid() ? QString(decoder.decode(QByteArrayView(bytes.data(), qsizetype(bytes.size()))))
                                               : QString::fromLatin1(bytes.data(), qsizetype(bytes.size()));
        write(text.toStdString());
    }

    // Of fonts of signs no letter is known but their bullets.
    static std::string symbols(const std::string& bytes)
    {
        std::string result;
        for (const char c : bytes)
            result += c == ' ' ? " " : c == '\xB7' || c == '\xA7' || c == '\xA8' ? "\u2022" : "";
        return result;
    }

    bool isIgnored() { return m_tooDeep > 0 || state().skipped || state().hidden; }

    void write(const std::string& text)
    {
        if (isIgnored() || text.empty())
            return;
        if (state().target) {
            *state().target += text;
            return;
        }
        const std::string_view tag = state().raised > 0 ? "sup" : state().raised < 0 ? "sub" : state().bold ? "b" : "";
        std::string& paragraph = m_paragraph;
        paragraph += tag.empty() ? "" : '<' + std::string(tag) + '>';
        paragraph += escaped(text);
        paragraph += tag.empty() ? "" : "</" + std::string(tag) + '>';
    }

    void mark(std::string_view html) // into the paragraph, as it stands
    {
        if (!isIgnored() && !state().target)
            m_paragraph += html;
        else if (!isIgnored())
            *state().target += ' ';
    }

    void symbol(char sign)
    {
        if (sign == '*')
            m_ignorable = true;
        else if (sign == '~')
            write("\u00A0");
        else if (sign == '_')
            write("\u2011");
        else if (sign == '\n' || sign == '\r')
            endParagraph();
        else if (sign == '\\' || sign == '{' || sign == '}')
            bytes(std::string(1, sign));
    }

    void word(std::string_view name, std::optional<int> number)
    {
        if (name == "bin")
            return m_tokens.skip(number.value_or(0));
        if (m_tooDeep > 0)
            return;
        if (name == "u" && number)
            return unicode(*number);
        if (name == "uc")
            state().fallback = std::clamp(number.value_or(1), 0, int(kMostTextSkipped));
        else if (!beginDestination(name) && !isIgnored() && !setParagraph(name, number) && !setLetters(name, number) && !setTable(name))
            writeSign(name);
        if (name == "v" || name == "deleted")
            state().hidden = number.value_or(1) != 0;
    }

    void unicode(int number)
    {
        const auto unit = char16_t(number & 0xFFFF);
        m_fallbackLeft = std::size_t(state().fallback);
        if (QChar::isHighSurrogate(unit)) {
            m_high = unit;
            return;
        }
        const QString text = m_high && QChar::isLowSurrogate(unit) ? QString() + QChar(m_high) + QChar(unit) : QString(QChar(unit));
        m_high = 0;
        if (!text.isEmpty() && (text.size() == 2 || !QChar::isSurrogate(unit)) && unit != 0)
            write(text.toStdString());
    }

    // Words that begin a group of another kind than running text.
    bool beginDestination(std::string_view name)
    {
        const bool isIgnorable = m_ignorable;
        if (isOneOf(name, {"fonttbl", "stylesheet"})) {
            state().table = name == "fonttbl" ? State::Table::Fonts : State::Table::Styles;
            state().target = &m_aside;
        } else if (name == "title" || name == "author") {
            state().target = name == "title" ? &m_title : &m_author;
            state().skipped = false;
        } else if (isOneOf(name, {"listtext", "pntext"})) {
            state().isMark = true;
            state().target = &m_listMark;
            m_listMark.clear();
        } else if (name == "footnote") {
            beginNote();
        } else if (isOneOf(name, {"info", "colortbl", "pict", "objdata", "object", "header", "headerl", "headerr", "headerf", "footer",
                                  "footerl", "footerr", "footerf", "fldinst", "annotation", "atnid", "atnauthor", "atnref", "sp",
                                  "nonshppict", "listtable", "ftnsep", "ftnsepc", "aftnsep", "xe", "tc", "bkmkstart", "bkmkend",
                                  "private", "ud", "generator", "shprslt", "nonesttables"})) {
            state().skipped = true;
        } else if (isOneOf(name, {"result", "shptxt"})) {
            state().skipped = false; // words of an object
        } else if (isIgnorable && !isOneOf(name, {"shpinst", "cs"})) {
            state().skipped = true;
        } else {
            return false;
        }
        return true;
    }

    bool setParagraph(std::string_view name, std::optional<int> number)
    {
        if (name == "par" || name == "sect" || name == "page" || name == "column") {
            if (!state().isNote && !state().target)
                endParagraph();
            else
                mark(" ");
        } else if (isOneOf(name, {"pard", "s", "outlinelevel"}) && state().target && state().table == State::Table::None) {
            return true; // of a list's mark or a note, not of the paragraph around them
        } else if (name == "pard") {
            m_level = 0;
            m_inTable = false;
        } else if (name == "outlinelevel" && state().table == State::Table::Styles) {
            m_styleLevel = number.value_or(9) + 1;
        } else if (name == "outlinelevel") {
            m_level = number.value_or(9) + 1;
        } else if (name == "s" && state().table == State::Table::Styles) {
            m_style = number.value_or(0);
        } else if (name == "s") {
            const auto style = m_styles.find(number.value_or(0));
            m_level = style == m_styles.end() ? 0 : style->second;
        } else {
            return false;
        }
        return true;
    }

    bool setLetters(std::string_view name, std::optional<int> number)
    {
        if (name == "f" && state().table == State::Table::Fonts)
            m_font = number.value_or(0);
        else if (name == "fcharset" && state().table == State::Table::Fonts)
            m_fonts[m_font] = number.value_or(0);
        else if (name == "f")
            state().font = number.value_or(0);
        else if (name == "deff")
            state().font = number.value_or(0);
        else if (name == "ansicpg" && number.value_or(0) > 0)
            m_encoding = rtfEncodingOfPage(*number);
        else if (name == "mac")
            m_encoding = "macintosh";
        else if (name == "b")
            state().bold = number.value_or(1) != 0;
        else if (name == "super" || name == "sub")
            state().raised = number.value_or(1) == 0 ? 0 : name == "super" ? 1 : -1;
        else if (name == "nosupersub")
            state().raised = 0;
        else if (name == "plain")
            setPlain();
        else
            return false;
        return true;
    }

    void setPlain()
    {
        state().bold = false;
        state().raised = 0;
    }

    bool setTable(std::string_view name)
    {
        if (name == "intbl")
            m_inTable = true;
        else if (name == "cell")
            endCell();
        else if (name == "nestcell")
            mark(" ");
        else if (name == "nestrow")
            mark("<br>");
        else if (name == "row")
            endRow();
        else
            return false;
        return true;
    }

    void writeSign(std::string_view name)
    {
        static const std::map<std::string_view, std::string_view> kSigns{
            {"tab", "\t"},          {"emdash", "\u2014"},    {"endash", "\u2013"},    {"lquote", "\u2018"}, {"rquote", "\u2019"},
            {"bullet", "\u2022"}, {"ldblquote", "\u201C"}, {"rdblquote", "\u201D"}, {"emspace", " "},     {"enspace", " "},
            {"qmspace", " "}};
        if (name == "line")
            mark("<br>");
        else if (name == "chftn")
            write(state().isNote || m_noteDepth > 0 ? std::string() : '[' + std::to_string(m_notes + 1) + ']');
        else if (const auto sign = kSigns.find(name); sign != kSigns.end())
            write(std::string(sign->second));
    }

    void endMark()
    {
        const bool isBullet = m_listMark.find_first_of("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == m_listMark.npos;
        m_isItem = isBullet && m_level == 0 && !m_inTable;
        if (!isBullet)
            m_paragraph.insert(0, escaped(m_listMark) + ' ');
    }

    // The mark in the text is [1], drawn by "\chftn" before the group.
    void beginNote()
    {
        state().isNote = true;
        state().raised = 0;
        ++m_notes;
        ++m_noteDepth;
        m_note.clear();
        state().target = &m_note;
        const std::string mark = '[' + std::to_string(m_notes) + ']';
        if (m_paragraph.find(mark) == m_paragraph.npos)
            m_paragraph += mark;
    }

    void endNote()
    {
        --m_noteDepth;
        m_noteParagraphs += "<p>[" + std::to_string(m_notes) + "] " + escaped(m_note) + "</p>";
    }

    // "heading 2" and its like in several languages, or a style with a level of its own.
    void endStyle()
    {
        const std::string name = std::exchange(m_aside, {});
        constexpr std::string_view kNames[] = {"heading ", "\u00DCberschrift ", "Titre ", "T\u00EDtulo ", "Kop ", "Titolo "};
        for (const std::string_view one : kNames)
            if (const std::size_t at = name.find(one); at != name.npos && m_styleLevel == 0 && at + one.size() < name.size())
                m_styleLevel = name[at + one.size()] - '0';
        if (m_styleLevel >= 1 && m_styleLevel <= 9)
            m_styles[m_style] = m_styleLevel;
        m_style = m_styleLevel = 0;
    }

    static bool isBlank(std::string_view html) { return html.find_first_not_of(" \t") == html.npos; }

    void endParagraph()
    {
        if (isIgnored() || state().target)
            return;
        if (m_inTable) {
            m_paragraph += isBlank(m_paragraph) ? "" : "<br>";
            return;
        }
        const std::string words = std::exchange(m_paragraph, {});
        if (!isBlank(words)) {
            closeTable();
            const std::string tag = m_level >= 1 && m_level <= 9 ? 'h' + std::to_string(std::min(m_level, 6)) : m_isItem ? "li" : "p";
            m_body += (m_isItem ? "<ul><" : "<") + tag + '>' + words + "</" + tag + (m_isItem && tag == "li" ? "></ul>" : ">");
        }
        m_isItem = false;
        m_body += std::exchange(m_noteParagraphs, {});
    }

    void endCell()
    {
        while (m_paragraph.ends_with("<br>"))
            m_paragraph.resize(m_paragraph.size() - 4);
        m_row += "<td>" + std::exchange(m_paragraph, {}) + "</td>";
    }

    void endRow()
    {
        if (m_row.empty())
            return;
        m_body += std::exchange(m_tableIsOpen, true) ? "<tr>" : "<table><tr>";
        m_body += std::exchange(m_row, {}) + "</tr>";
    }

    void closeTable()
    {
        endRow();
        if (std::exchange(m_tableIsOpen, false))
            m_body += "</table>";
    }

    RtfTokens m_tokens;
    std::uint32_t m_parts;
    std::vector<State> m_states{State{}};
    std::size_t m_tooDeep = 0, m_fallbackLeft = 0;
    bool m_ignorable = false; // "\*" was read
    char16_t m_high = 0;
    std::string m_bytes, m_encoding = "windows-1252";
    std::map<int, int> m_fonts, m_styles; // their character sets; outline levels, from 1
    int m_font = 0, m_style = 0, m_styleLevel = 0;
    std::string m_body, m_paragraph, m_row, m_title, m_author, m_listMark, m_note, m_noteParagraphs, m_aside;
    int m_level = 0, m_notes = 0, m_noteDepth = 0;
    bool m_inTable = false, m_tableIsOpen = false, m_isItem = false;
};

} // namespace

bool isRtf(std::string_view bytes)
{
    return bytes.starts_with("{\\rtf");
}

Result<CanonicalText> readRtf(std::span<const std::byte> bytes, const ImportContext& context)
{
    const std::string html = Page({reinterpret_cast<const char*>(bytes.data()), bytes.size()}).html(context);
    ImportContext inner = context;
    inner.encoding.clear(); // the page's is known
    return readHtml(std::as_bytes(std::span(html)), inner);
}

} // namespace cairn
