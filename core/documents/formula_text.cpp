#include "core/documents/formula_text.h"

#include "core/types/ascii.h"

#include <algorithm>
#include <array>

namespace cairn
{

namespace
{

constexpr std::size_t kDepth = 64;
constexpr std::size_t kPieces = 100'000;   // of a formula; beyond it is written without signs of our own

// A number, a name or a single character needs no brackets.
bool isSimple(std::string_view text)
{
    const auto isStart = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
    return std::count_if(text.begin(), text.end(), isStart) <= 1 ||
           std::all_of(text.begin(), text.end(), [](char c) { return isAsciiAlphanumeric(c) || c == '.'; });
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

}  // namespace

const FormulaText::Form* FormulaText::formOf(std::string_view name)
{
    // clang-format off
    static constexpr std::array<Form, 25> kForms = {{
        {"mfrac", "", "", "", "/", "", 3}, {"f", "", "", "", "/", "", 3},
        {"msup", "", "", "", "^", "", 2}, {"sSup", "", "", "", "^", "", 2},
        {"msub", "", "", "", "_", "", 2}, {"sSub", "", "", "", "_", "", 2},
        {"msubsup", "", "", "", "_", "^", 6}, {"sSubSup", "", "", "", "_", "^", 6},
        {"munder", "", "", "", "_", "", 2}, {"limLow", "", "", "", "_", "", 2}, {"limUpp", "", "", "", "^", "", 2},
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
    insert(index == 0 ? form.first : parent.name == "d" ? parent.between : index == 1 ? form.second : form.third);
    child.bracketed = index < 3 && (form.bracketed >> index & 1) != 0;
    if (child.bracketed)
        insert("(");
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
    if (element.form && (element.form->second == "^" || element.form->second == "_"))
        m_behindIndex = endsInWord();
    if (!element.bracketed)
        return;
    std::string inside;
    for (std::size_t i = element.begin + 2; i < m_pieces.size(); ++i)
        inside += m_pieces[i].text;
    if (inside.empty() && m_open.back().name != "rad")
        m_pieces[element.begin].text.clear();
    if (isSimple(inside))
        m_pieces[element.begin + 1].text.clear();
    else
        insert(")");
}

void FormulaText::insert(std::string_view text)
{
    m_behindIndex = m_behindIndex && text.empty();
    m_pieces.push_back({std::string(text), 0, 0});
}

bool FormulaText::endsInWord() const
{
    const auto last = std::find_if(m_pieces.rbegin(), m_pieces.rend(), [](const Piece& piece) { return !piece.text.empty(); });
    return last != m_pieces.rend() && isOfWord(last->text.back());
}

void FormulaText::sign(std::string_view property, std::string_view value)
{
    const auto parent = std::find_if(m_open.rbegin(), m_open.rend(), [](const Element& e) { return !isProperties(e.name) && e.form; });
    if (parent == m_open.rend())
        return;
    if (property == "begChr" || (property == "chr" && parent->name == "nary"))
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
    if (m_behindIndex && !text.empty() &&
        (isAsciiAlphanumeric(text.front()) || text.front() == '\xCE' || text.front() == '\xCF' || text.front() == '\xF0'))
        insert(" ");   // a letter, Greek and mathematical ones too
    m_behindIndex = false;
    m_pieces.push_back({std::string(text), source, length});
}

void FormulaText::write(TextBuilder& builder)
{
    m_tooDeep = 0;
    while (!m_open.empty())
        end();
    for (const Piece& piece : m_pieces) {
        if (piece.text.empty())
            continue;
        if (piece.length == 0)
            builder.inserted(piece.text);
        else if (piece.length == piece.text.size())
            builder.flow(piece.text, piece.source);
        else
            builder.replaced(piece.text, piece.source, piece.length);
    }
    m_pieces.clear();
    m_behindIndex = false;
}

}  // namespace cairn
