#include "app/window/save_dialog.h"

#include "app/window/settings/settings_store.h"

#include <QLineEdit>
#include <QSettings>
#include <QStandardPaths>

#include <algorithm>

namespace cairn
{
namespace
{

constexpr auto kFolder = "save/folder";
constexpr qsizetype kLongestName = 120;

auto kindOf(const std::vector<SaveKind>& kinds, const QString& suffix)
{
    const auto isIt = [&](const SaveKind& kind) { return suffix.compare(kind.suffix, Qt::CaseInsensitive) == 0; };
    return std::find_if(kinds.begin(), kinds.end(), isIt);
}

auto kindOfFilter(const std::vector<SaveKind>& kinds, const QString& filter)
{
    return std::find_if(kinds.begin(), kinds.end(), [&](const SaveKind& kind) { return kind.filter == filter; });
}

// The name that is being typed, with the ending of another kind in place of its own.
QString withSuffix(const QString& name, const QString& suffix, const std::vector<SaveKind>& kinds)
{
    const QString own = QFileInfo(name).suffix();
    const bool known = kindOf(kinds, own) != kinds.end();
    return (known ? name.chopped(own.size() + 1) : name) + QLatin1Char('.') + suffix;
}

// What a file's name neither begins nor ends with: blanks, and what stands for a mark of the title.
bool isAtEnds(QChar letter) { return letter.isSpace() || letter == QLatin1Char('-'); }

QString typedName(const QFileDialog* dialog)
{
    const auto* field = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));   // not in the desktop's own dialog
    return field ? field->text() : QFileInfo(dialog->selectedFiles().value(0)).fileName();
}

}  // namespace

QString folderOfTheLast()
{
    const QString last = stateSettings()->value(QLatin1String(kFolder)).toString();
    if (!last.isEmpty() && QFileInfo(last).isDir())
        return last;
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    return QFileInfo(documents).isDir() ? documents : QDir::homePath();
}

QString fileNameOf(const QString& title)
{
    QString name;
    for (const QChar letter : title.simplified())
        name += letter.category() == QChar::Other_Control || QStringLiteral("/\\:*?\"<>|").contains(letter) ? QLatin1Char('-') : letter;
    name = name.left(kLongestName);
    if (!name.isEmpty() && name.back().isHighSurrogate())
        name.chop(1);
    while (!name.isEmpty() && isAtEnds(name.back()))
        name.chop(1);
    while (!name.isEmpty() && (isAtEnds(name.front()) || name.startsWith(QLatin1Char('.'))))
        name.remove(0, 1);
    return name.isEmpty() ? QStringLiteral("cairn") : name;
}

QFileDialog* askForFile(QWidget* parent, const QString& caption, const QString& title, const std::vector<SaveKind>& kinds)
{
    auto* dialog = new QFileDialog(parent, caption, folderOfTheLast());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    QStringList filters;
    for (const SaveKind& kind : kinds)
        filters += kind.filter;
    dialog->setNameFilters(filters);
    dialog->setDefaultSuffix(kinds.front().suffix);
    dialog->selectFile(fileNameOf(title) + QLatin1Char('.') + kinds.front().suffix);
    QObject::connect(dialog, &QFileDialog::filterSelected, dialog, [dialog, kinds](const QString& filter) {
        const auto kind = kindOfFilter(kinds, filter);
        if (kind == kinds.end())
            return;
        dialog->setDefaultSuffix(kind->suffix);
        if (const QString name = typedName(dialog); !name.isEmpty())
            dialog->selectFile(withSuffix(name, kind->suffix, kinds));
    });
    QObject::connect(dialog, &QFileDialog::fileSelected, dialog,
                     [](const QString& file) { stateSettings()->setValue(QLatin1String(kFolder), QFileInfo(file).absolutePath()); });
    dialog->open();
    return dialog;
}

QString savedKind(const QFileDialog* dialog, const QString& file, const std::vector<SaveKind>& kinds)
{
    if (const auto kind = kindOf(kinds, QFileInfo(file).suffix()); kind != kinds.end())
        return kind->suffix;
    const auto chosen = kindOfFilter(kinds, dialog->selectedNameFilter());
    return chosen == kinds.end() ? kinds.front().suffix : chosen->suffix;
}

}  // namespace cairn
