#include "core/documents/pdf/pdf_objects.h"

#include <zlib.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace cairn
{
namespace
{

constexpr std::size_t kMostInflated = 64u << 20; // bytes of all compressed objects: a form has a few thousand
constexpr std::size_t kMostValues = 50'000;      // of one object
constexpr std::size_t kMostKept = 1'000'000;     // values of all objects looked at; 100 bytes each
constexpr std::size_t kTextOfValue = 64;         // bytes of text that count as one
constexpr std::size_t kMostPages = 20'000;
constexpr std::size_t kLongestHead = 400; // bytes of the dictionary of a stream of objects
constexpr int kDeepest = 24;              // values in values, pages in groups

bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == '\0';
}

bool isDelimiter(char c)
{
    return std::string_view("()<>[]{}/%").find(c) != std::string_view::npos;
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

int hexValue(char c)
{
    return isDigit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

class Parser
{
public:
    explicit Parser(std::string_view data) : m_data(data) {}

    std::size_t values() const { return m_values; }

    PdfValue value(int depth = 0)
    {
        skipSpace();
        if (m_at >= m_data.size() || depth > kDeepest || ++m_values > kMostValues)
            return fail();
        const char c = m_data[m_at];
        if (c == '/')
            return {PdfValue::Kind::Name, 0, name(), {}, {}};
        if (c == '(')
            return counted(literal());
        if (m_data.substr(m_at).starts_with("<<"))
            return dictionary(depth);
        if (c == '<')
            return counted(hexadecimal());
        if (c == '[')
            return list(depth);
        if (isDigit(c) || c == '-' || c == '+' || c == '.')
            return numberOrReference();
        const std::string_view word = token();
        if (word == "true" || word == "false")
            return {PdfValue::Kind::Name, 0, std::string(word), {}, {}};
        return word == "null" ? PdfValue{} : fail();
    }

    std::optional<std::uint32_t> integer()
    {
        skipSpace();
        const std::string_view word = token();
        std::uint32_t number = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
        return error == std::errc() && end == word.data() + word.size() && !word.empty() ? std::optional(number) : std::nullopt;
    }

private:
    PdfValue fail()
    {
        m_at = m_data.size(); // ends what it stands in, too
        return {};
    }

    PdfValue counted(std::string text)
    {
        m_values += text.size() / kTextOfValue;
        return {PdfValue::Kind::Text, 0, std::move(text), {}, {}};
    }

    void skipSpace()
    {
        for (; m_at < m_data.size(); ++m_at) {
            if (m_data[m_at] == '%')
                m_at = std::min(m_data.find_first_of("\r\n", m_at), m_data.size()) - 1; // the end of the line is skipped next
            else if (!isSpace(m_data[m_at]))
                return;
        }
    }

    std::string_view token()
    {
        const std::size_t begin = m_at;
        while (m_at < m_data.size() && !isSpace(m_data[m_at]) && !isDelimiter(m_data[m_at]))
            ++m_at;
        return m_data.substr(begin, m_at - begin);
    }

    std::string name()
    {
        ++m_at;
        const std::string_view raw = token();
        std::string result;
        for (std::size_t i = 0; i < raw.size(); ++i) {
            const bool isCode = raw[i] == '#' && i + 2 < raw.size() && hexValue(raw[i + 1]) >= 0 && hexValue(raw[i + 2]) >= 0;
            result += isCode ? char(hexValue(raw[i + 1]) * 16 + hexValue(raw[i + 2])) : raw[i];
            i += isCode ? 2 : 0;
        }
        return result;
    }

    std::string literal()
    {
        std::string result;
        int open = 1;
        for (++m_at; m_at < m_data.size(); ++m_at) {
            const char c = m_data[m_at];
            open += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (open == 0)
                break;
            if (c == '\\')
                escaped(result);
            else
                result += c;
        }
        ++m_at;
        return result;
    }

    // What a backslash stands before: "\n", "\(", "\101", or the end of a line, which is nothing.
    void escaped(std::string& result)
    {
        if (++m_at >= m_data.size())
            return;
        const char c = m_data[m_at];
        constexpr std::string_view kNames = "nrtbf", kMeant = "\n\r\t\b\f";
        if (const std::size_t which = kNames.find(c); which != std::string_view::npos) {
            result += kMeant[which];
        } else if (c >= '0' && c <= '7') {
            int code = 0;
            std::size_t digits = 0;
            for (; digits < 3 && m_at + digits < m_data.size() && m_data[m_at + digits] >= '0' && m_data[m_at + digits] <= '7'; ++digits)
                code = code * 8 + m_data[m_at + digits] - '0';
            m_at += digits - 1;
            result += char(code & 255);
        } else if (c == '\r' || c == '\n') {
            m_at += c == '\r' && m_at + 1 < m_data.size() && m_data[m_at + 1] == '\n' ? 1 : 0;
        } else {
            result += c;
        }
    }

    std::string hexadecimal()
    {
        std::string result;
        int high = -1;
        for (++m_at; m_at < m_data.size() && m_data[m_at] != '>'; ++m_at) {
            const int digit = hexValue(m_data[m_at]);
            if (digit < 0)
                continue;
            if (high >= 0)
                result += char(high * 16 + digit);
            high = high >= 0 ? -1 : digit;
        }
        if (high >= 0)
            result += char(high * 16);
        ++m_at;
        return result;
    }

    PdfValue list(int depth)
    {
        PdfValue result{PdfValue::Kind::List, 0, {}, {}, {}};
        for (++m_at; skipSpace(), m_at < m_data.size() && m_data[m_at] != ']';)
            result.items.push_back(value(depth + 1));
        ++m_at;
        return result;
    }

    PdfValue dictionary(int depth)
    {
        PdfValue result{PdfValue::Kind::Dictionary, 0, {}, {}, {}};
        for (m_at += 2; skipSpace(), m_at < m_data.size() && m_data[m_at] == '/';) {
            std::string key = name();
            result.items.push_back(value(depth + 1));
            result.keys.push_back(std::move(key));
        }
        m_at += 2;
        return result;
    }

    PdfValue numberOrReference()
    {
        const std::string_view word = token();
        PdfValue result{PdfValue::Kind::Number, 0, {}, {}, {}};
        std::from_chars(word.data() + (word.starts_with('+') ? 1 : 0), word.data() + word.size(), result.number);
        const std::size_t behind = m_at;
        if (isDigit(word.front()) && integer()) {
            skipSpace();
            if (token() == "R") {
                result.kind = PdfValue::Kind::Reference;
                return result;
            }
        }
        m_at = behind;
        return result;
    }

    std::string_view m_data;
    std::size_t m_at = 0, m_values = 0;
};

// Inflates what begins `data`, as far as `room` allows; a damaged stream ends where the damage is.
std::string inflated(std::string_view data, std::size_t room)
{
    z_stream stream{};
    if (inflateInit(&stream) != Z_OK)
        return {};
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));
    stream.avail_in = uInt(std::min<std::size_t>(data.size(), kMostInflated));
    std::string result;
    char piece[16384];
    int status = Z_OK;
    while (status == Z_OK && result.size() < room) {
        stream.next_out = reinterpret_cast<Bytef*>(piece);
        stream.avail_out = sizeof piece;
        status = inflate(&stream, Z_NO_FLUSH);
        result.append(piece, sizeof piece - stream.avail_out);
    }
    inflateEnd(&stream);
    return result;
}

// "12 0 " before `end`: the number of the object whose "obj" begins there.
std::optional<std::uint32_t> numberBefore(std::string_view file, std::size_t end)
{
    std::size_t at = end;
    const auto back = [&](auto&& is) {
        const std::size_t from = at;
        while (at > 0 && is(file[at - 1]))
            --at;
        return from - at;
    };
    if (back(isSpace) == 0 || back(isDigit) == 0 || back(isSpace) == 0)
        return std::nullopt;
    const std::size_t digits = back(isDigit);
    std::uint32_t number = 0;
    const auto [last, error] = std::from_chars(file.data() + at, file.data() + at + digits, number);
    return digits > 0 && error == std::errc() ? std::optional(number) : std::nullopt;
}

} // namespace

const PdfValue* PdfValue::find(std::string_view key) const
{
    const auto found = std::find(keys.begin(), keys.end(), key);
    return found == keys.end() ? nullptr : &items[std::size_t(found - keys.begin())];
}

PdfValue parsePdfValue(std::string_view data)
{
    return Parser(data).value();
}

PdfObjects::PdfObjects(std::string_view file) : m_file(file)
{
    constexpr std::string_view kObject = "obj";
    m_isEncrypted = file.find("/Encrypt") != std::string_view::npos;
    for (std::size_t at = file.find(kObject); at != std::string_view::npos; at = file.find(kObject, at + 1)) {
        const auto number = numberBefore(file, at);
        if (!number)
            continue;
        const std::string_view object = file.substr(at + kObject.size());
        m_objects[*number] = object;
        const std::string_view head = object.substr(0, kLongestHead);
        if (head.substr(0, head.find("stream")).find("/ObjStm") != std::string_view::npos)
            addStored(object);
    }
}

// The objects of a stream of objects: pairs of number and place, then the objects.
void PdfObjects::addStored(std::string_view object)
{
    constexpr std::string_view kStream = "stream";
    const PdfValue head = parsePdfValue(object);
    const PdfValue *count = head.find("N"), *first = head.find("First");
    std::size_t begin = object.find(kStream);
    if (!count || !first || begin == std::string_view::npos || m_inflated >= kMostInflated)
        return;
    begin += kStream.size();
    while (begin < object.size() && (object[begin] == '\r' || object[begin] == '\n'))
        ++begin;
    m_streams.push_back(inflated(object.substr(begin), kMostInflated - m_inflated));
    const std::string_view stream = m_streams.back();
    m_inflated += stream.size();
    Parser pairs(stream);
    for (double i = 0; i < count->number; ++i) {
        const auto number = pairs.integer(), offset = pairs.integer();
        if (!number || !offset)
            return;
        const double at = first->number + *offset;
        if (at >= 0 && at < double(stream.size()))
            m_objects[*number] = stream.substr(std::size_t(at));
    }
}

const PdfValue& PdfObjects::resolved(const PdfValue& value)
{
    static const PdfValue kNone;
    const PdfValue* result = &value;
    for (int steps = 0; result->kind == PdfValue::Kind::Reference; ++steps) {
        const auto number = std::uint32_t(std::clamp(result->number, 0.0, 4e9));
        const auto known = m_parsed.find(number);
        if (known != m_parsed.end()) {
            result = &known->second;
        } else {
            const auto object = m_objects.find(number);
            if (object == m_objects.end() || m_kept >= kMostKept)
                return kNone;
            Parser parser(object->second);
            result = &m_parsed.emplace(number, parser.value()).first->second;
            m_kept += 1 + parser.values();
        }
        if (steps == kDeepest)
            return kNone;
    }
    return *result;
}

const PdfValue& PdfObjects::at(const PdfValue& dictionary, std::string_view key)
{
    static const PdfValue kNone;
    const PdfValue* value = dictionary.find(key);
    return value ? resolved(*value) : kNone;
}

const PdfValue& PdfObjects::catalog()
{
    constexpr std::string_view kRoot = "/Root";
    std::size_t place = m_file.rfind(kRoot);
    for (int tries = 0; place != std::string_view::npos && tries < kDeepest; ++tries) {
        const PdfValue root = parsePdfValue(m_file.substr(place + kRoot.size()).substr(0, 64));
        if (const PdfValue& found = resolved(root); root.is(PdfValue::Kind::Reference) && at(found, "Type").isName("Catalog"))
            return found;
        place = place == 0 ? std::string_view::npos : m_file.rfind(kRoot, place - 1);
    }
    static const PdfValue kNone;
    return kNone;
}

std::vector<const PdfValue*> PdfObjects::pages()
{
    std::vector<const PdfValue*> pages;
    m_visited = 0;
    addPages(at(catalog(), "Pages"), pages, 0);
    return pages;
}

void PdfObjects::addPages(const PdfValue& node, std::vector<const PdfValue*>& pages, int depth)
{
    if (depth > kDeepest || pages.size() >= kMostPages || ++m_visited > 2 * kMostPages || !node.is(PdfValue::Kind::Dictionary))
        return;
    const PdfValue& kids = at(node, "Kids");
    if (!kids.is(PdfValue::Kind::List)) {
        pages.push_back(&node);
        return;
    }
    for (const PdfValue& kid : kids.items)
        addPages(resolved(kid), pages, depth + 1);
}

} // namespace cairn
