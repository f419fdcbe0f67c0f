// GGUF files: what is read, and one bad file per rule of reliability.md 4.
#include "core/model/gguf.h"
#include "tests/support/gguf_file.h"
#include "tests/support/mutants.h"

#include <QTest>

using namespace cairn;
using test::bytesOf;
using test::GgufBuilder;

class GgufTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void metadataAndTensorsAreRead();
    void unknownArraysAreSkipped();
    void wrongTypeIsAnError();
    void badFileIsRefused_data();
    void badFileIsRefused();
    void aWrongBeginningIsAtTheBeginning();
    void everyTruncationIsRefused();
    void mutantsNeverCrash();
};

namespace
{

Result<GgufFile> read(const std::string& bytes)
{
    return readGguf(MemorySource(std::as_bytes(std::span(bytes)), "test.gguf"));
}

const std::string kFourFloats = bytesOf(std::vector<float>{1, 2, 3, 4});

GgufBuilder good()
{
    GgufBuilder file;
    file.string("general.architecture", "llama").u32("llama.block_count", 2).f32("llama.rope.freq_base", 5e5f).boolean("flag", true);
    file.strings("tokenizer.ggml.tokens", {"a", "b"}).integers("tokenizer.ggml.token_type", {1, -3});
    file.tensor("x", {2, 2}, 0, kFourFloats).tensor("y.weight", {32}, 2, std::string(18, '\1'));
    return file;
}

QByteArray bytes(const std::string& text) { return QByteArray(text.data(), qsizetype(text.size())); }
QByteArray bytes(const GgufBuilder& file) { return bytes(file.build()); }

}  // namespace

void GgufTest::metadataAndTensorsAreRead()
{
    for (const std::uint32_t version : {2u, 3u}) {
        GgufBuilder builder = good();
        builder.version = version;
        const auto file = read(builder.build());
        QVERIFY2(file.has_value(), file ? "" : file.error().message.c_str());
        QCOMPARE(file->version, version);
        QCOMPARE(**file->string("general.architecture"), std::string("llama"));
        QCOMPARE(**file->unsignedInteger("llama.block_count"), std::uint64_t(2));
        QCOMPARE(**file->number("llama.rope.freq_base"), 5e5);
        QCOMPARE(**file->boolean("flag"), true);
        QVERIFY(!file->string("nothing")->has_value());
        QCOMPARE(**file->array<std::string>("tokenizer.ggml.tokens"), (std::vector<std::string>{"a", "b"}));
        QCOMPARE(**file->array<std::int64_t>("tokenizer.ggml.token_type"), (std::vector<std::int64_t>{1, -3}));
        QCOMPARE(file->tensors.at("x").shape, (std::vector<std::uint64_t>{2, 2}));
        QCOMPARE(file->tensors.at("y.weight").type, TensorType::Q4_0);
        QCOMPARE(file->tensors.at("y.weight").offset % 32, std::uint64_t(0));
        QCOMPARE(file->tensors.at("y.weight").offset, file->tensors.at("x").offset + 32);
    }
}

void GgufTest::unknownArraysAreSkipped()
{
    GgufBuilder file = good();
    file.strings("general.languages", {"en", "de"}).integers("imatrix.chunks", {1, 2, 3}).u32("after", 7);
    const auto read1 = read(file.build());
    QVERIFY(read1.has_value());
    QCOMPARE(**read1->unsignedInteger("after"), std::uint64_t(7));
}

void GgufTest::wrongTypeIsAnError()
{
    GgufBuilder builder = good();
    builder.raw("negative", 5, bytesOf(std::int32_t(-1))).strings("strings", {"x"});
    const auto file = read(builder.build());
    QCOMPARE(file->unsignedInteger("general.architecture").error().code, ErrorCode::Corruption);
    QVERIFY(!file->unsignedInteger("negative") && !file->string("flag") && !file->boolean("llama.block_count"));
    QVERIFY(!file->array<double>("tokenizer.ggml.tokens") && !file->string("strings"));
}

void GgufTest::badFileIsRefused_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("rule");
    const auto row = [](const char* name, const QByteArray& file, const char* rule) {
        QTest::addRow("%s", name) << file << QString::fromLatin1(rule);
    };
    const auto header = [](std::uint32_t version, std::uint64_t tensors, std::uint64_t pairs) {
        return bytes("GGUF" + bytesOf(version) + bytesOf(tensors) + bytesOf(pairs));
    };
    row("empty", "", "begin with");
    row("magic", "GGML" + bytes(good()).mid(4), "begin with");
    row("version 1", header(1, 0, 0), "versions 2 and 3");
    row("version 4", header(4, 0, 0), "versions 2 and 3");
    row("big-endian", header(0x03000000, 0, 0), "big-endian");
    row("tensor count beyond the file", header(3, 1000, 0), "more tensors");
    row("tensor count negative", header(3, ~std::uint64_t(0), 0), "more tensors");
    row("pair count beyond the file", header(3, 0, 1ull << 62), "more metadata");
    GgufBuilder more = good();
    more.extraPairs = 1;
    row("one pair too many", bytes(more), "");
    more.extraPairs = 0;
    more.extraTensors = 1;
    row("one tensor too many", bytes(more), "");
    row("key twice", bytes(good().u32("flag", 1)), "occurs twice");
    row("empty key", bytes(good().u32("", 1)), "1 to 512");
    row("long key", bytes(good().u32(std::string(513, 'k'), 1)), "1 to 512");
    row("key not ASCII", bytes(good().u32("k\xC3\xA9y", 1)), "printable ASCII");
    row("value type 13", bytes(good().raw("k", 13, std::string(8, '\0'))), "unknown type");
    row("truth value 2", bytes(good().raw("k", 7, "\2")), "0 or 1");
    row("string beyond the file", bytes(good().raw("k", 8, bytesOf(std::uint64_t(1) << 40) + "x")), "16 MiB");
    row("string of length -1", bytes(good().raw("k", 8, bytesOf(~std::uint64_t(0)) + "x")), "16 MiB");
    const auto array = [](std::uint32_t type, std::uint64_t count, const std::string& data) {
        return bytesOf(type) + bytesOf(count) + data;
    };
    row("nested array", bytes(good().raw("k", 9, array(9, 1, std::string(32, '\0')))), "nested");
    row("array beyond the file", bytes(good().raw("k", 9, array(4, 1u << 20, "1234"))), "longer than the file");
    row("array of length -1", bytes(good().raw("k", 9, array(0, ~std::uint64_t(0), "1"))), "longer than the file");
    row("array of 2 million and one", bytes(good().raw("k", 9, array(0, 2'000'001, std::string(2'000'001, 'x')))), "2 million");
    row("array of truth values holding 2", bytes(good().raw("k", 9, array(7, 2, std::string("\1\2")))), "0 or 1");
    row("vocabulary of floats as text types", bytes(GgufBuilder().raw("tokenizer.ggml.token_type", 9, array(7, 1, "\1"))), "wrong type");
    row("alignment 0", bytes(good().u32("general.alignment", 0)), "power of two");
    row("alignment 48", bytes(good().u32("general.alignment", 48)), "power of two");
    row("alignment 128 KiB", bytes(good().u32("general.alignment", 1 << 17)), "power of two");
    row("alignment as text", bytes(good().string("general.alignment", "32")), "power of two");
    row("tensor twice", bytes(good().tensor("x", {4}, 0, kFourFloats)), "occurs twice");
    row("tensor name of 64 bytes", bytes(good().tensor(std::string(64, 'n'), {4}, 0, kFourFloats)), "1 to 63");
    row("tensor without name", bytes(good().tensor("", {4}, 0, kFourFloats)), "1 to 63");
    row("no dimensions", bytes(good().tensor("z", {}, 0, "")), "1 to 4 dimensions");
    row("five dimensions", bytes(good().tensor("z", {1, 1, 1, 1, 1}, 0, "1234")), "1 to 4 dimensions");
    row("dimension 0", bytes(good().tensor("z", {4, 0}, 0, "")), "zero");
    row("type 6", bytes(good().tensor("z", {32}, 6, std::string(22, 'x'))), "type number 6");
    row("group cut", bytes(good().tensor("z", {16, 2}, 2, std::string(18, 'x'))), "cuts a group");
    row("dimensions overflow", bytes(good().tensor("z", {1ull << 33, 1ull << 33}, 0, kFourFloats)), "overflows");
    row("bytes overflow", bytes(good().tensor("z", {1ull << 62}, 0, kFourFloats)), "overflows");
    row("offset plus bytes overflow", bytes(good().tensor("z", {(1ull << 62) - 8}, 0, kFourFloats)), "past the end");
    row("past the end", bytes(good().tensor("z", {1024}, 0, kFourFloats)), "past the end");
    row("gap", bytes(good().tensor("z", {4}, 0, kFourFloats).moveLast(32)), "doesn't follow");
    row("overlap", bytes(good().tensor("z", {4}, 0, kFourFloats).moveLast(-32)), "doesn't follow");
    row("goes on", bytes(good().build() + std::string(64, 'x')), "goes on");
}

void GgufTest::badFileIsRefused()
{
    QFETCH(QByteArray, file);
    QFETCH(QString, rule);
    const auto result = read(file.toStdString());
    QVERIFY(!result);
    QVERIFY(result.error().code == ErrorCode::Corruption || result.error().code == ErrorCode::Unsupported);
    QVERIFY2(result.error().message.find(rule.toStdString()) != std::string::npos, result.error().message.c_str());
    QVERIFY(result.error().message.starts_with("test.gguf: ") && result.error().offset);
}

void GgufTest::aWrongBeginningIsAtTheBeginning()
{
    const auto result = read(std::string("GIF8") + std::string(60, 'x'));
    QVERIFY(!result && result.error().offset);
    QCOMPARE(*result.error().offset, std::uint64_t(0));
}

void GgufTest::everyTruncationIsRefused()
{
    const std::string whole = good().build();
    QVERIFY(read(whole).has_value());
    for (std::size_t length = 0; length < whole.size(); ++length)
        QVERIFY2(!read(whole.substr(0, length)), qPrintable(QString::number(length)));
}

void GgufTest::mutantsNeverCrash()
{
    const std::string whole = good().build();
    test::Mutants mutants(whole, whole.size() - 64);
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
    QVERIFY(refused > 10'000 && refused < 20'000);
}

QTEST_APPLESS_MAIN(GgufTest)
#include "gguf_test.moc"
