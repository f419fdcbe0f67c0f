// The one-line form of a selection (experience.md 5). Qt's compact JSON writes keys sorted and numbers in their shortest form.
#include "ui/selection/selection.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace cairn
{
namespace
{

constexpr std::size_t kMostBytes = 64 * 1024;
constexpr int kVersion = 1;
constexpr qsizetype kLongestName = 200;

template <typename Enum, std::size_t N>
using Names = std::array<std::pair<Enum, const char*>, N>;

constexpr Names<Metric, 6> kMetrics{{{Metric::Gate, "gate"}, {Metric::Score, "score"}, {Metric::Lift, "lift"},
                                     {Metric::Removal, "removal"}, {Metric::Memory, "memory"}, {Metric::Word, "word"}}};
constexpr Names<Aggregate, 5> kAggregates{{{Aggregate::Auto, "auto"}, {Aggregate::Sum, "sum"}, {Aggregate::Mean, "mean"},
                                           {Aggregate::Max, "max"}, {Aggregate::Count, "count"}}};
constexpr Names<SelectionScale, 3> kScales{{{SelectionScale::Linear, "lin"}, {SelectionScale::Sqrt, "sqrt"}, {SelectionScale::Log, "log"}}};
constexpr Names<TokenUnit, 4> kUnits{{{TokenUnit::Token, "token"}, {TokenUnit::Word, "word"}, {TokenUnit::Sentence, "sentence"},
                                      {TokenUnit::Paragraph, "paragraph"}}};

template <typename Enum, std::size_t N>
QString nameOf(const Names<Enum, N>& names, Enum value)
{
    const auto found = std::find_if(names.begin(), names.end(), [value](const auto& entry) { return entry.first == value; });
    return QString::fromLatin1(found->second);
}

QJsonValue nullable(const std::string& name)
{
    return name.empty() ? QJsonValue() : QJsonValue(QString::fromStdString(name));
}

QJsonValue jsonOf(const IndexRanges& ranges)
{
    if (!ranges)
        return QStringLiteral("all");
    QJsonArray array;
    for (const auto& [begin, end] : *ranges)
        array.append(QJsonArray{qint64(begin), qint64(end)});
    return array;
}

QJsonValue jsonOf(const HeadChoice& choice)
{
    if (!choice.set.empty())
        return QStringLiteral("set:") + QString::fromStdString(choice.set);
    if (!choice.heads)
        return QStringLiteral("all");
    QJsonArray array;
    for (const Head& head : *choice.heads)
        array.append(QJsonArray{qint64(head.layer), qint64(head.head)});
    return array;
}

QJsonValue jsonOf(const std::optional<std::uint32_t>& index) { return index ? QJsonValue(qint64(*index)) : QJsonValue(); }

QJsonValue jsonOf(const std::optional<Lock>& lock)
{
    if (!lock)
        return {};
    return QJsonObject{{QStringLiteral("b"), jsonOf(lock->block)}, {QStringLiteral("h"), jsonOf(lock->head)},
                       {QStringLiteral("l"), jsonOf(lock->layer)}, {QStringLiteral("t"), jsonOf(lock->token)}};
}

// Takes fields out of an object one by one and remembers the first fault.
class Reader
{
public:
    explicit Reader(const QJsonObject& object) : m_object(object) {}

    const std::string& fault() const { return m_fault; }
    void fail(const char* key, const char* expected)
    {
        if (m_fault.empty())
            m_fault = std::string("The field \"") + key + "\" of this selection should be " + expected + ".";
    }

    std::optional<QJsonValue> take(const char* key)
    {
        const auto found = m_object.find(QLatin1String(key));
        if (found == m_object.end())
            return {};
        const QJsonValue value = *found;
        m_object.erase(found);
        return value;
    }
    QStringList left() const { return m_object.keys(); }

    void name(const char* key, std::string& out)
    {
        const auto value = take(key);
        if (!value || value->isNull())
            return;
        if (!value->isString() || value->toString().isEmpty() || value->toString().size() > kLongestName)
            fail(key, "a short name or null");
        else
            out = value->toString().toStdString();
    }

    template <typename Enum, std::size_t N>
    void choice(const char* key, const Names<Enum, N>& names, Enum& out)
    {
        const auto value = take(key);
        if (!value)
            return;
        const QString text = value->toString();
        const auto found = std::find_if(names.begin(), names.end(), [&](const auto& entry) { return text == QLatin1String(entry.second); });
        if (found == names.end())
            fail(key, "one of its known words");
        else
            out = found->first;
    }

    void flag(const char* key, bool& out)
    {
        const auto value = take(key);
        if (value && !value->isBool())
            fail(key, "true or false");
        else if (value)
            out = value->toBool();
    }

    std::optional<std::uint32_t> index(const char* key, const QJsonValue& value)
    {
        const double number = value.toDouble(-1);
        if (number < 0 || number > double(std::numeric_limits<std::uint32_t>::max()) || number != std::floor(number)) {
            fail(key, "made of whole numbers from 0");
            return {};
        }
        return static_cast<std::uint32_t>(number);
    }

    std::optional<std::pair<std::uint32_t, std::uint32_t>> pair(const char* key, const QJsonValue& value)
    {
        const QJsonArray array = value.toArray();
        if (!value.isArray() || array.size() != 2) {
            fail(key, "a list of pairs");
            return {};
        }
        const auto first = index(key, array[0]), second = index(key, array[1]);
        return first && second ? std::make_optional(std::make_pair(*first, *second)) : std::nullopt;
    }

    void ranges(const char* key, const QJsonValue& value, IndexRanges& out)
    {
        if (value == QJsonValue(QStringLiteral("all"))) {
            out.reset();
            return;
        }
        if (!value.isArray()) {
            fail(key, "\"all\" or a list of ranges");
            return;
        }
        out.emplace();
        std::uint32_t behind = 0;
        for (const QJsonValue& entry : value.toArray()) {
            const auto range = pair(key, entry);
            if (!range)
                return;
            if (range->first >= range->second || (!out->empty() && range->first <= behind)) {
                fail(key, "a list of half-open ranges, ascending and apart");
                return;
            }
            behind = range->second;
            out->push_back(*range);
        }
    }

    void heads(HeadChoice& out)
    {
        const auto value = take("heads");
        if (!value)
            return;
        const QString text = value->toString();
        out = {};
        if (text.startsWith(QLatin1String("set:")) && text.size() > 4 && text.size() <= kLongestName)
            out.set = text.mid(4).toStdString();
        else if (value->isArray())
            headList(value->toArray(), out);
        else if (text != QLatin1String("all"))
            fail("heads", "\"all\", \"set:NAME\" or a list of [layer, head]");
    }

    void range(std::optional<std::pair<double, double>>& out)
    {
        const auto value = take("range");
        if (!value || *value == QJsonValue(QStringLiteral("auto")))
            return;
        const QJsonArray ends = value->toArray();
        if (ends.size() != 2 || !ends[0].isDouble() || !ends[1].isDouble() || !(ends[0].toDouble() < ends[1].toDouble()))
            fail("range", "\"auto\" or [low, high]");
        else
            out = {ends[0].toDouble(), ends[1].toDouble()};
    }

private:
    void headList(const QJsonArray& list, HeadChoice& out)
    {
        out.heads.emplace();
        for (const QJsonValue& entry : list) {
            const auto head = pair("heads", entry);
            if (!head)
                return;
            if (!out.heads->empty() && Head{head->first, head->second} <= out.heads->back()) {
                fail("heads", "a list of [layer, head], ascending");
                return;
            }
            out.heads->push_back({head->first, head->second});
        }
    }

    QJsonObject m_object;
    std::string m_fault;
};

void readLock(Reader& reader, std::optional<Lock>& out)
{
    const auto value = reader.take("lock");
    if (!value || value->isNull())
        return;
    QJsonObject fields = value->toObject();
    Lock lock;
    for (const auto& [key, field] : {std::pair{"t", &lock.token}, {"l", &lock.layer}, {"h", &lock.head}, {"b", &lock.block}}) {
        const QJsonValue entry = fields.take(QLatin1String(key));
        if (!entry.isNull() && !entry.isUndefined())
            *field = reader.index("lock", entry);
    }
    if (!value->isObject() || !fields.isEmpty())
        reader.fail("lock", "null or {t, l, h, b}");
    out = lock;
}

void readMask(Reader& reader, Selection& selection)
{
    const auto value = reader.take("mask");
    if (!value)
        return;
    Reader mask(value->toObject());
    mask.flag("sinks", selection.hideSinks);
    mask.flag("local", selection.hideLocal);
    if (!value->isObject() || !mask.left().isEmpty() || !mask.fault().empty())
        reader.fail("mask", "{local, sinks} with true or false");
}

void readRanges(Reader& reader, Selection& selection)
{
    if (const auto tokens = reader.take("tokens"))
        reader.ranges("tokens", *tokens, selection.tokens);
    if (const auto layers = reader.take("layers"))
        reader.ranges("layers", *layers, selection.layers);
    const auto blocks = reader.take("blocks");
    if (!blocks || *blocks == QJsonValue(QStringLiteral("allowed")))
        return;
    reader.ranges("blocks", *blocks, selection.blocks);
    selection.allowedBlocksOnly = selection.blocks.has_value();
}

Error invalid(std::string message) { return {ErrorCode::InvalidArgument, std::move(message)}; }

}  // namespace

std::string toJson(const Selection& selection)
{
    const auto& range = selection.range;
    const bool allowed = selection.allowedBlocksOnly && !selection.blocks;
    QJsonObject object{
        {QStringLiteral("a"), nullable(selection.a)},
        {QStringLiteral("agg"), nameOf(kAggregates, selection.aggregate)},
        {QStringLiteral("b"), nullable(selection.b)},
        {QStringLiteral("blocks"), allowed ? QJsonValue(QStringLiteral("allowed")) : jsonOf(selection.blocks)},
        {QStringLiteral("heads"), jsonOf(selection.heads)},
        {QStringLiteral("layers"), jsonOf(selection.layers)},
        {QStringLiteral("lock"), jsonOf(selection.lock)},
        {QStringLiteral("mask"),
         QJsonObject{{QStringLiteral("local"), selection.hideLocal}, {QStringLiteral("sinks"), selection.hideSinks}}},
        {QStringLiteral("metric"), nameOf(kMetrics, selection.metric)},
        {QStringLiteral("min"), selection.minimum},
        {QStringLiteral("range"), range ? QJsonValue(QJsonArray{range->first, range->second}) : QJsonValue(QStringLiteral("auto"))},
        {QStringLiteral("scale"), nameOf(kScales, selection.scale)},
        {QStringLiteral("tokens"), jsonOf(selection.tokens)},
        {QStringLiteral("unit"), nameOf(kUnits, selection.unit)},
        {QStringLiteral("v"), kVersion}};
    if (selection.renormalise)   // younger than the version: links without it stay as they were, and those with it are refused by a
        object[QStringLiteral("renorm")] = true;   // Cairn that could not show what they say
    return QJsonDocument(object).toJson(QJsonDocument::Compact).toStdString();
}

Result<Selection> selectionFromJson(const std::string& json)
{
    if (json.size() > kMostBytes)
        return invalid("This selection is longer than 64 KiB.");
    QJsonParseError fault{};
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(json), &fault);
    if (!document.isObject())
        return invalid("This selection is not a JSON object: " + fault.errorString().toStdString() + ".");
    Reader reader(document.object());
    const auto version = reader.take("v");
    if (!version || *version != QJsonValue(kVersion))
        return invalid("This selection has a version that this Cairn does not know. Update Cairn to open it.");
    Selection selection;
    reader.name("a", selection.a);
    reader.name("b", selection.b);
    reader.choice("metric", kMetrics, selection.metric);
    reader.choice("agg", kAggregates, selection.aggregate);
    reader.choice("scale", kScales, selection.scale);
    reader.choice("unit", kUnits, selection.unit);
    reader.heads(selection.heads);
    reader.range(selection.range);
    readRanges(reader, selection);
    readMask(reader, selection);
    readLock(reader, selection.lock);
    reader.flag("renorm", selection.renormalise);
    if (const auto minimum = reader.take("min")) {
        selection.minimum = minimum->toDouble(-1);
        if (selection.minimum < 0)
            reader.fail("min", "a number from 0");
    }
    if (!reader.fault().empty())
        return invalid(reader.fault());
    if (!reader.left().isEmpty())
        return invalid("This selection has an unknown field \"" + reader.left().front().toStdString() + "\".");
    return selection;
}

}  // namespace cairn
