#include "core/answering/quotations.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace cairn
{

namespace
{

struct Marks
{
    std::string_view open, close;
};
constexpr std::array kMarks = {Marks{"\"", "\""}, Marks{"\u201C", "\u201D"}, Marks{"\u201E", "\u201C"}, Marks{"\u00AB", "\u00BB"}};

std::optional<std::pair<ByteRange, std::size_t>> quotationAt(std::string_view answer, std::size_t at)
{
    for (const Marks& marks : kMarks) {
        if (!answer.substr(at).starts_with(marks.open))
            continue;
        const std::size_t begin = at + marks.open.size();
        const std::size_t end = answer.find(marks.close, begin);
        if (end != std::string_view::npos && end > begin)
            return std::pair{ByteRange{begin, end}, end + marks.close.size()};
    }
    return std::nullopt;
}

// "He called it "a sea-story."": the dot may be the answer's.
std::string_view withoutFinalPunctuation(std::string_view quote)
{
    while (!quote.empty() && std::string_view(".,;:!?").find(quote.back()) != std::string_view::npos)
        quote.remove_suffix(1);
    return quote;
}

std::optional<DocumentPlace> findIn(std::string_view quote, std::span<const std::string_view> documents,
                                    std::span<const DocumentPlace> near)
{
    for (const DocumentPlace& place : near) {
        const std::size_t at = documents[place.document].substr(0, place.range.end).find(quote, place.range.begin);
        if (at != std::string_view::npos)
            return DocumentPlace{place.document, {at, at + quote.size()}};
    }
    for (std::uint32_t document = 0; document < documents.size(); ++document) {
        const std::size_t at = documents[document].find(quote);
        if (at != std::string_view::npos)
            return DocumentPlace{document, {at, at + quote.size()}};
    }
    return std::nullopt;
}

}  // namespace

std::vector<Quotation> checkQuotations(std::string_view answer, std::span<const std::string_view> documents,
                                       std::span<const DocumentPlace> near)
{
    std::vector<Quotation> quotations;
    for (std::size_t i = 0; i < answer.size();) {
        const auto found = quotationAt(answer, i);
        if (!found) {
            ++i;
            continue;
        }
        i = found->second;
        Quotation quotation;
        quotation.answerRange = found->first;
        const std::string_view whole = answer.substr(found->first.begin, found->first.size());
        for (const std::string_view quote : {whole, withoutFinalPunctuation(whole)}) {
            const auto place = quote.empty() ? std::nullopt : findIn(quote, documents, near);
            if (!place)
                continue;
            quotation.verbatim = true;
            quotation.document = place->document;
            quotation.range = place->range;
            break;
        }
        quotations.push_back(quotation);
    }
    return quotations;
}

}  // namespace cairn
