#include "app/cli/named_section.h"

#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <vector>

namespace cairn
{
namespace
{

constexpr std::size_t kNamed = 3;   // of several, so many are listed

struct Found
{
    std::uint32_t document = 0;
    std::size_t heading = 0;
};

std::string foldedWords(std::string_view text)
{
    std::string words;
    for (const Word& word : splitWords(text))
        words += word.folded + " ";
    return words;
}

// "6.2" of "6.2 Fees", "6.2. Fees"
std::string_view numberOf(std::string_view heading)
{
    std::string_view first = heading.substr(0, heading.find_first_of(" \t\n"));
    while (!first.empty() && (first.back() == '.' || first.back() == ':' || first.back() == ')'))
        first.remove_suffix(1);
    return first;
}

std::vector<Found> headingsThat(std::span<const CanonicalText> documents, const std::function<bool(const std::string& heading)>& fit)
{
    std::vector<Found> found;
    for (std::uint32_t document = 0; document < documents.size(); ++document) {
        for (std::size_t heading = 0; heading < documents[document].outline.size(); ++heading) {
            if (fit(documents[document].outline[heading].text))
                found.push_back({document, heading});
        }
    }
    return found;
}

DocumentPlace placeOf(const Found& found, std::span<const CanonicalText> documents)
{
    const CanonicalText& document = documents[found.document];
    const Heading& first = document.outline[found.heading];
    const auto next = std::find_if(document.outline.begin() + std::ptrdiff_t(found.heading) + 1, document.outline.end(),
                                   [&](const Heading& one) { return one.level <= first.level; });
    return {found.document, {first.begin, next == document.outline.end() ? document.text.size() : next->begin}};
}

// The first ones
std::string listed(const std::vector<Found>& found, std::span<const CanonicalText> documents)
{
    std::string words;
    for (std::size_t i = 0; i < std::min(found.size(), kNamed); ++i)
        words += (i > 0 ? ", '" : "'") + documents[found[i].document].outline[found[i].heading].text + "'";
    return words;
}

Error none(std::string_view name, std::span<const CanonicalText> documents)
{
    const std::vector<Found> all = headingsThat(documents, [](const std::string&) { return true; });
    const std::string said = "'" + std::string(name) + "' is no section of this session: ";
    if (all.empty())
        return {ErrorCode::InvalidArgument, said + "its documents have no headings."};
    return {ErrorCode::InvalidArgument, said + "no heading has these words. There is " + listed(all, documents) +
                                            (all.size() > kNamed ? " and more." : ".")};
}

Error several(std::string_view name, const std::vector<Found>& found, std::span<const CanonicalText> documents)
{
    return {ErrorCode::InvalidArgument, "'" + std::string(name) + "' may be " + std::to_string(found.size()) + " sections: " +
                                            listed(found, documents) +
                                            (found.size() > kNamed ? " and others." : ".") + " Name one by its whole heading."};
}

}  // namespace

Result<DocumentPlace> sectionNamed(std::string_view name, std::span<const CanonicalText> documents)
{
    const std::string words = foldedWords(name);
    const bool isNumber = name.find(' ') == name.npos && name.find_first_of("0123456789") != name.npos;
    const std::array<std::function<bool(const std::string& heading)>, 3> ways{
        [&](const std::string& heading) { return foldedWords(heading) == words; },
        [&](const std::string& heading) { return isNumber && numberOf(heading) == numberOf(name); },
        [&](const std::string& heading) { return (" " + foldedWords(heading)).find(" " + words) != std::string::npos; }};
    for (std::size_t way = words.empty() ? ways.size() : 0; way < ways.size(); ++way) {
        const std::vector<Found> found = headingsThat(documents, ways[way]);
        if (found.size() > 1)
            return several(name, found, documents);
        if (!found.empty())
            return placeOf(found.front(), documents);
    }
    return none(name, documents);
}

}  // namespace cairn
