#include "ui/panels/side_models.h"

#include "ui/panels/labels.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>

namespace cairn
{
namespace
{

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(SidePanel)
};

const QRegularExpression kSomething(QStringLiteral("."));

// Replaces the values of a list: rows that stay are changed in place, the end grows or shrinks.
template <typename Entry>
struct RowChange
{
    int kept = 0, added = 0, removed = 0;
    RowChange(const std::vector<Entry>& old, const std::vector<Entry>& next)
        : kept(int(std::min(old.size(), next.size()))), added(std::max(0, int(next.size()) - int(old.size()))),
          removed(std::max(0, int(old.size()) - int(next.size())))
    {
    }
};

QString readyLine(const DocumentEntry& document)
{
    QStringList parts{Words::tr("Ready")};
    if (document.blocks)
        parts << Words::tr("%Ln block(s)", nullptr, int(document.blocks));
    else if (document.partOfBlock)
        parts << Words::tr("part of a block");
    if (document.pages)
        parts << Words::tr("%Ln page(s)", nullptr, int(document.pages));
    if (!document.remarks.isEmpty())
        parts << Words::tr("%Ln remark(s)", nullptr, int(document.remarks.size()));
    return parts.join(QStringLiteral(", "));
}

// Before a colon: "CHAPTER I.: Who?" reads badly.
QString withoutStop(QString title)
{
    while (title.endsWith(QLatin1Char('.')) || title.endsWith(QLatin1Char(':')))
        title.chop(1);
    return title;
}

bool isReadInPart(DocumentState state)
{
    return state == DocumentState::Reading || state == DocumentState::ReadElsewhere || state == DocumentState::Paused;
}

QString tipOf(const DocumentEntry& entry)
{
    QStringList lines{entry.title, stateLine(entry), entry.size, entry.reason};
    lines += entry.remarks;
    lines.append(entry.beginning);
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

QString timed(const QString& state, int minutes)
{
    if (minutes < 0)
        return state;
    return minutes == 0 ? Words::tr("%1, under 1 min").arg(state)
                        : Words::tr("%1, about %2 min").arg(state).arg(QLocale().toString(minutes));
}

}  // namespace

QString stateLine(const DocumentEntry& document)
{
    switch (document.state) {
    case DocumentState::NotRead: return timed(Words::tr("Not read"), document.minutes);
    case DocumentState::Reading: return Words::tr("Reading %1 %").arg(document.percent);
    case DocumentState::ReadElsewhere: return Words::tr("Read elsewhere, %1 %").arg(document.percent);
    case DocumentState::Paused: return Words::tr("Paused at %1 %").arg(document.percent);
    case DocumentState::Ready: return readyLine(document);
    case DocumentState::NeedsRereading: return timed(Words::tr("Needs rereading"), document.minutes);
    case DocumentState::SourceMissing: return Words::tr("Source missing, text is kept");
    case DocumentState::SourceChanged: return Words::tr("Changed since it was read");
    case DocumentState::MemoryDiscarded: return timed(Words::tr("Memory discarded"), document.minutes);
    case DocumentState::Failed: return document.reason.isEmpty() ? Words::tr("Failed") : document.reason;
    }
    return {};
}

void DocumentModel::setDocuments(std::vector<DocumentEntry> documents)
{
    const RowChange change(m_documents, documents);
    if (change.removed) {
        beginRemoveRows({}, change.kept, change.kept + change.removed - 1);
        m_documents.resize(std::size_t(change.kept));
        endRemoveRows();
    }
    if (change.added)
        beginInsertRows({}, change.kept, change.kept + change.added - 1);
    m_documents = std::move(documents);
    if (change.added)
        endInsertRows();
    if (change.kept)
        Q_EMIT dataChanged(index(0), index(change.kept - 1));
}

std::optional<int> DocumentModel::rowOf(DocumentId id) const
{
    const auto found = std::find_if(m_documents.begin(), m_documents.end(), [id](const DocumentEntry& entry) { return entry.id == id; });
    return found == m_documents.end() ? std::nullopt : std::optional(int(found - m_documents.begin()));
}

int DocumentModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(m_documents.size()); }

QVariant DocumentModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const DocumentEntry& entry = m_documents[std::size_t(index.row())];
    const bool warning = entry.state == DocumentState::Failed || entry.state == DocumentState::NeedsRereading ||
                         entry.state == DocumentState::SourceChanged;
    switch (role) {
    case Qt::DisplayRole: return entry.title;
    case Qt::CheckStateRole: return entry.ticked ? Qt::Checked : Qt::Unchecked;
    case SecondLineRole: return stateLine(entry);
    case PercentRole: return isReadInPart(entry.state) ? entry.percent : -1;
    case WarningRole: return warning;
    case Qt::ToolTipRole:
        return plainTip(tipOf(entry));
    case Qt::AccessibleTextRole: return entry.title;
    case Qt::AccessibleDescriptionRole: return stateLine(entry);
    default: return {};
    }
}

bool DocumentModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::CheckStateRole || !checkIndex(index, CheckIndexOption::IndexIsValid))
        return false;
    DocumentEntry& entry = m_documents[std::size_t(index.row())];
    entry.ticked = value.value<Qt::CheckState>() == Qt::Checked;
    Q_EMIT dataChanged(index, index, {Qt::CheckStateRole});
    Q_EMIT tickChanged(entry.id, entry.ticked);
    return true;
}

Qt::ItemFlags DocumentModel::flags(const QModelIndex& index) const
{
    return index.isValid() ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable | Qt::ItemNeverHasChildren
                           : Qt::NoItemFlags;
}

void NotesModel::setNotes(std::vector<NoteEntry> notes)
{
    beginResetModel();
    m_notes = std::move(notes);
    endResetModel();
}

int NotesModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(m_notes.size()); }

QVariant NotesModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const NoteEntry& note = m_notes[std::size_t(index.row())];
    const QString words = (note.text.isEmpty() ? note.passage : note.text).simplified();
    const QString said = words.isEmpty() ? note.place : words;   // a bookmark at no words
    const QStringList facts{note.kind, words.isEmpty() ? QString() : note.place, note.document};
    const QString where = facts.filter(kSomething).join(QStringLiteral(" \u00b7 "));
    switch (role) {
    case Qt::DisplayRole: return said;
    case SecondLineRole: return where;
    case Qt::ToolTipRole: return plainTip(QStringList{note.text, note.passage, where}.filter(kSomething).join(QLatin1Char('\n')));
    case Qt::AccessibleTextRole: return note.kind.isEmpty() ? said : tr("%1: %2").arg(note.kind, said);
    case Qt::AccessibleDescriptionRole: return QStringList{note.place, note.document}.filter(kSomething).join(QStringLiteral(" \u00b7 "));
    default: return {};
    }
}

void AnswersModel::setAnswers(std::vector<AnswerEntry> answers)
{
    const bool same =
        answers.size() == m_answers.size() && std::equal(answers.begin(), answers.end(), m_answers.begin(),
                                                         [](const AnswerEntry& a, const AnswerEntry& b) { return a.id == b.id; });
    if (!same)
        beginResetModel();
    m_answers = std::move(answers);
    if (!same)
        endResetModel();
    else if (!m_answers.empty())
        Q_EMIT dataChanged(index(0), index(int(m_answers.size()) - 1));
}

std::optional<int> AnswersModel::rowOf(AnswerId id) const
{
    const auto found = std::find_if(m_answers.begin(), m_answers.end(), [id](const AnswerEntry& entry) { return entry.id == id; });
    return found == m_answers.end() ? std::nullopt : std::optional(int(found - m_answers.begin()));
}

int AnswersModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(m_answers.size()); }

QVariant AnswersModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const AnswerEntry& entry = m_answers[std::size_t(index.row())];
    const QDateTime local = entry.askedAt.toLocalTime();
    const bool today = local.date() == QDate::currentDate();
    const QString state = entry.running    ? Words::tr("writing")
                          : entry.stopped  ? Words::tr("stopped")
                          : entry.withheld ? Words::tr("not found")
                                           : QString();
    switch (role) {
    case Qt::DisplayRole:
        return entry.part.isEmpty() ? (entry.how.isEmpty() ? entry.question : Words::tr("%1 (%2)", "question, settings")
                                                                                  .arg(entry.question, entry.how)).simplified()
                                    : Words::tr("%1: %2", "chapter, question").arg(withoutStop(entry.part), entry.question).simplified();
    case TrailingRole:
        return entry.running ? state
               : today       ? QLocale().toString(local.time(), QStringLiteral("HH:mm"))
                             : QLocale().toString(local.date(), QLocale::ShortFormat);
    case Qt::ToolTipRole:
        return plainTip(QStringList{entry.part, entry.question, entry.how, QLocale().toString(local, QLocale::ShortFormat), state,
                                    entry.branches > 1 ? Words::tr("%Ln answer(s) to this question", nullptr, entry.branches) : QString()}
                            .filter(kSomething)
                            .join(QLatin1Char('\n')));
    case SecondLineRole: return entry.part.isEmpty() ? entry.how : QString();
    case QuestionRole: return entry.part.isEmpty() ? entry.question.simplified() : QString();
    case Qt::AccessibleDescriptionRole: return state;
    default: return {};
    }
}

void LibraryModel::setHits(std::vector<LibraryHit> hits)
{
    beginResetModel();
    m_hits = std::move(hits);
    endResetModel();
}

int LibraryModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(m_hits.size()); }

QVariant LibraryModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const LibraryHit& hit = m_hits[std::size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole: return hit.title.simplified();
    case SecondLineRole: return hit.excerpt.simplified();
    case TrailingRole:
        switch (hit.kind) {
        case LibraryHitKind::Document: return QString();
        case LibraryHitKind::Question: return Words::tr("question");
        case LibraryHitKind::Answer: return Words::tr("answer");
        case LibraryHitKind::Note: return Words::tr("note");
        case LibraryHitKind::Session: return Words::tr("session");
        }
        return {};
    case Qt::ToolTipRole: return plainTip(hit.sessionTitle + QLatin1Char('\n') + hit.title + QLatin1Char('\n') + hit.excerpt);
    case Qt::AccessibleDescriptionRole: return hit.excerpt;
    default: return {};
    }
}

}  // namespace cairn
