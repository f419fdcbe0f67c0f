#include "ui/study/passage.h"

#include "ui/quotation.h"

#include <algorithm>
#include <cmath>

namespace cairn
{
namespace
{

constexpr QChar kEllipsis(0x2026);

// The text of one place with the UTF-16 position of each of its bytes.
struct PlaceText
{
    DocumentPlace place;
    std::vector<int> positions;   // [bytes + 1]

    int positionOf(std::uint64_t byte) const
    {
        return positions[std::clamp<std::uint64_t>(byte, place.range.begin, place.range.end) - place.range.begin];
    }
};

bool isContinuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

std::size_t characterLength(char first)
{
    const auto byte = static_cast<unsigned char>(first);
    return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

// `before`: the byte before it, if the block has it
void appendSpace(QString& text, char before, char byte, PassageLines lines)
{
    if (lines == PassageLines::Join && before == '\n' && byte == '\n' && !text.isEmpty() && !text.endsWith(kParagraphEnd)) {
        while (text.back().isSpace())
            text.chop(1);
        text += kParagraphEnd;
        return;
    }
    const bool newLine = byte == '\n' && lines == PassageLines::Keep;
    if (newLine && !text.isEmpty() && text.back() != QChar::LineSeparator) {
        while (!text.isEmpty() && text.back() == QLatin1Char(' '))
            text.chop(1);
        text += QChar(QChar::LineSeparator);
    } else if (!newLine && !text.isEmpty() && !text.back().isSpace()) {
        text += QLatin1Char(' ');
    }
}

// Without space and marks of ours behind it.
QString withoutEnd(QString text)
{
    while (!text.isEmpty() && (text.back().isSpace() || text.back() == kParagraphMark))
        text.chop(1);
    return text;
}

PlaceText appendPlace(QString& text, const std::string& source, const DocumentPlace& place, PassageLines lines)
{
    PlaceText result{place, {}};
    result.positions.reserve(place.range.size() + 1);
    for (std::uint64_t byte = place.range.begin; byte < place.range.end;) {
        const int position = static_cast<int>(text.size());
        const std::uint64_t length = isContinuation(source[byte]) ? 1 : characterLength(source[byte]);
        const bool whole = !isContinuation(source[byte]) && byte + length <= place.range.end;
        if (whole && length == 1 && (source[byte] == ' ' || source[byte] == '\n' || source[byte] == '\t'))
            appendSpace(text, byte > place.range.begin ? source[byte - 1] : ' ', source[byte], lines);
        else if (whole)
            text += QString::fromUtf8(source.data() + byte, static_cast<qsizetype>(length));
        for (std::uint64_t i = 0; i < length && byte < place.range.end; ++i, ++byte)
            result.positions.push_back(std::min(position, static_cast<int>(text.size())));
    }
    result.positions.push_back(static_cast<int>(text.size()));
    return result;
}

std::vector<TintedWord> wordsOf(const QString& text)
{
    std::vector<TintedWord> words;
    for (int i = 0; i < text.size();) {
        if (text[i].isSpace()) {
            ++i;
            continue;
        }
        const int begin = i;
        while (i < text.size() && !text[i].isSpace())
            ++i;
        if (i - begin > 1 || text[begin] != kParagraphMark)   // which nobody wrote
            words.push_back({begin, i, 0});
    }
    return words;
}

// A token's weight goes to the word that holds its last letter: tokens begin with the space before a word.
void addWeights(Passage& passage, const std::vector<PlaceText>& places, const StreamMap& map, std::uint32_t block,
                std::span<const float> weights)
{
    passage.words = wordsOf(passage.text);
    const std::uint64_t first = std::uint64_t{block} * map.blockTokens();
    for (std::size_t i = 0; i < weights.size() && first + i < map.tokens(); ++i) {
        for (const DocumentPlace& token : map.placesOfTokens(first + i, first + i + 1)) {
            const auto place = std::find_if(places.begin(), places.end(),
                                            [&](const PlaceText& p) { return p.place.document == token.document; });
            if (place == places.end() || token.range.size() == 0)
                continue;
            int last = place->positionOf(token.range.end) - 1;
            while (last >= place->positionOf(token.range.begin) && passage.text[last].isSpace())
                --last;
            for (TintedWord& word : passage.words) {
                if (last >= word.begin && last < word.end)
                    word.weight += weights[i];
            }
        }
    }
    std::erase_if(passage.words, [](const TintedWord& word) { return word.weight <= 0; });
}

void addCitations(Passage& passage, const std::vector<PlaceText>& places, const std::vector<Citation>& citations)
{
    for (const Citation& citation : citations) {
        for (const PlaceText& text : places) {
            if (citation.document != text.place.document || citation.range.end <= text.place.range.begin
                || citation.range.begin >= text.place.range.end)
                continue;
            passage.cited.push_back({text.positionOf(citation.range.begin), text.positionOf(citation.range.end)});
        }
    }
    std::sort(passage.cited.begin(), passage.cited.end());
    std::vector<std::pair<int, int>> merged;
    for (const auto& range : passage.cited) {
        if (!merged.empty() && range.first <= merged.back().second)
            merged.back().second = std::max(merged.back().second, range.second);
        else
            merged.push_back(range);
    }
    passage.cited = std::move(merged);
}

// Weight and citations of characters [begin, begin + length): a cited character counts as the strongest word.
double interest(const Passage& passage, int begin, int length)
{
    const int end = begin + length;
    const double peak = passage.peak();
    double sum = 0;
    for (const TintedWord& word : passage.words) {
        if (word.begin >= begin && word.end <= end)
            sum += peak > 0 ? word.weight / peak : 0;
    }
    for (const auto& [from, to] : passage.cited)
        sum += std::max(0, std::min(to, end) - std::max(from, begin)) / 6.0;   // letters of a usual word
    return sum;
}

Passage cutOut(const Passage& passage, int begin, int end)
{
    Passage part;
    const int shift = begin > 0 ? begin - 2 : 0;
    part.text = withoutEnd(passage.text.mid(begin, end - begin));
    if (begin > 0)
        part.text.prepend(QString(kEllipsis) + QLatin1Char(' '));
    if (end < passage.text.size())
        part.text += QStringLiteral(" ") + kEllipsis;
    for (const TintedWord& word : passage.words) {
        if (word.begin >= begin && word.end <= end)
            part.words.push_back({word.begin - shift, word.end - shift, word.weight});
    }
    for (const auto& [from, to] : passage.cited) {
        if (from < end && to > begin)
            part.cited.push_back({std::max(from, begin) - shift, std::min(to, end) - shift});
    }
    return part;
}

}  // namespace

float Passage::peak() const
{
    float peak = 0;
    for (const TintedWord& word : words)
        peak = std::max(peak, word.weight);
    return peak;
}

Passage passageOf(const Run& run, std::uint32_t block, std::span<const float> tokenWeights, PassageLines lines)
{
    Passage passage;
    if (!run.map || run.map->isEmpty() || block >= run.map->pieces())
        return passage;
    std::vector<PlaceText> places;
    for (const DocumentPlace& place : run.map->placesOf(BlockId{block})) {
        if (place.document >= run.documents.size())
            continue;
        if (!passage.text.isEmpty())
            appendSpace(passage.text, '\n', '\n', lines);
        places.push_back(appendPlace(passage.text, run.documents[place.document]->text, place, lines));
    }
    passage.text = withoutEnd(passage.text);
    for (PlaceText& place : places) {
        for (int& position : place.positions)
            position = std::min(position, static_cast<int>(passage.text.size()));
    }
    addWeights(passage, places, *run.map, block, tokenWeights);
    addCitations(passage, places, run.answer.citations);
    return passage;
}

Passage excerptOf(const Passage& passage, int length)
{
    if (passage.text.size() <= length)
        return passage;
    int best = 0;
    double most = interest(passage, 0, length) * 1.1;   // the beginning reads best: others must hold clearly more
    for (const TintedWord& word : wordsOf(passage.text)) {
        const int begin = std::min(word.begin, static_cast<int>(passage.text.size()) - length / 2);
        if (const double here = interest(passage, begin, length); begin == word.begin && here > most + 1e-9) {
            most = here;
            best = begin;
        }
    }
    int end = std::min(static_cast<int>(passage.text.size()), best + length);
    if (end < passage.text.size()) {
        if (const int space = static_cast<int>(passage.text.lastIndexOf(QLatin1Char(' '), end)); space > best)
            end = space;
    }
    return cutOut(passage, best, end);
}

int wordCount(const QString& text) { return static_cast<int>(wordsOf(text).size()); }

}  // namespace cairn
