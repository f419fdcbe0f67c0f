#include "storage/records/answer_places.h"

#include "storage/records/document_columns.h"

#include <algorithm>

namespace cairn
{
namespace
{

bool inside(const ByteRange& range, std::uint64_t size) { return range.begin <= range.end && range.end <= size; }

bool isUtf8(std::string_view text)
{
    for (std::size_t at = 0; at < text.size();) {
        const bool isAscii = (static_cast<unsigned char>(text[at]) & 0x80) == 0;   // also NUL
        const std::size_t bytes = isAscii ? 1 : characterBytes(text, at);
        if (bytes == 0)
            return false;
        at += bytes;
    }
    return true;
}

bool startsCharacter(const std::string& text, std::uint64_t at)
{
    return at == text.size() || (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
}

bool isIn(const ByteRange& range, const std::string& text)
{
    return inside(range, text.size()) && startsCharacter(text, range.begin) && startsCharacter(text, range.end);
}

bool areBlocks(const std::vector<std::uint32_t>& blocks)
{
    return std::all_of(blocks.begin(), blocks.end(), [](std::uint32_t block) { return block < kMostStoredBlocks; });
}

class Places
{
public:
    explicit Places(std::span<const std::uint64_t> textBytes) : m_textBytes(textBytes) {}

    bool operator()(const Citation& citation) const { return has(citation.document, citation.range); }
    bool operator()(const DocumentPlace& place) const { return has(place.document, place.range); }
    bool operator()(const Quotation& quotation) const { return !quotation.verbatim || has(quotation.document, quotation.range); }

private:
    bool has(std::uint32_t document, const ByteRange& range) const
    {
        return inside(range, document < m_textBytes.size() ? m_textBytes[document] : kAnyTextBytes);
    }

    std::span<const std::uint64_t> m_textBytes;
};

}  // namespace

std::vector<std::uint64_t> textBytesOf(std::span<const DocumentRecord> documents)
{
    std::vector<std::uint64_t> sizes;
    for (const DocumentRecord& document : documents)
        sizes.push_back(document.damaged ? kAnyTextBytes : document.textBytes);
    return sizes;
}

bool isCoherent(const Answer& answer)
{
    const std::string& text = answer.text;
    return isUtf8(text)
        && std::all_of(answer.tokens.begin(), answer.tokens.end(),
                       [&](const AnswerToken& token) { return isIn(token.text, text) && areBlocks(token.topBlocks); })
        && std::all_of(answer.citations.begin(), answer.citations.end(),
                       [&](const Citation& citation) {
                           return isIn(citation.answerRange, text) && areBlocks(citation.blocks) && isUtf8(citation.page)
                               && isUtf8(citation.section) && isUtf8(citation.text);
                       })
        && std::all_of(answer.quotations.begin(), answer.quotations.end(),
                       [&](const Quotation& quotation) { return isIn(quotation.answerRange, text); });
}

bool placesExist(const Answer& answer, std::span<const std::uint64_t> textBytes)
{
    const Places exist(textBytes);
    return std::all_of(answer.citations.begin(), answer.citations.end(), exist)
        && std::all_of(answer.quotations.begin(), answer.quotations.end(), exist)
        && std::all_of(answer.passages.begin(), answer.passages.end(), exist);
}

std::uint64_t documentsEnd(const Answer& answer)
{
    std::uint64_t end = 0;
    const auto take = [&end](std::uint32_t document) { end = std::max(end, std::uint64_t{document} + 1); };
    for (const Citation& citation : answer.citations)
        take(citation.document);
    for (const DocumentPlace& passage : answer.passages)
        take(passage.document);
    for (const Quotation& quotation : answer.quotations)
        if (quotation.verbatim)
            take(quotation.document);
    return end;
}

bool dropLostPlaces(Answer& answer, std::span<const std::uint64_t> textBytes)
{
    const auto isLost = [exist = Places(textBytes)](const auto& place) { return !exist(place); };
    return std::erase_if(answer.citations, isLost) + std::erase_if(answer.quotations, isLost) + std::erase_if(answer.passages, isLost) > 0;
}

void markLostNotes(std::vector<NoteRecord>& notes, std::span<const DocumentRecord> documents)
{
    for (NoteRecord& note : notes) {
        const auto document = std::find_if(documents.begin(), documents.end(),
                                           [&](const DocumentRecord& one) { return one.id == note.note.document; });
        note.damaged = note.damaged || document == documents.end()
            || !inside(note.note.range, document->damaged ? kAnyTextBytes : document->textBytes);
    }
}

}  // namespace cairn
