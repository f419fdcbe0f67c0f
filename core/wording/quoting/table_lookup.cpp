#include "core/wording/quoting/table_lookup.h"

#include "core/types/ascii.h"
#include "core/wording/questions/asked_kind.h"
#include "core/wording/questions/whether.h"
#include "core/wording/quoting/table_extremes.h"
#include "core/wording/text/table_words.h"
#include "core/wording/text/tables.h"
#include "core/wording/words/calendar.h"
#include "core/wording/words/measure_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace cairn
{

namespace
{

constexpr std::size_t kMostTableRows = 20'000;   // of all documents that are looked at: a third of a second
constexpr std::size_t kMostRows = 4;             // of an answer
constexpr double kShare = 0.7;                   // of the question's words that are found
constexpr double kWhole = 0.99;
constexpr std::size_t kFewestOfRow = 2;          // words by which a row alone is asked for

// Rows that the question names alike, by the cell in column `key`.
struct NamedRows
{
    std::vector<std::size_t> rows;
    std::size_t key = 0;
    StemSet used;
};

struct RowMatch
{
    double weight = 0, keyWeight = 0;
    std::size_t key = 0;
    StemSet used;
};

// In how many rows each word of the question stands
std::map<std::string, std::size_t> rowsWith(const AskedWords& asked, const TableWords& table)
{
    std::map<std::string, std::size_t> count;
    for (const std::string& word : asked.stems) {
        count[word] = static_cast<std::size_t>(std::count_if(table.cells.begin() + 1, table.cells.end(), [&](const auto& row) {
            return std::any_of(row.begin(), row.end(), [&](const StemSet& cell) { return cell.contains(word); });
        }));
    }
    return count;
}

// "Priya Raman", who may be asked for as Priya
bool isName(std::string_view cell)
{
    constexpr std::size_t kMostNames = 3;
    const std::vector<Word> words = splitWords(cell);
    return words.size() > 1 && words.size() <= kMostNames &&
           std::all_of(words.begin(), words.end(), [cell](const Word& word) { return isCapitalAt(cell, word.range.begin); });
}

// The words of the shortest item, all of which are shared, of a cell that lists several: 1 of "Docker, ssh" for "Docker". None: 0.
std::size_t wordsOfItem(std::string_view cell, const StemSet& shared, TextLanguage language)
{
    std::size_t fewest = 0;
    for (std::size_t begin = 0; begin < cell.size() && cell.find(", ") != std::string_view::npos;) {
        const std::size_t end = std::min(cell.size(), cell.find(", ", begin));
        const std::vector<std::string> item = contentStems(cell.substr(begin, end - begin), language);
        const bool isShared = std::all_of(item.begin(), item.end(), [&](const std::string& word) { return shared.contains(word); });
        if (!item.empty() && isShared && (fewest == 0 || item.size() < fewest))
            fewest = item.size();
        begin = end + 2;
    }
    return fewest;
}

RowMatch matchOf(const AskedWords& asked, const TableWords& table, std::size_t row, const std::map<std::string, std::size_t>& count)
{
    RowMatch match;
    const std::vector<StemSet>& cells = table.cells[row];
    const auto rows = static_cast<double>(table.cells.size() - 1);
    for (std::size_t column = 0; column < cells.size(); ++column) {
        const StemSet shared = sharedStems(cells[column], asked.stems);
        const bool isHalfEnough = column == 0 || isName(table.cell(row, column));
        const std::size_t all = column == 0 ? table.labels[row].size() : cells[column].size();
        const bool isEnough = (isHalfEnough ? 2 : 1) * shared.size() >= all;
        if (shared.empty() || (!isEnough && wordsOfItem(table.cell(row, column), shared, table.language) == 0))
            continue;
        double weight = 0;
        for (const std::string& word : shared)
            weight += std::log(1 + rows / static_cast<double>(count.at(word)));
        match.weight += weight;
        if (weight > match.keyWeight) {
            match.keyWeight = weight;
            match.key = column;
        }
        match.used.insert(shared.begin(), shared.end());
    }
    return match;
}

std::optional<NamedRows> namedRows(const AskedWords& asked, const TableWords& table)
{
    constexpr double kAlike = 1e-6, kClearly = 0.3;   // of the weight; of the weight of words that stand in several rows
    const std::map<std::string, std::size_t> count = rowsWith(asked, table);
    std::vector<std::pair<std::size_t, RowMatch>> matches;
    for (std::size_t row = 1; row < table.cells.size(); ++row) {
        RowMatch match = matchOf(asked, table, row, count);
        if (match.weight > 0 && table.cells[row] != table.cells[0])   // not the header once more
            matches.emplace_back(row, std::move(match));
    }
    std::stable_sort(matches.begin(), matches.end(), [](const auto& a, const auto& b) { return a.second.weight > b.second.weight; });
    if (matches.empty())
        return std::nullopt;
    const RowMatch& best = matches.front().second;
    NamedRows named{{}, best.key, best.used};
    for (const auto& [row, match] : matches) {
        if (match.weight < best.weight - kAlike) {
            const bool isShared = std::none_of(best.used.begin(), best.used.end(), [&](const auto& word) { return count.at(word) == 1; });
            if (named.rows.size() == 1 && isShared && best.weight - match.weight < kClearly)
                return std::nullopt;
            break;
        }
        if (match.key != best.key || table.cells[row][match.key] != table.cells[named.rows.empty() ? row : named.rows[0]][match.key])
            return std::nullopt;   // it may be either
        named.rows.push_back(row);
    }
    std::sort(named.rows.begin(), named.rows.end());
    return named.rows.size() > kMostRows ? std::nullopt : std::optional(std::move(named));
}

// The column whose header has words of the question that the others have not; `used` gets them. Nothing: none, or two alike, where
// `isTold` is set all the same.
std::optional<std::size_t> namedColumn(const AskedWords& asked, const TableWords& table, std::size_t key, StemSet& used, bool& isTold)
{
    double best = 0;
    std::optional<std::size_t> named;
    const auto headersWith = [&](const std::string& word) {
        return static_cast<double>(std::count_if(table.cells[0].begin(), table.cells[0].end(),
                                                 [&](const StemSet& header) { return header.contains(word); }));
    };
    for (std::size_t column = 0; column < table.table.columns; ++column) {
        const StemSet shared = sharedStems(table.cells[0][column], asked.stems);
        if (column == key || shared.empty())
            continue;
        isTold = true;
        double weight = 0;
        for (const std::string& word : shared)
            weight += 1 / headersWith(word);
        weight *= static_cast<double>(shared.size()) / static_cast<double>(table.cells[0][column].size());
        if (weight >= best)
            named = weight > best ? std::optional(column) : std::nullopt;
        best = std::max(best, weight);
    }
    if (named)
        used.merge(sharedStems(table.cells[0][*named], asked.stems));
    return named;
}

template <std::size_t N>
bool hasAnyOf(std::string_view text, const std::array<std::string_view, N>& words)
{
    const std::vector<Word> all = splitWords(text);
    return std::any_of(all.begin(), all.end(),
                       [&](const Word& word) { return isOneOf(word.folded, words) || isOneOf(stem(word.folded), words); });
}

bool isTime(std::string_view cell)
{
    const std::vector<Word> words = splitWords(cell);
    return hasTimeOfDay(cell) || std::any_of(words.begin(), words.end(), [&](const Word& word) {
        return isYear(word.folded) || isMonthName(word.folded) || word.folded == "daily" || word.folded == "noon";
    });
}

// Is a column with this cell and header of the kind that is asked for?
bool isWanted(const AskedWords& asked, std::string_view cell, std::string_view header)
{
    constexpr auto kMoney = std::to_array<std::string_view>({"euro", "euros", "dollar", "dollars", "pound", "pounds", "kr", "price", "cost",
                                                             "fee", "usd", "eur", "gbp"});
    constexpr auto kSpans = std::to_array<std::string_view>({"second", "minute", "hour", "day", "week", "month", "year"});
    constexpr auto kPersons = std::to_array<std::string_view>({"name", "leader", "winner", "director", "owner", "person", "responsible",
                                                               "author", "artist", "coach", "who", "contact"});
    constexpr auto kPlaces =
        std::to_array<std::string_view>({"place", "location", "city", "town", "venue", "room", "country", "site", "where"});
    if (asked.opensWith("when") || asked.has("year") || asked.has("date") || asked.opensWith("wann"))
        return isTime(cell);
    if (asked.opensWith("where") || asked.opensWith("wo"))
        return hasAnyOf(header, kPlaces);
    if (asked.opensWith("who") || asked.opensWith("whom") || asked.opensWith("wer"))
        return hasAnyOf(header, kPersons);
    if (asked.opensWith("how", "long"))
        return hasAnyOf(cell, kSpans);
    if (const std::string_view measure = measureAsked(asked.question); !measure.empty())
        return hasAnyOf(header, std::array{measure});
    constexpr auto kCosts = std::to_array<std::string_view>({"cost", "price", "pay", "kostet", "kosten", "gebühr", "preis", "bezahlen"});
    const bool asksForMoney = asked.opensWith("how", "much") || asked.opensWith("wie", "hoch") || asked.opensWith("wie", "viel") ||
                              std::any_of(kCosts.begin(), kCosts.end(), [&](std::string_view word) { return asked.has(word); });
    const bool isSigned = cell.find('$') != std::string_view::npos || cell.find("\u20AC") != std::string_view::npos ||
                          cell.find("\u00A3") != std::string_view::npos;
    return asksForMoney && (isSigned || hasAnyOf(cell, kMoney) || hasAnyOf(header, kMoney));
}

// The one column beside the key whose cell is of the kind that is asked for, or that is the only one.
std::optional<std::size_t> columnOfKind(const AskedWords& asked, const TableWords& table, const NamedRows& named)
{
    if (table.table.columns == 2)
        return 1 - named.key;
    std::optional<std::size_t> found;
    for (std::size_t column = 0; column < table.table.columns; ++column) {
        if (column == named.key || !isWanted(asked, table.cell(named.rows.front(), column), table.cell(0, column)))
            continue;
        if (found)
            return std::nullopt;
        found = column;
    }
    return found;
}

struct Found
{
    std::vector<std::size_t> rows;
    std::optional<std::size_t> column;   // nothing: the whole rows
    std::string label, number;
    std::pair<double, std::size_t> fit;  // the share of the question's words that are found; how many more stand around the table
    bool isHeader = false;               // the column's header is asked for
};

// A cell that may be what is asked for: "12" is not what something is, no amount is not how many there are, and a mark tells only whether.
bool mayAnswer(const AskedWords& asked, std::string_view cell, bool isNamed)
{
    constexpr auto kMarks = std::to_array<std::string_view>(
        {"\u2705", "\u274C", "\u2713", "\u2714", "\u2717", "\u2718", "\u2611", "\u2612", "\u2610", "\u2714\uFE0F", "x", "X", "+", "-"});
    constexpr auto kWordsFor = std::to_array<std::string_view>({"yes", "no"});
    const bool isMark = isOneOf(cell, kMarks) || isOneOf(asciiLower(cell), kWordsFor);
    if (isMark && (asked.opensWith("who") || asked.opensWith("why") || asked.opensWith("when") || asked.opensWith("where") ||
                   asked.opensWith("how")))
        return false;
    const bool asksWhatItIs = asked.opensWith("what", "is") || asked.opensWith("what", "are");
    const bool hasLetters =
        std::any_of(cell.begin(), cell.end(), [](char c) { return isAsciiLetter(c) || static_cast<unsigned char>(c) >= 0x80; });
    return !cell.empty() && !isOfAnotherKind(cell, asked.question) && (isNamed || !asksWhatItIs || hasLetters);
}

std::optional<Found> lookedUp(const AskedWords& asked, const TableWords& table)
{
    auto named = namedRows(asked, table);
    if (!named)
        return std::nullopt;
    bool isTold = false;
    auto column = namedColumn(asked, table, named->key, named->used, isTold);
    const bool isNamed = column.has_value();
    const std::size_t first = named->rows.front();
    const StemSet& keyWords = named->key == 0 ? table.labels[first] : table.cells[first][named->key];
    const bool isWholeKey = sharedStems(keyWords, asked.stems).size() == keyWords.size();
    if (!isTold && named->rows.size() == 1 && isWholeKey)
        column = columnOfKind(asked, table, *named);
    const double share = shareFound(asked, named->used, table.context);
    const std::pair fit(share, wordsOfContext(asked, named->used, table.context));
    const bool isWholeRow = !isTold && !column;
    if (share < (isWholeRow || asksWhether(asked.question) ? kWhole : kShare) || picksAnother(asked, named->used) || (isTold && !isNamed))
        return std::nullopt;
    const std::string_view key = table.cell(first, named->key);
    if (isWholeRow) {
        const bool asksWhatItIs = asked.opensWith("what", "is") || asked.opensWith("who", "is");
        const bool isAny = asksWhatItIs || asksWhether(asked.question) || named->used.size() < kFewestOfRow;
        return isAny ? std::nullopt : std::optional(Found{named->rows, std::nullopt, {}, {}, fit});
    }
    const bool mayAll = std::all_of(named->rows.begin(), named->rows.end(),
                                    [&](std::size_t row) { return mayAnswer(asked, table.cell(row, *column), isNamed); });
    if (!mayAll)
        return std::nullopt;
    std::string label(key);
    if (const std::string_view header = table.cell(0, *column); !header.empty() && table.table.columns > 2)
        label.append(", ").append(header);
    return Found{named->rows, column, std::move(label), {}, fit};
}

// The row with the largest or smallest of a column, told by its label and that number; the number itself where it is asked when.
std::optional<Found> extreme(const AskedWords& asked, const TableWords& table)
{
    const auto cell = extremeCell(asked, table);
    const double share = cell ? shareFound(asked, cell->used, table.context) : 0;
    if (share < kShare || picksAnother(asked, cell->used))
        return std::nullopt;
    const std::pair fit(share, wordsOfContext(asked, cell->used, table.context));
    const bool asksWhen = asked.opensWith("when");
    const std::string header(table.cell(0, cell->column));
    if (asksWhen)
        return Found{{cell->row}, cell->column, std::string(table.cell(cell->row, cell->label)) + ", " + header, {}, fit};
    return Found{{cell->row}, cell->label, {}, header + ": " + std::string(table.cell(cell->row, cell->column)), fit};
}

// The header of the column that has the largest or smallest of a row, with that number
std::optional<Found> extremeOfRow(const AskedWords& asked, const TableWords& table, TextLanguage language)
{
    const auto cell = extremeInRow(asked, table, language);
    const double share = cell ? shareFound(asked, cell->used, table.context) : 0;
    if (share < kShare || picksAnother(asked, cell->used))
        return std::nullopt;
    const std::pair fit(share, wordsOfContext(asked, cell->used, table.context));
    return Found{{cell->row}, cell->column, std::string(table.cell(cell->row, cell->label)), {}, fit, true};
}

TableAnswer answerOf(const Found& found, const TableWords& table, std::uint32_t document)
{
    TableAnswer answer{{}, {}, found.label, found.number};
    if (found.isHeader)
        answer.words.push_back({document, table.table.rows.front().cells[*found.column]});
    for (const std::size_t row : found.rows) {
        const TableRow& whole = table.table.rows[row];
        answer.rows.push_back({document, whole.range});
        answer.words.push_back({document, found.column ? whole.cells[*found.column] : whole.range});
    }
    return answer;
}

bool mayAskTables(const AskedWords& asked)
{
    constexpr auto kOfDeeds = std::to_array<std::string_view>({"do", "does", "can", "to", "is", "should", "did"});
    const bool asksForDeed = asked.opensWith("how") && asked.words.size() > 1 && isOneOf(asked.words[1].folded, kOfDeeds);
    return !asked.stems.empty() && !asked.opensWith("why") && !(asksForDeed && !asked.has("much") && !asked.has("many"));
}

}  // namespace

std::optional<TableAnswer> tableAnswer(std::string_view question, std::span<const CanonicalText* const> documents, const Bm25& index,
                                       const Allowed& allowed)
{
    const AskedWords asked(question, index);
    if (!mayAskTables(asked))
        return std::nullopt;
    std::optional<TableAnswer> best;
    std::pair<double, std::size_t> fit;
    bool differs = false;
    std::size_t rowsLeft = kMostTableRows;
    for (std::uint32_t number = 0; number < documents.size(); ++number) {
        for (const Table& one : tablesOf(*documents[number], rowsLeft)) {
            rowsLeft -= one.rows.size();
            const TableWords table(*documents[number], one, index.language());
            auto found = lookedUp(asked, table);
            if (!found)
                found = extreme(asked, table);
            if (!found)
                found = extremeOfRow(asked, table, index.language());
            if (!found)
                continue;
            TableAnswer answer = answerOf(*found, table, number);
            if (found->fit < fit || !std::all_of(answer.rows.begin(), answer.rows.end(), allowed))
                continue;
            differs = found->fit == fit;
            fit = found->fit;
            best = std::move(answer);
        }
    }
    return differs ? std::nullopt : best;
}

}  // namespace cairn
