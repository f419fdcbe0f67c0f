#include "core/documents/client/encodings.h"

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

struct Labels
{
    std::string_view encoding, labels; // labels: letters and digits alone, small, each between spaces
};

// The standard reads ASCII, ISO 8859-1 and ISO 8859-9 as the Windows code pages that hold them, GB2312 and GBK as GB18030.
constexpr std::array<Labels, 28> kLabels = {
    {{"UTF-8", " unicode11utf8 unicode20utf8 xunicode20utf8 "},
     {"UTF-16LE", " csunicode iso10646ucs2 ucs2 unicode unicodefeff utf16 "},
     {"UTF-16BE", " unicodefffe "},
     {"Windows-1252", " ansix341968 ascii cp1252 cp819 csisolatin1 ibm819 iso88591 iso885911987 isoir100 l1 latin1 usascii win1252 "
                      "xcp1252 "},
     {"ISO-8859-15", " csisolatin9 l9 latin9 "},
     {"macintosh", " csmacintosh mac macroman xmacroman "},
     {"windows-1250", " cp1250 win1250 xcp1250 "},
     {"ISO-8859-2", " csisolatin2 iso885921987 isoir101 l2 latin2 "},
     {"windows-1257", " cp1257 win1257 xcp1257 "},
     {"windows-1251", " cp1251 win1251 xcp1251 "},
     {"KOI8-R", " cskoi8r koi koi8 "},
     {"KOI8-U", " koi8ru "},
     {"ISO-8859-5", " csisolatincyrillic cyrillic iso885951988 isoir144 "},
     {"IBM866", " 866 cp866 csibm866 dos866 "},
     {"windows-1253", " cp1253 win1253 xcp1253 "},
     {"ISO-8859-7", " csisolatingreek ecma118 elot928 greek greek8 iso885971987 isoir126 suneugreek "},
     {"windows-1254", " cp1254 csisolatin5 iso88599 iso885991989 isoir148 l5 latin5 win1254 xcp1254 "},
     {"windows-1255", " cp1255 win1255 xcp1255 "},
     {"windows-1256", " cp1256 win1256 xcp1256 "},
     {"windows-874", " cp874 dos874 iso885911 tis620 win874 "},
     {"windows-1258", " cp1258 win1258 xcp1258 "},
     {"GB18030", " chinese cp936 csgb2312 csiso58gb231280 gb2312 gb231280 gbk isoir58 xgbk "},
     {"Big5", " big5hkscs cnbig5 cp950 csbig5 xxbig5 "},
     {"Shift_JIS", " cp932 csshiftjis ms932 mskanji sjis windows31j xsjis "},
     {"EUC-JP", " cseucpkdfmtjapanese xeucjp "},
     {"ISO-2022-JP", " csiso2022jp "},
     {"EUC-KR", " cp949 cseuckr csksc56011987 isoir149 korean ksc5601 ksc56011987 ksc56011989 uhc windows949 "},
     {"IBM850", " 850 cp850 dos850 "}}};

constexpr std::string_view kGuessed = "The text is not UTF-8 and was read as ", kChosen = "The text was read as ";
constexpr std::string_view kAfterGuess = "; if letters look wrong, choose another encoding.", kAfterChoice = ", as it was chosen.";

bool isSameName(std::string_view a, std::string_view b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return asciiLower(x) == asciiLower(y); });
}

std::string lettersAndDigits(std::string_view name)
{
    std::string plain;
    for (const char c : name) {
        if (isAsciiAlphanumeric(c))
            plain += asciiLower(c);
    }
    return plain;
}

}  // namespace

std::span<const Encoding> encodings() { return kEncodings; }

const Encoding* encodingNamed(std::string_view name)
{
    const auto found = std::find_if(kEncodings.begin(), kEncodings.end(), [&](const Encoding& one) { return isSameName(one.name, name); });
    return found == kEncodings.end() ? nullptr : &*found;
}

const Encoding* encodingLabelled(std::string_view label)
{
    const std::string plain = lettersAndDigits(label);
    if (plain.empty())
        return nullptr;
    for (const Encoding& one : kEncodings) {
        if (lettersAndDigits(one.name) == plain)
            return &one;
    }
    for (const Labels& one : kLabels) {
        if (one.labels.find(' ' + plain + ' ') != std::string_view::npos)
            return encodingNamed(one.encoding);
    }
    return nullptr;
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
