#include "core/formats/json.h"
#include "core/formats/file.h"
#include "core/formats/utf8.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <new>
#include <numeric>

namespace cairn
{

std::optional<bool> JsonValue::boolean() const
{
    const bool* value = std::get_if<bool>(&m_value);
    return value ? std::optional(*value) : std::nullopt;
}

std::optional<std::int64_t> JsonValue::integer() const
{
    const auto* value = std::get_if<std::int64_t>(&m_value);
    return value ? std::optional(*value) : std::nullopt;
}

std::optional<std::uint64_t> JsonValue::unsignedInteger() const
{
    if (const auto* value = std::get_if<std::uint64_t>(&m_value))
        return *value;
    const auto* value = std::get_if<std::int64_t>(&m_value);
    return value && *value >= 0 ? std::optional(static_cast<std::uint64_t>(*value)) : std::nullopt;
}

std::optional<double> JsonValue::number() const
{
    if (const auto* value = std::get_if<double>(&m_value))
        return *value;
    if (const auto* value = std::get_if<std::int64_t>(&m_value))
        return static_cast<double>(*value);
    const auto* value = std::get_if<std::uint64_t>(&m_value);
    return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
}

std::span<const JsonValue> JsonValue::elements() const
{
    const auto* value = std::get_if<Array>(&m_value);
    return value ? std::span<const JsonValue>(*value) : std::span<const JsonValue>();
}

std::span<const JsonMember> JsonValue::members() const
{
    const auto* value = std::get_if<Object>(&m_value);
    return value ? std::span<const JsonMember>(value->members) : std::span<const JsonMember>();
}

const JsonValue* JsonValue::find(std::string_view key) const
{
    const auto* object = std::get_if<Object>(&m_value);
    if (!object)
        return nullptr;
    const auto place = std::lower_bound(object->byKey.begin(), object->byKey.end(), key,
                                        [&](std::uint32_t i, std::string_view k) { return object->members[i].key < k; });
    if (place == object->byKey.end() || object->members[*place].key != key)
        return nullptr;
    return &object->members[*place].value;
}

namespace
{

// Parses with a stack of open containers of its own; every method returns false after setting the error.
class Parser
{
public:
    Parser(std::string_view text, const JsonLimits& limits) : m_text(text), m_limits(limits) {}

    Result<JsonValue> run()
    {
        if (!parse())
            return Error{ErrorCode::Corruption, "JSON: " + m_problem + " (offset " + std::to_string(m_at) + ").", m_at};
        return std::move(m_root);
    }

private:
    struct Frame
    {
        bool isObject = false;
        JsonValue::Array array;
        JsonValue::Object object;
        std::string key;         // of the member whose value comes next
    };

    bool fail(const char* problem)
    {
        m_problem = problem;
        return false;
    }
    bool atEnd() const { return m_at == m_text.size(); }
    char peek() const { return atEnd() ? '\0' : m_text[m_at]; }
    void skipSpace()
    {
        while (!atEnd() && (peek() == ' ' || peek() == '\n' || peek() == '\r' || peek() == '\t'))
            ++m_at;
    }
    bool take(char c)
    {
        if (peek() != c || atEnd())
            return false;
        ++m_at;
        return true;
    }

    bool parse();
    bool openContainer(bool isObject);
    bool closeContainer();
    bool place(JsonValue value);
    bool afterValue();
    bool memberKey();
    bool scalar();
    bool literal(std::string_view word, JsonValue value);
    bool number();
    bool string(std::string& out);
    bool escape(std::string& out);
    bool hexUnit(std::uint32_t& unit);
    bool sortKeys(JsonValue::Object& object);

    std::string_view m_text;
    JsonLimits m_limits;
    std::size_t m_at = 0;
    std::uint32_t m_values = 0;
    bool m_done = false;
    std::vector<Frame> m_stack;
    JsonValue m_root;
    std::string m_problem;
};

bool Parser::parse()
{
    while (!m_done) {
        skipSpace();
        if (atEnd())
            return fail("the text ends inside a value");
        const bool parsed = take('{') ? openContainer(true) : take('[') ? openContainer(false) : scalar();
        if (!parsed)
            return false;
    }
    skipSpace();
    return atEnd() || fail("something follows the value");
}

bool Parser::openContainer(bool isObject)
{
    if (m_stack.size() == m_limits.depth)
        return fail("nested too deeply");
    m_stack.emplace_back().isObject = isObject;
    skipSpace();
    if (take(isObject ? '}' : ']'))
        return closeContainer();
    return !isObject || memberKey();
}

bool Parser::memberKey()
{
    skipSpace();
    if (!take('"'))
        return fail("a member name was expected");
    if (!string(m_stack.back().key))
        return false;
    skipSpace();
    return take(':') || fail("':' was expected");
}

// Duplicates stand side by side once sorted; readers differ in which of them counts, so neither does.
bool Parser::sortKeys(JsonValue::Object& object)
{
    const auto& members = object.members;
    object.byKey.resize(members.size());
    std::iota(object.byKey.begin(), object.byKey.end(), 0u);
    std::sort(object.byKey.begin(), object.byKey.end(),
              [&](std::uint32_t a, std::uint32_t b) { return members[a].key < members[b].key; });
    const auto twin = std::adjacent_find(object.byKey.begin(), object.byKey.end(),
                                         [&](std::uint32_t a, std::uint32_t b) { return members[a].key == members[b].key; });
    return twin == object.byKey.end() || fail("a member name occurs twice in one object");
}

bool Parser::closeContainer()
{
    Frame frame = std::move(m_stack.back());
    m_stack.pop_back();
    if (!frame.isObject)
        return place(JsonValue(std::move(frame.array)));
    return sortKeys(frame.object) && place(JsonValue(std::move(frame.object)));
}

bool Parser::place(JsonValue value)
{
    if (++m_values > m_limits.values)
        return fail("too many values");
    if (m_stack.empty()) {
        m_root = std::move(value);
        m_done = true;
        return true;
    }
    Frame& frame = m_stack.back();
    if (frame.isObject)
        frame.object.members.push_back({std::move(frame.key), std::move(value)});
    else
        frame.array.push_back(std::move(value));
    return afterValue();
}

bool Parser::afterValue()
{
    const bool isObject = m_stack.back().isObject;
    skipSpace();
    if (take(','))
        return !isObject || memberKey();
    if (take(isObject ? '}' : ']'))
        return closeContainer();
    return fail(isObject ? "',' or '}' was expected" : "',' or ']' was expected");
}

bool Parser::scalar()
{
    switch (peek()) {
    case '"': {
        ++m_at;
        std::string text;
        return string(text) && place(JsonValue(std::move(text)));
    }
    case 't': return literal("true", JsonValue(true));
    case 'f': return literal("false", JsonValue(false));
    case 'n': return literal("null", JsonValue());
    default: return number();
    }
}

bool Parser::literal(std::string_view word, JsonValue value)
{
    if (!m_text.substr(m_at).starts_with(word))
        return fail("a value was expected");
    m_at += word.size();
    return place(std::move(value));
}

bool Parser::number()
{
    const std::size_t begin = m_at;
    const auto digits = [&] {
        const std::size_t first = m_at;
        while (!atEnd() && peek() >= '0' && peek() <= '9')
            ++m_at;
        return m_at - first;
    };
    take('-');
    const bool zero = peek() == '0';
    const std::size_t whole = digits();
    if (whole == 0 || (zero && whole > 1))
        return fail("a value was expected");
    bool isInteger = true;
    if (take('.')) {
        isInteger = false;
        if (digits() == 0)
            return fail("digits were expected after '.'");
    }
    if (take('e') || take('E')) {
        isInteger = false;
        if (!take('+'))
            take('-');
        if (digits() == 0)
            return fail("digits were expected in the exponent");
    }
    const char* first = m_text.data() + begin;
    const char* last = m_text.data() + m_at;
    std::int64_t integer = 0;
    if (isInteger && std::from_chars(first, last, integer).ec == std::errc{})
        return place(JsonValue(integer));
    std::uint64_t large = 0;
    if (isInteger && *first != '-' && std::from_chars(first, last, large).ec == std::errc{})
        return place(JsonValue(large));
    double real = 0;
    if (std::from_chars(first, last, real).ec != std::errc{} || !std::isfinite(real))
        return fail("a number is out of range");
    return place(JsonValue(real));
}

bool Parser::string(std::string& out)
{
    out.clear();
    for (;;) {
        const std::size_t begin = m_at;
        while (!atEnd() && peek() != '"' && peek() != '\\' && static_cast<unsigned char>(peek()) >= 0x20)
            ++m_at;
        const std::string_view plain = m_text.substr(begin, m_at - begin);
        if (const std::size_t valid = validUtf8Prefix(plain); valid != plain.size()) {
            m_at = begin + valid;
            return fail("a string is not valid UTF-8");
        }
        out.append(plain);
        if (take('"'))
            return true;
        if (!take('\\'))
            return fail(atEnd() ? "the text ends inside a string" : "a control character stands in a string");
        if (!escape(out))
            return false;
    }
}

bool Parser::escape(std::string& out)
{
    static constexpr std::string_view kNames = "\"\\/bfnrt";
    static constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    if (const auto known = atEnd() ? std::string_view::npos : kNames.find(peek()); known != std::string_view::npos) {
        out.push_back(kMeanings[known]);
        ++m_at;
        return true;
    }
    std::uint32_t unit = 0;
    if (!take('u') || !hexUnit(unit))
        return fail("an escape is not one of JSON");
    if (unit >= 0xDC00 && unit < 0xE000)
        return fail("half of a surrogate pair stands alone");
    if (unit >= 0xD800 && unit < 0xDC00) {
        std::uint32_t low = 0;
        if (!take('\\') || !take('u') || !hexUnit(low) || low < 0xDC00 || low > 0xDFFF)
            return fail("half of a surrogate pair stands alone");
        unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
    }
    appendUtf8(out, unit);
    return true;
}

bool Parser::hexUnit(std::uint32_t& unit)
{
    if (m_text.size() - m_at < 4)
        return false;
    const char* first = m_text.data() + m_at;
    const auto parsed = std::from_chars(first, first + 4, unit, 16);
    if (parsed.ec != std::errc{} || parsed.ptr != first + 4)
        return false;
    m_at += 4;
    return true;
}

}  // namespace

Result<JsonValue> parseJson(std::string_view text, const JsonLimits& limits)
{
    if (text.size() > limits.bytes) {
        return Error{ErrorCode::InvalidArgument,
                     "JSON: the text is larger than the limit of " + std::to_string(limits.bytes) + " bytes."};
    }
    try {
        return Parser(text, limits).run();
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::OutOfMemory, "JSON: not enough memory for the text's values."};
    }
}

Result<JsonValue> readJsonFile(const std::string& path, const JsonLimits& limits)
{
    auto text = readWholeFile(path, limits.bytes);
    if (!text)
        return text.error();
    auto value = parseJson(*text, limits);
    if (!value) {
        Error error = value.error();
        error.message = path + ": " + error.message;
        return error;
    }
    return value;
}

}  // namespace cairn
