#include "app/session/foreign_session.h"

#include "app/protocol/events.h"
#include "app/session/session_register.h"
#include "core/documents/client/canonical_codec.h"
#include "core/formats/json.h"
#include "core/formats/utf8.h"
#include "core/types/limits.h"
#include "storage/folders/session_folder.h"
#include "storage/records/answer_places.h"
#include "storage/rescue/carried_codec.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

namespace cairn
{
namespace
{

namespace files = std::filesystem;

constexpr std::size_t kLongestText = limits::kMiB, kLongestJson = 64 * limits::kKiB, kLongestTitle = 1000;

bool isText(const std::string& text, std::size_t most = kLongestText)
{
    return text.size() <= most && isValidUtf8(text) && text.find('\0') == text.npos;
}

void keepJson(std::string& text)
{
    if (text.size() > kLongestJson || !parseJson(text))
        text.clear();
}

void keepTime(std::int64_t& time)
{
    constexpr std::int64_t kDayMs = 86'400'000;
    const auto now = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
    time = std::clamp<std::int64_t>(time, 0, now + kDayMs);
}

class Cleaner
{
public:
    explicit Cleaner(CarriedSession& contents) : m_contents(contents) {}

    void run()
    {
        std::map<std::string, std::string> settings;   // the model's path and the views' states are another computer's
        if (const auto title = m_contents.settings.find("title");
            title != m_contents.settings.end() && isText(title->second, kLongestTitle))
            settings.emplace("title", title->second);
        m_contents.settings = std::move(settings);
        keepTime(m_contents.createdAt);
        keep(m_contents.documents, "document", [this](CarriedDocument& document) { return isGood(document); });
        for (const CarriedDocument& document : m_contents.documents)
            m_texts.push_back(&document.text);
        keep(m_contents.questions, "question", [](QuestionRecord& question) {
            keepJson(question.options);
            keepTime(question.askedAt);
            return isText(question.text);
        });
        keep(m_contents.answers, "answer", [this](CarriedAnswer& answer) { return isGood(answer); });
        keep(m_contents.notes, "note", [this](NoteRecord& note) { return isGood(note); });
        std::erase_if(m_contents.losses, [](const std::string& loss) { return !isText(loss, kLongestTitle); });
    }

private:
    template <typename Item, typename Test>
    void keep(std::vector<Item>& items, const char* what, Test good)
    {
        const std::size_t before = items.size();
        std::erase_if(items, [&](Item& item) { return !good(item); });
        if (items.size() < before)
            m_contents.losses.push_back(std::to_string(before - items.size()) + " of " + std::to_string(before) + " " + what
                                        + "s were not as they must be and were left out.");
    }

    bool isGood(CarriedDocument& document)
    {
        document.source = {};
        keepTime(document.importedAt);
        keepTime(document.removedAt);
        m_contents.documentsAreWhole = false;
        return isText(document.text.title, kLongestTitle) && isText(document.text.author, kLongestTitle) &&
               checkCanonicalText(document.text);
    }

    bool isGood(const NoteRecord& note) const
    {
        const auto document = std::find_if(m_contents.documents.begin(), m_contents.documents.end(),
                                           [&](const CarriedDocument& one) { return one.id == note.note.document; });
        const ByteRange& range = note.note.range;
        return document != m_contents.documents.end() && range.begin <= range.end && range.end <= document->text.text.size()
            && isText(note.note.text);
    }

    // The answer as it is; else without its trace; else its words alone.
    bool isGood(CarriedAnswer& part)
    {
        keepJson(part.record.context);
        keepTime(part.record.startedAt);
        keepTime(part.record.changedAt);
        Answer& answer = part.answer;
        if (!isText(answer.text))
            return false;
        if (fits(answer))
            return true;
        answer.trace = {};
        if (fits(answer)) {
            m_contents.losses.push_back("The trace of an answer was not as it must be and was left out.");
            return true;
        }
        Answer words;
        words.text = std::move(answer.text);
        words.strategy = answer.strategy;
        words.found = answer.found;
        words.stopped = answer.stopped;
        answer = std::move(words);
        m_contents.losses.push_back("The citations of an answer were not as they must be and were left out.");
        return true;
    }

    bool fits(const Answer& answer) const
    {
        const Trace& trace = answer.trace;
        const std::uint32_t pieces = std::max({trace.documentBlocks, answer.coverage.total, 1u});
        const bool texts = std::all_of(answer.citations.begin(), answer.citations.end(), [](const Citation& citation) {
            return isText(citation.page, kLongestTitle) && isText(citation.section, kLongestTitle) && isText(citation.text);
        });
        return texts && pieces <= kMostStoredBlocks && isCoherent(answer) && traceFits(answer) &&
               checkAnswer(answer, {trace.layers, trace.heads, trace.blockTokens, pieces + 1, m_texts});
    }

    CarriedSession& m_contents;
    std::vector<const CanonicalText*> m_texts;
};

bool hasJournal(const std::string& file)
{
    struct stat info{};
    return ::stat((file + "-journal").c_str(), &info) == 0 && info.st_size > 0;
}

Result<std::string> folderFor(const std::string& wanted, const CarriedSession& contents)
{
    const auto title = contents.settings.find("title");
    if (wanted.empty())
        return makeSessionFolder(defaultSessionsFolder(), title == contents.settings.end() ? std::string() : title->second);
    if (isSessionFolder(wanted))
        return Error{ErrorCode::InvalidArgument, "There is a session in " + wanted + " already. Choose another folder."};
    std::error_code code;
    if (files::create_directories(wanted, code))
        files::permissions(wanted, files::perms::owner_all, code);
    return code ? Result<std::string>(Error{ErrorCode::Io, "The folder " + wanted + " can't be made: " + code.message() + "."}) : wanted;
}

}  // namespace

void makeSafe(CarriedSession& contents)
{
    Cleaner(contents).run();
}

Result<BroughtInSession> bringInSession(const std::string& path, const std::string& folder, const ImportOptions& options,
                                        std::stop_token stop)
{
    std::error_code code;
    const bool isFolder = files::is_directory(path, code);
    if (isFolder && !isSessionFolder(path))
        return Error{ErrorCode::InvalidArgument,
                     "The folder \"" + path + "\" holds no Cairn session: it has no session.db. Name the folder of one."};
    const std::string file = isFolder ? path + "/session.db" : path;
    if (hasJournal(file))
        return Error{ErrorCode::InvalidArgument, "Beside this session lies an unfinished write. Open and close it where it was made, then "
                                                 "copy it again."};
    CarriedSession contents;
    const auto take = [&contents](std::span<const std::byte> bytes) -> Result<void> {
        auto unpacked = unpackCarried(bytes);
        if (!unpacked)
            return unpacked.error();
        contents = std::move(*unpacked);
        return {};
    };
    if (auto done = importThroughWorker(file, ImportMode::Session, options, take, std::move(stop)); !done)
        return done.error();
    makeSafe(contents);
    const auto target = folderFor(folder, contents);
    if (!target)
        return target.error();
    if (auto done = writeCarried(*target, contents); !done) {
        ::rmdir(target->c_str());
        return done.error();
    }
    (void)registerSession(*target);
    const auto count = [](std::size_t size) { return static_cast<std::uint32_t>(size); };
    return BroughtInSession{*target, contents.losses, count(contents.documents.size()), count(contents.questions.size()),
                            count(contents.answers.size()), count(contents.notes.size())};
}

}  // namespace cairn
