// The words of a question and of a table, in the form in which they are compared: stems, and signs as they are written ("^K", "%Z").
// No state, any thread.
#pragma once

#include "core/types/document.h"
#include "core/wording/text/tables.h"
#include "core/wording/words/bm25.h"
#include "core/wording/words/words.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

using StemSet = std::set<std::string>;

StemSet sharedStems(const StemSet& a, const StemSet& b);

struct AskedWords
{
    AskedWords(std::string_view question, const Bm25& index);

    bool has(std::string_view folded) const;                    // in any place
    bool opensWith(std::string_view first, std::string_view second = {}) const;

    std::string_view question;
    std::vector<Word> words;      // all
    StemSet stems;                // of those that say something, as the texts have them (Bm25::known())
    StemSet light;                // those that say what kind of thing is wanted ("cost", "long", "name") and need not stand in a table
};

struct TableWords
{
    TableWords(const CanonicalText& document, const Table& table, TextLanguage language);

    std::string_view cell(std::size_t row, std::size_t column) const;   // empty: the row has no such cell

    const CanonicalText& document;
    const Table& table;
    TextLanguage language;
    std::vector<std::vector<StemSet>> cells;   // rows x columns, the header as row 0, with what stands over it
    std::vector<StemSet> labels;               // of the first cell of each row, without what it has in brackets: "Rare (up to 1 in 1,000)"
    StemSet context;                           // of the header, the title, the heading and the paragraph above
};

// Of the words that say something how many are `used`, those of the context and light ones apart: 0 to 1.
double shareFound(const AskedWords& asked, const StemSet& used, const StemSet& context);

std::size_t wordsOfContext(const AskedWords& asked, const StemSet& used, const StemSet& context);   // that are not used

// A word that picks one of several ("last", "highest", "other") and is not among `used`: a row is not found by the rest.
bool picksAnother(const AskedWords& asked, const StemSet& used);

}  // namespace cairn
