#include "core/formats/xml_reader.h"

#include "core/formats/html_entities.h"

#include <algorithm>
#include <charconv>
#include <climits>
#include <memory>

#include <expat.h>

namespace cairn
{

namespace
{

class Parse
{
public:
    Parse(XmlHandler& handler, std::string_view what, const XmlLimits& limits)
        : m_handler(handler), m_what(what), m_limits(limits), m_parser(XML_ParserCreate("UTF-8"), &XML_ParserFree)
    {
    }
    Result<void> run(std::string_view xml);

private:
    static Parse& self(void* data) { return *static_cast<Parse*>(data); }
    static void XMLCALL onStart(void* data, const XML_Char* name, const XML_Char** attributes) { self(data).start(name, attributes); }
    static void XMLCALL onEnd(void* data, const XML_Char* name) { self(data).end(name); }
    static void XMLCALL onText(void* data, const XML_Char* text, int size) { self(data).text({text, static_cast<std::size_t>(size)}); }
    static void XMLCALL onSkipped(void* data, const XML_Char* name, int isParameter);
    static void XMLCALL onDoctype(void* data, const XML_Char*, const XML_Char*, const XML_Char*, int hasSubset);

    void start(const XML_Char* name, const XML_Char** attributes);
    void end(const XML_Char* name);
    void text(std::string_view text);
    void stop(const char* cause);
    Error failure(ErrorCode code, const std::string& cause) const;

    XmlHandler& m_handler;
    std::string_view m_what;
    const XmlLimits& m_limits;
    std::unique_ptr<XML_ParserStruct, void (*)(XML_Parser)> m_parser;
    const char* m_stopped = nullptr;
    std::uint32_t m_depth = 0;
    std::uint64_t m_textBytes = 0;
};

Error Parse::failure(ErrorCode code, const std::string& cause) const
{
    const auto offset = static_cast<std::uint64_t>(std::max<XML_Index>(0, XML_GetCurrentByteIndex(m_parser.get())));
    return {code, std::string(m_what) + " can't be read: " + cause, offset};
}

void Parse::stop(const char* cause)
{
    m_stopped = cause;
    XML_StopParser(m_parser.get(), XML_FALSE);
}

void Parse::start(const XML_Char* name, const XML_Char** attributes)
{
    if (m_stopped)
        return;
    if (++m_depth > m_limits.depth)
        return stop("its elements are nested too deeply; save the document again with the program that made it.");
    for (const XML_Char** at = attributes; *at; at += 2)
        if (std::string_view(at[1]).size() > m_limits.attributeBytes)
            return stop("one of its attributes is far too long; save the document again with the program that made it.");
    m_handler.startElement(localName(name), XmlAttributes(attributes));
}

void Parse::end(const XML_Char* name)
{
    if (m_stopped)
        return;
    --m_depth;
    m_handler.endElement(localName(name));
}

void Parse::text(std::string_view text)
{
    if (m_stopped)
        return;
    m_textBytes += text.size();
    if (m_textBytes > m_limits.textBytes)
        return stop("it holds more text than Cairn reads in one part; split the document.");
    m_handler.text(text, static_cast<std::uint64_t>(XML_GetCurrentByteIndex(m_parser.get())),
                   static_cast<std::uint64_t>(XML_GetCurrentByteCount(m_parser.get())));
}

// An entity of a document type that isn't read: XHTML's names are known, others vanish.
void XMLCALL Parse::onSkipped(void* data, const XML_Char* name, int isParameter)
{
    if (isParameter)
        return;
    if (const auto character = namedCharacter(name))
        self(data).text(*character);
}

void XMLCALL Parse::onDoctype(void* data, const XML_Char*, const XML_Char*, const XML_Char*, int hasSubset)
{
    if (hasSubset)
        self(data).stop("it declares entities of its own, which Cairn refuses for safety; save the document again with another program.");
}

Result<void> Parse::run(std::string_view xml)
{
    if (!m_parser)
        return Error{ErrorCode::OutOfMemory, "There is not enough memory to read the document; close other programs and try again."};
    if (xml.size() > INT_MAX)
        return Error{ErrorCode::Unsupported, std::string(m_what) + " is too large to be read."};
    XML_Parser parser = m_parser.get();
    XML_SetUserData(parser, this);
    XML_SetElementHandler(parser, &onStart, &onEnd);
    XML_SetCharacterDataHandler(parser, &onText);
    XML_SetSkippedEntityHandler(parser, &onSkipped);
    XML_SetStartDoctypeDeclHandler(parser, &onDoctype);
    XML_SetParamEntityParsing(parser, XML_PARAM_ENTITY_PARSING_NEVER);
    // In one piece: fed in pieces, expat before 2.6 rereads a long token at each of them (CVE-2023-52425).
    const XML_Status status = XML_Parse(parser, xml.data(), static_cast<int>(xml.size()), XML_TRUE);
    if (m_stopped)
        return failure(ErrorCode::Unsupported, m_stopped);
    if (status == XML_STATUS_OK)
        return {};
    const XML_Error code = XML_GetErrorCode(parser);
    if (code == XML_ERROR_NO_MEMORY)
        return Error{ErrorCode::OutOfMemory, "There is not enough memory to read the document; close other programs and try again."};
    return failure(ErrorCode::Corruption, std::string("it is damaged (") + XML_ErrorString(code) + "); get a fresh copy of the file.");
}

}  // namespace

std::string_view localName(std::string_view name)
{
    return name.substr(name.find(':') + 1);   // npos + 1 = 0
}

std::optional<std::string_view> XmlAttributes::find(std::string_view wanted) const
{
    for (const char** at = m_pairs; *at; at += 2)
        if (localName(at[0]) == wanted)
            return std::string_view(at[1]);
    return std::nullopt;
}

unsigned XmlAttributes::number(std::string_view wanted, unsigned fallback) const
{
    const std::string_view text = value(wanted);
    unsigned number = fallback;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    return status == std::errc() ? number : fallback;
}

Result<void> parseXml(std::string_view xml, XmlHandler& handler, std::string_view what, const XmlLimits& limits)
{
    return Parse(handler, what, limits).run(xml);
}

}  // namespace cairn
