// Words that a plain text divides at the ends of its lines: what the text itself says about them.
#include "core/documents/text/text_reader.h"
#include "tests/documents/readings.h"

#include <QTest>

using namespace cairn;

class TextWrapsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void wordsArePutTogetherAsTheTextHasThem_data();
    void wordsArePutTogetherAsTheTextHasThem();
};

void TextWrapsTest::wordsArePutTogetherAsTheTextHasThem_data()
{
    QTest::addColumn<std::string>("source");
    QTest::addColumn<std::string>("shape");
    const auto row = [](const char* name, const char* source, const char* shape) {
        QTest::newRow(name) << std::string(source) << std::string(shape);
    };
    row("the hyphenated word stands elsewhere", "pay by set-\noff, too\n\nno set-off\n", "T pay by set-off,~too\nT no set-off\n");
    row("the whole word stands elsewhere", "the ratio-\nnale of it\n\na rationale\n", "T the rationale~of it\nT a rationale\n");
    row("both do, one more often", "a re-\nform of\n\nre-form reform reform\n", "T a reform~of\nT re-form reform reform\n");
    row("nothing tells", "he was gone-\nthe wind\n\nblew\n", "T he was gone-~the wind\nT blew\n");
    row("indented lines", "  Ein Linux-\r\n    System läuft.\r\n\r\n  Das Linux-System\r\n",
        "T   Ein Linux-System~    läuft.\nT   Das Linux-System\n");
    row("indented by fixed spaces", "ein Linux-\n\u00A0 System läuft\n\ndas Linux-System\n",
        "T ein Linux-System~\u00A0 läuft\nT das Linux-System\n");
    row("another compound of the first half", "die Linux-\nDistribution hier\n\ndas Linux-System\n",
        "T die Linux-Distribution~hier\nT das Linux-System\n");
    row("dashes of verses", "O Rose, thou art sick-\nThe worm\n\nthe sick-room\n", "T O Rose, thou art sick-~The worm\nT the sick-room\n");
    row("what stands for a later half", "Haupt- und\nNebensatz, Haupt-\nund Nebensatz\n",
        "T Haupt- und~Nebensatz, Haupt-~und Nebensatz\n");
    row("slashes", "an GNU/\n  Linux? und GNU\n/Linux ist\n\nauf GNU/Linux\n", "T an GNU/Linux?~  und GNU/Linux~ist\nT auf GNU/Linux\n");
    row("slashes between other words", "he/\nshe or it\n\n/etc/\nfstab\n", "T he/~she or it\nT /etc/~fstab\n");
    row("addresses and paths",
        "see (https://\nexample.org/a/\nb) and https://example.org/\n  a/b.html or /usr/share/\ndoc/x in /etc/\nfstab "
        "(https://\na.org/) .\nx\n",
        "T see (https://example.org/a/b)~and https://example.org/a/b.html~  or /usr/share/doc/x"
        "~in /etc/~fstab (https://a.org/) .~x\n");
    row("kinds of addresses", "over http://\ntoo\n", "T over http://~too\n");
    row("addresses that end", "at https://example.org/\nfor more of it\n\nhttps://a.org/\nhttps://b.org/\n",
        "T at https://example.org/~for more of it\nT https://a.org/~https://b.org/\n");
    row("a line of one half", "a three-\nquarter-\nlength coat\n\nthree-quarter quarter-length\n",
        "T a three-quarter-length~coat\nT three-quarter quarter-length\n");
    row("hyphens of a printed manual", "  a discus\u2010\n  sion of Bourne\u2010\n  Again, read\u2010\n\twrite set-\n  off\n\nread-write\n",
        "T   a discussion~  of Bourne\u2010Again,~  read\u2010write~\tset-~  off\nT read-write\n");
    row("between paragraphs", "by set-\n\noff set-off\n", "T by set-\nT off set-off\n");
}

void TextWrapsTest::wordsArePutTogetherAsTheTextHasThem()
{
    QFETCH(std::string, source);
    QFETCH(std::string, shape);
    const auto text = test::readWith(readText, source, "x.txt");
    QVERIFY2(text.has_value(), text ? "" : text.error().message.c_str());
    QCOMPARE(QString::fromStdString(test::shape(*text)), QString::fromStdString(shape));
    QCOMPARE(test::violation(*text, {source}), QString());
}

QTEST_APPLESS_MAIN(TextWrapsTest)
#include "text_wraps_test.moc"
