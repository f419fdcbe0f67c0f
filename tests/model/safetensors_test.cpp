// safetensors: what is read and written, and one bad file per rule of reliability.md 4.
#include "core/model/safetensors.h"
#include "core/model/safetensors_writer.h"
#include "core/types/half.h"
#include "tests/support/mutants.h"
#include "tests/support/safetensors_file.h"
#include "tests/support/temporary_folder.h"

#include <QTest>

using namespace cairn;
using test::bytesOf;
using test::safetensorsEntry;
using test::safetensorsFile;

class SafetensorsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tensorsAndMetadataAreRead();
    void badFileIsRefused_data();
    void badFileIsRefused();
    void everyTruncationIsRefused();
    void mutantsNeverCrash();
    void writtenFileIsReadBack();
    void unfinishedFileLeavesTheOldOne();
};

namespace
{

Result<SafetensorsFile> read(const std::string& bytes)
{
    return readSafetensors(std::make_shared<MemorySource>(std::as_bytes(std::span(bytes)), "test.safetensors"));
}

const std::string kData = bytesOf(std::vector<float>{1, 2, 3, 4, 5, 6});

std::string good()
{
    return safetensorsFile("{\"__metadata__\":{\"format\":\"pt\"}," + safetensorsEntry("b", "F32", {2, 2}, 0, 16) + ","
                               + safetensorsEntry("a", "I32", {2}, 16, 24) + "}",
                           kData);
}

QByteArray bytes(const std::string& text) { return QByteArray(text.data(), qsizetype(text.size())); }
QByteArray oneEntry(const std::string& entry) { return bytes(safetensorsFile("{" + entry + "}", kData)); }

}  // namespace

void SafetensorsTest::tensorsAndMetadataAreRead()
{
    const std::string bytes = good();
    const auto file = read(bytes);
    QVERIFY2(file.has_value(), file ? "" : file.error().message.c_str());
    QCOMPARE(file->metadata.at("format"), std::string("pt"));
    QCOMPARE(*file->readFloats("b"), (std::vector<float>{1, 2, 3, 4}));
    QCOMPARE(file->readIntegers("a")->at(0), 0x40A00000);   // the bits of 5.0
    QCOMPARE(file->readFloats("a").error().code, ErrorCode::Unsupported);
    QCOMPARE(file->readFloats("c").error().code, ErrorCode::NotFound);
}

void SafetensorsTest::badFileIsRefused_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("rule");
    const auto row = [](const char* name, const QByteArray& file, const char* rule) {
        QTest::addRow("%s", name) << file << QString::fromLatin1(rule);
    };
    row("empty", "", "header's length");
    row("length beyond the file", bytes(bytesOf(std::uint64_t(100)) + "{}"), "header's length");
    row("length -1", bytes(bytesOf(~std::uint64_t(0)) + "{}"), "header's length");
    row("length above 16 MiB", bytes(safetensorsFile("{" + std::string((16 << 20) + 1, ' ') + "}", "")), "header's length");
    row("space first", bytes(safetensorsFile(" {}", "")), "begin with");
    row("no JSON", bytes(safetensorsFile("{]", "")), "JSON");
    row("tensor twice", oneEntry(safetensorsEntry("x", "F32", {6}, 0, 24) + "," + safetensorsEntry("x", "F32", {6}, 0, 24)), "twice");
    row("unknown type", oneEntry(safetensorsEntry("x", "F8_E4M3", {24}, 0, 24)), "F8_E4M3");
    row("nine dimensions", oneEntry(safetensorsEntry("x", "F32", {6, 1, 1, 1, 1, 1, 1, 1, 1}, 0, 24)), "8 dimensions");
    row("name of 513 bytes", oneEntry(safetensorsEntry(std::string(513, 'x'), "F32", {6}, 0, 24)), "512 bytes");
    row("no shape", oneEntry("\"x\":{\"dtype\":\"F32\",\"data_offsets\":[0,24]}"), "dtype, shape");
    row("extra field", oneEntry("\"x\":{\"dtype\":\"F32\",\"shape\":[6],\"data_offsets\":[0,24],\"y\":1}"), "dtype, shape");
    row("negative dimension", oneEntry("\"x\":{\"dtype\":\"F32\",\"shape\":[-6],\"data_offsets\":[0,24]}"), "whole number");
    row("fractional dimension", oneEntry("\"x\":{\"dtype\":\"F32\",\"shape\":[6.0],\"data_offsets\":[0,24]}"), "whole number");
    row("dimensions overflow", oneEntry("\"x\":{\"dtype\":\"F32\",\"shape\":[4294967296,4294967296],\"data_offsets\":[0,24]}"),
        "size of its shape");
    row("offsets reversed", oneEntry(safetensorsEntry("x", "F32", {6}, 24, 0)), "inside the file");
    row("offset beyond the file", oneEntry(safetensorsEntry("x", "F32", {7}, 0, 28)), "inside the file");
    row("size differs from shape", oneEntry(safetensorsEntry("x", "F32", {5}, 0, 24)), "size of its shape");
    row("gap", oneEntry(safetensorsEntry("x", "F32", {2}, 0, 8) + "," + safetensorsEntry("y", "F32", {3}, 12, 24)),
        "overlap or leave a gap");
    row("overlap", oneEntry(safetensorsEntry("x", "F32", {4}, 0, 16) + "," + safetensorsEntry("y", "F32", {3}, 12, 24)),
        "overlap or leave a gap");
    row("goes on", oneEntry(safetensorsEntry("x", "F32", {5}, 0, 20)), "goes on");
    row("metadata not text", oneEntry("\"__metadata__\":{\"a\":1}"), "texts");
}

void SafetensorsTest::badFileIsRefused()
{
    QFETCH(QByteArray, file);
    QFETCH(QString, rule);
    const std::string content = file.toStdString();
    const auto result = read(content);
    QVERIFY(!result);
    QVERIFY(result.error().code == ErrorCode::Corruption || result.error().code == ErrorCode::Unsupported);
    QVERIFY2(result.error().message.find(rule.toStdString()) != std::string::npos, result.error().message.c_str());
    QVERIFY(result.error().message.starts_with("test.safetensors: ") && result.error().offset);
}

void SafetensorsTest::everyTruncationIsRefused()
{
    const std::string whole = good();
    for (std::size_t length = 0; length < whole.size(); ++length)
        QVERIFY2(!read(whole.substr(0, length)), qPrintable(QString::number(length)));
}

void SafetensorsTest::mutantsNeverCrash()
{
    const std::string whole = good();
    test::Mutants mutants(whole, whole.size());
    int refused = 0;
    for (int i = 0; i < 20'000; ++i) {
        const std::string mutant = mutants.next();
        const auto file = read(mutant);
        refused += file.has_value() ? 0 : 1;
        if (!file)
            continue;
        for (const auto& [name, tensor] : file->tensors)
            QVERIFY(tensor.bytes <= mutant.size() && tensor.offset <= mutant.size() - tensor.bytes);
    }
    QVERIFY(refused > 5'000 && refused < 20'000);
}

void SafetensorsTest::writtenFileIsReadBack()
{
    test::TemporaryFolder folder;
    const std::vector<float> a{1, -2, 3.14159f, 4, 5, 6}, b{0.1f, 70000, -0.0f};
    const std::vector<TensorToWrite> tensors{
        {"z", {2, 3}, a, TensorType::F32}, {"b", {3}, b, TensorType::F16}, {"none", {0, 4}, {}, TensorType::F32}};
    const std::string path = folder.file("out.safetensors");
    QVERIFY(writeSafetensors(path, tensors, {{"rank", "4"}, {"text", "\"quoted\"\n"}}).has_value());
    const auto file = openSafetensors(path);
    QVERIFY2(file.has_value(), file ? "" : file.error().message.c_str());
    QCOMPARE(*file->readFloats("z"), a);
    QCOMPARE(*file->readFloats("b"), (std::vector<float>{halfToFloat(floatToHalf(0.1f)), INFINITY, -0.0f}));
    QCOMPARE(file->metadata.at("text"), std::string("\"quoted\"\n"));
    QCOMPARE(file->tensors.at("z").offset % 8, std::uint64_t(0));
    const std::vector<TensorToWrite> twice{{"z", {1}, std::span(a).first(1), TensorType::F32},
                                           {"z", {1}, std::span(a).first(1), TensorType::F32}};
    QCOMPARE(writeSafetensors(path, twice, {}).error().code, ErrorCode::InvalidArgument);
    QVERIFY(openSafetensors(path)->metadata.contains("rank"));   // the old file stays
}

void SafetensorsTest::unfinishedFileLeavesTheOldOne()
{
    test::TemporaryFolder folder;
    const std::string path = folder.file("out.safetensors");
    test::writeContent(path, "old");
    {
        auto writer = SafetensorsWriter::create(path, {{"a", {100}, TensorType::F32}}, {});
        QVERIFY(writer.has_value() && writer->append(std::vector<float>(50)).has_value());
    }
    QCOMPARE(test::fileContent(path), std::string("old"));
    QCOMPARE(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
    QCOMPARE(SafetensorsWriter::create("/dev/full/x", {}, {}).error().code, ErrorCode::Io);
}

QTEST_APPLESS_MAIN(SafetensorsTest)
#include "safetensors_test.moc"
