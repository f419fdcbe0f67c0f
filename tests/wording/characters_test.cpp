#include "core/wording/quoting/characters.h"

#include <QtTest>

using namespace cairn;

namespace
{

std::vector<std::pair<std::string, std::uint32_t>> characters(std::string_view text, std::size_t most = 5)
{
    const DocumentTexts texts({text});
    std::vector<std::pair<std::string, std::uint32_t>> result;
    for (const NamedCharacter& character : charactersOf(texts, {0, {0, text.size()}}, most))
        result.emplace_back(texts.text(character.place), character.mentions);
    return result;
}

using Characters = std::vector<std::pair<std::string, std::uint32_t>>;

constexpr std::string_view kStory =
    "The lamp was lit when Ambrose came. \"Who is there?\" said Ambrose. \"It is I,\" said the old Captain Rowe, and "
    "Ambrose laughed. Captain Rowe sat down in London. \"Yes,\" said Captain Rowe. Ambrose thought of London. "
    "Nobody in London knew what Nathaniel Rowe had seen. \"Well,\" Ambrose said.";

}  // namespace

class CharactersTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void thoseWhoSpeakAreCounted()
    {
        QCOMPARE(characters(kStory), (Characters{{"Ambrose", 5}, {"Rowe", 4}})); // not London, Yes, Who, Well
        QCOMPARE(characters(kStory, 1), (Characters{{"Ambrose", 5}}));
    }

    void aNameStandsWhereItIsFirstMentioned()
    {
        const DocumentTexts texts({kStory});
        const auto found = charactersOf(texts, {0, {0, kStory.size()}}, 1);
        QCOMPARE(found.front().place.range.begin, std::uint64_t{kStory.find("Ambrose")});
        const std::uint64_t second = kStory.find("\"It is I");
        const auto behind = charactersOf(texts, {0, {second, kStory.size()}}, 1); // where he is named more often than Ambrose
        QCOMPARE(std::string(texts.text(behind.front().place)), std::string("Rowe"));
        QCOMPARE(behind.front().place.range.begin, std::uint64_t{kStory.find("Rowe")});
    }

    void wordsThatAreAlsoWrittenSmallAreNone()
    {
        QCOMPARE(
            characters(
                "We saw a Ghost. \"I,\" said the Ghost, the ghost of ghosts. A ghost, said Ghost; a ghost, said Ghost, a ghost, a ghost."),
            Characters());
    }

    void aTitleAloneIsAName()
    {
        QCOMPARE(characters("There sat the King. \"Come,\" said the King. \"No,\" said Ada. \"Well,\" said the King, and King Rowe "
                            "laughed. \"Now,\" said the King; and here Ada said, \"Yes, Sir,\" and Ada cried, \"No, Sir,\" and left."),
                 (Characters{{"King", 4}, {"Ada", 3}}));
    }

    void aTextInWhichNobodySpeaksHasNone()
    {
        QCOMPARE(characters("This report counts the stones of Blackmoor. Blackmoor is wet. Most of Blackmoor lies in Yorkshire."),
                 Characters());
        QCOMPARE(characters(""), Characters());
    }
};

QTEST_GUILESS_MAIN(CharactersTest)
#include "characters_test.moc"
