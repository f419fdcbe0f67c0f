#include "ui/plots/plot_words.h"

#include "ui/elided_place.h"
#include "ui/pictures/numbers.h"
#include "ui/quotation.h"
#include "ui/selection/resolved.h"
#include "ui/text_direction.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace cairn
{
namespace
{

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(cairn::Plot)
};

// Its words and what it opened were kept back; asked again, they would be once more.
bool isWithheld(const Run& run) { return !run.answer.found && !run.answer.stopped && run.answer.tokens.empty(); }

}  // namespace

QString noTraceWords(const Run& run)
{
    if (run.isCombined)
        return Words::tr("This answer joins those of the chapters. What each of them opened is shown with its own answer: choose one in the "
                         "list of answers.");
    if (run.traceDamaged)
        return Words::tr("The record of the blocks that this answer opened is damaged.");
    return isWithheld(run) ? Words::tr("This answer is withheld, and what it opened with it. “Show anyway” below the answer shows both.")
                           : Words::tr("This answer has no stored trace.");
}

QString noTraceAction(const Run& run)
{
    return !run.traceDamaged && (run.isCombined || isWithheld(run)) ? QString() : Words::tr("Ask again");
}

QString noRunWords(const SelectionHub& hub)
{
    return hub.isWriting() ? Words::tr("The answer is being written. What it opens shows here with its first words.")
                           : Words::tr("Ask a question to see which blocks were opened.");
}

QString plotNumber(double value) { return twoDigits(value); }

QString metricName(TraceMetric metric)
{
    switch (metric) {
    case TraceMetric::Gate: return Words::tr("gate");
    case TraceMetric::Score: return Words::tr("score");
    case TraceMetric::Memory: return Words::tr("memory share");
    }
    return {};
}

QString aggregateName(TraceAggregate aggregate)
{
    switch (aggregate) {
    case TraceAggregate::Sum: return Words::tr("sum");
    case TraceAggregate::Mean: return Words::tr("mean");
    case TraceAggregate::Max: return Words::tr("max");
    case TraceAggregate::Count: return Words::tr("count");
    }
    return {};
}

QString modeName(SelectionMode mode)
{
    switch (mode) {
    case SelectionMode::PerTokenAndHead: return Words::tr("per token and head");
    case SelectionMode::PerTokenAndGroup: return Words::tr("per token and group");
    case SelectionMode::MaxOverHeads: return Words::tr("shared by all heads");
    case SelectionMode::MaxOverTokens: return Words::tr("shared by all tokens");
    }
    return {};
}

QString headsWords(const Trace& trace, const TraceFilter& filter)
{
    const HeadMask mask = resolvedHeads(trace, filter);
    const auto count = std::count(mask.begin(), mask.end(), 1);
    if (count != 1)
        return Words::tr("%n head(s)", nullptr, int(count));
    const auto index = std::find(mask.begin(), mask.end(), 1) - mask.begin();
    return QStringLiteral("L%1.H%2").arg(index / trace.heads).arg(index % trace.heads);
}

QString tokensWords(const Run& run, const TraceFilter& filter, TokenUnit unit)
{
    const auto groups = tokenGroups(run.answer, unit);
    const auto count =
        std::count_if(groups.begin(), groups.end(), [&](const TokenGroup& group) { return contains(filter.tokens, group.tokens.first); });
    switch (unit) {
    case TokenUnit::Token: return Words::tr("%n token(s)", nullptr, int(count));
    case TokenUnit::Word: return Words::tr("%n word(s)", nullptr, int(count));
    case TokenUnit::Sentence: return Words::tr("%n sentence(s)", nullptr, int(count));
    case TokenUnit::Paragraph: return Words::tr("%n paragraph(s)", nullptr, int(count));
    }
    return {};
}

QString withRenormalised(const QString& words, const TraceFilter& filter)
{
    return filter.renormalised ? Words::tr("%1, renormalised").arg(words) : words;
}

QString shortPlaceOf(const Run& run, std::uint32_t block)
{
    const QString whole = run.shownLabel(block);
    if (!run.isOfSeveral())
        return whole;
    QStringList titles;
    for (const DocumentPtr& document : run.documents)
        titles.append(QString::fromStdString(document->title));
    for (qsizetype one = 0; one < titles.size(); ++one) {
        if (const QString title = isolated(titles[one]) + u','; whole.startsWith(title))
            return isolated(distinctTitle(titles, one)) + whole.mid(title.size() - 1);
    }
    return whole;
}

MaskWords maskWords(const SelectionHub& hub) { return hub.run() ? maskWords(hub, int(hiddenSinks(*hub.run()).size())) : MaskWords{}; }

MaskWords maskWords(const SelectionHub& hub, int sinks)
{
    const Selection& selection = hub.selection();
    const bool isHidden = selection.hideSinks || selection.hideLocal;
    const bool namesSinks = sinks > 0 && (selection.hideSinks || !isHidden), namesLocal = selection.hideLocal || !isHidden;
    if (!namesSinks)
        return {Words::tr("local window"), selection.hideLocal};   // of sinks there are none, or they are shown
    return {namesLocal ? Words::tr("%n sink block(s) and local window", nullptr, sinks) : Words::tr("%n sink block(s)", nullptr, sinks),
            isHidden};
}

QString shortened(const std::string& text, int characters)
{
    QString words =
        QString::fromUtf8(text.data(), qsizetype(std::min<std::size_t>(text.size(), std::size_t(characters) * 4 + 16)));
    qsizetype cut = 0;
    while (cut < words.size() && cut < 3 && words[cut] == QChar::ReplacementCharacter)
        ++cut;   // a block may begin within a character, and end within one
    words.remove(0, cut);
    for (int last = 0; last < 3 && words.endsWith(QChar(QChar::ReplacementCharacter)); ++last)
        words.chop(1);
    words = words.replace(QStringLiteral("\n\n"), kParagraphEnd).simplified();
    static const QString kEnds = QStringLiteral(",.;:!?)]}\u2019\u201D ") + kParagraphMark;   // of the sentence before
    qsizetype begin = 0;
    while (begin < words.size() && kEnds.contains(words[begin]))
        ++begin;
    if (begin < words.size())
        words.remove(0, begin);
    while (words.endsWith(kParagraphMark) || words.endsWith(QLatin1Char(' ')))
        words.chop(1);
    return words.size() <= characters ? words : words.left(characters - 1).trimmed() + QChar(0x2026);
}

QString quotation(const QString& words)
{
    if (words.isEmpty())
        return words;
    const QString cut = words.front().isLower() ? QString(QChar(0x2026)) : QString();
    return quoted(cut + words);
}

}  // namespace cairn
