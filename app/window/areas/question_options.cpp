#include "app/window/areas/question_options.h"

#include "app/window/session/frequent_names.h"
#include "core/types/barred_documents.h"
#include "ui/elided_place.h"
#include "ui/plots/plot_words.h"

#include <QCoreApplication>
#include <QFile>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>
#include <set>

namespace cairn
{
namespace
{

constexpr qsizetype kStarters = 3;
constexpr qsizetype kLongestHeading = 60;

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(cairn::Settings)
};

// Blocks that hold words of no ticked document.
std::vector<BlockId> barredBlocks(const StreamMap& map, const std::vector<bool>& ticked)
{
    std::vector<BlockId> barred;
    if (map.isEmpty() || std::find(ticked.begin(), ticked.end(), false) == ticked.end())
        return barred;
    for (std::uint32_t block = 0; block < map.pieces(); ++block) {
        const auto places = map.placesOf(BlockId(block));
        const bool allowed = places.empty() || std::any_of(places.begin(), places.end(), [&](const DocumentPlace& place) {
            return place.document >= ticked.size() || ticked[place.document];
        });
        if (!allowed)
            barred.push_back(BlockId(block));
    }
    return barred;
}

// Without "Chapter IV.", "3.2": what the section is about.
QString subjectOf(const std::string& heading)
{
    static const QRegularExpression kNumber(
        QStringLiteral("^\\s*((chapter|part|section|book|appendix|letter|canto|act|scene|volume|kapitel|teil)\\s+[0-9ivxlc]+|"
                       "[0-9]+(\\.[0-9]+)*|[ivxlcdm]+(?=\\.|\\s*$))[.:)\\s-]*"),
        QRegularExpression::CaseInsensitiveOption | QRegularExpression::UseUnicodePropertiesOption);
    const QString subject = QString::fromStdString(heading).remove(kNumber).simplified();
    return subject.endsWith(u'.') && !subject.endsWith(QLatin1String("..")) ? subject.chopped(1) : subject;   // "Definitions."
}

// Parts that every book has: nothing to ask about.
bool isFrontOrBackMatter(const QString& subject)
{
    static const QStringList kParts{QStringLiteral("titlepage"), QStringLiteral("title page"), QStringLiteral("imprint"),
                                    QStringLiteral("contents"), QStringLiteral("table of contents"), QStringLiteral("preface"),
                                    QStringLiteral("foreword"), QStringLiteral("introduction"), QStringLiteral("prologue"),
                                    QStringLiteral("epilogue"), QStringLiteral("endnotes"), QStringLiteral("notes"),
                                    QStringLiteral("footnotes"), QStringLiteral("colophon"), QStringLiteral("uncopyright"),
                                    QStringLiteral("copyright"), QStringLiteral("dedication"), QStringLiteral("acknowledgements"),
                                    QStringLiteral("acknowledgments"), QStringLiteral("history and acknowledgments"),
                                    QStringLiteral("references"), QStringLiteral("bibliography"), QStringLiteral("index"),
                                    QStringLiteral("glossary"), QStringLiteral("appendix"), QStringLiteral("abstract"),
                                    QStringLiteral("conclusion"), QStringLiteral("conclusions"), QStringLiteral("examples"),
                                    QStringLiteral("license"), QStringLiteral("epigraph"), QStringLiteral("afterword")};
    static const QRegularExpression kFacts(   // "Author: Lewis Carroll": a heading about the book
        QStringLiteral("^(title|titel|author|autor|autorin|editor|translator|year|jahr|date|datum|publisher|verlag|language|isbn)\\s*:"),
        QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression kGoesOn(   // "Walton, in continuation": what it goes on with, it doesn't say
        QStringLiteral("\\b(continued|in continuation|cont\\.?|fortsetzung)\\W*$"), QRegularExpression::CaseInsensitiveOption);
    return kParts.contains(subject.toLower()) || kFacts.match(subject).hasMatch() || kGoesOn.match(subject).hasMatch();
}

QString questionAbout(const QString& subject)
{
    if (subject.endsWith(QLatin1Char('?')))
        return subject;
    return QCoreApplication::translate("Starters", "What does the text say about “%1”?").arg(subject);
}

}  // namespace

AskOptions questionOptions(const AskForm& form, const StreamMap& map, const std::vector<bool>& ticked, const ReaderPlace& place)
{
    AskOptions options;
    options.strategy = form.strategy;
    options.topK = form.topK.value_or(0);
    options.scan = form.scan;
    options.maxTokens = form.answerTokens;
    options.temperature = float(form.temperature);
    options.seed = form.seed;
    options.deepTrace = form.deepTrace;
    options.bookOnly = form.bookOnly;
    options.controls.barred = barredBlocks(map, ticked);
    if (form.upToHere && !map.isEmpty() && place.document < map.documents()) {
        const auto token = map.tokensOf({place.document, {place.byte, place.byte + 1}}).first;
        options.until = BlockId(static_cast<std::uint32_t>(token / map.blockTokens()));
    }
    return options;
}

void addPassageRules(AskOptions& options, const StreamMap& map, const SessionContents& contents, std::uint32_t blocks)
{
    if (map.isEmpty())
        return;
    const std::uint32_t end = options.until ? std::min(blocks, options.until->value) : blocks;
    auto &barred = options.controls.barred, &pinned = options.controls.pinned;
    for (const NoteKind kind : {NoteKind::Barred, NoteKind::Pinned}) {
        for (const NoteRecord& record : contents.notes) {
            const auto document = std::find_if(contents.records.begin(), contents.records.end(),
                                               [&](const DocumentRecord& one) { return one.id == record.note.document; });
            if (record.note.kind != kind || record.damaged || document == contents.records.end() || document->isRemoved())
                continue;
            const auto index = static_cast<std::uint32_t>(document - contents.records.begin());
            for (const BlockId block : map.blocksOf({index, record.note.range})) {
                auto& to = kind == NoteKind::Barred ? barred : pinned;
                const bool known = std::find(to.begin(), to.end(), block) != to.end();
                if (block.value < end && !known && std::find(barred.begin(), barred.end(), block) == barred.end())
                    to.push_back(block);
            }
        }
    }
    for (auto* blockList : {&barred, &pinned})
        std::sort(blockList->begin(), blockList->end());
}

bool isAllBarred(const AskOptions& options, const StreamMap& map)
{
    return map.pieces() > 1 && options.controls.barred.size() + 1 >= map.pieces();
}

std::size_t pinnedBlocks(const StreamMap& map, const SessionContents& contents, const DocumentPlace& added)
{
    AskOptions options;
    addPassageRules(options, map, contents, map.blocks());
    std::set<BlockId> blocks(options.controls.pinned.begin(), options.controls.pinned.end());
    if (!map.isEmpty()) {
        for (const BlockId block : map.blocksOf(added)) {
            if (block.value < map.blocks())   // the open one is in sight anyway
                blocks.insert(block);
        }
    }
    return blocks.size();
}

QString settingWords(const AskOptions& options, const StreamMap& map, const std::vector<DocumentRecord>& records, std::uint32_t places)
{
    QStringList words;
    if (options.topK > 0)
        words += Words::tr("k %1").arg(options.topK);
    if (options.mode)
        words += modeName(*options.mode);
    if (options.attention)
        words += *options.attention == AttentionWay::Exact ? Words::tr("exact attention") : Words::tr("grouped attention");
    if (options.scan)
        words += *options.scan == ScanWay::TwoLevel ? Words::tr("the best groups compared") : Words::tr("all passages compared");
    if (!options.controls.switchedOff.empty())
        words += Words::tr("%n head(s) off", nullptr, int(options.controls.switchedOff.size()));
    const BarredParts barred = barredParts(map, options.controls.barred);
    for (const std::uint32_t document : barred.documents)
        words += Words::tr("without “%1”").arg(document < records.size() ? titleInSentence(records[document].title) : QString());
    if (!barred.blocks.empty() && isAllBarred(options, map))
        words += Words::tr("%1 of %n block(s) barred", nullptr, int(map.pieces())).arg(barred.blocks.size());
    else if (!barred.blocks.empty())
        words += Words::tr("%n block(s) barred", nullptr, int(barred.blocks.size()));
    if (const std::size_t pinned = options.controls.pinned.size(); places > 0 && pinned > places)
        words += Words::tr("%n block(s) pinned, the best %1 are opened", nullptr, int(pinned)).arg(places);
    else if (pinned > 0)
        words += Words::tr("%n block(s) pinned", nullptr, int(pinned));
    if (options.temperature > 0)
        words += Words::tr("temperature %1").arg(QLocale().toString(options.temperature, 'g', 2));
    if (options.deepTrace)
        words += Words::tr("deep trace");
    return words.join(QStringLiteral(", "));
}

QStringList questionsOf(const QString& file)
{
    QFile lines(file);
    if (!lines.open(QIODevice::ReadOnly))
        return {};
    return QString::fromUtf8(lines.readAll()).split(QLatin1Char('\n'), Qt::SkipEmptyParts).mid(0, kStarters);
}

QStringList starterQuestions(const std::vector<DocumentPtr>& documents, const std::vector<std::uint64_t>& readBytes)
{
    const bool isBegun = std::any_of(readBytes.begin(), readBytes.end(), [](std::uint64_t bytes) { return bytes > 0; });
    const auto readEnd = [&](std::size_t document) -> std::uint64_t {
        return isBegun && document < readBytes.size() ? readBytes[document] : documents[document]->text.size();
    };
    QStringList subjects;
    for (std::size_t document = 0; document < documents.size(); ++document) {
        const auto& outline = documents[document]->outline;
        for (std::size_t i = 0; i < outline.size(); ++i) {
            const std::uint64_t sectionEnd = i + 1 < outline.size() ? outline[i + 1].begin : documents[document]->text.size();
            const QString subject = subjectOf(outline[i].text);
            const bool title = outline[i].text == documents[document]->title;
            if (!title && sectionEnd <= readEnd(document) && !isFrontOrBackMatter(subject) && subject.size() > 3 &&
                subject.size() <= kLongestHeading && !subjects.contains(subject))
                subjects.append(subject);
        }
    }
    for (std::size_t document = 0; document < documents.size(); ++document) {
        const std::string_view read = std::string_view(documents[document]->text).substr(0, readEnd(document));
        if (subjects.size() < kStarters)
            for (const std::string& name : frequentNames(read, std::size_t(kStarters - subjects.size())))
                subjects.append(QString::fromStdString(name));
    }
    QStringList questions;
    const qsizetype count = std::min(kStarters, subjects.size());
    for (qsizetype i = 0; i < count; ++i)
        questions.append(questionAbout(subjects[(2 * i + 1) * subjects.size() / (2 * count)]));   // spread over the text
    return questions;
}

}  // namespace cairn
