// MainWindow: what was remarked on a file, and the encoding of a text. It is guessed where the file does not name it; another one can be
// chosen, and the file is imported and read again.
#include "app/window/areas/reader_area.h"
#include "app/window/main_window.h"
#include "app/window/session/document_facts.h"
#include "app/window/session/import_remarks.h"
#include "core/documents/client/encodings.h"
#include "ui/elided_place.h"
#include "ui/panels/message_bar.h"
#include "ui/panels/remarks_dialog.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QInputDialog>

#include <algorithm>
#include <string_view>

namespace cairn
{
bool MainWindow::hasEncoding(std::uint32_t document) const
{
    const DocumentRecord& record = m_session.contents().records[document];
    const DocumentFormat format = record.format;
    return !record.isRemoved() && !record.source.path.empty() &&
           (format == DocumentFormat::Text || format == DocumentFormat::Markdown || format == DocumentFormat::ReStructuredText ||
            format == DocumentFormat::Html);
}

// Of the first document from `first` on whose encoding nobody has named or chosen yet.
QString MainWindow::introductions(std::uint32_t first) const
{
    const bool there = m_session.isOpen() && first < m_session.contents().documents.size();
    return there ? introductionOf(m_session.contents(), first).all() : QString();
}

void MainWindow::tellGuessedEncoding(std::uint32_t first)
{
    const SessionContents& contents = m_session.contents();
    for (std::uint32_t document = first; document < contents.documents.size() && !contents.readOnly; ++document) {
        const auto note = encodingNoteIn(contents.documents[document]->warnings);
        if (!note || note->chosen || !hasEncoding(document))
            continue;
        const auto notice = [this, first, title = titleInSentence(contents.documents[document]->title), encoding = *note->encoding] {
            const QString words = tr("“%1” does not say its encoding and was read as %2. If letters look wrong, choose another one.")
                                      .arg(title, encodingName(encoding));
            return Notice{MessageKind::Note, words, tr("Choose the encoding…"), {}, introductions(first)};
        };
        const auto choose = [this, document, folder = contents.folder] {
            if (m_session.isOpen() && m_session.contents().folder == folder)
                chooseEncoding(document);
        };
        ask(notice, choose, {});
        return;
    }
}

void MainWindow::chooseEncoding(std::uint32_t document)
{
    const auto note = encodingNoteIn(m_session.contents().documents[document]->warnings);
    QStringList names;
    int current = 0;
    for (const Encoding& one : encodings()) {
        if (note && note->encoding == &one)
            current = int(names.size());
        names.append(encodingName(one));
    }
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Text encoding"));
    dialog->setLabelText(tr("Read “%1” as:").arg(titleInSentence(m_session.contents().documents[document]->title)));
    dialog->setComboBoxItems(names);
    dialog->setTextValue(names[current]);
    dialog->setOkButtonText(tr("Read again"));
    connect(dialog, &QInputDialog::textValueSelected, this,
            [this, names, id = m_session.contents().records[document].id, folder = m_session.contents().folder](const QString& name) {
                if (m_session.isOpen() && m_session.contents().folder == folder)
                    importAs(id, QLatin1String(encodings()[std::size_t(names.indexOf(name))].name));
            });
    dialog->open();
}

// From the file again: its text as it is kept has lost what the wrong encoding could not say.
void MainWindow::importAs(DocumentId id, const QString& encoding)
{
    if (m_conversation.isAnswering())
        return say(tr("Once the answer is written the encoding can be changed."));
    const auto& records = m_session.contents().records;
    const auto record = std::find_if(records.begin(), records.end(), [=](const DocumentRecord& one) { return one.id == id; });
    if (record == records.end())
        return;
    const QString path = QString::fromStdString(record->source.path), folder = m_session.contents().folder;
    m_import = std::make_unique<ImportJob>(QStringList(path), QString());
    m_import->setEncoding(encoding);
    connect(m_import.get(), &ImportJob::finished, this,
            [this, id, folder](const std::vector<ImportedFile>& read, const std::vector<RefusedFile>& refused) {
                m_import.release()->deleteLater();
                m_message->clear();
                if (!refused.empty())
                    return complain(refused.front().error);
                if (m_session.isOpen() && m_session.contents().folder == folder)
                    m_session.replaceDocument(id, read.front());
            });
    say(tr("Opening %1").arg(QFileInfo(path).fileName()));
    m_import->start();
}

// Remarks on documents

void MainWindow::showRemarks(std::uint32_t document)
{
    const CanonicalText& text = *m_session.contents().documents[document];
    std::vector<DocumentRemark> remarks;
    for (const ImportRemark& remark : importRemarks(text))
        remarks.push_back({remark.words, remark.pages});
    auto* dialog = new RemarksDialog(QString::fromStdString(text.title), remarks, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(&m_session, &SessionController::closed, dialog, &QDialog::close);
    connect(dialog, &RemarksDialog::pageChosen, this, [this, document](const QString& label) {
        m_reader->openDocument(document);
        if (m_reader->current())
            m_reader->current()->goTo(label);
    });
    dialog->show();
}

// Of the first document from `first` on that has some; a guessed encoding has words of its own.
void MainWindow::tellRemarks(std::uint32_t first)
{
    const SessionContents& contents = m_session.contents();
    for (std::uint32_t document = first; document < contents.documents.size(); ++document) {
        const auto remarks = importRemarks(*contents.documents[document]);
        if (remarks.empty() || encodingNoteIn(contents.documents[document]->warnings))
            continue;
        const QString title = titleInSentence(contents.documents[document]->title);
        const auto notice = [this, first, title, text = contents.documents[document]] {
            const auto now = importRemarks(*text);
            const int count = int(now.size());
            const QString words = count == 1 ? tr("“%1”: %2").arg(title, now.front().words)
                                             : tr("“%1”: %n remarks on its file.", nullptr, count).arg(title);
            return Notice{MessageKind::Note, words, tr("Show"), {}, introductions(first)};
        };
        const auto show = [this, document, folder = contents.folder] {
            if (m_session.isOpen() && m_session.contents().folder == folder)
                showRemarks(document);
        };
        ask(notice, show, {});
        return;
    }
}

} // namespace cairn
