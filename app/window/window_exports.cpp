// MainWindow: what leaves it as a file, and comes back from one.
#include "app/common/ask_options_json.h"
#include "app/conversation/answer_context.h"
#include "app/conversation/trace_file.h"
#include "app/window/main_window.h"
#include "app/window/save_dialog.h"
#include "storage/bytes/hashing.h"
#include "storage/files/atomic_file.h"

#include <QApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QPointer>
#include <QThreadPool>

namespace cairn
{

namespace
{

// A second's work for a long answer: in another thread.
std::vector<std::byte> traceAs(const QString& kind, const Trace& trace, const TraceProvenance& provenance)
{
    if (kind == QLatin1String("npy"))
        return traceNpy(trace);
    if (kind == QLatin1String("trace"))
        return traceFile(trace, provenance);
    const std::string csv = traceCsv(trace);
    const auto bytes = std::as_bytes(std::span(csv));
    return {bytes.begin(), bytes.end()};
}

}  // namespace

void MainWindow::exportAnswers(const QString& folder, const QString& title)
{
    const std::vector<SaveKind> kinds{{tr("Markdown (*.md)"), QStringLiteral("md")},
                                      {tr("Web page (*.html)"), QStringLiteral("html")},
                                      {tr("JSON lines (*.jsonl)"), QStringLiteral("jsonl")}};
    auto* dialog = askForFile(this, tr("Export answers"), title, kinds);
    connect(dialog, &QFileDialog::fileSelected, this, [this, folder, dialog, kinds](const QString& file) {
        const bool isTyped = QFileInfo(file).suffix().compare(QLatin1String("json"), Qt::CaseInsensitive) == 0;
        const QString kind = isTyped ? QStringLiteral("jsonl") : savedKind(dialog, file, kinds);
        const ExportFormat format = kind == QLatin1String("html")    ? ExportFormat::Html
                                    : kind == QLatin1String("jsonl") ? ExportFormat::Json
                                                                     : ExportFormat::Markdown;
        m_library.exportSession(folder, format, file);
    });
}

// All that every token, layer and head of the answer in sight opened, for other programs.
void MainWindow::exportTrace()
{
    const RunPtr run = m_conversation.shown();
    if (!run || !m_conversation.shownId())
        return;
    const AnswerContext made = m_conversation.contextOf(*m_conversation.shownId());
    std::vector<Hash128> texts;   // of its memory; none: documents were removed since
    for (const DocumentRecord& record : m_session.contents().records) {
        if (!record.isRemoved() && !m_conversation.isOfEarlierMemory(*m_conversation.shownId()))
            texts.push_back(record.contentHash);
    }
    const auto options = m_conversation.optionsOf(*m_conversation.shownId());   // seed and all: enough to ask it again
    const TraceProvenance provenance{run->answer.question, made.modelName, made.adapter, made.tokenizer,
                                     texts.empty() ? "" : hexText(documentsHash(texts)), options ? toJson(*options) : "", made.version};
    const std::vector<SaveKind> kinds{{tr("Trace, all of it (*.trace)"), QStringLiteral("trace")},
                                      {tr("Table, one row per opened block (*.csv)"), QStringLiteral("csv")},
                                      {tr("NumPy array, one row per opened block (*.npy)"), QStringLiteral("npy")}};
    auto* dialog = askForFile(this, tr("Export what was opened"), run->question, kinds);
    connect(dialog, &QFileDialog::fileSelected, this, [this, run, provenance, dialog, kinds](const QString& file) {
        QThreadPool::globalInstance()->start([window = QPointer(this), run, provenance, file, kind = savedKind(dialog, file, kinds)] {
            const auto written = exportFile(file.toStdString(), traceAs(kind, run->answer.trace, provenance));
            QMetaObject::invokeMethod(qApp, [window, file, written] {
                if (window)
                    window->tellExported(file, written);
            });
        });
    });
}

void MainWindow::chooseExport()
{
    auto* dialog =
        new QFileDialog(this, tr("Bring in exported answers"), folderOfTheLast(), tr("JSON lines (*.jsonl *.json);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::importAnswers);
    dialog->open();
}

void MainWindow::importAnswers(const QString& file)
{
    const auto tell = [this](const ImportedExport& imported) {
        const QString answers = tr("%n answer(s)", nullptr, int(imported.answers));
        const QString notes = tr("%n note(s) or mark(s)", nullptr, int(imported.notes));
        say(tr("Brought in: %1, %2; there before: %3.").arg(answers, notes).arg(imported.known));
    };
    m_session.importAnswers(file, this, tell, [this](const Error& error) { complain(error); });
}

void MainWindow::saveCopy()
{
    auto* dialog = askForFile(this, tr("Save a copy without the memory"), m_session.contents().title,
                              {{tr("Cairn session (*.db)"), QStringLiteral("db")}});
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, folder = m_session.contents().folder](const QString& file) { m_library.saveCopy(folder, file); });
}

void MainWindow::saveExport(const QByteArray& bytes, const QString& name)
{
    const QString suffix = QFileInfo(name).suffix();
    auto* dialog = askForFile(this, tr("Export"), QFileInfo(name).completeBaseName(),
                              {{QStringLiteral("%1 (*.%2)").arg(suffix.toUpper(), suffix), suffix}});
    connect(dialog, &QFileDialog::fileSelected, this, [this, bytes](const QString& file) {
        tellExported(file, exportFile(file.toStdString(), std::as_bytes(std::span(bytes.constData(), std::size_t(bytes.size())))));
    });
}

void MainWindow::tellExported(const QString& file, const Result<void>& written)
{
    if (written)
        return sayDone(tr("Exported to %1.").arg(QFileInfo(file).fileName()));
    complainOf(file, written.error());
    m_failureTold = true;
}

}  // namespace cairn
