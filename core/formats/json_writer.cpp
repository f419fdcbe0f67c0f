#include "core/formats/json.h"
#include "core/formats/utf8.h"

#include <charconv>
#include <cmath>

namespace cairn
{

namespace
{

void appendEscaped(std::string& out, char c)
{
    static constexpr char kDigits[] = "0123456789abcdef";
    switch (c) {
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default: break;
    }
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7F) {
        out.push_back(c);
        return;
    }
    out += "\\u00";
    out.push_back(kDigits[byte >> 4]);
    out.push_back(kDigits[byte & 15]);
}

void appendQuoted(std::string& out, std::string_view text)
{
    out.push_back('"');
    while (!text.empty()) {
        const std::size_t valid = validUtf8Prefix(text);
        for (const char c : text.substr(0, valid))
            appendEscaped(out, c);
        if (valid == text.size())
            break;
        out += "\xEF\xBF\xBD";
        text.remove_prefix(valid + 1);
    }
    out.push_back('"');
}

template <typename T>
void appendNumber(std::string& out, T value)
{
    char digits[40];
    const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    out.append(digits, end);
}

}  // namespace

void JsonWriter::separate()
{
    if (!m_first)
        m_text.push_back(',');
    m_first = false;
}

JsonWriter& JsonWriter::beginObject()
{
    separate();
    m_text.push_back('{');
    m_first = true;
    return *this;
}

JsonWriter& JsonWriter::endObject()
{
    m_text.push_back('}');
    m_first = false;
    return *this;
}

JsonWriter& JsonWriter::beginArray()
{
    separate();
    m_text.push_back('[');
    m_first = true;
    return *this;
}

JsonWriter& JsonWriter::endArray()
{
    m_text.push_back(']');
    m_first = false;
    return *this;
}

JsonWriter& JsonWriter::key(std::string_view name)
{
    separate();
    appendQuoted(m_text, name);
    m_text.push_back(':');
    m_first = true;
    return *this;
}

JsonWriter& JsonWriter::null()
{
    separate();
    m_text += "null";
    return *this;
}

JsonWriter& JsonWriter::boolean(bool v)
{
    separate();
    m_text += v ? "true" : "false";
    return *this;
}

JsonWriter& JsonWriter::integer(std::int64_t v)
{
    separate();
    appendNumber(m_text, v);
    return *this;
}

JsonWriter& JsonWriter::unsignedInteger(std::uint64_t v)
{
    separate();
    appendNumber(m_text, v);
    return *this;
}

JsonWriter& JsonWriter::number(float v)
{
    if (!std::isfinite(v))
        return null();
    separate();
    appendNumber(m_text, v);
    return *this;
}

JsonWriter& JsonWriter::number(double v)
{
    if (!std::isfinite(v))
        return null();
    separate();
    appendNumber(m_text, v);
    return *this;
}

// Recursion is bounded: values are read with a limited depth.
JsonWriter& JsonWriter::value(const JsonValue& v)
{
    if (v.isObject()) {
        beginObject();
        for (const JsonMember& inner : v.members())
            key(inner.key).value(inner.value);
        return endObject();
    }
    if (v.isArray()) {
        beginArray();
        for (const JsonValue& element : v.elements())
            value(element);
        return endArray();
    }
    if (v.isString())
        return string(*v.string());
    if (const auto flag = v.boolean())
        return boolean(*flag);
    if (const auto whole = v.integer())
        return integer(*whole);
    if (const auto large = v.unsignedInteger())
        return unsignedInteger(*large);
    const auto real = v.number();
    if (!real)
        return null();
    const std::size_t begin = m_text.size();
    number(*real);
    if (m_text.find_first_of(".e", begin) == std::string::npos)
        m_text += ".0";   // stays a number with a fraction
    return *this;
}

JsonWriter& JsonWriter::string(std::string_view v)
{
    separate();
    appendQuoted(m_text, v);
    return *this;
}

}  // namespace cairn
