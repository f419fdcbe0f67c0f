// A question in another language than the texts', and a model that was not taught both.
#include "app/window/session/language_remark.h"

#include <QtTest>

using namespace cairn;

namespace
{

DocumentPtr document(const char* text)
{
    auto made = std::make_shared<CanonicalText>();
    made->text = text;
    return made;
}

}  // namespace

class LanguageRemarkTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void itNamesBothLanguages()
    {
        const QStringList english{QStringLiteral("en")};
        const DocumentPtr book = document("The baker opens at six and closes in the evening."), removed = document("");
        const DocumentPtr lease = document("Der Mieter zahlt die Kaution und die Miete.");
        const QString said = languageRemark("Wann \xc3\xb6" "ffnet der B\xc3\xa4" "cker?", {removed, book}, english);
        QVERIFY2(said.startsWith(QLatin1String("The question is in German, the text in English,")), qPrintable(said));
        QCOMPARE(languageRemark("When does the baker open?", {removed, book}, english), QString());
        QCOMPARE(languageRemark("Wann \xc3\xb6" "ffnet der B\xc3\xa4" "cker?", {book, lease}, english), QString());   // one more document
        QCOMPARE(languageRemark("Wann \xc3\xb6" "ffnet der B\xc3\xa4" "cker?", {book}, {}), QString());                // not stated
        QCOMPARE(languageRemark("Wann \xc3\xb6" "ffnet der B\xc3\xa4" "cker?", {removed}, english), QString());
    }
};

QTEST_GUILESS_MAIN(LanguageRemarkTest)
#include "language_remark_test.moc"
