// MainWindow: the encoding of a text file. It is guessed where the file does not name it; another one can be chosen, and the file is
// imported and read again.
#include "app/window/main_window.h"
#include "app/window/reader_area.h"
#include "core/documents/encodings.h"
#include "ui/panels/message_bar.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QInputDialog>

#include <algorithm>
#include <string_view>

namespace cairn
{
namespace
{

constexpr const char* kScripts[] = {QT_TRANSLATE_NOOP("Encodings", "Western European"),
                                    QT_TRANSLATE_NOOP("Encodings", "Central European"),
                                    QT_TRANSLATE_NOOP("Encodings", "Baltic"),
                                    QT_TRANSLATE_NOOP("Encodings", "Cyrillic"),
                                    QT_TRANSLATE_NOOP("Encodings", "Greek"),
                                    QT_TRANSLATE_NOOP("Encodings", "Turkish"),
                                    QT_TRANSLATE_NOOP("Encodings", "Hebrew"),
                                    QT_TRANSLATE_NOOP("Encodings", "Arabic"),
                                    QT_TRANSLATE_NOOP("Encodings", "Thai"),
                                    QT_TRANSLATE_NOOP("Encodings", "Vietnamese"),
                                    QT_TRANSLATE_NOOP("Encodings", "Chinese"),
                                    QT_TRANSLATE_NOOP("Encodings", "Japanese"),
                                    QT_TRANSLATE_NOOP("Encodings", "Korean"),
                                    QT_TRANSLATE_NOOP("Encodings", "DOS")};

QString nameOf(const Encoding& encoding)
{
    const QString name = QLatin1String(encoding.name);
    if (!*encoding.script)
        return name;
    for (const char* script : kScripts) {
        if (std::string_view(script) == encoding.script)
            return QStringLiteral("%1 (%2)").arg(QCoreApplication::translate("Encodings", script), name);
    }
    return QString::fromStdString(displayName(encoding));
}

} // namespace

bool MainWindow::hasEncoding(std::uint32_t document) const
{
    const DocumentRecord& record = m_session.contents().records[document];
    const DocumentFormat format = record.format;
    return !record.isRemoved() && !record.source.path.empty() &&
           (format == DocumentFormat::Text || format == DocumentFormat::Markdown || format == DocumentFormat::ReStructuredText ||
            format == DocumentFormat::Html);
}

// Of the first document from `first` on whose encoding nobody has named or chosen yet.
void MainWindow::tellGuessedEncoding(std::uint32_t first)
{
    const SessionContents& contents = m_session.contents();
    for (std::uint32_t document = first; document < contents.documents.size() && !contents.readOnly; ++document) {
        const auto note = encodingNoteIn(contents.documents[document]->warnings);
        if (!note || note->chosen || !hasEncoding(document))
            continue;
        say(tr("“%1” does not say its encoding and was read as %2. If letters look wrong, choose another one.")
                .arg(QString::fromStdString(contents.documents[document]->title), nameOf(*note->encoding)),
            tr("Choose the encoding..."), [this, document, folder = contents.folder] {
                if (m_session.isOpen() && m_session.contents().folder == folder)
                    chooseEncoding(document);
            });
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
        names.append(nameOf(one));
    }
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Text encoding"));
    dialog->setLabelText(tr("Read “%1” as:").arg(QString::fromStdString(m_session.contents().documents[document]->title)));
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

} // namespace cairn
