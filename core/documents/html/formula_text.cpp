#include "core/documents/html/formula_text.h"

#include "core/formats/utf8.h"
#include "core/types/ascii.h"

#include <QList>
#include <QString>

#include <algorithm>
#include <array>
#include <utility>

namespace cairn
{

namespace
{

constexpr std::size_t kDepth = 64;
constexpr std::size_t kLookedAt = 1000;    // pieces, for the last one that isn't empty
constexpr std::size_t kPieces = 100'000;   // of a formula; beyond it is written without signs of our own

// A number, a name or a single character needs no brackets.
bool isSimple(std::string_view text)
{
    return countCharacters(text) <= 1 ||
           std::all_of(text.begin(), text.end(), [](char c) { return isAsciiAlphanumeric(c) || c == '.'; });
}

// A letter or digit, Greek and mathematical ones too.
bool isLetter(std::string_view text)
{
    return !text.empty() &&
           (isAsciiAlphanumeric(text.front()) || text.front() == '\xCE' || text.front() == '\xCF' || text.front() == '\xF0');
}

bool endsInLetter(std::string_view text)
{
    std::size_t at = text.size();
    while (at > 0 && (static_cast<unsigned char>(text[--at]) & 0xC0) == 0x80) {
    }
    return isLetter(text.substr(at));
}

// A letter or digit, or a character beyond ASCII that may be one.
bool isOfWord(char c)
{
    return isAsciiAlphanumeric(c) || static_cast<unsigned char>(c) >= 0x80;
}

bool isProperties(std::string_view name)
{
    return name.ends_with("Pr");
}

bool isFraction(std::string_view name)
{
    return name == "f" || name == "mfrac";
}

// A sign that stands above a letter, as it is written behind it; empty: another one.
std::string_view accentOf(std::string_view sign)
{
    using Accent = std::pair<std::string_view, std::string_view>;
    constexpr auto kAccents = std::to_array<Accent>({{"^", "\u0302"},
                                                     {"\u02C6", "\u0302"},
                                                     {"~", "\u0303"},
                                                     {"\u02DC", "\u0303"},
                                                     {"\u223C", "\u0303"},
                                                     {"\u00AF", "\u0304"},
                                                     {"\u02C9", "\u0304"},
                                                     {"\u203E", "\u0304"},
                                                     {"_", "\u0304"},
                                                     {"\u0305", "\u0304"},
                                                     {"\u2192", "\u20D7"},
                                                     {"\u02D9", "\u0307"},
                                                     {".", "\u0307"},
                                                     {"\u00A8", "\u0308"},
                                                     {"\u02C7", "\u030C"},
                                                     {"\u00B4", "\u0301"},
                                                     {"`", "\u0300"}});
    const auto found = std::find_if(kAccents.begin(), kAccents.end(), [sign](const Accent& accent) { return accent.first == sign; });
    if (found != kAccents.end())
        return found->second;
    const bool isCombining = sign.size() == 2 ? sign[0] == '\xCC' || sign[0] == '\xCD' : sign.size() == 3 && sign.starts_with("\xE2\x83");
    return isCombining ? sign : std::string_view();
}

}  // namespace

const FormulaText::Form* FormulaText::formOf(std::string_view name)
{
    // clang-format off
    static constexpr std::array<Form, 28> kForms = {{
        {"mfrac", "", "", "", "/", "", 3}, {"f", "", "", "", "/", "", 3},
        {"msup", "", "", "", "^", "", 2}, {"sSup", "", "", "", "^", "", 2},
        {"msub", "", "", "", "_", "", 2}, {"sSub", "", "", "", "_", "", 2},
        {"msubsup", "", "", "", "_", "^", 6}, {"sSubSup", "", "", "", "_", "^", 6},
        {"munder", "", "", "", "_", "", 2}, {"limLow", "", "", "", "_", "", 2}, {"limUpp", "", "", "", "^", "", 2},
        {"mover", "", "", "", "^", "", 2}, {"sPre", "", "", "_", "^", " ", 3}, {"mmultiscripts", "", "", "", "_", "^", 0},
        {"munderover", "", "", "", "_", "^", 6}, {"nary", "", "", "_", "^", " ", 3},
        {"msqrt", "\u221A(", ")", "", "", "", 0}, {"rad", "", "", "", "\u221A", "", 2}, {"mroot", "\u221A(", ")", "", "; ", "", 0},
        {"d", "", "", "", "", "", 0}, {"mfenced", "(", ")", "", ",", ",", 0}, {"func", "", "", "", " ", "", 0},
        {"mtable", "", "", "", "; ", "; ", 0}, {"m", "", "", "", "; ", "; ", 0}, {"eqArr", "", "", "", "; ", "; ", 0},
        {"mtr", "", "", "", " ", " ", 0}, {"mlabeledtr", "", "", "", " ", " ", 0}, {"mr", "", "", "", " ", " ", 0}}};
    // clang-format on
    const auto found = std::find_if(kForms.begin(), kForms.end(), [name](const Form& form) { return form.name == name; });
    return found == kForms.end() ? nullptr : &*found;
}

void FormulaText::open(std::string_view name)
{
    if (m_open.size() >= kDepth || m_pieces.size() >= kPieces) {
        ++m_tooDeep;
        return;
    }
    Element element;
    element.name = name;
    element.form = formOf(name);
    if (!m_open.empty() && m_open.back().form && !isProperties(name))
        beginChild(m_open.back(), element);
    if ((isFraction(name) || name == "sPre") && endsInLetter(lastText())) // "2 1/2"
        insert(" ");
    m_isFractionFirst = m_isFractionFirst || (isFraction(name) && !m_hasText);
    element.first = m_pieces.size();
    element.accent = name == "acc" ? "\u0302" : "";
    if (element.name == "d") {
        element.before = "(";
        element.after = ")";
        element.between = "|";
    } else if (element.name == "nary") {
        element.before = "\u222B";
    } else if (element.form) {
        insert(element.form->before);
        element.after = element.form->after;
    }
    m_open.push_back(std::move(element));
}

void FormulaText::beginChild(Element& parent, Element& child)
{
    const unsigned index = parent.children++;
    const Form& form = *parent.form;
    if (index == 0)
        insert(parent.before);
    child.begin = m_pieces.size();
    insert(separator(parent, child, index));
    child.bracketed = index < 3 && (form.bracketed >> index & 1) != 0;
    if (parent.name == "mmultiscripts")
        child.bracketed = parent.scripts > 0;
    if (child.bracketed)
        insert("(");
}

// Before the child.
std::string_view FormulaText::separator(Element& parent, const Element& child, unsigned index) const
{
    const Form& form = *parent.form;
    if (parent.name == "mmultiscripts") { // pairs of what stands below and above, behind the base or in front of it
        parent.scripts = index == 0 || child.name == "mprescripts" ? 0 : parent.scripts + 1;
        return parent.scripts == 0 ? std::string_view() : parent.scripts % 2 == 1 ? form.second : form.third;
    }
    if (index == 0)
        return form.first;
    if (parent.name == "d" || !parent.between.empty())
        return parent.between;
    return index == 1 ? form.second : form.third;
}

void FormulaText::close(std::string_view name)
{
    if (m_tooDeep > 0) {
        --m_tooDeep;
        return;
    }
    if (std::none_of(m_open.begin(), m_open.end(), [name](const Element& element) { return element.name == name; }))
        return;
    while (m_open.back().name != name)
        end();
    end();
}

void FormulaText::end()
{
    const Element element = std::move(m_open.back());
    m_open.pop_back();
    insert(element.after);
    if (element.form && (element.form->second == "^" || element.form->second == "_" || element.form->second == "/"))
        m_behindIndex = endsInWord();
    if (!element.accent.empty())
        addAccent(element.first, m_pieces.size(), element.accent);
    if (!element.bracketed)
        return;
    std::string inside;
    for (std::size_t i = element.begin + 2; i < m_pieces.size(); ++i)
        inside += m_pieces[i].text;
    if (endAccent(element, inside))
        return;
    if (inside.empty() && m_open.back().name != "rad")
        m_pieces[element.begin].text.clear();
    if (isSimple(inside))
        m_pieces[element.begin + 1].text.clear();
    else
        insert(")");
}

// What stood above or below a letter is its accent.
bool FormulaText::endAccent(const Element& element, std::string_view inside)
{
    const Element& parent = m_open.back();
    const std::string_view accent = accentOf(inside);
    if (parent.children != 2 || accent.empty() || (parent.name != "mover" && parent.name != "munder"))
        return false;
    m_pieces.resize(element.begin);
    if (parent.name == "mover")
        addAccent(parent.first, element.begin, accent);
    return true;
}

// Above a single letter; above more it is left out.
void FormulaText::addAccent(std::size_t first, std::size_t end, std::string_view accent)
{
    Piece* letter = nullptr;
    for (std::size_t i = first; i < end; ++i) {
        if (m_pieces[i].text.empty())
            continue;
        if (letter)
            return;
        letter = &m_pieces[i];
    }
    if (!letter || QString::fromStdString(letter->text).toUcs4().size() != 1)
        return;
    letter->text = QString::fromStdString(letter->text + std::string(accent)).normalized(QString::NormalizationForm_C).toStdString();
    letter->isExact = false;
}

void FormulaText::insert(std::string_view text)
{
    m_behindIndex = m_behindIndex && text.empty();
    m_pieces.push_back({std::string(text), 0, 0});
}

bool FormulaText::endsInWord() const
{
    const std::string_view last = lastText();
    return !last.empty() && isOfWord(last.back());
}

// Of the pieces before, not many of which are empty.
std::string_view FormulaText::lastText() const
{
    const auto end = m_pieces.rbegin() + std::ptrdiff_t(std::min(m_pieces.size(), kLookedAt));
    const auto last = std::find_if(m_pieces.rbegin(), end, [](const Piece& piece) { return !piece.text.empty(); });
    return last == end ? std::string_view() : last->text;
}

void FormulaText::sign(std::string_view property, std::string_view value)
{
    const auto takes = [](const Element& e) { return !isProperties(e.name) && (e.form || e.name == "acc" || e.name == "bar"); };
    const auto parent = std::find_if(m_open.rbegin(), m_open.rend(), takes);
    if (parent == m_open.rend())
        return;
    if (parent->name == "acc" || parent->name == "bar") {
        if (property == "chr")
            parent->accent = accentOf(value);
        else if (property == "pos")
            parent->accent = value == "top" ? "\u0304" : "";
        return;
    }
    if (property == "type" && value == "noBar" && parent->name == "f")
        parent->between = " over ";
    else if (property == "begChr" || (property == "chr" && parent->name == "nary"))
        parent->before = value;
    else if (property == "endChr")
        parent->after = value;
    else if (property == "sepChr")
        parent->between = value;
}

void FormulaText::text(std::string_view text, std::uint64_t source, std::uint64_t length)
{
    const bool blank = std::all_of(text.begin(), text.end(), isFlowSpace);
    if (blank && m_open.back().name != "mtext" && m_open.back().name != "t")
        return;   // between the elements
    if (text.size() == 3 && text.starts_with("\xE2\x81") && text[2] >= '\xA1' && text[2] <= '\xA4')
        return;   // U+2061..2064: signs that nobody sees, such as that of a product
    if (inArray())
        arrayText(text, source, length);
    else
        addText(text, source, length);
}

bool FormulaText::inArray() const
{
    return std::any_of(m_open.begin(), m_open.end(), [](const Element& element) { return element.name == "eqArr"; });
}

// "&" only says where Word's lines stand one above the other, "#" where the number of the line begins.
void FormulaText::arrayText(std::string_view text, std::uint64_t source, std::uint64_t length)
{
    if (text == "&")
        return;
    if (text.size() != length)
        return addText(text, source, length);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find_first_of("&#", at), text.size());
        if (end > at)
            addText(text.substr(at, end - at), source + at, end - at);
        if (end < text.size() && text[end] == '#')
            insert(" ");
        at = end + 1;
    }
}

void FormulaText::addText(std::string_view text, std::uint64_t source, std::uint64_t length)
{
    if (m_behindIndex && isLetter(text))
        insert(" ");
    m_behindIndex = false;
    m_hasText = true;
    m_pieces.push_back({std::string(text), source, length});
}

void FormulaText::write(TextBuilder& builder)
{
    m_tooDeep = 0;
    while (!m_open.empty())
        end();
    const std::string_view before = builder.paragraphText();
    if (m_isFractionFirst && !before.empty() && isAsciiDigit(before.back()))
        builder.space(); // "2 1/2"
    for (const Piece& piece : m_pieces) {
        if (piece.text.empty())
            continue;
        if (piece.length == 0)
            builder.inserted(piece.text);
        else if (piece.isExact && piece.length == piece.text.size())
            builder.flow(piece.text, piece.source);
        else
            builder.replaced(piece.text, piece.source, piece.length);
    }
    m_pieces.clear();
    m_behindIndex = m_isFractionFirst = m_hasText = false;
}

}  // namespace cairn
