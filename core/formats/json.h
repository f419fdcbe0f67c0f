// JSON read strictly (reliability.md 4) and written on one line. Reading: depth and count limited, no recursion, duplicate
// keys refused, strings valid UTF-8, integers exact. Immutable values; any thread.
#pragma once

#include "core/result.h"

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cairn
{

class JsonValue;

template <typename Value>   // a template, so that JsonValue can hold members of its own kind
struct JsonMemberOf
{
    std::string key;
    Value value;
};
using JsonMember = JsonMemberOf<JsonValue>;

class JsonValue
{
public:
    using Array = std::vector<JsonValue>;
    struct Object
    {
        std::vector<JsonMember> members;        // in the text's order
        std::vector<std::uint32_t> byKey;       // indices of members, sorted by key
    };

    JsonValue() = default;   // null
    explicit JsonValue(bool value) : m_value(value) {}
    explicit JsonValue(std::int64_t value) : m_value(value) {}
    explicit JsonValue(std::uint64_t value) : m_value(value) {}
    explicit JsonValue(double value) : m_value(value) {}
    explicit JsonValue(std::string value) : m_value(std::move(value)) {}
    explicit JsonValue(Array value) : m_value(std::move(value)) {}
    explicit JsonValue(Object value) : m_value(std::move(value)) {}

    bool isNull() const { return std::holds_alternative<std::monostate>(m_value); }
    bool isString() const { return std::holds_alternative<std::string>(m_value); }
    bool isArray() const { return std::holds_alternative<Array>(m_value); }
    bool isObject() const { return std::holds_alternative<Object>(m_value); }

    // Nothing where the value is of another kind. A number written with a fraction or an exponent is no integer; one
    // written without that exceeds 64 bits is a double only.
    std::optional<bool> boolean() const;
    std::optional<std::int64_t> integer() const;
    std::optional<std::uint64_t> unsignedInteger() const;
    std::optional<double> number() const;                   // integers too
    const std::string* string() const { return std::get_if<std::string>(&m_value); }
    std::span<const JsonValue> elements() const;            // of an array, else empty
    std::span<const JsonMember> members() const;            // of an object, in the text's order, else empty
    const JsonValue* find(std::string_view key) const;      // member of an object, else null pointer; logarithmic

private:
    std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, Array, Object> m_value;
};

struct JsonLimits
{
    std::uint64_t bytes = 4ull << 20;     // configuration files; tokenizer.json: 64 MiB
    std::uint32_t depth = 32;             // containers inside each other
    std::uint32_t values = 8'000'000;     // keeps memory below about 15 times the text
};

// One value with optional white space around it. Corruption: the text breaks a rule, offset names the byte.
// InvalidArgument: larger than the limits. OutOfMemory.
Result<JsonValue> parseJson(std::string_view text, const JsonLimits& limits = {});

// The same for a regular file; messages name the file. NotFound, Io.
Result<JsonValue> readJsonFile(const std::string& path, const JsonLimits& limits = {});

// Writes one value without line breaks. Commas and colons come by themselves; invalid UTF-8 in strings becomes U+FFFD,
// numbers that are not finite become null. REQUIRES: calls nest as JSON does (key() only in objects, before each value).
class JsonWriter
{
public:
    JsonWriter& beginObject();
    JsonWriter& endObject();
    JsonWriter& beginArray();
    JsonWriter& endArray();
    JsonWriter& key(std::string_view name);
    JsonWriter& null();

    template <typename T>
    JsonWriter& value(const T& v)
    {
        if constexpr (std::same_as<T, bool>)
            return boolean(v);
        else if constexpr (std::signed_integral<T>)
            return integer(v);
        else if constexpr (std::unsigned_integral<T>)
            return unsignedInteger(v);
        else if constexpr (std::same_as<T, float>)
            return number(v);
        else if constexpr (std::same_as<T, double>)
            return number(v);
        else
            return string(std::string_view(v));
    }

    JsonWriter& value(const JsonValue& v);   // a value that was read, members in their order

    template <typename T>
    JsonWriter& member(std::string_view name, const T& v)
    {
        return key(name).value(v);
    }

    const std::string& text() const { return m_text; }
    std::string take() { return std::move(m_text); }

private:
    JsonWriter& boolean(bool v);
    JsonWriter& integer(std::int64_t v);
    JsonWriter& unsignedInteger(std::uint64_t v);
    JsonWriter& number(float v);
    JsonWriter& number(double v);
    JsonWriter& string(std::string_view v);
    void separate();

    std::string m_text;
    bool m_first = true;   // no comma before the next element
};

}  // namespace cairn
