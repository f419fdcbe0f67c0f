#include "app/window/session/document_facts.h"

#include "core/types/ascii.h"
#include "ui/elided_place.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace cairn
{
namespace
{

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(DocumentFacts)
};

constexpr qsizetype kBeginning = 500;        // characters (experience.md 3)
constexpr std::size_t kBeginningBytes = 4 * std::size_t(kBeginning) + 2000;   // with spaces that are joined

// Han, kana: words without spaces between them.
bool standsAlone(unsigned char first, unsigned char second)
{
    return (first == 0xE3 && second >= 0x81) || (first >= 0xE4 && first <= 0xE9) || (first == 0xF0 && second >= 0xA0);
}

}  // namespace

std::uint64_t wordCount(std::string_view utf8)
{
    std::uint64_t words = 0;
    bool inside = false;
    for (std::size_t i = 0; i < utf8.size(); ++i) {
        const auto byte = static_cast<unsigned char>(utf8[i]);
        if (byte <= ' ') {
            inside = false;
            continue;
        }
        if (byte >= 0xE3 && i + 1 < utf8.size() && standsAlone(byte, static_cast<unsigned char>(utf8[i + 1]))) {
            ++words;
            inside = false;
            i += byte >= 0xF0 ? 3 : 2;
            continue;
        }
        const bool letter = isAsciiAlphanumeric(static_cast<char>(byte)) ||
                            (byte >= 0xC3 && byte != 0xE2 && byte != 0xE3);   // general punctuation is E2
        words += letter && !inside;
        inside = inside || letter;
    }
    return words;
}

QString beginningOf(const CanonicalText& text)
{
    const std::string_view start = std::string_view(text.text).substr(0, kBeginningBytes);
    const QString words = QString::fromUtf8(start.data(), qsizetype(start.size())).simplified();
    return words.size() <= kBeginning && start.size() == text.text.size() ? words : words.left(kBeginning) + QChar(0x2026);
}

std::uint32_t blocksOf(const SessionContents& contents, std::uint32_t document)
{
    if (contents.map->isEmpty() || document >= contents.map->documents())
        return 0;
    const auto [first, last] = contents.map->data().documentTokens[document];
    const auto size = contents.map->blockTokens();
    return std::uint32_t(last / size - first / size);
}

QString sizeWords(const SessionContents& contents, std::uint32_t document)
{
    const DocumentRecord& record = contents.records[document];
    QStringList parts;
    if (record.format == DocumentFormat::Pdf)
        parts.append(Words::tr("%Ln page(s)", nullptr, int(record.units)));
    const int words = int(std::min<std::uint64_t>(contents.words[document], 1'000'000'000));
    parts.append(Words::tr("%Ln word(s)", nullptr, words));
    if (const int blocks = int(blocksOf(contents, document)); blocks > 0)
        parts.append(Words::tr("%Ln block(s)", nullptr, blocks));
    return parts.join(QStringLiteral(", "));
}

Introduction introductionOf(const SessionContents& contents, std::uint32_t first)
{
    QStringList sentences, beginnings;
    for (std::uint32_t document = first; document < contents.documents.size(); ++document) {
        const QString title = titleInSentence(contents.records[document].title);
        const QString line = Words::tr("“%1”: %2.").arg(title, sizeWords(contents, document));
        sentences.append(line);
        const QString beginning = beginningOf(*contents.documents[document]);
        beginnings.append(contents.documents.size() - first == 1 ? beginning : line + QLatin1Char('\n') + beginning);
    }
    return {sentences.size() <= 2 ? sentences.join(QLatin1Char(' '))
                                  : Words::tr("%n document(s) are here.", nullptr, int(sentences.size())),
            beginnings.join(QStringLiteral("\n\n"))};
}

QString recoveredWords(const SessionContents& contents)
{
    QStringList parts;
    if (!contents.memories.empty() && contents.memories.back().totalBlocks > 0) {
        const MemoryRecord& memory = contents.memories.back();
        parts.append(Words::tr("%L1 of %L2 blocks").arg(memory.storedBlocks).arg(memory.totalBlocks));
    }
    if (!contents.turns.empty() && !contents.turns.back().answers.empty()) {
        const AnswerState state = contents.turns.back().answers.back().state;
        parts.append(state == AnswerState::Interrupted || state == AnswerState::Running
                         ? Words::tr("the last answer up to where it was cut off")
                         : Words::tr("last answer present"));
    }
    return parts.isEmpty() ? QString()
                           : Words::tr("Cairn did not end as it should the last time. What was saved is here: %1.")
                                 .arg(parts.join(QStringLiteral(", ")));
}

QString readOnlyWords(const SessionContents& contents)
{
    if (!contents.readOnly)
        return {};
    switch (contents.opened) {
    case OpenOutcome::Unwritable:
        return Words::tr("Nothing can be written where this session lies: here it can only be read. A copy of it can be asked.");
    case OpenOutcome::NewerReadable: return Words::tr("A newer Cairn saved this session: here it can only be read. Update Cairn to ask.");
    default: return Words::tr("This session is open in another window. Here it can only be read until it is closed there.");
    }
}

}  // namespace cairn
