#include "app/window/window_actions.h"

#include "app/window/action_words.h"
#include "ui/panels/command_palette.h"
#include "ui/panels/icons.h"

#include <QCoreApplication>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

#include <array>
#include <optional>

namespace cairn
{
namespace
{

struct Spec
{
    Act act;
    const char* name;       // object name: what keys are stored by
    const char* text;
    const char* keys = "";
    std::optional<Icon> symbol = {};
    bool checkable = false;
};

constexpr std::array kSpecs{
    Spec{Act::Open, "open", QT_TRANSLATE_NOOP("Actions", "Open a file…"), "Ctrl+O", Icon::Open},
    Spec{Act::OpenFolder, "open_session_folder", QT_TRANSLATE_NOOP("Actions", "Open a session folder…"), "", Icon::Folder},
    Spec{Act::OpenHandbook, "open_handbook", QT_TRANSLATE_NOOP("Actions", "Open the handbook"), "", Icon::Book},
    Spec{Act::PasteDocument, "new_from_clipboard", QT_TRANSLATE_NOOP("Actions", "New document from the clipboard")},
    Spec{Act::AddDocuments, "add_documents", QT_TRANSLATE_NOOP("Actions", "Add documents to this session…"), "Ctrl+Shift+O"},
    Spec{Act::NewSession, "new_session", QT_TRANSLATE_NOOP("Actions", "New session"), "Ctrl+N", Icon::Add},
    Spec{Act::CloseTab, "close_tab", QT_TRANSLATE_NOOP("Actions", "Close tab"), "Ctrl+W", Icon::Close},
    Spec{Act::ReopenTab, "reopen_tab", QT_TRANSLATE_NOOP("Actions", "Reopen closed tab"), "Ctrl+Shift+T"},
    Spec{Act::ExportAnswers, "export_answers", QT_TRANSLATE_NOOP("Actions", "Export answers…"), "Ctrl+E", Icon::Export},
    Spec{Act::ExportTrace, "export_trace", QT_TRANSLATE_NOOP("Actions", "Export what was opened…")},
    Spec{Act::ImportAnswers, "import_answers", QT_TRANSLATE_NOOP("Actions", "Bring in exported answers…")},
    Spec{Act::SaveCopy, "save_copy", QT_TRANSLATE_NOOP("Actions", "Save a copy without the memory…")},
    Spec{Act::PrintDocument, "print_document", QT_TRANSLATE_NOOP("Actions", "Print the document…"), "Ctrl+P", Icon::Print},
    Spec{Act::Print, "print", QT_TRANSLATE_NOOP("Actions", "Print the answer…"), "Ctrl+Alt+P", Icon::Print},
    Spec{Act::Settings, "settings", QT_TRANSLATE_NOOP("Actions", "Settings…"), "Ctrl+,", Icon::Settings},
    Spec{Act::Quit, "quit", QT_TRANSLATE_NOOP("Actions", "Quit"), "Ctrl+Q"},
    Spec{Act::Undo, "undo", QT_TRANSLATE_NOOP("Actions", "Undo"), "Ctrl+Z"},
    Spec{Act::Redo, "redo", QT_TRANSLATE_NOOP("Actions", "Redo"), "Ctrl+Shift+Z"},
    Spec{Act::Find, "find", QT_TRANSLATE_NOOP("Actions", "Find in this document"), "Ctrl+F", Icon::Search},
    Spec{Act::FindNext, "find_next", QT_TRANSLATE_NOOP("Actions", "Find next"), "F3"},
    Spec{Act::FindPrevious, "find_previous", QT_TRANSLATE_NOOP("Actions", "Find previous"), "Shift+F3"},
    Spec{Act::SearchLibrary, "search_library", QT_TRANSLATE_NOOP("Actions", "Search the library"), "Ctrl+Alt+F", Icon::Search},
    Spec{Act::SearchMeaning, "search_meaning", QT_TRANSLATE_NOOP("Actions", "Find passages by meaning…"), "Ctrl+Shift+F"},
    Spec{Act::GoToPage, "go_to_page", QT_TRANSLATE_NOOP("Actions", "Go to page or chapter"), "Ctrl+G", Icon::Page},
    Spec{Act::Back, "back", QT_TRANSLATE_NOOP("Actions", "Back"), "Alt+Left", Icon::Back},
    Spec{Act::Forward, "forward", QT_TRANSLATE_NOOP("Actions", "Forward"), "Alt+Right", Icon::Forward},
    Spec{Act::ZoomIn, "zoom_in", QT_TRANSLATE_NOOP("Actions", "Larger text"), "Ctrl++", Icon::ZoomIn},
    Spec{Act::ZoomOut, "zoom_out", QT_TRANSLATE_NOOP("Actions", "Smaller text"), "Ctrl+-", Icon::ZoomOut},
    Spec{Act::ZoomReset, "zoom_reset", QT_TRANSLATE_NOOP("Actions", "Normal size"), "Ctrl+0"},
    Spec{Act::PageMode, "page_mode", QT_TRANSLATE_NOOP("Actions", "Show pages"), "Ctrl+Shift+P", Icon::Page},
    Spec{Act::TextMode, "text_mode", QT_TRANSLATE_NOOP("Actions", "Show text"), "Ctrl+Shift+X", Icon::Text},
    Spec{Act::TextEncoding, "text_encoding", QT_TRANSLATE_NOOP("Actions", "Text encoding…")},
    Spec{Act::HiddenCharacters, "hidden_characters", QT_TRANSLATE_NOOP("Actions", "Hidden characters"), "", {}, true},
    Spec{Act::Remarks, "remarks", QT_TRANSLATE_NOOP("Actions", "Remarks on the document…")},
    Spec{Act::Thumbnails, "thumbnails", QT_TRANSLATE_NOOP("Actions", "Page pictures"), "F8", Icon::Page, true},
    Spec{Act::Split, "split_reader", QT_TRANSLATE_NOOP("Actions", "Two places side by side"), "Ctrl+Shift+D", {}, true},
    Spec{Act::LeftPanel, "left_panel", QT_TRANSLATE_NOOP("Actions", "Side panel"), "F7", Icon::LeftPanel, true},
    Spec{Act::Dock, "dock", QT_TRANSLATE_NOOP("Actions", "Evidence and plots"), "F9", Icon::RightDock, true},
    Spec{Act::FullScreen, "full_screen", QT_TRANSLATE_NOOP("Actions", "Full screen"), "F11", {}, true},
    Spec{Act::NextPane, "next_pane", QT_TRANSLATE_NOOP("Actions", "Next pane"), "F6"},
    Spec{Act::MaximisePanel, "maximise_panel", QT_TRANSLATE_NOOP("Actions", "Maximise panel"), "Ctrl+Shift+M", Icon::Maximise, true},
    Spec{Act::Read, "read", QT_TRANSLATE_NOOP("Actions", "Read"), "", Icon::Play},
    Spec{Act::PauseReading, "pause_reading", QT_TRANSLATE_NOOP("Actions", "Pause reading"), "", Icon::Pause},
    Spec{Act::RenameSession, "rename_session", QT_TRANSLATE_NOOP("Actions", "Rename session…"), "", Icon::Edit},
    Spec{Act::DuplicateSession, "duplicate_session", QT_TRANSLATE_NOOP("Actions", "Duplicate session"), "", Icon::Copy},
    Spec{Act::MoveSession, "move_session", QT_TRANSLATE_NOOP("Actions", "Move session…"), "", Icon::Folder},
    Spec{Act::DiscardMemory, "discard_memory", QT_TRANSLATE_NOOP("Actions", "Discard memory, keep text and answers")},
    Spec{Act::DiscardMemories, "discard_memories", QT_TRANSLATE_NOOP("Actions", "Discard memories of other sessions…")},
    Spec{Act::TrashSession, "trash_session", QT_TRANSLATE_NOOP("Actions", "Move session to the trash"), "", Icon::Trash},
    Spec{Act::RereadSession, "reread_session", QT_TRANSLATE_NOOP("Actions", "Read again with this model"), "", Icon::Again},
    Spec{Act::FocusQuestion, "focus_question", QT_TRANSLATE_NOOP("Actions", "Ask a question"), "Ctrl+L"},
    Spec{Act::StopAnswer, "stop_answer", QT_TRANSLATE_NOOP("Actions", "Stop the answer"), "", Icon::Stop},
    Spec{Act::Sweep, "ask_every_chapter", QT_TRANSLATE_NOOP("Actions", "Ask every chapter"), "Ctrl+Shift+Return"},
    Spec{Act::AskAgain, "ask_again", QT_TRANSLATE_NOOP("Actions", "Ask again"), "Ctrl+R", Icon::Again},
    Spec{Act::FollowUp, "follow_up", QT_TRANSLATE_NOOP("Actions", "Ask a follow-up"), "Ctrl+Shift+L", Icon::FollowUp},
    Spec{Act::CopyAnswer, "copy_answer", QT_TRANSLATE_NOOP("Actions", "Copy the answer with citations"), "Ctrl+Shift+C", Icon::Copy},
    Spec{Act::EditQuestion, "edit_question", QT_TRANSLATE_NOOP("Actions", "Edit the question and ask again"), "", Icon::Edit},
    Spec{Act::RemoveAnswer, "remove_answer", QT_TRANSLATE_NOOP("Actions", "Delete the question and its answers"), "", Icon::Trash},
    Spec{Act::RemoveBranch, "remove_branch", QT_TRANSLATE_NOOP("Actions", "Delete this answer only")},
    Spec{Act::DeletedAnswers, "deleted_answers", QT_TRANSLATE_NOOP("Actions", "Deleted answers…")},
    Spec{Act::NextEvidence, "next_evidence", QT_TRANSLATE_NOOP("Actions", "Next evidence"), "", Icon::EvidenceDown},
    Spec{Act::PreviousEvidence, "previous_evidence", QT_TRANSLATE_NOOP("Actions", "Previous evidence"), "", Icon::EvidenceUp},
    Spec{Act::Evidence, "evidence", QT_TRANSLATE_NOOP("Actions", "Evidence"), "Ctrl+1"},
    Spec{Act::Layers, "layers", QT_TRANSLATE_NOOP("Actions", "Layers"), "Ctrl+2"},
    Spec{Act::Timeline, "timeline", QT_TRANSLATE_NOOP("Actions", "Timeline"), "Ctrl+3"},
    Spec{Act::Heads, "heads", QT_TRANSLATE_NOOP("Actions", "Heads"), "Ctrl+4"},
    Spec{Act::Unique, "unique_blocks", QT_TRANSLATE_NOOP("Actions", "Unique blocks")},
    Spec{Act::Compare, "compare", QT_TRANSLATE_NOOP("Actions", "Compare two answers"), "", Icon::Swap},
    Spec{Act::Removal, "removal", QT_TRANSLATE_NOOP("Actions", "Removal test"), "", Icon::Bar},
    Spec{Act::Confirm, "confirm_by_removal", QT_TRANSLATE_NOOP("Actions", "Confirm citations by removal"), "", Icon::Check},
    Spec{Act::OtherSettings, "ask_with_other_settings", QT_TRANSLATE_NOOP("Actions", "Ask with other settings")},
    Spec{Act::MeasuredResults, "measured_results", QT_TRANSLATE_NOOP("Actions", "Open measured results…")},
    Spec{Act::AddNote, "add_note", QT_TRANSLATE_NOOP("Actions", "Add a note"), "Ctrl+Shift+N", Icon::Note},
    Spec{Act::AddBookmark, "add_bookmark", QT_TRANSLATE_NOOP("Actions", "Add a bookmark"), "Ctrl+D", Icon::Bookmark},
    Spec{Act::Highlight, "highlight", QT_TRANSLATE_NOOP("Actions", "Highlight the selection"), "Ctrl+H"},
    Spec{Act::PinPassage, "pin_passage", QT_TRANSLATE_NOOP("Actions", "Pin the selection for the next questions"), "", Icon::Pin},
    Spec{Act::BarPassage, "bar_passage", QT_TRANSLATE_NOOP("Actions", "Bar the selection from the next questions"), "", Icon::Bar},
    Spec{Act::FindAction, "find_action", QT_TRANSLATE_NOOP("Actions", "Find an action"), "Ctrl+K", Icon::Search},
    Spec{Act::Shortcuts, "shortcuts", QT_TRANSLATE_NOOP("Actions", "Keyboard shortcuts"), "F1", Icon::Help},
    Spec{Act::About, "about", QT_TRANSLATE_NOOP("Actions", "About Cairn"), "", Icon::Info},
};

QString words(const char* text) { return QCoreApplication::translate("Actions", text); }

constexpr int kLine = -1;

}  // namespace

WindowActions::WindowActions(QMainWindow* window) : QObject(window)
{
    for (const Spec& spec : kSpecs) {
        auto* action = new QAction(window);
        action->setObjectName(QLatin1String(spec.name));
        action->setCheckable(spec.checkable);
        if (spec.symbol)
            action->setIcon(icon(*spec.symbol));
        m_actions.append(action);
        action->setProperty("defaultKeys", QVariant::fromValue(defaultKey(spec.act)));
        window->addAction(action);
    }
    (*this)[Act::Quit]->setMenuRole(QAction::QuitRole);
    (*this)[Act::Settings]->setMenuRole(QAction::PreferencesRole);
    (*this)[Act::About]->setMenuRole(QAction::AboutRole);
    setKeys({});
    retranslate();
}

QKeySequence WindowActions::defaultKey(Act act) const
{
    return QKeySequence(QLatin1String(kSpecs[std::size_t(act)].keys), QKeySequence::PortableText);
}

void WindowActions::setKeys(const QMap<QString, QKeySequence>& changed)
{
    for (const Spec& spec : kSpecs) {
        QAction* action = (*this)[spec.act];
        action->setShortcut(changed.value(action->objectName(), defaultKey(spec.act)));
    }
}

void WindowActions::retranslate()
{
    static_assert(kSpecs.size() == std::size_t(Act::About) + 1);
    for (const Spec& spec : kSpecs) {
        QAction& action = *(*this)[spec.act];
        action.setText(words(spec.text));
        action.setIconText(plainText(action));   // in the tool bar: without the dots of the menu
        action.setProperty(kFurtherWords, furtherWords(spec.act));
        action.setProperty(kTakesAway, takesAway(spec.act));
    }
    for (const auto& [menu, title] : m_menus)
        menu->setTitle(words(title));
}

QMenu* WindowActions::menu(QMenuBar* bar, const char* title, const QList<int>& acts)
{
    QMenu* menu = bar->addMenu(words(title));
    m_menus.append({menu, title});
    menu->setToolTipsVisible(true);   // why an action is not possible
    for (const int act : acts) {
        if (act == kLine)
            menu->addSeparator();
        else
            menu->addAction(m_actions.at(act));
    }
    return menu;
}

void WindowActions::makeMenus(QMenuBar* bar)
{
    const auto list = [](std::initializer_list<std::optional<Act>> acts) {
        QList<int> ids;
        for (const auto& act : acts)
            ids.append(act ? int(*act) : kLine);
        return ids;
    };
    constexpr std::nullopt_t line = std::nullopt;
    QMenu* file = menu(bar, QT_TRANSLATE_NOOP("Actions", "&File"),
                       list({Act::Open, Act::OpenFolder, Act::OpenHandbook, Act::PasteDocument, Act::AddDocuments, Act::NewSession, line,
                             Act::CloseTab, Act::ReopenTab, line, Act::ExportAnswers, Act::ExportTrace, Act::ImportAnswers, Act::SaveCopy,
                             Act::PrintDocument, Act::Print, line, Act::Settings, Act::Quit}));
    m_recent = new QMenu(words(QT_TRANSLATE_NOOP("Actions", "Recent sessions")), file);
    m_menus.append({m_recent, "Recent sessions"});
    file->insertMenu((*this)[Act::NewSession], m_recent);
    menu(bar, QT_TRANSLATE_NOOP("Actions", "&Edit"),
         list({Act::Undo, Act::Redo, line, Act::CopyAnswer, line, Act::Find, Act::FindNext, Act::FindPrevious, Act::SearchLibrary,
               Act::SearchMeaning, line, Act::AddNote, Act::AddBookmark, Act::Highlight, Act::PinPassage, Act::BarPassage}));
    menu(bar, QT_TRANSLATE_NOOP("Actions", "&View"),
         list({Act::Back, Act::Forward, Act::GoToPage, line, Act::PageMode, Act::TextMode, Act::Thumbnails, Act::Split,
               Act::TextEncoding, Act::HiddenCharacters, Act::Remarks, line,
               Act::ZoomIn, Act::ZoomOut, Act::ZoomReset}));
    menu(bar, QT_TRANSLATE_NOOP("Actions", "&Session"),
         list({Act::Read, Act::PauseReading, Act::RereadSession, line, Act::RenameSession, Act::DuplicateSession, Act::MoveSession, line,
               Act::DiscardMemory, Act::DiscardMemories, Act::TrashSession}));
    menu(bar, QT_TRANSLATE_NOOP("Actions", "&Ask"),
         list({Act::FocusQuestion, Act::Sweep, Act::StopAnswer, line, Act::AskAgain, Act::EditQuestion, Act::FollowUp, line,
               Act::RemoveAnswer, Act::RemoveBranch, Act::DeletedAnswers}));
    menu(bar, QT_TRANSLATE_NOOP("Actions", "S&tudy"),
         list({Act::NextEvidence, Act::PreviousEvidence, line, Act::Evidence, Act::Layers, Act::Timeline, Act::Heads, line, Act::Unique,
               Act::Compare, Act::Removal, Act::Confirm, Act::OtherSettings, line, Act::MeasuredResults}));
    menu(bar, QT_TRANSLATE_NOOP("Actions", "&Window"),
         list({Act::LeftPanel, Act::Dock, Act::MaximisePanel, Act::FullScreen, line, Act::NextPane}));
    menu(bar, QT_TRANSLATE_NOOP("Actions", "&Help"), list({Act::OpenHandbook, Act::FindAction, Act::Shortcuts, line, Act::About}));
}

}  // namespace cairn
