#include "ui/selection/selection_hub.h"

#include <QCollator>
#include <QLocale>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace cairn
{
namespace
{

constexpr qint64 kFrameMs = 16;

void putInOrder(IndexRanges& ranges)
{
    if (!ranges)
        return;
    IndexRanges ordered = std::vector<IndexRange>{};
    for (const IndexRange& range : *ranges)
        addRange(ordered, range);
    ranges = std::move(ordered);
}

bool sameDocuments(const Run& a, const Run& b)
{
    return std::equal(a.documents.begin(), a.documents.end(), b.documents.begin(), b.documents.end(),
                      [](const DocumentPtr& one, const DocumentPtr& other) { return one == other || one->text == other->text; });
}

}  // namespace

SelectionHub::SelectionHub(QObject* parent) : QObject(parent) {}

void SelectionHub::set(const Selection& selection)
{
    Selection next = selection;
    putInOrder(next.tokens);
    putInOrder(next.layers);
    putInOrder(next.blocks);
    if (next.blocks)
        next.allowedBlocksOnly = true;
    if (next.heads.heads) {
        auto& heads = *next.heads.heads;
        std::sort(heads.begin(), heads.end());
        heads.erase(std::unique(heads.begin(), heads.end()), heads.end());
    }
    if (next == m_selection)
        return;
    m_selection = std::move(next);
    if (m_run && m_run->id.toStdString() != m_selection.a)
        m_run.reset();
    if (m_compared && m_compared->id.toStdString() != m_selection.b)
        m_compared.reset();
    schedule();
}

void SelectionHub::change(const std::function<void(Selection&)>& edit)
{
    Selection edited = m_selection;
    edit(edited);
    set(edited);
}

void SelectionHub::renormalise(bool on)
{
    change([on](Selection& selection) {
        selection.renormalise = on;
        selection.range.reset();
    });
}

void SelectionHub::setRun(RunPtr a)
{
    const std::string id = a ? a->id.toStdString() : std::string();
    if (id != m_selection.a) {
        m_selection.a = id;
        m_selection.tokens.reset();
        m_selection.blocks.reset();
        m_selection.allowedBlocksOnly = true;
        m_selection.lock.reset();
        m_hover = {};
    }
    const bool changesPlaces = m_compared && a && m_run && a->id == m_compared->id && a->id != m_run->id;
    const RunPtr before = std::exchange(m_run, std::move(a));
    if (changesPlaces)   // of an answer beside itself nothing would be seen
        setCompared(before);
    if (m_compared && (!m_run || !sameDocuments(*m_run, *m_compared)))
        setCompared(nullptr);
    schedule();
}

void SelectionHub::setCompared(RunPtr b)
{
    m_compared = b && m_run && sameDocuments(*m_run, *b) ? std::move(b) : nullptr;
    m_selection.b = m_compared ? m_compared->id.toStdString() : std::string();
    schedule();
}

void SelectionHub::setNeutral(const std::vector<double>& evidence)
{
    if (m_measures.neutral ? *m_measures.neutral == evidence : evidence.empty())
        return;
    m_measures.neutral = evidence.empty() ? nullptr : std::make_shared<const std::vector<double>>(evidence);
    schedule();
}

void SelectionHub::setEffects(const std::map<std::uint32_t, double>& effects)
{
    if (m_measures.effects ? *m_measures.effects == effects : effects.empty())
        return;
    m_measures.effects = effects.empty() ? nullptr : std::make_shared<const std::map<std::uint32_t, double>>(effects);
    schedule();
}

void SelectionHub::setWriting(bool writing)
{
    if (std::exchange(m_writing, writing) != writing)
        schedule();
}

QString SelectionHub::whyNotAsked() const
{
    return m_writing ? tr("The answer is still being written. Wait for its end, or stop it.") : m_whyNotAsked;
}

void SelectionHub::setWhyNotAsked(const QString& reason)
{
    if (std::exchange(m_whyNotAsked, reason) != reason)
        schedule();
}

void SelectionHub::setHeadSet(const std::string& name, std::vector<Head> heads)
{
    std::sort(heads.begin(), heads.end());
    const auto found = std::find_if(m_headSets.begin(), m_headSets.end(), [&](const auto& set) { return set.first == name; });
    if (found == m_headSets.end())
        m_headSets.emplace_back(name, std::move(heads));
    else
        found->second = std::move(heads);
    if (m_selection.heads.set == name)
        schedule();
}

void SelectionHub::setHeadNames(std::map<Head, QString> names)
{
    if (names == m_headNames)
        return;
    m_headNames = std::move(names);
    schedule();
}

void SelectionHub::nameHead(Head head, const QString& name)
{
    std::map<Head, QString> names = m_headNames;
    if (name.isEmpty())
        names.erase(head);
    else
        names[head] = name;
    setHeadNames(std::move(names));
    Q_EMIT headNamed(head, name);
}

void SelectionHub::setHeadSets(std::vector<std::pair<std::string, std::vector<Head>>> sets)
{
    m_headSets.clear();
    for (auto& [name, heads] : sets)
        setHeadSet(name, std::move(heads));
    schedule();
}

std::string SelectionHub::freeSetName(const std::string& name) const
{
    const auto taken = [this](const std::string& wanted) {
        return std::any_of(m_headSets.begin(), m_headSets.end(), [&](const auto& set) { return set.first == wanted; });
    };
    std::string free = name;
    for (int number = 2; taken(free); ++number)
        free = name + " (" + std::to_string(number) + ")";
    return free;
}

std::string SelectionHub::keepHeadSet(const std::string& name, std::vector<Head> heads)
{
    const std::string kept = freeSetName(name);
    setHeadSet(kept, heads);
    change([&](Selection& selection) {
        selection.heads = {};
        selection.heads.set = kept;
    });
    Q_EMIT headSetChanged(QString::fromStdString(kept), headsOf(m_selection.heads));
    return kept;
}

void SelectionHub::renameHeadSet(const std::string& name, const std::string& to)
{
    const auto set = std::find_if(m_headSets.begin(), m_headSets.end(), [&](const auto& one) { return one.first == name; });
    if (set == m_headSets.end() || to.empty() || to == name)
        return;
    set->first = freeSetName(to);
    const auto [now, heads] = *set;
    if (m_selection.heads.set == name)
        change([&](Selection& selection) { selection.heads.set = now; });
    schedule();
    Q_EMIT headSetChanged(QString::fromStdString(name), {});
    Q_EMIT headSetChanged(QString::fromStdString(now), heads);
}

void SelectionHub::removeHeadSet(const std::string& name)
{
    if (std::erase_if(m_headSets, [&](const auto& set) { return set.first == name; }) == 0)
        return;
    if (m_selection.heads.set == name)
        change([](Selection& selection) { selection.heads = {}; });
    schedule();
    Q_EMIT headSetChanged(QString::fromStdString(name), {});
}

std::vector<std::string> SelectionHub::headSetNames() const
{
    std::vector<std::string> names;
    for (const auto& [name, heads] : m_headSets)
        names.push_back(name);
    QCollator byName{QLocale()};
    byName.setNumericMode(true);
    std::sort(names.begin(), names.end(), [&](const std::string& a, const std::string& b) {
        return byName.compare(QString::fromStdString(a), QString::fromStdString(b)) < 0;
    });
    return names;
}

std::vector<Head> SelectionHub::headsOf(const HeadChoice& choice) const
{
    if (choice.heads)
        return *choice.heads;
    const auto found = std::find_if(m_headSets.begin(), m_headSets.end(), [&](const auto& set) { return set.first == choice.set; });
    if (!choice.set.empty() && found != m_headSets.end())
        return found->second;
    std::vector<Head> all;
    for (std::uint32_t layer = 0; m_run && layer < m_run->answer.trace.layers; ++layer) {
        for (std::uint32_t head = 0; head < m_run->answer.trace.heads; ++head)
            all.push_back({layer, head});
    }
    return all;
}

void SelectionHub::setHover(const Hover& hover)
{
    if (hover == m_hover)
        return;
    m_hover = hover;
    Q_EMIT hoverChanged();
}

bool SelectionHub::unlockOne()
{
    Selection next = m_selection;
    if (next.lock)
        next.lock.reset();
    else if (next.blocks)
        next.blocks.reset();
    else if (next.layers)
        next.layers.reset();
    else if (next.tokens)
        next.tokens.reset();
    else
        return false;
    set(next);
    return true;
}

void SelectionHub::schedule()
{
    if (m_scheduled)
        return;
    m_scheduled = true;
    const qint64 waited = m_sinceChanged.isValid() ? m_sinceChanged.elapsed() : kFrameMs;
    QTimer::singleShot(int(std::clamp<qint64>(kFrameMs - waited, 0, kFrameMs)), this, [this] {
        m_scheduled = false;
        m_sinceChanged.start();
        Q_EMIT changed();
    });
}

}  // namespace cairn
