// Sessions that were open before, newest first, for the start page. The row's name can be edited in place. UI thread.
#pragma once

#include <QAbstractListModel>
#include <QDateTime>
#include <QImage>
#include <QStringList>
#include <QStyledItemDelegate>

#include <vector>

namespace cairn
{

struct RecentSession
{
    QString id;                   // as the receiver names it
    QString title;
    QStringList documents;
    int readPercent = -1;         // -1: not known; 100: all is read
    bool hasMemory = true;        // in its folder: not discarded, nor kept by an engine elsewhere
    qint64 bytes = -1;            // on disk; -1: not known
    QDateTime lastOpened;
    QString problem;              // why it can't be opened, one sentence ("The drive is not there."); empty: it can
    QImage cover;                 // first page; null: a symbol stands for it
    bool forgettable = false;     // it lies elsewhere: it can be taken off the list without deleting it
    bool absent = false;          // its folder is not there: nothing can be done with it now but that
};

class RecentModel final : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Role {
        DocumentsRole = Qt::UserRole, PercentRole, MemoryRole, BytesRole, OpenedRole, ProblemRole, CoverRole, IdRole, ForgettableRole,
        AbsentRole
    };

    using QAbstractListModel::QAbstractListModel;
    void setSessions(std::vector<RecentSession> sessions);
    const std::vector<RecentSession>& sessions() const { return m_sessions; }
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;   // the title: renamed() is emitted
    Qt::ItemFlags flags(const QModelIndex& index) const override;

Q_SIGNALS:
    void renamed(const QString& id, const QString& title);

private:
    std::vector<RecentSession> m_sessions;
};

class RecentDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    static QRect menuRect(const QStyleOptionViewItem& option);   // the three dots
    static QRect factsRect(const QStyleOptionViewItem& option);  // when it was open, beside the title; left to right
};

}  // namespace cairn
