#include "ui/panels/side_models.h"

#include "ui/panels/labels.h"

#include <algorithm>
#include <limits>

namespace cairn
{

const std::vector<int> OutlineModel::kNone;

OutlineModel::OutlineModel(QObject* parent) : QAbstractItemModel(parent) {}
OutlineModel::~OutlineModel() = default;

void OutlineModel::setOutline(std::vector<OutlineEntry> entries)
{
    beginResetModel();
    m_entries = std::move(entries);
    m_nodes.assign(m_entries.size(), {});
    m_top.clear();
    std::vector<int> path;   // open headings, levels ascending
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        while (!path.empty() && (m_entries[std::size_t(path.back())].level >= m_entries[i].level ||
                                 m_entries[std::size_t(path.back())].document != m_entries[i].document))
            path.pop_back();
        m_nodes[i].parent = path.empty() ? -1 : path.back();
        std::vector<int>& siblings = path.empty() ? m_top : m_nodes[std::size_t(path.back())].children;
        m_nodes[i].row = int(siblings.size());
        siblings.push_back(int(i));
        path.push_back(int(i));
    }
    endResetModel();
}

void OutlineModel::setEvidence(const std::vector<double>& evidence)
{
    std::vector<double> strongest(m_entries.size());
    for (std::size_t i = m_entries.size(); i-- > 0;) {   // children come after their parents
        strongest[i] = std::max(strongest[i], i < evidence.size() ? evidence[i] : 0);
        if (const int parent = m_nodes[i].parent; parent >= 0)
            strongest[std::size_t(parent)] = std::max(strongest[std::size_t(parent)], strongest[i]);
    }
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        if (m_entries[i].evidence == strongest[i])
            continue;
        m_entries[i].evidence = strongest[i];
        Q_EMIT dataChanged(indexOf(i), indexOf(i), {EvidenceRole});
    }
}

bool OutlineModel::hasPlaces() const
{
    return std::any_of(m_entries.begin(), m_entries.end(), [](const OutlineEntry& entry) { return !entry.place.isEmpty(); });
}

ByteRange OutlineModel::sectionOf(std::size_t entry) const
{
    const OutlineEntry& heading = m_entries[entry];
    std::size_t next = entry + 1;
    while (next < m_entries.size() && m_entries[next].document == heading.document && m_entries[next].level > heading.level)
        ++next;
    const bool isLast = next == m_entries.size() || m_entries[next].document != heading.document;
    return {heading.byte, isLast ? std::numeric_limits<std::uint64_t>::max() : m_entries[next].byte};
}

QModelIndex OutlineModel::indexOf(std::size_t entry) const
{
    return entry < m_nodes.size() ? createIndex(m_nodes[entry].row, 0, quintptr(entry)) : QModelIndex();
}

std::optional<std::size_t> OutlineModel::entryOf(const QModelIndex& index) const
{
    return index.isValid() && index.internalId() < m_entries.size() ? std::optional(std::size_t(index.internalId())) : std::nullopt;
}

std::optional<std::size_t> OutlineModel::entryAt(DocumentId document, std::uint64_t byte) const
{
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        if (m_entries[i].document == document && m_entries[i].byte <= byte && (!best || m_entries[i].byte >= m_entries[*best].byte))
            best = i;
    }
    return best;
}

const std::vector<int>& OutlineModel::childrenOf(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return m_top;
    return parent.column() == 0 && parent.internalId() < m_nodes.size() ? m_nodes[std::size_t(parent.internalId())].children : kNone;
}

QModelIndex OutlineModel::index(int row, int column, const QModelIndex& parent) const
{
    const std::vector<int>& children = childrenOf(parent);
    return column == 0 && row >= 0 && row < int(children.size()) ? createIndex(row, 0, quintptr(children[std::size_t(row)]))
                                                                 : QModelIndex();
}

QModelIndex OutlineModel::parent(const QModelIndex& child) const
{
    if (!child.isValid() || child.internalId() >= m_nodes.size())
        return {};
    const int parent = m_nodes[std::size_t(child.internalId())].parent;
    return parent < 0 ? QModelIndex() : indexOf(std::size_t(parent));
}

int OutlineModel::rowCount(const QModelIndex& parent) const { return int(childrenOf(parent).size()); }
int OutlineModel::columnCount(const QModelIndex&) const { return 1; }

QVariant OutlineModel::data(const QModelIndex& index, int role) const
{
    const auto at = entryOf(index);
    if (!at)
        return {};
    const OutlineEntry& entry = m_entries[*at];
    switch (role) {
    case Qt::DisplayRole: return entry.title.simplified();
    case TrailingRole: return entry.place;
    case EvidenceRole: return entry.evidence;
    case Qt::ToolTipRole: return plainTip(entry.title);
    case Qt::AccessibleDescriptionRole: return entry.place;
    default: return {};
    }
}

}  // namespace cairn
