#include "core/answering/passage.h"

#include "core/formats/utf8.h"
#include "tests/answering/support.h"

#include <QtTest>

#include <random>

using namespace cairn;

class PassageTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aPassageEndsWhereSentencesEnd();
    void theParagraphComesFirst();
    void aLongSentenceIsCutAroundTheCore();
    void aSentenceWithoutSpacesIsCutBetweenCharacters();
    void passagesStayWithinTheirSize();
    void barredBlocksAreCutOut();
    void placesEndAtCharacters();
    void aPartIsSmallerThanItsPassage();
};

namespace
{

struct Session
{
    std::string text;
    std::vector<std::string_view> texts;
    DocumentStream stream;

    Session(std::string body, std::uint32_t blockTokens)
        : text(std::move(body)), texts{text}, stream(*DocumentStream::build(texts, test::ByteTokenizer(), ChatFormat(), blockTokens))
    {
    }
    DocumentPlace at(const std::string& words) const
    {
        const std::size_t begin = text.find(words);
        return {0, {begin, begin + words.size()}};
    }
    std::string of(const DocumentPlace& place) const { return std::string(stream.text(place)); }
};

}  // namespace

void PassageTest::aPassageEndsWhereSentencesEnd()
{
    const Session session("One is here. Two is here. Three is here. Four is here. Five is here.", 8);
    QCOMPARE(session.of(passageAround(session.stream, session.at("ree is"), 20)), std::string("Three is here."));
    QCOMPARE(session.of(passageAround(session.stream, session.at("ree is"), 45)), std::string("Two is here. Three is here. Four is here."));
    QCOMPARE(session.of(passageAround(session.stream, session.at("here. Two"), 30)), std::string("One is here. Two is here."));
}

void PassageTest::theParagraphComesFirst()
{
    const Session session("Before it all.\n\nHere we ask. It is told.\n\nAfter it all.", 8);
    QCOMPARE(session.of(passageAround(session.stream, session.at("we ask"), 36)), std::string("Here we ask. It is told."));
    QCOMPARE(session.of(passageAround(session.stream, session.at("we ask"), 100)), session.text);
}

void PassageTest::aLongSentenceIsCutAroundTheCore()
{
    std::string words;
    for (int i = 0; i < 200; ++i)
        words += "word" + std::to_string(i) + " ";
    const Session session(words + "end.", 8);
    const DocumentPlace core = session.at("word100");
    const std::string passage = session.of(passageAround(session.stream, core, 60));
    QVERIFY(passage.size() <= 60);
    QVERIFY(passage.find("word100") != std::string::npos);
    QVERIFY(passage.front() == 'w' && std::isdigit(static_cast<unsigned char>(passage.back())));
}

// Of Japanese or Chinese text, where a sentence may have no space at all, and of a long string of letters.
void PassageTest::aSentenceWithoutSpacesIsCutBetweenCharacters()
{
    for (const char* character : {"\xE9\x9D\x92", "\xE0\xB8\x81", "\xC3\xA9", "x"}) {
        std::string text;
        for (int i = 0; i < 2000; ++i)
            text += character;
        const Session session(text, 7);   // blocks begin and end within characters
        for (std::uint32_t block = 0; block < session.stream.pieces(); block += 5) {
            const DocumentPlace core = mainPlace(session.stream, BlockId(block));
            const DocumentPlace passage = passageAround(session.stream, core, 400);
            const std::string words = session.of(passage);
            QVERIFY2(isValidUtf8(words), words.c_str());
            QVERIFY2(words.size() > 190 && words.size() <= 400, std::to_string(words.size()).c_str());   // half of it at the text's end
            QVERIFY(sharedBytes(passage, core) > 0);
        }
    }
}

void PassageTest::passagesStayWithinTheirSize()
{
    std::mt19937 random(5);
    std::string text;
    for (int i = 0; i < 300; ++i)
        text += std::string(1 + random() % 30, static_cast<char>('a' + random() % 26)) + (random() % 4   ? " "
                                                                                          : random() % 3 ? ". A"
                                                                                                         : ".\n\n");
    const Session session(text, 16);
    for (std::uint32_t block = 0; block < session.stream.pieces(); ++block) {
        const DocumentPlace core = mainPlace(session.stream, BlockId(block));
        if (core.range.size() == 0 || session.of(core).find_first_not_of(" \n") == std::string::npos)
            continue;
        const DocumentPlace passage = passageAround(session.stream, core, 200);
        QVERIFY(passage.range.size() <= 200);
        QVERIFY(sharedBytes(passage, core) > 0);
    }
}

void PassageTest::barredBlocksAreCutOut()
{
    const Session session("aaaabbbbccccddddeeee", 4);
    const std::vector<BlockId> barred = {BlockId(1), BlockId(3)};
    std::string left;
    for (const DocumentPlace& part : withoutBlocks(session.stream, {0, {2, 18}}, barred))
        left += session.of(part) + "|";
    QCOMPARE(left, std::string("aa|cccc|ee|"));
    QCOMPARE(withoutBlocks(session.stream, {0, {2, 18}}, {}).size(), std::size_t{1});
}

void PassageTest::placesEndAtCharacters()
{
    const Session session("a\xC3\xA9" "b\xE2\x82\xAC" "c", 2);   // blocks a+half, half+b, ..
    QCOMPARE(session.of(wholeCharacters(session.stream, {0, {0, 2}})), std::string("a"));
    QCOMPARE(session.of(wholeCharacters(session.stream, {0, {2, 4}})), std::string("b"));
    QCOMPARE(session.of(wholeCharacters(session.stream, {0, {5, 6}})), std::string());
    QCOMPARE(session.of(mainPlace(session.stream, BlockId(0))), std::string("a"));
}

void PassageTest::aPartIsSmallerThanItsPassage()
{
    const std::vector<DocumentPlace> passages = {{0, {10, 50}}, {1, {0, 20}}};
    QVERIFY(isPartOf(passages, {0, {10, 49}}));
    QVERIFY(isPartOf(passages, {1, {5, 20}}));
    QVERIFY(!isPartOf(passages, {0, {10, 50}}));
    QVERIFY(!isPartOf(passages, {0, {40, 60}}));
    QVERIFY(!isPartOf(passages, {1, {20, 40}}));
    QVERIFY(!isPartOf({}, {0, {0, 1}}));
}

QTEST_GUILESS_MAIN(PassageTest)
#include "passage_test.moc"
