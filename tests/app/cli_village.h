// A book of short chapters with two facts, and a session that has read it with the default model. For test classes to inherit.
#pragma once

#include "tests/app/cli_folder.h"

#include <QFile>
#include <QTest>

namespace cairn::test
{

class CliVillage : protected CliFolder
{
protected:
    static bool hasModel() { return QFile::exists(QStringLiteral(CAIRN_DEPS_DIR "/models/SmolLM2-135M-Instruct.Q4_1.gguf")); }

    // Filler with one fact in each of two chapters; a chapter is about 57 tokens.
    static QByteArray book(int chapters = 30)
    {
        QByteArray text = "# The village book\n\n";
        for (int chapter = 1; chapter <= chapters; ++chapter) {
            text += "## Chapter " + QByteArray::number(chapter) + "\n\n";
            if (chapter == 7)
                text += "The baker of the village is called Ambrose Tillweather, and his shop has a blue door.\n\n";
            if (chapter == 21)
                text += "The bell in the tower was cast in 1743 and weighs nine hundred kilograms.\n\n";
            text += "The river runs slowly past the mill. In spring the meadows are full of yellow flowers, and children walk to the "
                    "school on the hill. When it rains, people stay at home and mend their tools. Nothing much happens before the "
                    "harvest.\n\n";
        }
        return text;
    }

    // For initTestCase().
    void writeVillage() const
    {
        QVERIFY(m_folder.isValid() && QFile::exists(cliProgram()));
        qunsetenv("CAIRN_MODEL");
        QVERIFY(write("village.md", book()));
    }

    // The session "village".
    void readVillage() const
    {
        if (QFile::exists(path("village/blocks.db")))
            return;
        const CliRun read = run(typed("read", path("village.md"), "-o", path("village"), "--json"));
        QVERIFY2(read.exitCode == 0, read.errors.constData());
    }
};

#define SKIP_WITHOUT_MODEL() \
    if (!hasModel()) \
    QSKIP("The default model is not installed; packaging/setup.sh fetches it.")

}  // namespace cairn::test
