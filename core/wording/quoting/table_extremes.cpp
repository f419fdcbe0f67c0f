#include "core/wording/quoting/table_extremes.h"

#include "core/types/ascii.h"
#include "core/wording/words/calendar.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace cairn
{

namespace
{

constexpr auto kLargest = std::to_array<std::string_view>(
    {"highest", "largest", "biggest", "greatest", "most", "longest", "tallest", "heaviest", "dearest", "maximum"});
constexpr auto kSmallest = std::to_array<std::string_view>(
    {"lowest", "smallest", "least", "fewest", "shortest", "cheapest", "lightest", "minimum"});
constexpr auto kLatest = std::to_array<std::string_view>({"latest", "last"});
constexpr auto kEarliest = std::to_array<std::string_view>({"earliest", "first"});

struct Wanted
{
    bool isLargest = false;
    bool isTime = false;
    bool isPrice = false;
    std::string word;
};

// The one superlative of the question. Nothing: none, or several.
std::optional<Wanted> wantedOf(const AskedWords& asked)
{
    std::optional<Wanted> wanted;
    for (const Word& word : asked.words) {
        const bool isTime = isOneOf(word.folded, kLatest) || isOneOf(word.folded, kEarliest);
        const bool isLargest = isOneOf(word.folded, kLargest) || isOneOf(word.folded, kLatest);
        if (!isTime && !isLargest && !isOneOf(word.folded, kSmallest))
            continue;
        if (wanted)
            return std::nullopt;
        wanted = Wanted{isLargest, isTime, word.folded == "cheapest" || word.folded == "dearest" || asked.has("expensive"), word.folded};
    }
    return asked.opensWith("how") ? std::nullopt : wanted;
}

// What stands before a number has a minus, or a dash for one: "-", "-$".
bool isNegative(std::string_view before)
{
    constexpr auto kSigns = std::to_array<std::string_view>({"-", "\u2212", "\u2013"});
    return std::any_of(kSigns.begin(), kSigns.end(), [&](std::string_view sign) { return before.find(sign) != std::string_view::npos; });
}

struct Measured
{
    double value = 0;
    std::string unit;      // the letters behind it, without a plural's s
    bool isTime = false;   // "06:15"
    bool isPrice = false;  // "3.20"
};

// "24,400", "-12 \u00B0C", "3.20 pounds", "06:15", "$ 7". Nothing: a number does not come first.
std::optional<Measured> measured(std::string_view cell)
{
    constexpr std::size_t kMostBefore = 4;   // a currency's sign, "<= "
    const std::size_t first = cell.find_first_of("0123456789");
    if (first == std::string_view::npos || first > kMostBefore || std::any_of(cell.data(), cell.data() + first, isAsciiLetter))
        return std::nullopt;
    std::string digits;
    std::size_t end = first;
    for (; end < cell.size() && (isAsciiDigit(cell[end]) || cell[end] == '.' || cell[end] == ','); ++end) {
        if (cell[end] != ',')
            digits += cell[end];
    }
    Measured result;
    std::from_chars(digits.data(), digits.data() + digits.size(), result.value);
    if (isNegative(cell.substr(0, first)))
        result.value = -result.value;
    result.isPrice = digits.size() > 3 && digits[digits.size() - 3] == '.';
    if (const std::optional<double> minutes = clockMinutes(cell.substr(first))) {
        result.value = *minutes;
        result.isTime = true;
        return result;
    }
    for (const Word& word : splitWords(cell.substr(end)))
        result.unit += stem(word.folded) + ' ';
    return result;
}

bool isSum(std::string_view label)
{
    constexpr auto kSums = std::to_array<std::string_view>({"total", "totals", "sum", "average", "mean", "all", "subtotal", "median"});
    const std::vector<Word> words = splitWords(label);
    return !words.empty() && isOneOf(words[0].folded, kSums);
}

// The numbers of a column by rows, four fifths of which have one, all of one unit; empty: no such column.
std::vector<std::optional<Measured>> numbersOf(const TableWords& table, std::size_t column, const std::vector<std::size_t>& rows)
{
    std::vector<std::optional<Measured>> numbers;
    const Measured* one = nullptr;
    std::size_t count = 0;
    numbers.reserve(rows.size());
    for (const std::size_t row : rows) {
        numbers.push_back(measured(table.cell(row, column)));
        const auto& number = numbers.back();
        count += number ? 1 : 0;
        if (number && one && (number->unit != one->unit || number->isTime != one->isTime))
            return {};
        one = number ? &*number : one;
    }
    return 5 * count >= 4 * rows.size() ? numbers : std::vector<std::optional<Measured>>();
}

// The row with the largest or smallest of them. Nothing: two have it.
std::optional<std::size_t> extremeRow(const std::vector<std::optional<Measured>>& numbers, bool isLargest)
{
    std::optional<std::size_t> best;
    bool isAlone = false;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (!numbers[i])
            continue;
        const double value = numbers[i]->value;
        const bool isBetter = !best || (isLargest ? value > numbers[*best]->value : value < numbers[*best]->value);
        if (!isBetter && value == numbers[*best]->value)
            isAlone = false;
        if (isBetter) {
            best = i;
            isAlone = true;
        }
    }
    return isAlone ? best : std::nullopt;
}

// The column that says which row it is: the one whose header has the first word behind "which" or "what", or another word of the question;
// else the first with letters.
std::size_t labelColumn(const AskedWords& asked, const TableWords& table, std::size_t row, std::size_t number)
{
    const bool asksWhich = (asked.opensWith("which") || asked.opensWith("what")) && asked.words.size() > 1;
    const std::string which = asksWhich ? stem(asked.words[1].folded) : std::string();
    std::optional<std::size_t> named, written;
    for (std::size_t column = 0; column < table.table.columns; ++column) {
        const StemSet& header = table.cells[0][column];
        const std::string_view cell = table.cell(row, column);
        if (!which.empty() && header.contains(which))
            return column;
        if (column == number || cell.empty())
            continue;
        if (!named && !measured(cell).value_or(Measured()).isTime && !sharedStems(header, asked.stems).empty())
            named = column;
        if (!written && !measured(cell))
            written = column;
    }
    return named ? *named : written.value_or(0);
}

// One of the columns that may be meant
struct Candidate
{
    std::size_t column = 0;
    StemSet shared;                                 // words of its header that the question has
    std::vector<std::optional<Measured>> numbers;
};

std::vector<Candidate> candidatesOf(const AskedWords& asked, const TableWords& table, const std::vector<std::size_t>& rows,
                                    const Wanted& wanted)
{
    std::vector<Candidate> all;
    for (std::size_t column = 0; column < table.table.columns; ++column) {
        Candidate one{column, sharedStems(table.cells[0][column], asked.stems), numbersOf(table, column, rows)};
        const auto first = std::find_if(one.numbers.begin(), one.numbers.end(), [](const auto& number) { return number.has_value(); });
        if (first != one.numbers.end() && (*first)->isTime == wanted.isTime)
            all.push_back(std::move(one));
    }
    const bool isNamed = std::any_of(all.begin(), all.end(), [](const Candidate& one) { return !one.shared.empty(); });
    const bool hasTotal = std::any_of(all.begin(), all.end(), [&](const Candidate& one) { return isSum(table.cell(0, one.column)); });
    std::erase_if(all, [&](const Candidate& one) {
        if (isNamed)
            return one.shared.empty();
        if (wanted.isPrice)
            return std::none_of(one.numbers.begin(), one.numbers.end(), [](const auto& number) { return number && number->isPrice; });
        return hasTotal && !isSum(table.cell(0, one.column));
    });
    return all;
}

}  // namespace

std::optional<ExtremeCell> extremeCell(const AskedWords& asked, const TableWords& table, std::size_t fewestRows)
{
    const auto wanted = wantedOf(asked);
    std::vector<std::size_t> rows;
    for (std::size_t row = 1; row < table.cells.size(); ++row) {
        if (!isSum(table.cell(row, 0)) && table.cells[row] != table.cells[0])
            rows.push_back(row);
    }
    if (!wanted || rows.size() < fewestRows)
        return std::nullopt;
    std::optional<std::size_t> found;
    ExtremeCell cell;
    const std::vector<Candidate> candidates = candidatesOf(asked, table, rows, *wanted);
    for (const Candidate& one : candidates) {
        const auto row = extremeRow(one.numbers, wanted->isLargest);
        if (!row || (found && row != found))
            return std::nullopt;
        if (!found)
            cell.column = one.column;
        found = row;
        cell.used.insert(one.shared.begin(), one.shared.end());
    }
    const bool isMeant = candidates.size() == 1 || wanted->isPrice || !cell.used.empty();
    if (!found || !isMeant)
        return std::nullopt;
    cell.row = rows[*found];
    cell.label = labelColumn(asked, table, cell.row, cell.column);
    if (cell.label == cell.column)
        return std::nullopt;
    cell.used.merge(sharedStems(table.cells[0][cell.label], asked.stems));
    cell.used.insert(stem(wanted->word));
    return cell;
}

std::optional<ExtremeCell> extremeInRow(const AskedWords& asked, const TableWords& table, TextLanguage language)
{
    constexpr std::size_t kMostRows = 200, kFewestColumns = 2;   // that are compared
    if (table.cells.size() > kMostRows || !wantedOf(asked))
        return std::nullopt;
    Table turned;
    turned.columns = table.table.rows.size();
    for (std::size_t column = 0; column < table.table.columns; ++column) {
        turned.rows.emplace_back();
        for (const TableRow& row : table.table.rows)
            turned.rows.back().cells.push_back(column < row.cells.size() ? row.cells[column] : ByteRange{});
    }
    const TableWords words(table.document, turned, language);
    auto cell = extremeCell(asked, words, kFewestColumns);
    if (!cell || cell->label != 0 || sharedStems(words.cells[0][cell->column], asked.stems).empty())
        return std::nullopt;
    const auto which = std::find_if(asked.words.begin(), asked.words.end(), [](const Word& word) { return word.folded == "which"; });
    if (which != asked.words.end() && which + 1 != asked.words.end())
        cell->used.insert(stem((which + 1)->folded));   // what the columns are, which need not stand there
    return ExtremeCell{cell->column, 0, cell->row, std::move(cell->used)};
}

}  // namespace cairn
