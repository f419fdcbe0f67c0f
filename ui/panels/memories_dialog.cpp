#include "ui/panels/memories_dialog.h"

#include "ui/panels/labels.h"
#include "ui/theme.h"

#include <QDialogButtonBox>
#include <QListWidget>
#include <QLocale>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

namespace cairn
{
namespace
{

enum Data { kId = Qt::UserRole, kBytes };

// Rows as wide as the list: a long title is cut in its middle, what it takes stays in sight.
class FittedRows final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        return {1, QStyledItemDelegate::sizeHint(option, index).height()};
    }
};

}  // namespace

MemoriesDialog::MemoriesDialog(const std::vector<StoredMemory>& memories, qint64 used, qint64 limit, QWidget* parent)
    : QDialog(parent), m_used(used), m_limit(limit)
{
    setWindowTitle(tr("Discard memories"));
    auto* words = new Label({}, metrics::kInterfaceFont);
    words->setWordWrap(true);
    words->setText(tr("Text, answers, notes and heatmaps stay. To ask again, the session has to be read again."));
    m_list = new QListWidget;
    m_list->setObjectName(QStringLiteral("memories"));
    m_list->setItemDelegate(new FittedRows(m_list));
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setAccessibleName(tr("Memories, the one not used longest first"));
    for (const StoredMemory& memory : memories) {
        const QString day = QLocale().toString(memory.lastUsed.date(), QLocale::ShortFormat);
        auto* item = new QListWidgetItem(tr("%1: %2, last used %3").arg(memory.title, byteWords(memory.bytes), day));
        item->setToolTip(plainTip(item->text()));
        item->setData(kId, memory.id);
        item->setData(kBytes, memory.bytes);
        item->setCheckState(memory.ticked ? Qt::Checked : Qt::Unchecked);
        m_list->addItem(item);
    }
    m_sum = new Label({}, metrics::kSmallFont, Tone::Muted);
    m_sum->setObjectName(QStringLiteral("sum"));
    m_sum->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_discard = buttons->addButton(tr("Discard"), QDialogButtonBox::DestructiveRole);
    m_discard->setObjectName(QStringLiteral("discard"));
    auto* column = new QVBoxLayout(this);
    column->addWidget(words);
    column->addWidget(m_list, 1);
    column->addWidget(m_sum);
    column->addWidget(buttons);
    resizeScaled(this, {520, 360});
    connect(m_list, &QListWidget::itemChanged, this, &MemoriesDialog::refresh);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_discard, &QAbstractButton::clicked, this, [this] {
        QStringList ids;
        for (int row = 0; row < m_list->count(); ++row) {
            if (m_list->item(row)->checkState() == Qt::Checked)
                ids.append(m_list->item(row)->data(kId).toString());
        }
        Q_EMIT discardRequested(ids);
        accept();
    });
    refresh();
}

qint64 MemoriesDialog::tickedBytes() const
{
    qint64 bytes = 0;
    for (int row = 0; row < m_list->count(); ++row)
        bytes += m_list->item(row)->checkState() == Qt::Checked ? m_list->item(row)->data(kBytes).toLongLong() : 0;
    return bytes;
}

void MemoriesDialog::refresh()
{
    const qint64 freed = tickedBytes();
    QString words = tr("All memories take %1; %2 would be free again.").arg(byteWords(m_used), byteWords(freed));
    if (m_limit > 0)
        words += QLatin1Char(' ') + tr("The limit is %1.").arg(byteWords(m_limit));
    if (m_list->count() == 0)
        words += QLatin1Char(' ') + tr("No other session has a memory.");
    m_sum->setText(words);
    m_discard->setEnabled(freed > 0);
    m_discard->setToolTip(freed > 0 ? QString() : tr("Tick memories first"));
}

}  // namespace cairn
