// A PDF that is printed takes the place of one of that name when it is whole.
#include "app/window/printed_file.h"
#include "tests/support/temporary_folder.h"

#include <QFile>
#include <QPainter>
#include <QPrinter>
#include <QTest>

#include <fstream>

using namespace cairn;
using cairn::test::TemporaryFolder;

namespace
{

constexpr const char* kOld = "an old file";

void draw(QPrinter& printer)
{
    QPainter painter(&printer);
    QVERIFY(painter.isActive());
    painter.drawText(100, 100, QStringLiteral("The light is wound every evening."));
}

}  // namespace

class PrintedFileTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<TemporaryFolder>();
        m_path = QString::fromStdString(m_folder->file("answer.pdf"));
        std::ofstream(m_folder->file("answer.pdf")) << kOld;
        m_printer = std::make_unique<QPrinter>();
        m_printer->setOutputFormat(QPrinter::PdfFormat);
        m_printer->setOutputFileName(m_path);
    }

    void aWholeOneTakesThePlace()
    {
        PrintedFile file(*m_printer);
        draw(*m_printer);
        QCOMPARE(content(m_path), QByteArray(kOld));
        QVERIFY(file.end());
        QVERIFY(content(m_path).startsWith("%PDF"));
        QVERIFY(!QFile::exists(m_path + QStringLiteral(".part")));
    }

    void ofOneThatWasCutTheOldOneIsKept()   // as a full disk leaves it: Qt says nothing
    {
        PrintedFile file(*m_printer);
        draw(*m_printer);
        QFile beside(m_path + QStringLiteral(".part"));
        QVERIFY(beside.size() > 500 && beside.resize(500));
        const auto ended = file.end();
        QVERIFY(!ended && ended.error().code == ErrorCode::Io);
        QCOMPARE(content(m_path), QByteArray(kOld));
        QVERIFY(!beside.exists());
    }

    void nothingIsLeftOfOneThatWasGivenUp()
    {
        {
            PrintedFile file(*m_printer);
            draw(*m_printer);
            QVERIFY(QFile::exists(m_path + QStringLiteral(".part")));
        }
        QVERIFY(!QFile::exists(m_path + QStringLiteral(".part")));
        QCOMPARE(content(m_path), QByteArray(kOld));
    }

private:
    static QByteArray content(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    std::unique_ptr<TemporaryFolder> m_folder;
    std::unique_ptr<QPrinter> m_printer;
    QString m_path;
};

QTEST_MAIN(PrintedFileTest)
#include "printed_file_test.moc"
