#include "ui/selection/resolved.h"

#include <QTextBoundaryFinder>

#include <algorithm>
#include <cmath>

namespace cairn
{
namespace
{

bool isSpace(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

// Byte offsets at which a sentence starts; a number behind a dot ("p. 89") starts none.
std::vector<std::uint64_t> sentenceStarts(const std::string& text)
{
    const QString words = QString::fromStdString(text);
    QTextBoundaryFinder finder(QTextBoundaryFinder::Sentence, words);
    std::vector<std::uint64_t> starts;
    std::uint64_t byte = 0;
    qsizetype before = 0;
    for (qsizetype at = finder.toNextBoundary(); at > 0 && at < words.size(); at = finder.toNextBoundary()) {
        byte += std::uint64_t(QStringView(words).mid(before, at - before).toUtf8().size());
        before = at;
        if (!words[at].isDigit())
            starts.push_back(byte);
    }
    return starts;
}

// Does a unit start between the bytes [from, to) of the text and the character at `to`? from = end of the words before.
bool startsUnit(const std::string& text, const std::vector<std::uint64_t>& sentences, std::uint64_t from, std::uint64_t to, TokenUnit unit)
{
    const auto gap = std::string_view(text).substr(from, to - from);
    switch (unit) {
    case TokenUnit::Token: return true;
    case TokenUnit::Word: return std::any_of(gap.begin(), gap.end(), isSpace);
    case TokenUnit::Sentence: {
        const auto next = std::upper_bound(sentences.begin(), sentences.end(), from);
        return (next != sentences.end() && *next <= to) || gap.find("\n\n") != std::string_view::npos;
    }
    case TokenUnit::Paragraph: return gap.find("\n\n") != std::string_view::npos;
    }
    return true;
}

TraceFilter widened(TraceFilter filter, const std::vector<TokenGroup>& groups)
{
    if (!filter.tokens)
        return filter;
    IndexRanges tokens = std::vector<IndexRange>{};
    for (const TokenGroup& group : groups) {
        const bool met = std::any_of(filter.tokens->begin(), filter.tokens->end(), [&](const IndexRange& range) {
            return range.first < group.tokens.second && group.tokens.first < range.second;
        });
        if (met)
            addRange(tokens, group.tokens);
    }
    filter.tokens = std::move(tokens);
    return filter;
}

float scaledStrength(double value, double high, SelectionScale scale)
{
    const double part = high > 0 ? std::clamp(value / high, 0.0, 1.0) : 0;
    switch (scale) {
    case SelectionScale::Linear: return float(part);
    case SelectionScale::Sqrt: return float(std::sqrt(part));
    case SelectionScale::Log: return float(std::log1p(part * 999) / std::log(1000));
    }
    return float(part);
}

struct Piece
{
    std::uint64_t begin = 0, end = 0;   // stream tokens
    double value = 0;
};

// A block that was not opened has neither.
std::vector<double> liftOfOpened(const std::vector<double>& evidence, const std::vector<double>& neutral,
                                 const std::vector<std::uint32_t>& sinks)
{
    std::vector<double> lifts = liftOfColumns(evidence, neutral, sinks);
    for (std::size_t block = 0; block < lifts.size(); ++block)
        lifts[block] = evidence[block] > 0 ? lifts[block] : 0;
    return lifts;
}

std::vector<double> effectsOfOpened(std::vector<double> evidence, const std::map<std::uint32_t, double>& effects)
{
    for (std::size_t block = 0; block < evidence.size(); ++block) {
        const auto effect = effects.find(static_cast<std::uint32_t>(block));
        evidence[block] = evidence[block] > 0 && effect != effects.end() ? effect->second : 0;
    }
    return evidence;
}

std::vector<Piece> blockPieces(const SelectionHub& hub, const Run& run, TraceFilter filter, Metric metric)
{
    const Trace& trace = run.answer.trace;
    if (metric == Metric::Lift)
        filter = asRecorded(std::move(filter));   // lift is a part of all already
    auto totals = blockTotals(trace, filter, metric == Metric::Lift ? TraceAggregate::Sum
                                                                    : traceAggregate(hub.selection().aggregate, TraceAggregate::Sum));
    if (metric == Metric::Lift)
        totals = liftOfOpened(totals, *hub.measures().neutral, run.sinks);
    else if (metric == Metric::Removal)
        totals = effectsOfOpened(totals, *hub.measures().effects);
    std::vector<Piece> pieces;
    const std::uint64_t width = run.map->blockTokens();
    for (std::uint64_t block = 0; block < totals.size(); ++block) {
        if (totals[block] > 0)
            pieces.push_back({block * width, std::min((block + 1) * width, run.map->tokens()), totals[block]});
    }
    return pieces;
}

std::vector<Piece> blockPieces(const SelectionHub& hub) { return blockPieces(hub, *hub.run(), filterOf(hub), shownMetric(hub)); }

std::vector<Piece> wordPieces(const SelectionHub& hub)
{
    std::vector<Piece> pieces;
    for (const TokenWeight& word : wordHeat(hub.run()->answer.trace, filterOf(hub))) {
        if (word.token < hub.run()->map->tokens())
            pieces.push_back({word.token, word.token + 1, double(word.weight)});
    }
    return pieces;
}

// What counts as full strength: the end of the chosen range, else the strongest piece of the selection. A sink that is shown among hidden
// ones, for the words cited in it, does not pale the others.
double fullStrength(const SelectionHub& hub, const Run& run, const std::vector<Piece>& pieces)
{
    if (hub.selection().range)
        return hub.selection().range->second;
    const auto isSink = [&](const Piece& piece) {
        return std::binary_search(run.sinks.begin(), run.sinks.end(), std::uint32_t(piece.begin / run.map->blockTokens()));
    };
    double high = 0, highest = 0;
    for (const Piece& piece : pieces) {
        highest = std::max(highest, piece.value);
        high = hub.selection().hideSinks && isSink(piece) ? high : std::max(high, piece.value);
    }
    return high > 0 ? high : highest;
}

bool hasPlaces(const RunPtr& run, std::uint32_t document)
{
    return run && run->map && !run->map->isEmpty() && document < run->map->documents();
}

std::vector<RulerMark> marksOf(const SelectionHub& hub, const Run& run, std::uint32_t document, const std::vector<Piece>& pieces)
{
    std::vector<RulerMark> marks;
    const auto bytes = double(run.documents[document]->text.size());
    const double high = fullStrength(hub, run, pieces);
    for (const Piece& piece : pieces) {
        for (const DocumentPlace& place : run.map->placesOfTokens(piece.begin, piece.end)) {
            if (place.document == document)
                marks.push_back({double(place.range.begin) / bytes, double(place.range.end) / bytes,
                                 scaledStrength(piece.value, high, hub.selection().scale)});
        }
    }
    return marks;
}

}  // namespace

std::vector<TokenGroup> tokenGroups(const Answer& answer, TokenUnit unit)
{
    const auto sentences = unit == TokenUnit::Sentence ? sentenceStarts(answer.text) : std::vector<std::uint64_t>{};
    std::vector<TokenGroup> groups;
    std::uint64_t behind = 0;   // end of the words so far
    for (std::uint32_t token = 0; token < answer.tokens.size(); ++token) {
        std::uint64_t begin = std::min<std::uint64_t>(answer.tokens[token].text.begin, answer.text.size());
        std::uint64_t end = std::min<std::uint64_t>(answer.tokens[token].text.end, answer.text.size());
        const std::uint64_t first = begin;
        while (begin < end && isSpace(answer.text[begin]))
            ++begin;
        const bool blank = begin == end && unit != TokenUnit::Token;   // white space or part of a character: joins what is before
        if (groups.empty() || (!blank && startsUnit(answer.text, sentences, std::min(behind, begin), begin, unit)))
            groups.push_back({{token, token}, {}});
        groups.back().tokens.second = token + 1;
        groups.back().text += QString::fromUtf8(answer.text.data() + first, qsizetype(end - first));
        while (end > begin && isSpace(answer.text[end - 1]))
            --end;
        behind = blank ? behind : end;
    }
    for (TokenGroup& group : groups)
        group.text = group.text.trimmed();
    return groups;
}

std::vector<std::uint32_t> tokenRows(const std::vector<TokenGroup>& groups)
{
    std::vector<std::uint32_t> rows;
    for (std::uint32_t group = 0; group < groups.size(); ++group)
        rows.resize(groups[group].tokens.second, group);
    return rows;
}

std::vector<std::uint32_t> hiddenSinks(const Run& run)
{
    std::vector<std::uint32_t> hidden = run.sinks;
    if (!run.answer.citations.empty())
        std::erase_if(hidden, [&](std::uint32_t block) { return run.citedIn(block) != nullptr; });
    return hidden;
}

TraceFilter filterOf(const SelectionHub& hub, const Run& run)
{
    const Selection& selection = hub.selection();
    TraceFilter filter;
    filter.tokens = selection.tokens;
    filter.layers = selection.layers;
    filter.blocks = selection.blocks;
    filter.minimumGate = float(selection.minimum);
    filter.conversation = !selection.hideLocal;
    if (selection.hideSinks)
        filter.hidden = hiddenSinks(run);
    if (selection.renormalise)
        filter.renormalised = RenormalisedOver{filter.hidden, filter.conversation};
    if (!selection.heads.isAll()) {
        const Trace& trace = run.answer.trace;
        filter.heads.assign(std::size_t{trace.layers} * trace.heads, 0);
        for (const Head& head : hub.headsOf(selection.heads)) {
            if (head.layer < trace.layers && head.head < trace.heads)
                filter.heads[std::size_t{head.layer} * trace.heads + head.head] = 1;
        }
    }
    return widened(std::move(filter), tokenGroups(run.answer, selection.unit));
}

TraceFilter filterOf(const SelectionHub& hub) { return hub.run() ? filterOf(hub, *hub.run()) : TraceFilter{}; }

Metric shownMetric(const SelectionHub& hub)
{
    const Metric metric = hub.selection().metric;
    return hub.run() && hub.measures().know(metric, hub.run()->answer.trace) ? metric : Metric::Gate;
}

TraceMetric traceMetric(Metric metric)
{
    return metric == Metric::Score ? TraceMetric::Score : metric == Metric::Memory ? TraceMetric::Memory : TraceMetric::Gate;
}

TraceAggregate traceAggregate(Aggregate aggregate, TraceAggregate automatic)
{
    switch (aggregate) {
    case Aggregate::Auto: return automatic;
    case Aggregate::Sum: return TraceAggregate::Sum;
    case Aggregate::Mean: return TraceAggregate::Mean;
    case Aggregate::Max: return TraceAggregate::Max;
    case Aggregate::Count: return TraceAggregate::Count;
    }
    return automatic;
}

std::vector<HeatRun> heatOf(const SelectionHub& hub, std::uint32_t document)
{
    std::vector<HeatRun> runs;
    if (!hasPlaces(hub.run(), document))
        return runs;
    const auto pieces = hub.selection().metric == Metric::Word ? wordPieces(hub) : blockPieces(hub);
    const double high = fullStrength(hub, *hub.run(), pieces);
    for (const Piece& piece : pieces) {
        for (const DocumentPlace& place : hub.run()->map->placesOfTokens(piece.begin, piece.end)) {
            if (place.document == document && place.range.size() > 0)
                runs.push_back({place.range, scaledStrength(piece.value, high, hub.selection().scale)});
        }
    }
    return runs;
}

std::vector<RulerMark> rulerMarksOf(const SelectionHub& hub, std::uint32_t document)
{
    if (!hasPlaces(hub.run(), document) || hub.run()->documents[document]->text.empty())
        return {};
    return marksOf(hub, *hub.run(), document, blockPieces(hub));
}

std::optional<double> previewPlace(const SelectionHub& hub, std::uint32_t document)
{
    const auto& block = hub.hover().block;
    if (!block || !hasPlaces(hub.run(), document) || *block >= hub.run()->map->pieces() || hub.run()->documents[document]->text.empty())
        return {};
    for (const DocumentPlace& place : hub.run()->map->placesOf(BlockId(*block))) {
        if (place.document == document)
            return double(place.range.begin) / double(hub.run()->documents[document]->text.size());
    }
    return {};
}

std::vector<RulerMark> comparedMarksOf(const SelectionHub& hub, std::uint32_t document)
{
    const RunPtr& run = hub.compared();
    if (!hasPlaces(run, document) || run->documents[document]->text.empty())
        return {};
    TraceFilter filter = filterOf(hub, *run);
    filter.tokens.reset();
    const Metric metric = hub.selection().metric;
    const bool ofAAlone = metric == Metric::Lift || metric == Metric::Removal;
    return marksOf(hub, *run, document, blockPieces(hub, *run, filter, ofAAlone ? Metric::Gate : metric));
}

}  // namespace cairn
