#include "ui/study/compared_answer.h"

#include "core/types/barred_documents.h"
#include "ui/elided_place.h"
#include "ui/plots/plot_words.h"
#include "ui/selection/resolved.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

namespace cairn
{
namespace
{

constexpr int kNamedBlocks = 2;   // more that were barred are counted

QString strategyWords(Strategy strategy)
{
    switch (strategy) {
    case Strategy::Memory: return QCoreApplication::translate("cairn::CompareView", "memory");
    case Strategy::Reread: return QCoreApplication::translate("cairn::CompareView", "passages read again");
    case Strategy::Window: return QCoreApplication::translate("cairn::CompareView", "newest words");
    case Strategy::Bm25: return QCoreApplication::translate("cairn::CompareView", "word search");
    }
    return {};
}

QStringList barredWords(const Run& run)
{
    const BarredParts barred = barredParts(*run.map, {run.barred.begin(), run.barred.end()});
    QStringList words;
    for (const std::uint32_t document : barred.documents) {
        const QString title = document < run.documents.size() ? titleInSentence(run.documents[document]->title) : QString();
        words += QCoreApplication::translate("cairn::CompareView", "without “%1”").arg(title);
    }
    if (const int count = int(barred.blocks.size()); count > kNamedBlocks)
        return words << QCoreApplication::translate("cairn::CompareView", "%n block(s) barred", nullptr, count);
    for (const BlockId block : barred.blocks)
        words += QCoreApplication::translate("cairn::CompareView", "without block %1 (%2)")
                     .arg(block.value)
                     .arg(run.blockLabel(block.value));
    return words;
}

}  // namespace

QString answerName(const Run& run)
{
    const QString prefix = QStringLiteral("run-");
    if (!run.id.startsWith(prefix))
        return run.id;
    return QCoreApplication::translate("cairn::CompareView", "Answer %1").arg(run.id.mid(prefix.size()));
}

QString howItWasAsked(const Run& run, bool namesStrategy)
{
    const QString settings = QCoreApplication::translate("cairn::CompareView", "k %1, %2");
    QStringList words{settings.arg(run.answer.trace.k).arg(modeName(run.answer.trace.mode))};
    if (namesStrategy)
        words.prepend(strategyWords(run.answer.strategy));
    if (const int off = int(run.switchedOff.size()); off > 0)
        words += QCoreApplication::translate("cairn::CompareView", "%n head(s) off", nullptr, off);
    words += barredWords(run);
    if (const int count = int(run.pinned.size()); count > 0)
        words += QCoreApplication::translate("cairn::CompareView", "%n block(s) pinned", nullptr, count);
    return words.join(QStringLiteral(", "));
}

QString answerNumbers(const Answer& answer)
{
    const int count = int(tokenGroups(answer, TokenUnit::Word).size());
    return QCoreApplication::translate("cairn::CompareView", "Consulted %1 of %2 blocks")
               .arg(QLocale().toString(answer.coverage.consulted), QLocale().toString(answer.coverage.total))
           + QStringLiteral(" \u00B7 ")
           + QCoreApplication::translate("cairn::CompareView", "%n word(s)", nullptr, count);
}

}  // namespace cairn
