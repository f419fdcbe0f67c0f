// Reading documents written in a test, and the properties that every canonical text and its map must have.
#pragma once

#include "core/documents/client/canonical_codec.h"
#include "core/documents/client/import_context.h"
#include "core/types/document.h"

#include <QString>

#include <span>
#include <string>
#include <vector>

namespace cairn::test
{

// Of limits of time: code that is watched by sanitizers and not optimised takes 20 to 40 times as long.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr int kSlowness = 6;
#else
inline constexpr int kSlowness = 1;
#endif

using Reader = Result<CanonicalText> (*)(std::span<const std::byte>, const ImportContext&);

inline Result<CanonicalText> readWith(Reader reader, const std::string& bytes, const std::string& fileName = "file name")
{
    return reader(std::as_bytes(std::span(bytes.data(), bytes.size())), ImportContext{fileName, {}});
}

inline std::string paragraphAt(const CanonicalText& text, std::size_t i)
{
    const ByteRange& range = text.paragraphs[i].text;
    return text.text.substr(range.begin, range.size());
}

inline bool isBlank(char c)
{
    return c == ' ' || c == '\n' || c == '\t';
}

inline QString at(const char* what, std::uint64_t offset)
{
    return QString::fromLatin1("%1 at byte %2").arg(QString::fromLatin1(what)).arg(offset);
}

// Paragraphs and what stands between them: a blank line, one line end inside tables and lists.
inline QString paragraphViolation(const CanonicalText& text)
{
    std::uint64_t end = 0;
    for (std::size_t i = 0; i < text.paragraphs.size(); ++i) {
        const Paragraph& p = text.paragraphs[i];
        if (p.text.size() == 0 || isBlank(text.text[p.text.end - 1]))
            return at("paragraph with a blank end", p.text.begin);
        const std::string between = text.text.substr(end, p.text.begin - end);
        const bool tight =
            i > 0 && text.paragraphs[i - 1].kind == p.kind && (p.kind == ParagraphKind::TableRow || p.kind == ParagraphKind::ListItem);
        if (between != (i == 0 ? "" : tight ? "\n" : "\n\n"))
            return at("wrong space before a paragraph", p.text.begin);
        end = p.text.end;
    }
    return end == text.text.size() ? QString() : at("text behind the last paragraph", end);
}

// Empty: all promises of core/types/document.h hold, and verbatim runs are the bytes of `sources` (one per unit).
inline QString violation(const CanonicalText& text, const std::vector<std::string>& sources)
{
    if (const auto promises = checkCanonicalText(text); !promises)
        return QString::fromStdString(promises.error().message);
    if (text.units.size() != sources.size())
        return QString::fromLatin1("%1 units for %2 sources").arg(text.units.size()).arg(sources.size());
    for (const PositionRun& run : text.runs) {
        const std::string& source = sources[run.unit];
        if (run.sourceLength == 0 || run.sourceBegin + run.sourceLength > source.size())
            return at("run outside its source", run.canonical.begin);
        if (run.verbatim && text.text.substr(run.canonical.begin, run.canonical.size()) != source.substr(run.sourceBegin, run.sourceLength))
            return at("run that isn't its source", run.canonical.begin);
    }
    for (const Heading& heading : text.outline)
        if (heading.level < 1 || heading.level > 6 || heading.text.empty() || heading.begin > text.text.size())
            return at("bad heading", heading.begin);
    return paragraphViolation(text);
}

// "H1 Title / T words / L1 - item": kinds and words of all paragraphs, one line each; '\n' inside shows as '~'.
inline std::string shape(const CanonicalText& text)
{
    static constexpr char kKinds[] = {'T', 'H', 'L', 'Q', 'C', 'R', 'F'};   // F: caption of a figure or table
    std::string result;
    for (std::size_t i = 0; i < text.paragraphs.size(); ++i) {
        const Paragraph& p = text.paragraphs[i];
        std::string words = paragraphAt(text, i);
        for (char& c : words)
            c = c == '\n' ? '~' : c;
        result += kKinds[static_cast<int>(p.kind)] + (p.level > 0 ? std::to_string(p.level) : std::string()) + " " + words + "\n";
    }
    return result;
}

// Where in its unit's source the first occurrence of `words` stands, through the map; -1: not by a verbatim run.
inline std::int64_t sourceOf(const CanonicalText& text, const std::string& words)
{
    const std::size_t place = text.text.find(words);
    for (const PositionRun& run : text.runs)
        if (place != std::string::npos && run.verbatim && run.canonical.begin <= place && place < run.canonical.end)
            return static_cast<std::int64_t>(run.sourceBegin + (place - run.canonical.begin));
    return -1;
}

}  // namespace cairn::test
