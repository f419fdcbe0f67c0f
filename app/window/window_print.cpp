// MainWindow: printing. A document as it is shown, pages or text; an answer or a block card as text.
#include "app/window/areas/reader_area.h"
#include "app/window/main_window.h"
#include "app/window/printed_file.h"
#include "app/window/save_dialog.h"
#include "ui/elided_place.h"
#include "ui/panels/message_bar.h"
#include "ui/plots/plot_words.h"
#include "ui/reader/document_print.h"

#include <QPageLayout>
#include <QPrintDialog>
#include <QPrinter>
#include <QTextBlockFormat>
#include <QTextCursor>
#include <QTextDocument>

namespace cairn
{

namespace
{

const QMarginsF kMargins(20, 20, 20, 20);   // mm, of what is set for the paper; pages of a PDF bring their own
constexpr int kToldTitle = 60;              // characters of a question
constexpr double kBetweenLines = 5;         // px behind each line of an answer's text, and its heading

// Its first line is the heading.
void setHeaded(QTextDocument& page, const QString& text)
{
    QFont font(page.defaultFont());
    font.setPointSizeF(10.5);
    page.setDefaultFont(font);
    page.setPlainText(text);
    QTextCursor all(&page);
    all.select(QTextCursor::Document);
    QTextBlockFormat apart;
    apart.setBottomMargin(kBetweenLines);
    all.mergeBlockFormat(apart);
    QTextCursor heading(&page);
    heading.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
    QTextCharFormat format;
    format.setFontWeight(QFont::Bold);
    format.setFontPointSize(14);
    heading.mergeCharFormat(format);
}

}  // namespace

void MainWindow::printText(const QString& text)
{
    auto printer = std::make_shared<QPrinter>(QPrinter::HighResolution);
    printer->setDocName(fileNameOf(text.section(QLatin1Char('\n'), 0, 0)));
    auto* dialog = new QPrintDialog(printer.get(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, text, printer] {
        QTextDocument page;
        setHeaded(page, text);
        PrintedFile file(*printer);
        page.print(printer.get());
        if (printer->printerState() == QPrinter::Error)
            return complain(paperRefused());
        if (const auto whole = file.end(); !whole)
            return complain(whole.error());
        sayDone(tr("“%1” printed.").arg(shortened(text.section(QLatin1Char('\n'), 0, 0).toStdString(), kToldTitle)));
    });
    dialog->open();
}

// All pages, some, or the one in sight; of a text the pages that it has on paper.
void MainWindow::chooseDocumentPrint()
{
    const DocumentTab* tab = m_reader->current();
    if (!tab || m_print)
        return;
    auto printer = std::make_shared<QPrinter>(QPrinter::HighResolution);
    printer->setDocName(fileNameOf(QString::fromStdString(tab->document().title)));   // what a PDF of it would be called
    if (!tab->showsPages())
        printer->setPageMargins(kMargins, QPageLayout::Millimeter);
    auto* dialog = new QPrintDialog(printer.get(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setOption(QAbstractPrintDialog::PrintPageRange);
    dialog->setOption(QAbstractPrintDialog::PrintCurrentPage, tab->showsPages());
    const int page = tab->pageNumber();
    connect(dialog, &QDialog::accepted, this, [this, printer, page, document = tab->index(), pages = tab->showsPages()] {
        PrintRange range;
        if (printer->printRange() == QPrinter::CurrentPage)
            range = {page, page};
        else if (printer->printRange() == QPrinter::PageRange)
            range = {std::max(1, printer->fromPage()), printer->toPage()};
        if (m_session.isOpen() && document < m_session.contents().documents.size())
            printDocument(document, pages, printer, range, std::make_shared<PrintedFile>(*printer));
    });
    dialog->open();
}

void MainWindow::printDocument(std::uint32_t document, bool pages, std::shared_ptr<QPagedPaintDevice> paper, const PrintRange& range,
                               std::shared_ptr<PrintedFile> file)
{
    const DocumentPtr text = m_session.contents().documents[document];
    const QString title = QString::fromStdString(text->title);
    m_print = new DocumentPrint({text, std::move(paper), range, pages, m_settings.values().readingFont}, pagesOf(document), this);
    const auto stop = [this] {
        if (m_print)
            m_print->stop();
    };
    connect(m_print, &DocumentPrint::progressed, this, [this, stop](int page, int all) {
        say([=] { return all > 0 ? tr("Printing page %1 of %2").arg(page).arg(all) : tr("Printing page %1").arg(page); },
            [] { return tr("Stop"); }, stop);
    });
    connect(m_print, &DocumentPrint::finished, this, [this, title, file](int printed) {
        m_print->deleteLater();
        m_print = nullptr;
        if (const auto whole = file->end(); !whole)
            return complain(whole.error());
        m_message->clear();   // the page that it was at
        sayDone(tr("%n page(s) of “%1” printed.", nullptr, printed).arg(titleInSentence(title)));
    });
    connect(m_print, &DocumentPrint::failed, this, [this](const Error& error) {
        m_print->deleteLater();
        m_print = nullptr;
        complain(error);
    });
    connect(&m_session, &SessionController::closing, m_print, [stop] { stop(); });
}

} // namespace cairn
