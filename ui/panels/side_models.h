// The lists of the side panel as item models. Rows keep their identity when values change, so that selection and scroll place stay.
// UI thread.
#pragma once

#include "ui/panels/side_entries.h"

#include <QAbstractItemModel>
#include <QAbstractListModel>

#include <memory>
#include <optional>

namespace cairn
{

// Second line, trailing text and marks for the delegate; the rest are Qt's roles.
enum SideRole { SecondLineRole = Qt::UserRole, TrailingRole, EvidenceRole, EntryRole, PercentRole, WarningRole, QuestionRole };

class DocumentModel final : public QAbstractListModel
{
    Q_OBJECT
public:
    using QAbstractListModel::QAbstractListModel;
    void setDocuments(std::vector<DocumentEntry> documents);
    const std::vector<DocumentEntry>& documents() const { return m_documents; }
    std::optional<int> rowOf(DocumentId id) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;   // ticks only
    Qt::ItemFlags flags(const QModelIndex& index) const override;

Q_SIGNALS:
    void tickChanged(cairn::DocumentId document, bool ticked);

private:
    std::vector<DocumentEntry> m_documents;
};

// Headings as a tree by their levels; a level that is left out hangs under the one above it.
class OutlineModel final : public QAbstractItemModel
{
    Q_OBJECT
public:
    explicit OutlineModel(QObject* parent = nullptr);
    ~OutlineModel() override;
    void setOutline(std::vector<OutlineEntry> entries);
    // One per entry, 0..1, from its heading to the next; a heading shows the strongest of what is below it. Empty: none is shown.
    void setEvidence(const std::vector<double>& evidence);
    const std::vector<OutlineEntry>& entries() const { return m_entries; }
    bool hasPlaces() const;                              // any heading has a page
    ByteRange sectionOf(std::size_t entry) const;              // with what is below it; of the last one: up to the largest number
    QModelIndex indexOf(std::size_t entry) const;
    std::optional<std::size_t> entryOf(const QModelIndex& index) const;
    // The last heading that starts at or before `byte` of `document`.
    std::optional<std::size_t> entryAt(DocumentId document, std::uint64_t byte) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    struct Node
    {
        int parent = -1;               // index into m_nodes; -1: top level
        int row = 0;
        std::vector<int> children;
    };
    const std::vector<int>& childrenOf(const QModelIndex& parent) const;

    std::vector<OutlineEntry> m_entries;
    std::vector<Node> m_nodes;         // one per entry
    std::vector<int> m_top;
    static const std::vector<int> kNone;
};

class NotesModel final : public QAbstractListModel
{
    Q_OBJECT
public:
    using QAbstractListModel::QAbstractListModel;
    void setNotes(std::vector<NoteEntry> notes);
    const std::vector<NoteEntry>& notes() const { return m_notes; }
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    std::vector<NoteEntry> m_notes;
};

class AnswersModel final : public QAbstractListModel
{
    Q_OBJECT
public:
    using QAbstractListModel::QAbstractListModel;
    void setAnswers(std::vector<AnswerEntry> answers);           // as shown: newest first
    const std::vector<AnswerEntry>& answers() const { return m_answers; }
    std::optional<int> rowOf(AnswerId id) const;
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    std::vector<AnswerEntry> m_answers;
};

class LibraryModel final : public QAbstractListModel
{
    Q_OBJECT
public:
    using QAbstractListModel::QAbstractListModel;
    void setHits(std::vector<LibraryHit> hits);
    const std::vector<LibraryHit>& hits() const { return m_hits; }
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    std::vector<LibraryHit> m_hits;
};

}  // namespace cairn
