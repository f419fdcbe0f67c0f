// cairn-cli heatmap: which blocks an answer opened, as a PNG picture. Needs neither model nor engine.
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/stored_answer.h"
#include "storage/files/atomic_file.h"
#include "ui/pictures/heatmap_picture.h"

#include <QBuffer>
#include <QFileInfo>
#include <QGuiApplication>

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>

namespace cairn
{
namespace
{

constexpr int kLargestPlotHeight = 1024;

struct Axis
{
    TraceAxis axis;
    const char* rowName;
    const char* unit;
};

Axis axisNamed(const std::string& rows)
{
    if (rows == "heads")
        return {TraceAxis::Heads, "layer and head (row = layer x heads + head)", "gate, max over answer tokens"};
    if (rows == "tokens")
        return {TraceAxis::Tokens, "answer token", "gate, max over layers and heads"};
    return {TraceAxis::Layers, "layer", "gate, max over heads and tokens"};
}

constexpr std::array<std::string_view, 3> kColours{"cividis", "viridis", "grey"};   // in the order of ColourScheme

HeatmapPicture picture(const SparseMatrix& matrix, const Axis& axis, const Answer& answer, const HeatmapStyle& style, bool renormalised)
{
    HeatmapPicture picture;
    picture.matrix = matrix;
    picture.title = QString::fromStdString(answer.question);
    picture.rowName = QString::fromLatin1(axis.rowName);
    picture.unit = QString::fromLatin1(axis.unit) + (renormalised ? QStringLiteral(", renormalised") : QString());
    picture.columnName = QStringLiteral("block");
    picture.hiddenColumns = {0};
    picture.note = QStringLiteral("Block 0 (start of the text, a sink) is hidden");
    picture.plotSize.setHeight(std::clamp(static_cast<int>(matrix.rows) * 12, 240, kLargestPlotHeight));
    picture.footer = QStringLiteral("Weights show where the model looked. Use remove and re-score to test influence.");
    picture.style = style;
    picture.style.high = automaticHigh(matrix.values);
    return picture;
}

// A file of that name is replaced once the new one is complete; a device or pipe is written to.
Result<void> save(const QImage& image, const std::string& file)
{
    const Error failed{ErrorCode::Io, "The picture could not be written to " + file + ". Choose another place with -o."};
    std::error_code code;
    if (std::filesystem::exists(file, code) && !std::filesystem::is_regular_file(file, code))
        return image.save(QString::fromStdString(file), "PNG") ? Result<void>() : failed;
    QBuffer png;
    if (!image.save(&png, "PNG"))
        return failed;
    const QByteArray& bytes = png.data();
    const auto target = std::filesystem::weakly_canonical(file, code);   // a link stays one
    const auto done = exportFile(code ? file : target.string(), std::as_bytes(std::span(bytes.constData(), std::size_t(bytes.size()))));
    return done || done.error().code == ErrorCode::DiskFull ? done : failed;
}

// Whether the picture can go where -o says.
StageResult<void> checkTarget(const std::string& file, const Console& console)
{
    const QString suffix = QFileInfo(QString::fromStdString(file)).suffix().toLower();
    if (!suffix.isEmpty() && suffix != QLatin1String("png"))
        return StageError{Stage::Usage,
                          {ErrorCode::InvalidArgument, "The picture is a PNG file: let the name that -o gives it end in .png."}};
    if (file == "-" && console.json())
        return StageError{Stage::Usage, {ErrorCode::InvalidArgument, "-o - prints the picture itself; leave --json out."}};
    return file == "-" && console.isWatched() ? StageResult<void>(bytesOnTerminal()) : StageResult<void>();
}

int run(const Arguments& arguments, Console& console)
{
    constexpr std::array<std::string_view, 3> kRows{"layers", "heads", "tokens"};
    const auto rows = arguments.choice("rows", "layers", kRows);
    if (!rows)
        return console.fail({Stage::Usage, rows.error()});
    const auto colours = arguments.choice("colours", "cividis", kColours);
    if (!colours)
        return console.fail({Stage::Usage, colours.error()});
    const std::string file = arguments.value("output", "heatmap.png");
    if (const auto good = checkTarget(file, console); !good)
        return console.fail(good.error());
    const auto opened = openStoredAnswer(arguments, console);
    if (!opened)
        return console.fail(opened.error());
    const StoredAnswer* stored = &opened->stored;
    if (stored->answer.trace.tokens == 0)
        return console.fail(noTrace(*stored));

    const Axis axis = axisNamed(*rows);
    TraceFilter filter;
    filter.hidden = {0};
    if (arguments.has("renormalise"))
        filter.renormalised = RenormalisedOver{filter.hidden, filter.conversation};
    const SparseMatrix matrix = blockMatrix(stored->answer.trace, filter, {axis.axis, TraceMetric::Gate, TraceAggregate::Max, {}});
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString&) {});   // remarks about a desktop that isn't used
    int count = 1;
    char program[] = "cairn-cli";
    char* words[] = {program, nullptr};
    const QGuiApplication application(count, words);
    HeatmapStyle style;
    style.panel = arguments.has("dark") ? Panel::Dark : Panel::Light;
    style.scheme = ColourScheme(std::find(kColours.begin(), kColours.end(), *colours) - kColours.begin());
    const QImage image = drawHeatmapPicture(picture(matrix, axis, stored->answer, style, filter.renormalised.has_value()));
    if (file == "-") {
        QBuffer png;
        image.save(&png, "PNG");
        console.raw({png.data().constData(), std::size_t(png.size())});
        return kDone;
    }
    if (auto done = save(image, file); !done)
        return console.fail({Stage::Storage, done.error()});
    if (console.json()) {
        JsonWriter json;
        json.beginObject().member("file", file).member("answer", stored->record.id.value).member("rows", matrix.rows);
        json.member("columns", matrix.columns).endObject();
        console.object(std::move(json));
    } else {
        console.line("Wrote " + file + ": " + std::to_string(matrix.rows) + " rows x " + std::to_string(matrix.columns) + " blocks.");
    }
    return kDone;
}

}  // namespace

Command heatmapCommand()
{
    return {{"heatmap", "heatmap SESSION [ANSWER] [-o FILE.png]", "Draws which blocks an answer opened (default: the last answer).",
             {{"output", "FILE", "the picture (default heatmap.png; -: to standard output)", 'o'},
              {"rows", "ROWS", "layers, heads or tokens (default layers)"},
              {"dark", "", "on a dark panel"},
              {"colours", "MAP", "cividis, viridis or grey (default cividis)"},
              {"renormalise", "", "gates of the blocks that are not hidden sum to 1 per token, layer and head"},
              kJsonOption},
             1, 2},
            run};
}

}  // namespace cairn
