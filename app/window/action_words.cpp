#include "app/window/action_words.h"

#include "app/window/window_actions.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

namespace cairn
{
namespace
{

const char* wordsOf(Act act)
{
    switch (act) {
    case Act::Open: return QT_TRANSLATE_NOOP("ActionWords", "load import document book paper PDF EPUB Word OpenDocument ODT text");
    case Act::OpenFolder: return QT_TRANSLATE_NOOP("ActionWords", "load directory package copy");
    case Act::OpenHandbook: return QT_TRANSLATE_NOOP("ActionWords", "help manual guide documentation tutorial");
    case Act::PasteDocument: return QT_TRANSLATE_NOOP("ActionWords", "paste insert copied text");
    case Act::AddDocuments: return QT_TRANSLATE_NOOP("ActionWords", "append import files more");
    case Act::NewSession: return QT_TRANSLATE_NOOP("ActionWords", "create start empty close");
    case Act::CloseTab: return QT_TRANSLATE_NOOP("ActionWords", "document");
    case Act::ReopenTab: return QT_TRANSLATE_NOOP("ActionWords", "restore undo");
    case Act::ExportAnswers: return QT_TRANSLATE_NOOP("ActionWords", "save report conversation Markdown HTML JSON web page");
    case Act::ExportTrace: return QT_TRANSLATE_NOOP("ActionWords", "trace weights data CSV NumPy table save");
    case Act::ImportAnswers: return QT_TRANSLATE_NOOP("ActionWords", "import load JSON");
    case Act::SaveCopy: return QT_TRANSLATE_NOOP("ActionWords", "export package share backup archive session");
    case Act::PrintDocument:
    case Act::Print: return QT_TRANSLATE_NOOP("ActionWords", "paper printer preview save as PDF export");
    case Act::Settings:
        return QT_TRANSLATE_NOOP("ActionWords", "preferences options configuration change switch language theme dark light font colours "
                                                "model device GPU threads folder storage keys shortcuts");
    case Act::Quit: return QT_TRANSLATE_NOOP("ActionWords", "exit close leave end");
    case Act::Redo: return QT_TRANSLATE_NOOP("ActionWords", "again repeat");
    case Act::Find: return QT_TRANSLATE_NOOP("ActionWords", "search text words");
    case Act::FindNext:
    case Act::FindPrevious: return QT_TRANSLATE_NOOP("ActionWords", "search hit match result");
    case Act::SearchLibrary: return QT_TRANSLATE_NOOP("ActionWords", "find everywhere all sessions");
    case Act::SearchMeaning: return QT_TRANSLATE_NOOP("ActionWords", "search semantic attention similar");
    case Act::GoToPage: return QT_TRANSLATE_NOOP("ActionWords", "jump number section heading outline contents");
    case Act::Back:
    case Act::Forward: return QT_TRANSLATE_NOOP("ActionWords", "history place navigate");
    case Act::ZoomIn: return QT_TRANSLATE_NOOP("ActionWords", "zoom in bigger magnify font size");
    case Act::ZoomOut: return QT_TRANSLATE_NOOP("ActionWords", "zoom out shrink font size");
    case Act::ZoomReset: return QT_TRANSLATE_NOOP("ActionWords", "zoom reset 100 % font text");
    case Act::PageMode: return QT_TRANSLATE_NOOP("ActionWords", "PDF layout original");
    case Act::TextMode: return QT_TRANSLATE_NOOP("ActionWords", "plain reflow");
    case Act::TextEncoding: return QT_TRANSLATE_NOOP("ActionWords", "charset UTF-8 Latin-1 umlauts characters");
    case Act::HiddenCharacters: return QT_TRANSLATE_NOOP("ActionWords", "invisible whitespace control marks");
    case Act::Remarks: return QT_TRANSLATE_NOOP("ActionWords", "warnings problems import");
    case Act::Thumbnails: return QT_TRANSLATE_NOOP("ActionWords", "thumbnails previews");
    case Act::Split: return QT_TRANSLATE_NOOP("ActionWords", "split view");
    case Act::LeftPanel: return QT_TRANSLATE_NOOP("ActionWords", "sidebar left show hide library outline notes");
    case Act::Dock: return QT_TRANSLATE_NOOP("ActionWords", "right dock show hide charts");
    case Act::FullScreen: return QT_TRANSLATE_NOOP("ActionWords", "maximise whole");
    case Act::NextPane: return QT_TRANSLATE_NOOP("ActionWords", "focus switch panel");
    case Act::MaximisePanel: return QT_TRANSLATE_NOOP("ActionWords", "enlarge view dock");
    case Act::Read: return QT_TRANSLATE_NOOP("ActionWords", "start resume continue process");
    case Act::PauseReading: return QT_TRANSLATE_NOOP("ActionWords", "stop halt");
    case Act::RenameSession: return QT_TRANSLATE_NOOP("ActionWords", "title name");
    case Act::DuplicateSession: return QT_TRANSLATE_NOOP("ActionWords", "copy clone");
    case Act::MoveSession: return QT_TRANSLATE_NOOP("ActionWords", "folder disk drive place");
    case Act::DiscardMemory:
    case Act::DiscardMemories: return QT_TRANSLATE_NOOP("ActionWords", "free disk space delete clean up storage");
    case Act::TrashSession: return QT_TRANSLATE_NOOP("ActionWords", "delete remove bin session");
    case Act::RereadSession: return QT_TRANSLATE_NOOP("ActionWords", "reread update model");
    case Act::FocusQuestion: return QT_TRANSLATE_NOOP("ActionWords", "query prompt chat settings temperature seed strategy spoiler limit");
    case Act::StopAnswer: return QT_TRANSLATE_NOOP("ActionWords", "cancel abort");
    case Act::Sweep: return QT_TRANSLATE_NOOP("ActionWords", "sweep whole book sections summary summarise summarize");
    case Act::AskAgain: return QT_TRANSLATE_NOOP("ActionWords", "repeat retry regenerate");
    case Act::FollowUp: return QT_TRANSLATE_NOOP("ActionWords", "continue reply conversation");
    case Act::CopyAnswer: return QT_TRANSLATE_NOOP("ActionWords", "clipboard");
    case Act::EditQuestion: return QT_TRANSLATE_NOOP("ActionWords", "change branch rephrase");
    case Act::RemoveAnswer:
    case Act::RemoveBranch: return QT_TRANSLATE_NOOP("ActionWords", "remove trash");
    case Act::DeletedAnswers: return QT_TRANSLATE_NOOP("ActionWords", "trash bin restore put back undelete");
    case Act::NextEvidence:
    case Act::PreviousEvidence: return QT_TRANSLATE_NOOP("ActionWords", "citation passage source");
    case Act::Evidence: return QT_TRANSLATE_NOOP("ActionWords", "sources passages citations blocks");
    case Act::Layers: return QT_TRANSLATE_NOOP("ActionWords", "heatmap heat map attention plot chart");
    case Act::Timeline: return QT_TRANSLATE_NOOP("ActionWords", "heatmap heat map tokens attention plot chart");
    case Act::Heads: return QT_TRANSLATE_NOOP("ActionWords", "heatmap heat map grid retrieval attention ranking");
    case Act::Unique: return QT_TRANSLATE_NOOP("ActionWords", "histogram distribution plot chart");
    case Act::Compare: return QT_TRANSLATE_NOOP("ActionWords", "difference diff side");
    case Act::Removal: return QT_TRANSLATE_NOOP("ActionWords", "remove without ablation bar blocks influence cause");
    case Act::Confirm: return QT_TRANSLATE_NOOP("ActionWords", "remove verify check ablation");
    case Act::OtherSettings: return QT_TRANSLATE_NOOP("ActionWords", "strategy selection stable variants parameters");
    case Act::MeasuredResults: return QT_TRANSLATE_NOOP("ActionWords", "evaluation needle haystack benchmark report heatmap grid curves");
    case Act::AddNote: return QT_TRANSLATE_NOOP("ActionWords", "new comment annotate annotation");
    case Act::AddBookmark: return QT_TRANSLATE_NOOP("ActionWords", "mark place favourite");
    case Act::Highlight: return QT_TRANSLATE_NOOP("ActionWords", "mark annotate colour");
    case Act::PinPassage: return QT_TRANSLATE_NOOP("ActionWords", "keep always passage include");
    case Act::BarPassage: return QT_TRANSLATE_NOOP("ActionWords", "exclude ignore block mask passage");
    case Act::FindAction: return QT_TRANSLATE_NOOP("ActionWords", "command palette search");
    case Act::Shortcuts: return QT_TRANSLATE_NOOP("ActionWords", "keys hotkeys help");
    case Act::About: return QT_TRANSLATE_NOOP("ActionWords", "version licence copyright");
    case Act::Undo: break;
    }
    return nullptr;
}

}  // namespace

QString furtherWords(Act act)
{
    const char* words = wordsOf(act);
    return words ? QCoreApplication::translate("ActionWords", words) : QString();
}

bool takesAway(Act act)
{
    constexpr Act kTakeAway[] = {Act::TrashSession, Act::DiscardMemory, Act::DiscardMemories, Act::RemoveAnswer, Act::RemoveBranch};
    return std::find(std::begin(kTakeAway), std::end(kTakeAway), act) != std::end(kTakeAway);
}

}  // namespace cairn
