#include "core/wording/questions/asked_document.h"

#include <QtTest>

using namespace cairn;

class AskedDocumentTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aQuestionMayMeanOneDocument_data()
    {
        QTest::addColumn<QString>("question");
        QTest::addColumn<QString>("meant");   // numbers of documents with the parts' ends
        QTest::newRow("title, author") << QStringLiteral("Who wrote The Lamp Keeper?") << QStringLiteral("1:66");
        QTest::newRow("title, subject") << QStringLiteral("What is The Lamp Keeper about?") << QStringLiteral("1:66");
        QTest::newRow("name, author") << QStringLiteral("Who are the authors of the paper on Skerry?") << QStringLiteral("0:58");
        QTest::newRow("name") << QStringLiteral("When was Skerry built?") << QStringLiteral("0:58");
        QTest::newRow("any author") << QStringLiteral("Who is the author?") << QStringLiteral("0:58 1:66");
        QTest::newRow("any") << QStringLiteral("How high is the tower?") << QStringLiteral("");
    }
    void aQuestionMayMeanOneDocument()
    {
        CanonicalText light, story;
        light.text = "Lights of the coast. By Ada Lund. Skerry was built in 1840";
        light.title = "Lights of the coast";
        story.text = "The Lamp Keeper: a novel by Ben Holm. A keeper lost his lamp at sea.";
        story.text.resize(66);
        story.title = "The Lamp Keeper: a novel";
        const CanonicalText* const documents[] = {&light, &story};
        QFETCH(QString, question);
        QStringList meant;
        for (const DocumentPlace& part : partsMeant(question.toStdString(), documents, DocumentTexts({light.text, story.text}), false))
            meant += QString::number(part.document) + QLatin1Char(':') + QString::number(part.range.end);
        QTEST(meant.join(QLatin1Char(' ')), "meant");
    }
};

QTEST_APPLESS_MAIN(AskedDocumentTest)
#include "asked_document_test.moc"
