// PyTorch .bin files: tensors come out, nothing runs, one bad file per rule of reliability.md 4.
#include "core/model/torch_archive.h"
#include "core/model/torch_pickle.h"
#include "tests/support/mutants.h"
#include "tests/support/torch_file.h"

#include <QTest>

using namespace cairn;
using test::bytesOf;
using test::storedZip;
namespace pickle = test::pickle;

class TorchArchiveTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tensorsAreFound();
    void sharedStoragesAndOrderedDictsAreRead();
    void badPickleIsRefused_data();
    void badPickleIsRefused();
    void badArchiveIsRefused_data();
    void badArchiveIsRefused();
    void everyTruncationIsRefused();
    void mutantsNeverCrash();
};

namespace
{

using Tensors = std::map<std::string, StoredTensor>;

Result<Tensors> read(const std::string& bytes)
{
    return readTorchArchive(std::make_shared<MemorySource>(std::as_bytes(std::span(bytes)), "test.bin"));
}

const std::string kSixFloats = bytesOf(std::vector<float>{1, 2, 3, 4, 5, 6});
const std::string kStorage = pickle::storage("FloatStorage", "0", 6);

std::string archive(const std::string& pickleBytes, const std::string& data = kSixFloats)
{
    return storedZip({{"m/data.pkl", pickleBytes}, {"m/byteorder", "little"}, {"m/data/0", data}, {"m/version", "3\n"}});
}

std::string oneTensor(const std::string& value) { return pickle::dictionary({{"w", value}}); }
std::string good() { return archive(oneTensor(pickle::tensor(kStorage, 0, {2, 3}, {3, 1}))); }

std::string floatsAt(const std::string& file, const StoredTensor& tensor) { return file.substr(tensor.offset, tensor.bytes); }

QByteArray bytes(const std::string& text) { return QByteArray(text.data(), qsizetype(text.size())); }

}  // namespace

void TorchArchiveTest::tensorsAreFound()
{
    const std::string file = test::torchFile({{"a", {2, 2}, {1, 2, 3, 4}}, {"b", {3}, {5, 6, 7}}});
    const auto tensors = read(file);
    QVERIFY2(tensors.has_value(), tensors ? "" : tensors.error().message.c_str());
    QCOMPARE(tensors->size(), std::size_t(2));
    QCOMPARE(tensors->at("a").shape, (std::vector<std::uint64_t>{2, 2}));
    QCOMPARE(floatsAt(file, tensors->at("a")), bytesOf(std::vector<float>{1, 2, 3, 4}));
    QCOMPARE(floatsAt(file, tensors->at("b")), bytesOf(std::vector<float>{5, 6, 7}));
}

// As state_dict() is saved: an OrderedDict with attributes, parameters, two views of one storage through the memo.
void TorchArchiveTest::sharedStoragesAndOrderedDictsAreRead()
{
    const std::string remembered = kStorage + "q\x07";
    const std::string parameter = pickle::global("torch._utils", "_rebuild_parameter") + "(" + pickle::tensor("h\x07", 4, {2}, {1}) + "\x88"
                                  + pickle::kOrderedDict + "tR";
    const std::string body = "\x80\x02" + pickle::kOrderedDict + "(" + pickle::text("a") + pickle::tensor(remembered, 0, {2, 2}, {2, 1})
                             + pickle::text("b") + parameter + "u}" + pickle::text("_metadata") + pickle::kOrderedDict + "sb.";
    const std::string file = archive(body);
    const auto tensors = read(file);
    QVERIFY2(tensors.has_value(), tensors ? "" : tensors.error().message.c_str());
    QCOMPARE(floatsAt(file, tensors->at("b")), bytesOf(std::vector<float>{5, 6}));
    QCOMPARE(floatsAt(file, tensors->at("a")), bytesOf(std::vector<float>{1, 2, 3, 4}));
}

void TorchArchiveTest::badPickleIsRefused_data()
{
    QTest::addColumn<QByteArray>("pickle");
    QTest::addColumn<QString>("rule");
    const auto row = [](const char* name, const std::string& body, const char* rule) {
        QTest::addRow("%s", name) << bytes(body) << QString::fromLatin1(rule);
    };
    const auto body = [](const std::string& code) { return "\x80\x02" + code; };
    row("empty", "", "no pickle");
    row("protocol 4", "\x80\x04}.", "protocol 4");
    row("protocol 0", "(dp0\n.", "no pickle");
    row("os.system", body(pickle::global("os", "system") + "(" + pickle::text("true") + "tR."), "could run code");
    row("builtins eval", body(pickle::global("builtins", "eval") + "(" + pickle::text("1") + "tR."), "could run code");
    row("torch.load", body(pickle::global("torch", "load") + "."), "could run code");
    row("instruction of protocol 4", body("\x93."), "not one of a checkpoint");
    row("INST", body("(ios\nsystem\n."), "not one of a checkpoint");
    row("extension registry", body("\x82\x01."), "not one of a checkpoint");
    row("NEWOBJ", body(pickle::global("collections", "OrderedDict") + ")\x81."), "not one of a checkpoint");
    row("call of a number", body("K\1)R."), "something else than a known name");
    row("storage class called", body(pickle::global("torch", "FloatStorage") + ")R."), "unknown way");
    row("OrderedDict with items", body(pickle::global("collections", "OrderedDict") + "]\x85R."), "unknown way");
    row("attributes of a tuple", body(")}b."), "something else than a dictionary");
    row("item into a tuple", body(")K\1K\2s."), "no dictionary");
    row("items into a list", body("](K\1K\2u."), "no dictionary");
    row("append to a dictionary", body("}K\1a."), "no list");
    row("odd items", body("}(K\1u."), "no dictionary");
    row("no mark", body("}K\1u."), "mark is missing");
    row("unknown memo", body("h\5."), "unknown value");
    row("memo of nothing", body("q\5."), "no value to remember");
    row("tuple of nothing", body("\x86."), "missing");
    row("drop of nothing", body("0."), "nothing to drop");
    row("text of length -1", body("X\xFF\xFF\xFF\xFF."), "cut off");
    row("text not UTF-8", body("X" + bytesOf(std::uint32_t(1)) + "\x80."), "UTF-8");
    row("integer of 9 bytes", body("\x8A\x09" + std::string(9, '\1') + "."), "8 bytes");
    row("no end", body("}"), "cut off");
    row("a list", body("]."), "no dictionary of tensors");
    row("two values", body("}}."), "no dictionary of tensors");
    row("dictionary of numbers", body("}" + pickle::text("a") + "K\1s."), "no dictionary of tensors");
    row("persistent text", body(pickle::text("storage") + "Q."), "storage is not described");
    row("storage of length -1", oneTensor(pickle::tensor(pickle::storage("FloatStorage", "0", -6), 0, {6}, {1})),
        "storage is not described");
    row("tensor of a number", oneTensor(pickle::tensor("K\1", 0, {6}, {1})), "not described");
    row("tensor before its storage", oneTensor(pickle::tensor(kStorage, -1, {6}, {1})), "not described");
    row("nine dimensions", oneTensor(pickle::tensor(kStorage, 0, std::vector<std::uint64_t>(9, 1), std::vector<std::uint64_t>(9, 1))),
        "8 dimensions");
    row("dimension -1", oneTensor(pickle::tensor(kStorage, 0, {0xFFFFFFFF}, {1})), "no whole number");
    row("fewer strides", oneTensor(pickle::tensor(kStorage, 0, {2, 3}, {1})), "as many strides");
    row("past its data", oneTensor(pickle::tensor(kStorage, 1, {6}, {1})), "past its data");
    row("dimensions overflow", oneTensor(pickle::tensor(kStorage, 0, {0x7FFFFFFF, 0x7FFFFFFF, 0x7FFFFFFF}, {0, 0, 1})), "");
    row("column by column", oneTensor(pickle::tensor(kStorage, 0, {3, 2}, {1, 3})), "row by row");
    row("repeated row", oneTensor(pickle::tensor(kStorage, 0, {100, 6}, {0, 1})), "row by row");
    row("storage longer than its entry", oneTensor(pickle::tensor(pickle::storage("FloatStorage", "0", 7), 0, {6}, {1})), "another size");
    row("storage of another type", oneTensor(pickle::tensor(pickle::storage("DoubleStorage", "0", 6), 0, {6}, {1})), "another size");
    row("missing entry", oneTensor(pickle::tensor(pickle::storage("FloatStorage", "1", 6), 0, {6}, {1})), "missing");
    row("entry outside", oneTensor(pickle::tensor(pickle::storage("FloatStorage", "../version", 6), 0, {6}, {1})), "missing");
    row("name twice", pickle::dictionary({{"w", pickle::tensor(kStorage, 0, {6}, {1})}, {"w", pickle::tensor(kStorage, 0, {6}, {1})}}),
        "twice");
}

void TorchArchiveTest::badPickleIsRefused()
{
    QFETCH(QByteArray, pickle);
    QFETCH(QString, rule);
    const auto result = read(archive(pickle.toStdString()));
    QVERIFY(!result);
    QVERIFY(result.error().code == ErrorCode::Corruption || result.error().code == ErrorCode::Unsupported);
    QVERIFY2(result.error().message.find(rule.toStdString()) != std::string::npos, result.error().message.c_str());
    QVERIFY(result.error().message.starts_with("test.bin: "));
}

void TorchArchiveTest::badArchiveIsRefused_data()
{
    QTest::addColumn<QByteArray>("file");
    const std::string body = oneTensor(pickle::tensor(kStorage, 0, {6}, {1}));
    QTest::addRow("empty") << QByteArray();
    QTest::addRow("tar") << bytes("m/data.pkl" + std::string(600, '\0'));
    QTest::addRow("bare pickle") << bytes(body);
    QTest::addRow("no data.pkl") << bytes(storedZip({{"m/data/0", kSixFloats}}));
    QTest::addRow("two data.pkl") << bytes(storedZip({{"m/data.pkl", body}, {"n/data.pkl", body}, {"m/data/0", kSixFloats}}));
    QTest::addRow("compressed") << bytes(storedZip({{"m/data.pkl", body}, {"m/data/0", kSixFloats}}, 8));
    QTest::addRow("big-endian") << bytes(storedZip({{"m/data.pkl", body}, {"m/byteorder", "big"}, {"m/data/0", kSixFloats}}));
    std::string flipped = good();
    flipped[flipped.find("FloatStorage")] = 'f';
    QTest::addRow("flipped byte in the pickle") << bytes(flipped);
}

void TorchArchiveTest::badArchiveIsRefused()
{
    QFETCH(QByteArray, file);
    const std::string content = file.toStdString();
    const auto result = read(content);
    QVERIFY(!result);
    QVERIFY(result.error().code == ErrorCode::Corruption || result.error().code == ErrorCode::Unsupported);
}

void TorchArchiveTest::everyTruncationIsRefused()
{
    const std::string whole = good();
    QVERIFY(read(whole).has_value());
    for (std::size_t length = 0; length < whole.size(); ++length)
        QVERIFY2(!read(whole.substr(0, length)), qPrintable(QString::number(length)));
}

void TorchArchiveTest::mutantsNeverCrash()
{
    const std::string original = oneTensor(pickle::tensor(kStorage, 0, {2, 3}, {3, 1}));
    test::Mutants pickles(original, original.size());
    int refused = 0;
    for (int i = 0; i < 20'000; ++i) {
        const std::string mutant = pickles.next();
        refused += readTorchPickle(std::as_bytes(std::span(mutant)), "test.bin").has_value() ? 0 : 1;
    }
    QVERIFY(refused > 5'000 && refused < 20'000);
    test::Mutants files(good(), good().size());
    for (int i = 0; i < 5'000; ++i) {
        const std::string mutant = files.next();
        const auto tensors = read(mutant);
        if (!tensors)
            continue;
        for (const auto& [name, tensor] : *tensors)
            QVERIFY(tensor.bytes <= mutant.size() && tensor.offset <= mutant.size() - tensor.bytes);
    }
}

QTEST_APPLESS_MAIN(TorchArchiveTest)
#include "torch_archive_test.moc"
