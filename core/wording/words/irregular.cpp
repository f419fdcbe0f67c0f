#include "core/wording/words/irregular.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cairn
{

namespace
{

using Form = std::pair<std::string_view, std::string_view>;   // and what it is a form of

// Sorted, for binary search. No participle that is not the past tense too: "Where was it hidden?" asks with the text's own word. None that
// is mostly another word: "left", "rose", "lay", "bore", "wound"; "leaves", "lives".
constexpr auto kForms = std::to_array<Form>(
    {{"ate", "eat"}, {"became", "become"}, {"began", "begin"}, {"belief", "believe"}, {"beliefs", "believe"}, {"bent", "bend"},
     {"blew", "blow"}, {"bought", "buy"}, {"broke", "break"}, {"brought", "bring"}, {"built", "build"}, {"burnt", "burn"},
     {"came", "come"}, {"caught", "catch"}, {"children", "child"}, {"choice", "choose"}, {"choices", "choose"}, {"chose", "choose"},
     {"comparison", "compare"}, {"comparisons", "compare"}, {"crept", "creep"}, {"crises", "crisis"}, {"criteria", "criterion"},
     {"dead", "die"}, {"dealt", "deal"}, {"death", "die"}, {"deaths", "die"}, {"died", "die"}, {"dies", "die"}, {"drank", "drink"},
     {"dreamt", "dream"}, {"drew", "draw"}, {"drove", "drive"}, {"dug", "dig"}, {"dying", "die"}, {"fed", "feed"}, {"feet", "foot"},
     {"fell", "fall"}, {"felt", "feel"}, {"fled", "flee"}, {"flew", "fly"}, {"forbade", "forbid"}, {"forgave", "forgive"},
     {"forgot", "forget"}, {"fought", "fight"}, {"found", "find"}, {"froze", "freeze"}, {"gave", "give"}, {"geese", "goose"},
     {"goes", "go"}, {"got", "get"}, {"grew", "grow"}, {"growth", "grow"}, {"halves", "half"}, {"heard", "hear"}, {"held", "hold"},
     {"hid", "hide"}, {"hung", "hang"}, {"hypotheses", "hypothesis"}, {"indices", "index"}, {"kept", "keep"}, {"knew", "know"},
     {"knives", "knife"}, {"leapt", "leap"}, {"learnt", "learn"}, {"led", "lead"}, {"lent", "lend"}, {"loaves", "loaf"},
     {"loss", "lose"}, {"losses", "lose"}, {"lost", "lose"}, {"made", "make"}, {"matrices", "matrix"}, {"meant", "mean"},
     {"men", "man"}, {"met", "meet"}, {"mice", "mouse"}, {"paid", "pay"}, {"phenomena", "phenomenon"}, {"ran", "run"}, {"rang", "ring"},
     {"said", "say"}, {"sang", "sing"}, {"sank", "sink"}, {"sat", "sit"}, {"saw", "see"}, {"selves", "self"}, {"sent", "send"},
     {"shelves", "shelf"}, {"shone", "shine"}, {"shook", "shake"}, {"shot", "shoot"}, {"slept", "sleep"}, {"slew", "slay"},
     {"sold", "sell"}, {"sought", "seek"}, {"spent", "spend"}, {"spoke", "speak"}, {"sprang", "spring"}, {"stole", "steal"},
     {"stood", "stand"}, {"struck", "strike"}, {"stuck", "stick"}, {"swam", "swim"}, {"swept", "sweep"}, {"swore", "swear"},
     {"taught", "teach"}, {"teeth", "tooth"}, {"theses", "thesis"}, {"thieves", "thief"}, {"thought", "think"}, {"threw", "throw"},
     {"told", "tell"}, {"took", "take"}, {"tore", "tear"}, {"understood", "understand"}, {"vertices", "vertex"}, {"went", "go"},
     {"wept", "weep"}, {"wives", "wife"}, {"woke", "wake"}, {"wolves", "wolf"}, {"women", "woman"}, {"won", "win"}, {"wore", "wear"},
     {"wrote", "write"}});

static_assert(std::is_sorted(kForms.begin(), kForms.end()));

}  // namespace

std::string_view baseOfIrregular(std::string_view folded)
{
    constexpr std::size_t kLongest = 11;
    static_assert(std::all_of(kForms.begin(), kForms.end(), [](const Form& form) { return form.first.size() <= kLongest; }));
    if (folded.size() > kLongest)
        return {};
    const auto isBefore = [](const Form& form, std::string_view word) { return form.first < word; };
    const auto found = std::lower_bound(kForms.begin(), kForms.end(), folded, isBefore);
    return found != kForms.end() && found->first == folded ? found->second : std::string_view();
}

}  // namespace cairn
