#include "core/wording/questions/kind_in_language.h"

#include "core/wording/words/calendar.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace cairn
{

namespace
{

using List = std::span<const std::string_view>;

struct KindWords
{
    TextLanguage language;
    List amounts;     // by which a question asks for one
    List money;       // the same of a price, and what tells one
    List times;
    List named;       // "heißt": of a question, and of a sentence that answers it
    List mayBe;       // "darf": the first word of a question, and the word that tells a rule
    List numbers;     // written out
    List moments;     // months but German ones, "seit"
};

constexpr auto kGermanAmounts = std::to_array<std::string_view>(
    {"viel", "viele", "vielen", "wieviel", "wieviele", "hoch", "groß", "alt", "lang", "lange", "oft", "weit", "schwer", "tief",
     "schnell", "höhe", "betrag", "anzahl"});
constexpr auto kGermanMoney = std::to_array<std::string_view>(
    {"kostet", "kosten", "kostete", "preis", "euro", "eur", "gebühr", "gebühren", "kostenlos", "unentgeltlich", "dollar", "franken",
     "mark"});
constexpr auto kFrenchMoney = std::to_array<std::string_view>({"coûte", "coûtent", "prix", "euro", "euros", "gratuit"});
constexpr auto kSpanishMoney = std::to_array<std::string_view>({"cuesta", "cuestan", "precio", "euro", "euros", "gratis"});
constexpr auto kGermanTimes = std::to_array<std::string_view>({"wann", "datum", "jahr", "zeitpunkt", "frist", "uhrzeit"});
constexpr auto kGermanNamed = std::to_array<std::string_view>(
    {"heißt", "heißen", "hieß", "hießen", "namens", "name", "namen", "genannt", "nennt", "nannte", "bezeichnet"});
constexpr auto kGermanMayBe = std::to_array<std::string_view>(
    {"darf", "dürfen", "kann", "können", "muss", "muß", "müssen", "soll", "sollen", "erlaubt", "gestattet", "zulässig", "verboten",
     "untersagt", "verpflichtet", "erlaubnis", "zustimmung", "bedarf", "bedürfen"});
constexpr auto kGermanConditions = std::to_array<std::string_view>(   // "Unter welchen Bedingungen ist es erlaubt?"
    {"bedingung", "bedingungen", "voraussetzung", "voraussetzungen", "umständen"});
constexpr auto kGermanNumbers = std::to_array<std::string_view>(
    {"eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf", "dreizehn", "vierzehn",
     "fünfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn", "anderthalb", "drittel", "viertel", "fünftel", "zwanzig", "dreißig",
     "vierzig", "fünfzig", "hundert", "tausend", "million", "millionen", "einmal", "zweimal", "dreimal", "jede", "jeden", "kein",
     "keine", "hälfte", "doppelt", "täglich", "wöchentlich", "monatlich", "jährlich", "dutzend"});
constexpr auto kGermanMoments = std::to_array<std::string_view>(
    {"uhr", "morgen", "morgens", "abend", "abends", "nacht", "mittag", "spätestens", "frühestens", "seit", "ende", "beginn",
     "anfang", "sobald", "nachdem", "bevor", "wenn", "falls", "sofort", "jederzeit", "tag", "tage", "tagen", "woche", "wochen", "monat",
     "monate", "monaten", "jahr", "jahre", "jahren", "werktag", "frühling", "sommer", "herbst", "winter", "zulässig"});
constexpr auto kFrenchAmounts = std::to_array<std::string_view>({"combien", "nombre", "montant"});
constexpr auto kFrenchTimes = std::to_array<std::string_view>({"quand", "date", "année"});
constexpr auto kFrenchNamed = std::to_array<std::string_view>({"appelle", "appelait", "nom", "nommé", "nommée", "appelé", "appelée"});
constexpr auto kFrenchNumbers = std::to_array<std::string_view>(
    {"deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze", "vingt", "trente", "cent", "mille",
     "million"});
constexpr auto kFrenchMoments = std::to_array<std::string_view>(
    {"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre", "heures",
     "jour", "jours", "mois", "ans", "année", "lorsque", "depuis"});
constexpr auto kSpanishAmounts = std::to_array<std::string_view>({"cuánto", "cuánta", "cuántos", "cuántas", "número"});
constexpr auto kSpanishTimes = std::to_array<std::string_view>({"cuándo", "fecha", "año"});
constexpr auto kSpanishNamed = std::to_array<std::string_view>({"llama", "llamaba", "llamado", "llamada", "nombre"});
constexpr auto kSpanishNumbers = std::to_array<std::string_view>(
    {"dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce", "veinte", "treinta", "cien", "mil",
     "millón"});
constexpr auto kSpanishMoments = std::to_array<std::string_view>(
    {"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre", "día",
     "días", "mes", "meses", "año", "años", "cuando", "desde"});

constexpr std::array<KindWords, 3> kKinds{
    {{TextLanguage::German, kGermanAmounts, kGermanMoney, kGermanTimes, kGermanNamed, kGermanMayBe, kGermanNumbers, kGermanMoments},
     {TextLanguage::French, kFrenchAmounts, kFrenchMoney, kFrenchTimes, kFrenchNamed, {}, kFrenchNumbers, kFrenchMoments},
     {TextLanguage::Spanish, kSpanishAmounts, kSpanishMoney, kSpanishTimes, kSpanishNamed, {}, kSpanishNumbers, kSpanishMoments}}};

const KindWords* wordsOf(TextLanguage language)
{
    const auto found = std::find_if(kKinds.begin(), kKinds.end(), [language](const KindWords& one) { return one.language == language; });
    return found == kKinds.end() ? nullptr : &*found;
}

bool isOf(List list, const Word& word)
{
    return std::find(list.begin(), list.end(), word.folded) != list.end();
}

bool hasAny(const std::vector<Word>& words, List list)
{
    return std::any_of(words.begin(), words.end(), [&](const Word& word) { return isOf(list, word); });
}

bool hasDigit(std::string_view text)
{
    return text.find_first_of("0123456789") != std::string_view::npos;
}

// "zwei", "zweiundvierzig", "dreimal"
bool isNumberOf(const Word& word, const KindWords& known)
{
    constexpr std::size_t kShortest = 4;
    return std::any_of(known.numbers.begin(), known.numbers.end(), [&](std::string_view number) {
        return word.folded == number || (number.size() >= kShortest && word.folded.starts_with(number) && word.folded.ends_with("zig"));
    });
}

// A number that is no sum: "zwanzig Euro" tells no time.
bool hasNumberButMoney(const std::vector<Word>& words, const KindWords& known)
{
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool isNumber = isNumberOf(words[i], known) || hasDigit(words[i].folded);
        if (isNumber && !(i + 1 < words.size() && isOf(known.money, words[i + 1])))
            return true;
    }
    return false;
}

bool namesDay(const std::vector<Word>& words)
{
    return std::any_of(words.begin(), words.end(),
                       [](const Word& word) { return isGermanMonthName(word.folded) || isWeekday(word.folded); });
}

}  // namespace

KindAsked kindAsked(std::string_view question, TextLanguage language)
{
    const KindWords* known = wordsOf(language);
    const std::vector<Word> words = splitWords(question);
    if (!known || words.empty())
        return KindAsked::Anything;
    if (hasAny(words, known->named))
        return KindAsked::Name;
    if (hasAny(words, known->money))
        return KindAsked::Money;
    if (hasAny(words, known->times))
        return KindAsked::Time;
    if (language == TextLanguage::German && hasAny(words, kGermanConditions))
        return KindAsked::Whether;
    if (isOf(known->mayBe, words[0]) || (words.back().folded == "erlaubt" || words.back().folded == "verboten"))
        return KindAsked::Whether;
    return hasAny(words, known->amounts) ? KindAsked::Amount : KindAsked::Anything;
}

std::string withoutKind(std::string_view question, TextLanguage language)
{
    constexpr auto kHow =
        std::to_array<std::string_view>({"wie", "combien", "cuánto", "cuánta", "cuántos", "cuántas", "wieviel", "wieviele"});
    const KindWords* known = wordsOf(language);
    const std::vector<Word> words = splitWords(question);
    if (!known || words.size() < 3)
        return std::string(question);
    const bool asksIf = language == TextLanguage::German && hasAny(words, kGermanConditions);
    std::string topic;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (asksIf && (isOf(kGermanConditions, words[i]) || isOf(known->mayBe, words[i])))
            continue;
        const bool isMeasure = i > 0 && isOneOf(words[i - 1].folded, kHow) && isOf(known->amounts, words[i]);
        const bool isPrice = i < 2 && isOf(known->money, words[i]);
        if (!isMeasure && !isPrice)
            topic += std::string(question.substr(words[i].range.begin, words[i].range.size())) + " ";
    }
    return topic;
}

std::string_view withoutClause(std::string_view sentence)
{
    constexpr std::size_t kLongest = 5;   // "(12a)"
    const std::size_t end = sentence.find(')');
    if (!sentence.starts_with('(') || end > kLongest)
        return sentence;
    sentence.remove_prefix(end + 1);
    return sentence.substr(std::min(sentence.find_first_not_of(' '), sentence.size()));
}

bool showsKind(std::string_view sentence, KindAsked kind, TextLanguage language)
{
    const KindWords* known = wordsOf(language);
    if (!known)
        return false;
    const std::vector<Word> words = splitWords(sentence);
    const auto isNumber = [&](const Word& word) { return isNumberOf(word, *known); };
    const bool hasNumber = hasDigit(sentence) || std::any_of(words.begin(), words.end(), isNumber);
    switch (kind) {
    case KindAsked::Amount:
        return hasNumber;
    case KindAsked::Money:
        return hasAny(words, known->money) || sentence.find("\u20AC") != std::string_view::npos;
    case KindAsked::Time:
        return hasNumberButMoney(words, *known) || hasAny(words, known->moments) || (language == TextLanguage::German && namesDay(words));
    case KindAsked::Name:
        return hasAny(words, known->named);
    case KindAsked::Whether:
        return hasAny(words, known->mayBe);
    case KindAsked::Anything:
        return false;
    }
    return false;
}

std::vector<std::string> termAskedIn(std::string_view question, TextLanguage language)
{
    constexpr auto kAsk = std::to_array<std::string_view>({"wer", "was", "qui", "qu", "que", "quién", "qué"});
    constexpr auto kIs = std::to_array<std::string_view>({"ist", "sind", "war", "bedeutet", "versteht", "est", "es", "son", "sont"});
    constexpr std::size_t kMost = 3;
    const std::vector<Word> words = splitWords(question);
    if (words.size() < 3 || !isOneOf(words[0].folded, kAsk) || !isOneOf(words[1].folded, kIs))
        return {};
    std::vector<std::string> term;
    for (const Word& word : words) {
        if (!isStopWord(word.folded, language) && !isOneOf(word.folded, kIs))
            term.push_back(word.folded);
    }
    return term.size() > kMost ? std::vector<std::string>() : term;
}

std::string_view topicAskedIn(std::string_view question, TextLanguage language)
{
    constexpr auto kWhat = std::to_array<std::string_view>({"was", "que", "qu", "qué", "che", "cosa", "o", "wat"});
    constexpr auto kSay = std::to_array<std::string_view>({"sagt", "steht", "schreibt", "erfährt", "dit", "dice", "diz", "zegt", "staat"});
    constexpr auto kAbout = std::to_array<std::string_view>({"über", "sur", "sobre", "su", "sul", "sulla", "over", "zu", "zum", "zur"});
    const std::vector<Word> words = splitWords(question);
    if (language == TextLanguage::English || words.size() < 4 || !isOneOf(words[0].folded, kWhat))
        return {};
    bool says = false;
    for (std::size_t i = 1; i + 1 < words.size(); ++i) {
        says = says || isOneOf(words[i].folded, kSay);
        if (says && isOneOf(words[i].folded, kAbout))
            return question.substr(words[i + 1].range.begin, words.back().range.end - words[i + 1].range.begin);
    }
    return {};
}

}  // namespace cairn
