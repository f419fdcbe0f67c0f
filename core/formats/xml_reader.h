// XML read as a stream of events (expat), for packages that hold XML: EPUB, DOCX, ODT. Refused: a document type with declarations
// of its own (entity bombs, external entities), depth and sizes over the limits. Nothing outside the given text is ever opened.
#pragma once

#include "core/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cairn
{

struct XmlLimits
{
    std::uint32_t depth = 256;
    std::uint64_t attributeBytes = 64ull << 10;   // one value
    std::uint64_t textBytes = 64ull << 20;        // all text of the part
};

// Attributes of one start tag; valid during the call only.
class XmlAttributes
{
public:
    explicit XmlAttributes(const char** pairs) : m_pairs(pairs) {}
    // By local name ("val" finds w:val). Nothing: no such attribute.
    std::optional<std::string_view> find(std::string_view localName) const;
    std::string_view value(std::string_view localName) const { return find(localName).value_or(std::string_view()); }
    unsigned number(std::string_view localName, unsigned fallback) const;   // `fallback`: none, or no number from 0

private:
    const char** m_pairs;
};

// Names come without their prefix: the formats read here never use one local name for two things in one place.
class XmlHandler
{
public:
    virtual ~XmlHandler() = default;
    virtual void startElement(std::string_view name, const XmlAttributes& attributes) = 0;
    virtual void endElement(std::string_view name) = 0;
    // UTF-8 text that stands for bytes [offset, offset + length) of the source; a part of a longer text at times.
    virtual void text(std::string_view text, std::uint64_t offset, std::uint64_t length) = 0;
};

// Calls `handler` in the order of the document. `what` names the part in messages. Unsupported: over a limit or a document
// type of its own. Corruption: not well-formed; events up to the fault were delivered. REQUIRES: xml is UTF-8.
Result<void> parseXml(std::string_view xml, XmlHandler& handler, std::string_view what, const XmlLimits& limits = {});

// "w:val" -> "val"
std::string_view localName(std::string_view name);

}  // namespace cairn
