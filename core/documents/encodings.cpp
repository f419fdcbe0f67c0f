#include "core/documents/encodings.h"

#include "core/types/ascii.h"

#include <algorithm>
#include <array>

namespace cairn
{
namespace
{

constexpr std::array<Encoding, 28> kEncodings = {{{"UTF-8", ""},
                                                  {"UTF-16LE", ""},
                                                  {"UTF-16BE", ""},
                                                  {"Windows-1252", "Western European"},
                                                  {"ISO-8859-15", "Western European"},
                                                  {"macintosh", "Western European"},
                                                  {"windows-1250", "Central European"},
                                                  {"ISO-8859-2", "Central European"},
                                                  {"windows-1257", "Baltic"},
                                                  {"windows-1251", "Cyrillic"},
                                                  {"KOI8-R", "Cyrillic"},
                                                  {"KOI8-U", "Cyrillic"},
                                                  {"ISO-8859-5", "Cyrillic"},
                                                  {"IBM866", "Cyrillic"},
                                                  {"windows-1253", "Greek"},
                                                  {"ISO-8859-7", "Greek"},
                                                  {"windows-1254", "Turkish"},
                                                  {"windows-1255", "Hebrew"},
                                                  {"windows-1256", "Arabic"},
                                                  {"windows-874", "Thai"},
                                                  {"windows-1258", "Vietnamese"},
                                                  {"GB18030", "Chinese"},
                                                  {"Big5", "Chinese"},
                                                  {"Shift_JIS", "Japanese"},
                                                  {"EUC-JP", "Japanese"},
                                                  {"ISO-2022-JP", "Japanese"},
                                                  {"EUC-KR", "Korean"},
                                                  {"IBM850", "DOS"}}};

constexpr std::string_view kGuessed = "The text is not UTF-8 and was read as ", kChosen = "The text was read as ";
constexpr std::string_view kAfterGuess = "; if letters look wrong, choose another encoding.", kAfterChoice = ", as it was chosen.";

bool isSameName(std::string_view a, std::string_view b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return asciiLower(x) == asciiLower(y); });
}

}  // namespace

std::span<const Encoding> encodings() { return kEncodings; }

const Encoding* encodingNamed(std::string_view name)
{
    const auto found = std::find_if(kEncodings.begin(), kEncodings.end(), [&](const Encoding& one) { return isSameName(one.name, name); });
    return found == kEncodings.end() ? nullptr : &*found;
}

std::string displayName(const Encoding& encoding)
{
    return *encoding.script ? std::string(encoding.script) + " (" + encoding.name + ")" : std::string(encoding.name);
}

std::string knownEncodings()
{
    std::string names = "one of ";
    for (const Encoding& one : kEncodings)
        names += std::string(&one == kEncodings.data() ? "" : ", ") + one.name;
    return names;
}

std::string sentenceOf(const EncodingNote& note)
{
    return std::string(note.chosen ? kChosen : kGuessed) + displayName(*note.encoding) +
           std::string(note.chosen ? kAfterChoice : kAfterGuess);
}

std::optional<EncodingNote> encodingNoteIn(const std::vector<std::string>& warnings)
{
    for (const std::string& warning : warnings) {
        for (const bool chosen : {true, false}) {
            const std::string_view begin = chosen ? kChosen : kGuessed;
            if (!warning.starts_with(begin))
                continue;
            const std::string_view rest = std::string_view(warning).substr(begin.size());
            const auto found = std::find_if(kEncodings.begin(), kEncodings.end(), [&](const Encoding& one) {
                const std::string name = displayName(one);
                return rest.starts_with(name) && (rest.size() == name.size() || rest[name.size()] == ';' || rest[name.size()] == ',');
            });
            if (found != kEncodings.end())
                return EncodingNote{&*found, chosen};
        }
    }
    return {};
}

}  // namespace cairn
