#include "core/wording/text/table_words.h"

#include "core/types/ascii.h"

#include <algorithm>
#include <array>

namespace cairn
{

namespace
{

constexpr auto kLight = std::to_array<std::string_view>(
    {"amount", "arrive", "belong", "big", "cost", "depart", "expensive", "far", "fee", "get", "give", "go", "happen", "heavy", "high",
     "leave",  "list",   "long", "mean",   "name",   "number",    "old",   "paid",  "pay",  "price", "run",  "show",   "size",  "stand",
     "table",  "take",   "tall", "tell",   "total",  "use",       "used",  "value", "wide"});

constexpr auto kGermanLight = std::to_array<std::string_view>(
    {"betrag", "betr\u00E4gt", "bezahlen", "bezahlt", "f\u00E4llig", "gro\u00DF", "hei\u00DFt", "hoch", "kosten", "kostet", "lang", "lange",
     "preis",  "viel",         "viele",    "wert",    "zahle",        "zahlen",    "zeit"});

constexpr auto kPicks = std::to_array<std::string_view>(
    {"above",   "after",    "average",  "before",  "below",   "best",     "between",  "biggest", "both",     "bottom",  "change",
     "cheaper", "cheapest", "combined", "decrease", "difference", "earlier", "earliest", "except",  "fastest", "fewer",  "fewest",
     "first",   "greatest", "higher",   "highest", "increase", "largest", "last",     "latest",  "least",    "less",    "longer",
     "longest", "lower",    "lowest",   "more",    "most",    "never",    "newest",   "next",    "not",      "oldest",  "only",
     "or",      "other",    "over",     "percentage", "previous", "same",  "shortest", "smallest", "sum",    "than",    "top",
     "under",   "without",  "worst"});

// "^K", "%Z", "<End>": as they are written
bool hasSign(std::string_view written)
{
    return written.find_first_of("^%$#@{}[]<>=*\\~&+_") != std::string_view::npos;
}

// The words between blanks, without marks of sentences at their end.
std::vector<std::string_view> writtenWords(std::string_view text)
{
    std::vector<std::string_view> all;
    for (std::size_t begin = text.find_first_not_of(" \n"); begin < text.size(); begin = text.find_first_not_of(" \n", begin)) {
        const std::size_t end = std::min(text.size(), text.find_first_of(" \n", begin));
        std::string_view written = text.substr(begin, end - begin);
        while (written.size() > 1 && std::string_view(".,;:?!").find(written.back()) != std::string_view::npos)
            written.remove_suffix(1);
        all.push_back(written);
        begin = end;
    }
    return all;
}

StemSet stemsOf(std::string_view text, TextLanguage language)
{
    const std::vector<std::string> stems = contentStems(text, language);
    return {stems.begin(), stems.end()};
}

StemSet cellStems(std::string_view cell, TextLanguage language)
{
    StemSet stems = stemsOf(cell, language);
    for (const std::string_view written : writtenWords(cell)) {
        if (hasSign(written))
            stems.insert(std::string(written));
    }
    return stems;
}

std::string withoutBrackets(std::string_view text)
{
    std::string kept;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t open = std::min(text.find('(', begin), text.size());
        kept += text.substr(begin, open - begin);
        const std::size_t close = text.find(')', open);
        begin = close == std::string_view::npos ? text.size() : close + 1;
    }
    return kept;
}

}  // namespace

StemSet sharedStems(const StemSet& a, const StemSet& b)
{
    StemSet shared;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(shared, shared.end()));
    return shared;
}

AskedWords::AskedWords(std::string_view asked, const Bm25& index) : question(asked), words(splitWords(asked))
{
    const TextLanguage language = index.language();
    for (const std::string_view written : writtenWords(asked)) {
        if (hasSign(written)) {
            stems.insert(std::string(written));
            continue;
        }
        for (const Word& word : splitWords(written)) {
            const std::string known = index.known(stem(word.folded, language));
            const bool isGermanLight = language == TextLanguage::German && isOneOf(word.folded, kGermanLight);
            if (isOneOf(word.folded, kLight) || isGermanLight)
                light.insert(known);
            if (!isStopWord(word.folded, language))
                stems.insert(known);
        }
    }
}

bool AskedWords::has(std::string_view folded) const
{
    return std::any_of(words.begin(), words.end(), [folded](const Word& word) { return word.folded == folded; });
}

bool AskedWords::opensWith(std::string_view first, std::string_view second) const
{
    return !words.empty() && words[0].folded == first && (second.empty() || (words.size() > 1 && words[1].folded == second));
}

TableWords::TableWords(const CanonicalText& text, const Table& its, TextLanguage written) : document(text), table(its), language(written)
{
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        cells.emplace_back();
        for (std::size_t column = 0; column < table.columns; ++column)
            cells.back().push_back(cellStems(cell(row, column), language));
        StemSet label = cellStems(withoutBrackets(cell(row, 0)), language);
        labels.push_back(label.empty() ? cells.back()[0] : std::move(label));
    }
    for (std::size_t column = 0; column < std::min(table.columns, table.over.size()); ++column) {
        const ByteRange& over = table.over[column];
        cells[0][column].merge(cellStems(std::string_view(text.text).substr(over.begin, over.size()), language));
    }
    context = stemsOf(text.title, language);
    for (const StemSet& header : cells[0])
        context.insert(header.begin(), header.end());
    for (const ByteRange& above : {table.heading, table.before})
        context.merge(stemsOf(std::string_view(text.text).substr(above.begin, above.size()), language));
}

std::string_view TableWords::cell(std::size_t row, std::size_t column) const
{
    const std::vector<ByteRange>& its = table.rows[row].cells;
    return column < its.size() ? std::string_view(document.text).substr(its[column].begin, its[column].size()) : std::string_view();
}

std::size_t wordsOfContext(const AskedWords& asked, const StemSet& used, const StemSet& context)
{
    return static_cast<std::size_t>(std::count_if(asked.stems.begin(), asked.stems.end(), [&](const std::string& word) {
        return context.contains(word) && !used.contains(word);
    }));
}

double shareFound(const AskedWords& asked, const StemSet& used, const StemSet& context)
{
    std::size_t found = 0, missing = 0;
    for (const std::string& word : asked.stems) {
        if (used.contains(word))
            ++found;
        else if (!context.contains(word) && !asked.light.contains(word))
            ++missing;
    }
    return found == 0 ? 0 : static_cast<double>(found) / static_cast<double>(found + missing);
}

bool picksAnother(const AskedWords& asked, const StemSet& used)
{
    return std::any_of(asked.words.begin(), asked.words.end(),
                       [&](const Word& word) { return isOneOf(word.folded, kPicks) && !used.contains(stem(word.folded)); });
}

}  // namespace cairn
