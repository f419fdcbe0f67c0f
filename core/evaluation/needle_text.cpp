#include "core/evaluation/needle_text.h"

#include "core/types/random.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace cairn
{

namespace
{

constexpr std::string_view kPasskeyOpening =
    "There is an important info hidden inside a lot of irrelevant text. Find it and memorize them. I will quiz you about the important "
    "information there.";
constexpr std::string_view kPasskeyQuestion = "What is the pass key? The pass key is";

constexpr std::array<std::string_view, 24> kThings = {
    "harbour", "lantern", "orchard", "viaduct", "chapel",  "granary", "foundry", "lighthouse", "quarry", "sawmill", "bakery", "archive",
    "garden",  "theatre", "bridge",  "windmill", "cellar", "tannery", "stable",  "brewery",    "museum", "pottery", "ferry",  "library"};
constexpr std::array<std::string_view, 24> kColours = {
    "amber",  "crimson", "silver", "violet", "copper", "ivory",  "olive",  "scarlet", "golden", "azure", "russet", "emerald",
    "purple", "bronze",  "coral",  "indigo", "saffron", "cobalt", "maroon", "pearl",  "sable",  "jade",  "ochre",  "teal"};
constexpr std::array<std::string_view, 24> kAnimals = {
    "falcon", "otter", "badger", "heron", "lynx",   "marten", "weasel",  "condor", "beaver", "gecko", "walrus", "ibex",
    "magpie", "tapir", "jackal", "raven", "bison",  "ferret", "pelican", "gopher", "moose",  "panda", "cobra",  "stork"};
constexpr std::array<std::string_view, 16> kPeople = {"The miller",  "A young clerk", "The widow",  "An old sailor", "The teacher",
    "A carter",
                                                       "The baker",   "A surveyor",    "The doctor", "A fiddler",     "The gardener",
                                                       "A tall monk", "The printer",   "A shepherd", "The mayor",     "A seamstress"};
constexpr std::array<std::string_view, 16> kDeeds = {"carried a basket of apples",  "repaired the broken fence", "watched the slow river",
                                                     "wrote a letter to a cousin",  "counted the empty barrels", "sang a quiet song",
                                                     "looked for the missing goat", "sold a pair of boots",      "painted the garden door",
                                                     "read the morning paper",      "swept the stone floor",     "boiled a pot of beans",
                                                     "waited for the coach",        "sharpened the kitchen knives",
                                                     "fed the hungry pigeons",      "folded the clean linen"};
constexpr std::array<std::string_view, 16> kPlaces = {"behind the church",   "near the old mill",  "on the market square",
    "by the north gate",
                                                      "under the tall elms", "at the inn",         "beside the canal",
                                                          "in the narrow lane",
                                                      "above the valley",    "across the meadow",  "close to the station",
                                                          "inside the barn",
                                                      "along the sea wall",  "outside the village", "over the hill",
                                                          "at the crossroads"};
constexpr std::array<std::string_view, 12> kTimes = {"before dusk",  "in the early morning", "after the rain",   "on a cold evening",
                                                     "as usual",     "without any hurry",    "for the last time", "late in autumn",
                                                     "during lunch", "while the bells rang", "all afternoon",    "once again"};

std::string digits(TrainingRandom& random, int count)
{
    std::string out(1, static_cast<char>('1' + random.below(9)));
    while (out.size() < static_cast<std::size_t>(count))
        out += static_cast<char>('0' + random.below(10));
    return out;
}

std::string hex(TrainingRandom& random, int count)
{
    std::string out;
    for (int i = 0; i < count; ++i)
        out += "0123456789abcdef"[random.below(16)];
    return out;
}

std::string uuid(TrainingRandom& random)
{
    std::string out = hex(random, 8);
    for (const int count : {4, 4, 4, 12})
        out.append("-").append(hex(random, count));
    return out;
}

// "copper harbour": 576 of them.
std::string place(TrainingRandom& random)
{
    std::string out(random.pick(kColours));
    return out.append(" ").append(random.pick(kThings));
}

std::string pairKey(TrainingRandom& random)
{
    std::string out(random.pick(kAnimals));
    return out.append("-").append(digits(random, 4));
}

std::string pairLine(TrainingRandom& random)
{
    std::string out = pairKey(random);
    return out.append(": ").append(digits(random, 6)).append("\n");
}

std::string proseSentence(TrainingRandom& random)
{
    std::string out(random.pick(kPeople));
    out.append(" ").append(random.pick(kDeeds));
    if (random.chance(0.4))
        out.append(" and ").append(random.pick(kDeeds));
    out.append(" ").append(random.pick(kPlaces));
    if (random.chance(0.5))
        out.append(" ").append(random.pick(kTimes));
    return out.append(". ");
}

Needle single(std::string sentence, std::string question, std::string replyStart, std::string answer)
{
    return {{std::move(sentence)}, std::move(question), std::move(replyStart), {std::move(answer)}};
}

Needle severalNumbers(TrainingRandom& random)
{
    const std::string where = place(random);
    Needle needle;
    for (std::size_t i = 0; i < kSeveralNeedles; ++i) {
        needle.answers.push_back(digits(random, 5));
        needle.sentences.push_back("One of the secret numbers of the " + where + " is " + needle.answers.back() + ". ");
    }
    needle.question = "Which " + std::to_string(kSeveralNeedles) + " secret numbers of the " + where + " does the text mention?";
    needle.replyStart = "The secret numbers of the " + where + " are";
    return needle;
}

std::string repeated(std::string_view text, std::uint64_t bytes)
{
    std::string out;
    while (out.size() < bytes)
        out.append(text).append(" ");
    return out;
}

// The first `characters` of the filler repeated with single spaces; may end inside a word, as the paper's does.
std::string passkeyFiller(std::uint64_t characters)
{
    std::string out = repeated(kPasskeyFiller, characters);
    out.resize(characters);
    return out;
}

}  // namespace

PasskeyText passkeyText(std::uint64_t characters, std::uint64_t before, std::uint64_t key)
{
    const std::string x = std::to_string(key);
    PasskeyText text;
    text.document = std::string(kPasskeyOpening) + "\n" + passkeyFiller(before) + "\n";
    text.needle.begin = text.document.size();
    text.document += "The pass key is " + x + ". Remember it. " + x + " is the pass key.";
    text.needle.end = text.document.size();
    text.document += "\n" + passkeyFiller(characters - before) + "\n";
    text.question = kPasskeyQuestion;
    return text;
}

std::string_view name(NeedleKind kind)
{
    switch (kind) {
    case NeedleKind::Number: return "number";
    case NeedleKind::Words: return "words";
    case NeedleKind::Uuid: return "uuid";
    case NeedleKind::Several: return "several";
    case NeedleKind::KeyValue: return "key-value";
    }
    return "";
}

std::optional<NeedleKind> needleKindNamed(std::string_view wanted)
{
    for (const NeedleKind kind : {NeedleKind::Number, NeedleKind::Words, NeedleKind::Uuid, NeedleKind::Several, NeedleKind::KeyValue}) {
        if (name(kind) == wanted)
            return kind;
    }
    return std::nullopt;
}

Needle makeNeedle(NeedleKind kind, std::uint64_t seed, std::uint64_t trial)
{
    TrainingRandom random(seed, std::string("needle ") + std::string(name(kind)), trial);
    if (kind == NeedleKind::Several)
        return severalNumbers(random);
    if (kind == NeedleKind::KeyValue) {
        const std::string key = pairKey(random), value = digits(random, 6);
        return single(key + ": " + value + "\n", "Which value belongs to " + key + "?", key + ":", value);
    }
    const std::string where = place(random);
    if (kind == NeedleKind::Number) {
        const std::string value = digits(random, 7);
        return single("The secret number of the " + where + " is " + value + ". ", "What is the secret number of the " + where + "?",
                      "The secret number of the " + where + " is", value);
    }
    if (kind == NeedleKind::Uuid) {
        const std::string value = uuid(random);
        return single("The identifier of the " + where + " is " + value + ". ", "What is the identifier of the " + where + "?",
                      "The identifier of the " + where + " is", value);
    }
    std::string value(random.pick(kColours));
    value.append(" ").append(random.pick(kAnimals));
    return single("The password of the " + where + " is \"" + value + "\". ", "What is the password of the " + where + "?",
                  "The password of the " + where + " is \"", value);
}

std::string_view name(FillerKind kind)
{
    switch (kind) {
    case FillerKind::Grass: return "grass";
    case FillerKind::Prose: return "prose";
    case FillerKind::Pairs: return "pairs";
    }
    return "";
}

std::optional<FillerKind> fillerKindNamed(std::string_view wanted)
{
    for (const FillerKind kind : {FillerKind::Grass, FillerKind::Prose, FillerKind::Pairs}) {
        if (name(kind) == wanted)
            return kind;
    }
    return std::nullopt;
}

std::string fillerText(FillerKind kind, std::uint64_t bytes, std::uint64_t seed)
{
    if (kind == FillerKind::Grass)
        return repeated(kPasskeyFiller, bytes);
    TrainingRandom random(seed, std::string("filler ") + std::string(name(kind)));
    std::string out;
    while (out.size() < bytes)
        out += kind == FillerKind::Prose ? proseSentence(random) : pairLine(random);
    return out;
}

std::vector<std::uint64_t> sentenceEnds(std::string_view text)
{
    std::vector<std::uint64_t> ends{0};
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
        const bool sentence = (text[i] == '.' || text[i] == '!' || text[i] == '?') && text[i + 1] == ' ';
        if (sentence)
            ends.push_back(i + 2);
        else if (text[i] == '\n' && text[i + 1] != '\n')
            ends.push_back(i + 1);
    }
    if (ends.back() != text.size())
        ends.push_back(text.size());
    return ends;
}

std::uint64_t nearestEnd(const std::vector<std::uint64_t>& ends, std::uint64_t wanted)
{
    const auto above = std::upper_bound(ends.begin(), ends.end(), wanted);
    if (above == ends.begin())
        return ends.front();
    const std::uint64_t below = *std::prev(above);
    return above != ends.end() && *above - wanted < wanted - below ? *above : below;
}

PlantedText plant(std::string_view filler, std::uint64_t bytes, double depth, const std::vector<std::string>& sentences)
{
    const std::vector<std::uint64_t> all = sentenceEnds(filler.substr(0, bytes));
    const std::uint64_t end = all.size() > 2 && all.back() > bytes - 1 ? all[all.size() - 2] : all.back();
    const std::vector<std::uint64_t> ends = sentenceEnds(filler.substr(0, end));
    struct Spot
    {
        std::uint64_t at;
        std::size_t sentence;
    };
    std::vector<Spot> spots;
    for (std::size_t i = 0; i < sentences.size(); ++i) {
        double where = depth + static_cast<double>(i) / static_cast<double>(sentences.size());
        where -= i > 0 && where >= 1 ? 1 : 0;
        spots.push_back({nearestEnd(ends, static_cast<std::uint64_t>(where * static_cast<double>(end))), i});
    }
    std::stable_sort(spots.begin(), spots.end(), [](const Spot& a, const Spot& b) { return a.at < b.at; });
    PlantedText planted;
    planted.needles.resize(sentences.size());
    std::uint64_t from = 0;
    for (const Spot& spot : spots) {
        planted.text += filler.substr(from, spot.at - from);
        from = spot.at;
        const std::uint64_t begin = planted.text.size();
        planted.text += sentences[spot.sentence];
        planted.needles[spot.sentence] = {begin, planted.text.size()};
    }
    planted.text += filler.substr(from, end - from);
    return planted;
}

}  // namespace cairn
