// Sentences of engine, storage, import worker and libraries in the window's language: each one that the sources can write is in the
// catalogue, each one of the catalogue can be written by the sources, and each has its German words.
#include "app/window/session/import_remarks.h"
#include "core/model/model.h"
#include "storage/session/session_store.h"
#include "ui/panels/device_words.h"
#include "ui/panels/language.h"
#include "ui/sentences/catalogue.h"
#include "ui/sentences/sentence_pattern.h"
#include "ui/sentences/sentences.h"

#include <QDirIterator>
#include <QRegularExpression>
#include <QSet>
#include <QtTest>

#include <map>

using namespace cairn;

namespace
{

// What a person can meet in the window comes from here. The command line alone: block lists, heads, arguments, recovering a model.
constexpr const char* kFolders[] = {"core/answering", "core/wording", "core/documents", "core/engine", "core/formats", "core/model",
                                    "core/tokenizer", "kernels", "storage", "app/client", "app/engine", "app/import", "app/protocol", "app/render",
                                    "app/sandbox", "app/session"};
constexpr const char* kFiles[] = {"app/window/session/store_thread.h", "app/window/desktop/recent_files.cpp"};
const QSet<QString> kElsewhere{QStringLiteral("core/model/recover.cpp"), QStringLiteral("core/model/safetensors_writer.cpp"),
                               QStringLiteral("core/model/model_info.cpp"), QStringLiteral("app/session/block_list.cpp"),
                               QStringLiteral("app/session/removal_cost.cpp"), QStringLiteral("app/session/exported_session.cpp"),
                               QStringLiteral("core/answering/asking.cpp")};

struct Source
{
    QString name;
    QStringList literals;
};

// The text of a literal, adjacent ones joined; formats of printf become a place.
QStringList literalsOf(const QString& code)
{
    // comments, raw strings, includes; "text"; 'c'
    static const QRegularExpression kToken(
        QString::fromLatin1("//[^\\n]*|/\\*.*?\\*/|R\"(\\w*)\\(.*?\\)\\1\"|#include[^\\n]*|"
                            "\"((?:[^\"\\\\\\n]|\\\\.)*)\"|'(?:[^'\\\\\\n]|\\\\.)+'"),
        QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression kFormat(QStringLiteral("%[.0-9]*[fdsu]"));
    QStringList literals;
    qsizetype end = -1;
    bool translated = false;
    for (auto tokens = kToken.globalMatch(code); tokens.hasNext();) {
        const auto token = tokens.next();
        const bool adjacent = end >= 0 && QStringView(code).mid(end, token.capturedStart() - end).trimmed().isEmpty();
        if (token.capturedStart(2) < 0) {
            end = adjacent && token.captured().startsWith(QLatin1Char('/')) ? token.capturedEnd() : -1;
            continue;
        }
        translated = (adjacent && translated) || QStringView(code).left(token.capturedStart()).endsWith(QLatin1String("tr("));
        if (translated) {   // the window's own
            end = token.capturedEnd();
            continue;
        }
        QString text = token.captured(2);
        text.replace(QLatin1String("\\\""), QLatin1String("\"")).replace(QLatin1String("\\n"), QLatin1String("\n"));
        if (adjacent)
            literals.back() += text;
        else
            literals.append(text);
        end = token.capturedEnd();
    }
    QStringList pieces;
    for (const QString& literal : literals) {
        for (const QString& piece : literal.split(kFormat))
            pieces.append(piece.endsWith(QLatin1Char('\n')) ? piece.chopped(1) : piece);
    }
    return pieces;
}

std::vector<Source> sources()
{
    std::vector<Source> all;
    const QString root = QStringLiteral(CAIRN_SOURCE_DIR "/");
    const auto add = [&](const QString& path) {
        QFile file(path);
        const QString name = path.mid(root.size());
        if (!kElsewhere.contains(name) && file.open(QIODevice::ReadOnly))
            all.push_back({name, literalsOf(QString::fromUtf8(file.readAll()))});
    };
    for (const char* file : kFiles)
        add(root + QLatin1String(file));
    for (const char* folder : kFolders) {
        QDirIterator files(root + QLatin1String(folder), {QStringLiteral("*.cpp"), QStringLiteral("*.h")}, QDir::Files,
                           QDirIterator::Subdirectories);
        while (files.hasNext())
            add(files.next());
    }
    return all;
}

QString withoutPlaces(const char* sentence)   // each place one letter that no literal holds
{
    QString text = QString::fromUtf8(sentence);
    return text.replace(QRegularExpression(QStringLiteral("%\\d")), QString(QChar(0xE000)));
}

// The literals of one file that a sentence can be put together from; empty: it can't. Its full stop may come from elsewhere.
QStringList madeOf(const QString& sentence, const Source& source)
{
    std::vector<QStringList> reached(std::size_t(sentence.size()) + 1);
    std::vector<bool> can(reached.size(), false);
    can[0] = true;
    for (qsizetype at = 0; at < sentence.size(); ++at) {
        if (!can[std::size_t(at)])
            continue;
        const auto reach = [&](qsizetype next, const QString& with) {
            if (can[std::size_t(next)])
                return;
            can[std::size_t(next)] = true;
            reached[std::size_t(next)] = reached[std::size_t(at)];
            if (!with.isEmpty())
                reached[std::size_t(next)].append(with);
        };
        for (const QString& literal : source.literals) {
            if (!literal.isEmpty() && QStringView(sentence).mid(at).startsWith(literal))
                reach(at + literal.size(), literal);
            const qsizetype name = at == 0 ? literal.indexOf(QLatin1String(": ")) : -1;   // "NAME: " may be in front of it
            if (const QString rest = literal.mid(name + 2); name >= 0 && !rest.isEmpty() && sentence.startsWith(rest))
                reach(rest.size(), literal);
        }
        if (sentence[at] == QChar(0xE000) || (at + 1 == sentence.size() && sentence[at] == QLatin1Char('.')))
            reach(at + 1, {});
    }
    return reached.back();
}

std::vector<QString> catalogue()
{
    std::vector<QString> all;
    for (const KnownSentence& sentence : knownSentences())
        all.push_back(QString::fromUtf8(sentence.text));
    for (const std::string& sentence : importRemarkSentences())
        all.push_back(QString::fromStdString(sentence));
    return all;
}

const char* listed(const QStringList& sentences)   // the failure's own text is cut
{
    for (const QString& sentence : sentences)
        qWarning().noquote() << sentence;
    return "see above";
}

bool looksLikeWords(const QString& literal)
{
    static const QRegularExpression kWords(QStringLiteral("[a-z]{2,} [a-z]+|^[A-Z][a-z]+ [a-z]+")), kSql(QStringLiteral(
        "^\\s*;?\\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA|WITH|DROP|BEGIN|ALTER|ATTACH|REPLACE|VACUUM|ORDER|WHERE|FROM)\\b"));
    return kWords.match(literal).hasMatch() && !kSql.match(literal).hasMatch();
}

}  // namespace

class SentencesTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_language.setLanguage(QStringLiteral("de")); }

    void everySentenceOfTheCatalogueStandsInTheSources()
    {
        const auto all = sources();
        QVERIFY(all.size() > 200);
        QStringList missing;
        for (const QString& sentence : catalogue()) {
            const QString text = withoutPlaces(sentence.toUtf8().constData());
            if (std::none_of(all.begin(), all.end(), [&](const Source& source) { return !madeOf(text, source).isEmpty(); }))
                missing.append(sentence);
        }
        QVERIFY2(missing.isEmpty(), listed(missing));
    }

    void everySentenceOfTheSourcesIsInTheCatalogue()
    {
        auto all = sources();
        QSet<QString> used;
        std::vector<QString> texts;
        for (const QString& sentence : catalogue())
            texts.push_back(withoutPlaces(sentence.toUtf8().constData()));
        for (const KnownSentence& part : sentenceParts())
            used.insert(QString::fromUtf8(part.text));
        for (const Source& source : all) {
            for (const QString& text : texts) {
                for (const QString& literal : madeOf(text, source))
                    used.insert(literal);
            }
        }
        QStringList unknown;
        for (const Source& source : all) {
            for (const QString& literal : source.literals) {
                if (looksLikeWords(literal) && !used.contains(literal) && !isNoSentence(source.name, literal))
                    unknown.append(source.name + QStringLiteral(": ") + literal);
            }
        }
        QVERIFY2(unknown.isEmpty(), listed(unknown));
    }

    void aChangedSentenceIsNoticed()   // the judges above can say no
    {
        const Source source{{}, {QStringLiteral("The disk is "), QStringLiteral("full"), QStringLiteral(". Free it.")}};
        QCOMPARE(madeOf(withoutPlaces("The disk is full. Free it."), source).size(), 3);
        QCOMPARE(madeOf(withoutPlaces("The disk is %1. Free it."), source).size(), 2);
        QVERIFY(madeOf(withoutPlaces("The disk was full. Free it."), source).isEmpty());
        QCOMPARE(literalsOf(QStringLiteral("f(\"a \" // \"no\"\n \"b\" + x + \"c \\\"d\\\"\");")),
                 (QStringList{QStringLiteral("a b"), QStringLiteral("c \"d\"")}));
    }

    void everySentenceHasGermanWords()
    {
        QStringList missing;
        auto all = knownSentences();
        const auto parts = sentenceParts();
        all.insert(all.end(), parts.begin(), parts.end());
        for (const KnownSentence& sentence : all) {
            const QString english = QString::fromUtf8(sentence.text), german = QCoreApplication::translate("Sentences", sentence.text);
            bool good = german != english && !german.isEmpty();
            for (int place = 1; place < 5; ++place) {
                const QString mark = QLatin1Char('%') + QString::number(place);
                good = good && english.contains(mark) == german.contains(mark);
            }
            if (!good)
                missing.append(english);
        }
        QVERIFY2(missing.isEmpty(), listed(missing));
    }

    void everySentenceIsFoundInItself()   // filled in, and no other one takes its place
    {
        for (const KnownSentence& sentence : knownSentences()) {
            QString filled = QString::fromUtf8(sentence.text), german = QCoreApplication::translate("Sentences", sentence.text);
            for (int place = 1; place < 5; ++place) {
                const QString mark = QLatin1Char('%') + QString::number(place), filling = QStringLiteral("Q%1Q").arg(place);
                filled.replace(mark, filling);
                german.replace(mark, filling);
            }
            QCOMPARE(sentenceWords(filled), german);
        }
    }

    void errorsAreSaidInGerman_data()
    {
        QTest::addColumn<QString>("english");
        QTest::addColumn<QString>("german");
        const auto row = [](const char* name, const char* english, const char* german) {
            QTest::newRow(name) << QString::fromUtf8(english) << QString::fromUtf8(german);
        };
        row("name", "There is no file \"a %1 b.pdf\". Check the name.", "Es gibt keine Datei „a %1 b.pdf“. Prüfen Sie den Namen.");
        row("after a name", "/home/a: b/model.gguf: the tensor x.weight is missing.", "/home/a: b/model.gguf: der Tensor x.weight fehlt.");
        row("place in the file", "/m.gguf: a text is cut off (offset 1234).", "/m.gguf: ein Text ist abgeschnitten (Stelle 1234).");
        row("sentence in a sentence", "The GPU can't be used: No NVIDIA driver is installed. Choose the CPU, or auto (--device).",
            "Die GPU ist nicht nutzbar: Es ist kein NVIDIA-Treiber installiert. Wählen Sie die CPU, oder auto (--device).");
        row("end of a sentence", "This session was read with another model, adapter or number type. Read it again, or choose what it "
                                 "was read with.",
            "Diese Sitzung wurde mit einem anderen Modell, Adapter oder Zahlentyp gelesen. Lesen Sie sie neu, oder wählen Sie, womit sie "
            "gelesen wurde.");
        row("numbers", "There is not enough memory for this step: about 2.8 GB are needed and 1.1 GB are free. Close other programs, or "
                       "use a smaller model.",
            "Für diesen Schritt fehlt Arbeitsspeicher: etwa 2,8 GB werden gebraucht, 1,1 GB sind frei. Schließen Sie andere Programme, "
            "oder nehmen Sie ein kleineres Modell.");
        row("archive", "The zip archive ends in the middle of its directory; get a fresh copy of the file.",
            "Das Zip-Archiv endet mitten in seinem Verzeichnis; holen Sie eine neue Kopie der Datei.");
        row("words of the system", "A file could not be written: No space left on device. The old one is kept.",
            "Eine Datei konnte nicht geschrieben werden: auf dem Datenträger ist kein Platz mehr. Die alte ist aufbewahrt.");
        row("lines", "No model that can be used was found in /a, /b. Choose a model file; on the command line with --model or CAIRN_MODEL.\n"
                     "/a/m.gguf: a text is cut off (offset 1234).\n/b/m.gguf: the tensor x.weight is missing.\nelse",
            "In /a, /b wurde kein nutzbares Modell gefunden. Wählen Sie eine Modelldatei; auf der Befehlszeile mit --model oder CAIRN_MODEL.\n"
            "/a/m.gguf: ein Text ist abgeschnitten (Stelle 1234).\n/b/m.gguf: der Tensor x.weight fehlt.\nelse");
        row("unknown", "Something else: entirely.", "Something else: entirely.");
        row("empty", "", "");
    }
    void errorsAreSaidInGerman()
    {
        QFETCH(QString, english);
        QFETCH(QString, german);
        QCOMPARE(sentenceWords(english), german);
    }

    void realErrorsAreSaidInGerman()
    {
        QTemporaryDir folder;
        const std::string path = folder.path().toStdString();
        const auto session = SessionStore::open(path, {});
        QVERIFY(!session);
        QCOMPARE(errorWords(session.error()),
                 QStringLiteral("In diesem Ordner ist keine Sitzung. Sie kann verschoben oder gelöscht sein."));
        const auto model = openModel(path + "/none.gguf");
        QVERIFY(!model);
        QCOMPARE(errorWords(model.error()),
                 QString::fromStdString(path) + QStringLiteral("/none.gguf: Diese Datei oder diesen Ordner gibt es nicht; wählen Sie eine "
                                                               ".gguf-Datei oder einen Ordner mit config.json."));
        QFile broken(folder.filePath(QStringLiteral("broken.gguf")));
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write("GGUF\3\0\0\0", 8);
        broken.close();
        const auto cut = openModel(broken.fileName().toStdString());
        QVERIFY(!cut);
        QVERIFY2(errorWords(cut.error()).contains(QStringLiteral("abgeschnitten (Stelle")), cut.error().message.c_str());
        QCOMPARE(modelKindWords(QStringLiteral("landmark model")), QStringLiteral("Modell mit Landmarken"));
    }

    void namesStandInTheQuotationMarksOfEnglish()
    {
        m_language.setLanguage(QStringLiteral("en"));
        const QString once = sentenceWords(QStringLiteral("\"a \"b\".txt\" is empty. Choose another file."));
        const QString twice = sentenceWords(once), other = sentenceWords(QStringLiteral("\"Who?\" is nobody's sentence."));
        m_language.setLanguage(QStringLiteral("de"));
        QCOMPARE(once, QStringLiteral("“a \"b\".txt” is empty. Choose another file."));
        QCOMPARE(twice, once);
        QCOMPARE(other, QStringLiteral("\"Who?\" is nobody's sentence."));
    }

    void aLongForeignSentenceEndsQuickly()   // of a hostile engine: many colons, many full stops
    {
        const QString text = QStringLiteral("a: ").repeated(800) + QString(800, QLatin1Char('.'));
        QCOMPARE(sentenceWords(text), text);
    }

private:
    // Words that no person reads as a sentence: prompts, queries, formats, logs, names.
    static bool isNoSentence(const QString& file, const QString& literal)
    {
        static const QSet<QString> kFilesOfOthers{
            QStringLiteral("core/answering/likelihood.cpp"), QStringLiteral("core/answering/prompt.cpp"),     // words for the model
            QStringLiteral("core/wording/quoting/abbreviation.cpp"), QStringLiteral("core/wording/quoting/definition.cpp"),   // of the text
            QStringLiteral("core/wording/quoting/reason.cpp"),
            QStringLiteral("core/answering/sweep_parts.cpp"),                                                  // headings
            QStringLiteral("core/answering/support.cpp"), QStringLiteral("core/answering/support.h"),
            QStringLiteral("core/wording/text/imprint.cpp"), QStringLiteral("core/wording/questions/whole_question.cpp"),   // questions
            QStringLiteral("core/wording/questions/asked_place.cpp"), QStringLiteral("core/wording/questions/asked_place.h"),
            QStringLiteral("core/documents/html/hidden_html.cpp"),                                                 // classes of web pages
            QStringLiteral("core/documents/client/encodings.cpp"),                                                   // encodingNoteIn()
            QStringLiteral("core/documents/markup/rst_directives.cpp"),                                              // of the text
            QStringLiteral("app/import/warm_up.cpp")};
        static const QSet<QString> kOthers{
            QStringLiteral("Below is an instruction that describes a task. Write a response that appropriately completes the request."),
            QStringLiteral("A chat between a curious user and an artificial intelligence assistant. "
                           "The assistant gives helpful, detailed, and polite answers to the user's questions."),
            QStringLiteral("out of memory on the GPU"), QStringLiteral("can't allocate memory"), QStringLiteral("out of memory"),
            QStringLiteral("numbers are read as they lie in the file"), QStringLiteral("stored columns are copied as they lie in memory"),
            QStringLiteral("no padding may enter the hash"), QStringLiteral("frames are copied as they lie in memory"),
            QStringLiteral("the filter knows x86-64 and AArch64"), QStringLiteral("SQLite format 3"), QStringLiteral("<!doctype html"),
            QStringLiteral("Named most often: "),                                                             // of an answer
            QStringLiteral("(This question could not be recovered.)"), QStringLiteral("landmark model"),
            QStringLiteral("The table of contents"),                                                          // its faults are passed over
            QStringLiteral("slices of "), QStringLiteral("at most "), QStringLiteral(" MiB of blocks in memory"),
            QStringLiteral("blocks saved "), QStringLiteral(" MiB at a time"), QStringLiteral("Memory ran out; going on with "),
            QStringLiteral(": cairn-cli read "),
            QStringLiteral("cairn-engine: this kernel has no Landlock; files are protected by their permissions alone."),
            QStringLiteral("cairn-engine is started by Cairn and talks to it over its standard input and output; it has no use by hand."),
            QStringLiteral("cairn-import is started by Cairn to open documents safely; it has no use by hand.")};
        return kFilesOfOthers.contains(file) || kOthers.contains(literal) || literal.startsWith(QLatin1Char('<'));
    }

    Language m_language;
};

QTEST_MAIN(SentencesTest)
#include "sentences_test.moc"
