#include "app/window/areas/view_state.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <limits>

namespace cairn
{

QString toJson(const ViewState& state)
{
    QJsonObject view{{QStringLiteral("document"), qint64(state.document)}, {QStringLiteral("byte"), qint64(state.byte)},
                     {QStringLiteral("zoom"), state.textZoom}};
    if (state.pages)
        view.insert(QStringLiteral("pages"), *state.pages);
    QJsonArray unticked;
    for (const qint64 document : state.unticked)
        unticked.append(document);
    if (!unticked.isEmpty())
        view.insert(QStringLiteral("unticked"), unticked);
    if (state.answer)
        view.insert(QStringLiteral("answer"), qint64(state.answer->value));
    if (!state.selection.isEmpty())
        view.insert(QStringLiteral("selection"), state.selection);
    if (!state.draft.isEmpty())
        view.insert(QStringLiteral("draft"), state.draft);
    if (state.within)
        view.insert(QStringLiteral("within"), QJsonArray{state.within->document, qint64(state.within->range.begin),
                                                         qint64(state.within->range.end)});
    if (state.follows)
        view.insert(QStringLiteral("follows"), qint64(state.follows->value));
    if (state.view != 0)
        view.insert(QStringLiteral("view"), state.view);
    if (!state.tested.isEmpty())
        view.insert(QStringLiteral("tested"), testsToJson(state.tested));
    return QString::fromUtf8(QJsonDocument(view).toJson(QJsonDocument::Compact));
}

namespace
{

std::optional<PartOfDocument> partOf(const QJsonArray& part)
{
    const qint64 document = part.at(0).toInteger(-1), begin = part.at(1).toInteger(-1), end = part.at(2).toInteger(-1);
    if (part.size() != 3 || document < 0 || begin < 0 || end <= begin)
        return {};
    return PartOfDocument{document, {std::uint64_t(begin), std::uint64_t(end)}};
}

}  // namespace

ViewState viewStateFromJson(const QString& json)
{
    const QJsonObject view = QJsonDocument::fromJson(json.toUtf8()).object();
    const auto number = [&view](const char* name, qint64 usual, qint64 most) {
        const qint64 value = view.value(QLatin1String(name)).toInteger(usual);
        return value < 0 || value > most ? usual : value;
    };
    constexpr qint64 kMost = std::numeric_limits<qint64>::max();
    ViewState state;
    state.document = std::uint32_t(number("document", 0, std::numeric_limits<std::uint32_t>::max()));
    state.byte = std::uint64_t(number("byte", 0, kMost));
    state.textZoom = int(number("zoom", state.textZoom, 10'000));
    if (const QJsonValue pages = view.value(QStringLiteral("pages")); pages.isBool())
        state.pages = pages.toBool();
    for (const QJsonValue& document : view.value(QStringLiteral("unticked")).toArray())
        state.unticked.append(document.toInteger());
    if (view.contains(QStringLiteral("answer")))
        state.answer = AnswerId(number("answer", 0, kMost));
    state.selection = view.value(QStringLiteral("selection")).toString();
    state.draft = view.value(QStringLiteral("draft")).toString();
    state.within = partOf(view.value(QStringLiteral("within")).toArray());
    if (view.contains(QStringLiteral("follows")))
        state.follows = AnswerId(number("follows", 0, kMost));
    state.view = int(number("view", 0, 100));
    state.tested = testsFromJson(view.value(QStringLiteral("tested")).toArray());
    return state;
}

}  // namespace cairn
