#include "ui/panels/drop_area.h"

#include "ui/panels/buttons.h"
#include "ui/panels/flow_layout.h"
#include "ui/panels/labels.h"
#include "ui/theme.h"

#include <QDropEvent>
#include <QMimeData>
#include <QPainter>
#include <QUrl>
#include <QVBoxLayout>

namespace cairn
{
namespace
{

constexpr int kTall = 248, kSymbol = 52, kButton = 32, kCorner = 8;

}  // namespace

QStringList localPaths(const QMimeData* data)
{
    QStringList paths;
    const QList<QUrl> urls = data ? data->urls() : QList<QUrl>();
    for (const QUrl& url : urls) {
        if (url.isLocalFile())
            paths << url.toLocalFile();
    }
    return paths;
}

void takeCopy(QDropEvent* event)
{
    const bool copies = event->possibleActions().testFlag(Qt::CopyAction);
    if (!copies && !event->possibleActions().testFlag(Qt::LinkAction))
        return event->ignore();
    event->setDropAction(copies ? Qt::CopyAction : Qt::LinkAction);
    event->accept();
}

DropArea::DropArea(QWidget* parent) : QWidget(parent)
{
    m_title = new Label({}, 18, Tone::Normal, QFont::DemiBold, this);
    m_formats = new Label({}, metrics::kInterfaceFont, Tone::Muted, QFont::Normal, this);
    m_formats->setWordWrap(true);
    m_open = new PrimaryButton({}, Icon::Open, this);
    m_handbook = new QPushButton(cairn::icon(Icon::Book), {}, this);
    m_folder = new QPushButton(cairn::icon(Icon::Folder), {}, this);
    for (Label* label : {m_title, m_formats})
        label->setAlignment(Qt::AlignHCenter);
    auto* buttons = new FlowLayout(nullptr, metrics::kInset);
    buttons->setCentred(true);
    for (QPushButton* button : std::initializer_list<QPushButton*>{m_open, m_handbook, m_folder}) {
        button->setMinimumHeight(kButton);
        buttons->addWidget(button);
    }
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 24 + kSymbol + 12, 24, 24);
    column->setSpacing(4);
    column->addStretch();
    column->addWidget(m_title);
    column->addWidget(m_formats);
    column->addSpacing(16);
    column->addLayout(buttons);
    column->addStretch();
    connect(m_open, &QAbstractButton::clicked, this, &DropArea::openFileRequested);
    connect(m_handbook, &QAbstractButton::clicked, this, &DropArea::openHandbookRequested);
    connect(m_folder, &QAbstractButton::clicked, this, &DropArea::openSessionFolderRequested);
    setCompact(false);
    retranslate();
}

void DropArea::setCompact(bool compact)
{
    m_compact = compact;
    layout()->setContentsMargins(24, compact ? 16 : 24 + kSymbol, 24, compact ? 16 : 24);
    setMinimumHeight(compact ? 0 : kTall);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    update();
}

void DropArea::setHandbookAvailable(bool available) { m_handbook->setVisible(available); }

void DropArea::setHot(bool hot)
{
    m_hot = hot;
    update();
}

void DropArea::retranslate()
{
    m_title->setText(tr("Drop a book or paper here"));
    m_formats->setText(tr("PDF, EPUB, DOCX, ODT, HTML, Markdown, reStructuredText or plain text. Your files are never changed."));
    m_open->setText(tr("Open a file"));
    m_handbook->setText(tr("Open the handbook"));
    m_folder->setText(tr("Open a session folder"));
}

void DropArea::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPen dashes(themeColour(m_hot ? Role::Accent : Role::Meter, *this), 2);
    if (!m_hot)
        dashes.setDashPattern({3, 2.5});
    painter.setPen(dashes);
    painter.setBrush(m_hot ? themeColour(Role::AccentTint, *this) : palette().color(QPalette::Base));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), kCorner, kCorner);
    if (!m_compact)
        paintIcon(painter, Icon::Drop, QRectF((width() - kSymbol) / 2.0, m_title->y() - kSymbol - 12, kSymbol, kSymbol),
                  themeColour(Role::Accent, *this));
}

}  // namespace cairn
