#include "ui/panels/remarks_dialog.h"

#include "ui/panels/labels.h"
#include "ui/theme.h"

#include <QDialogButtonBox>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace cairn
{
namespace
{

constexpr int kPage = Qt::UserRole;

}  // namespace

RemarksDialog::RemarksDialog(const QString& title, const std::vector<DocumentRemark>& remarks, QWidget* parent) : QDialog(parent)
{
    setWindowTitle(tr("Remarks on the document"));
    auto* name = new Label(title, metrics::kInterfaceFont, Tone::Normal, QFont::DemiBold);
    name->setWordWrap(true);
    m_list = new QTreeWidget;
    m_list->setAccessibleName(tr("Remarks; Enter goes to the page"));
    m_list->setHeaderHidden(true);
    m_list->setWordWrap(true);
    m_list->setUniformRowHeights(false);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    for (const DocumentRemark& remark : remarks) {
        auto* item = new QTreeWidgetItem(m_list, {remark.words});
        item->setToolTip(0, plainTip(remark.words));
        if (remark.pages.size() == 1)
            item->setData(0, kPage, remark.pages.front());
        for (const QString& page : remark.pages) {
            if (remark.pages.size() > 1)
                (new QTreeWidgetItem(item, {tr("p. %1").arg(page)}))->setData(0, kPage, page);
        }
    }
    m_list->expandAll();
    m_list->setCurrentItem(m_list->topLevelItem(0));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);   // Enter in the list goes to the page
    auto* column = new QVBoxLayout(this);
    column->addWidget(name);
    column->addWidget(m_list, 1);
    column->addWidget(buttons);
    resizeScaled(this, {480, 320});
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_list, &QTreeWidget::itemClicked, this, &RemarksDialog::choose);
    connect(m_list, &QTreeWidget::itemActivated, this, &RemarksDialog::choose);
    m_list->setFocus();
}

void RemarksDialog::choose(const QTreeWidgetItem* item)
{
    if (const QString page = item->data(0, kPage).toString(); !page.isEmpty())
        Q_EMIT pageChosen(page);
}

}  // namespace cairn
