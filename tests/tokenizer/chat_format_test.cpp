// Templates of known models are recognised by comparison; the prompts have the tokens that these models were trained with.
#include "core/tokenizer/chat_format.h"
#include "core/tokenizer/sentencepiece_tokenizer.h"
#include "tests/tokenizer/small_vocabularies.h"
#include "tests/tokenizer/token_checks.h"

#include <QTest>

using namespace cairn;

class ChatFormatTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knownTemplatesAreRecognised_data();
    void knownTemplatesAreRecognised();
    void defaultSystemMessageIsTaken();
    void pastedSystemMessageIsNoDefault();
    void turnIsTheOneOfTheModel_data();
    void turnIsTheOneOfTheModel();
    void markersBecomeOneTokenAndTextStaysText();
    void missingMarkerIsReported();
    void everyPromptOfARecognisedFormatCanBeEncoded();
};

namespace
{

constexpr const char* kSmolLm2 =
    "{% for message in messages %}{% if loop.first and messages[0]['role'] != 'system' %}{{ '<|im_start|>system\nYou are a helpful AI "
    "assistant named SmolLM, trained by Hugging Face<|im_end|>\n' }}{% endif %}{{'<|im_start|>' + message['role'] + '\n' + "
    "message['content'] + '<|im_end|>' + '\n'}}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}";
constexpr const char* kLlama2 =
    "{% if messages[0]['role'] == 'system' %}{% set system_message = '<<SYS>>\\n' + messages[0]['content'] + '\\n<</SYS>>\\n\\n' %}"
    "{% endif %}{{ bos_token + '[INST] ' + content.strip() + ' [/INST]' }}";
constexpr const char* kLlama3 =
    "{{ '<|start_header_id|>' + message['role'] + '<|end_header_id|>\n\n'+ message['content'] | trim + '<|eot_id|>' }}";

// The small vocabulary with further markers.
std::shared_ptr<const Tokenizer> vocabularyWith(std::initializer_list<const char*> markers)
{
    BpeVocabulary v = testing::smallBpe();
    for (const char* marker : markers) {
        v.tokens.emplace_back(marker);
        v.types.push_back(static_cast<std::int32_t>(TokenType::Control));
    }
    auto made = makeBpeTokenizer(std::move(v));
    return made ? *made : nullptr;
}

std::shared_ptr<const Tokenizer> allMarkers()
{
    return vocabularyWith({"<s>", "</s>", "<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>"});
}

std::string written(const Prompt& prompt)
{
    std::string text;
    for (const PromptPiece& piece : prompt)
        text += piece.text;
    return text;
}

void addTemplates()
{
    QTest::addColumn<QByteArray>("chatTemplate");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("turn");
    const auto row = [](const char* chatTemplate, ChatKind kind, const char* turn) {
        QTest::addRow("%s", std::string(name(kind)).c_str()) << QByteArray(chatTemplate) << int(kind) << QByteArray(turn);
    };
    row(kSmolLm2, ChatKind::ChatML,
        "<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nTEXT\n\nWho?<|im_end|>\n<|im_start|>assistant\n");
    row(kLlama2, ChatKind::Llama2, "[INST] <<SYS>>\nBe brief.\n<</SYS>>\n\nTEXT\n\nWho? [/INST]");
    row(kLlama3, ChatKind::Llama3,
        "<|start_header_id|>system<|end_header_id|>\n\nBe brief.<|eot_id|><|start_header_id|>user<|end_header_id|>\n\n"
        "TEXT\n\nWho?<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n");
    row("{{ bos_token }}{{ '[INST] ' + message['content'] + ' [/INST]' }}", ChatKind::Mistral, "[INST] Be brief.\n\nTEXT\n\nWho? [/INST]");
    row("{{ '<|user|>\n' + message['content'] + eos_token }}{{ '<|assistant|>' }}", ChatKind::Zephyr,
        "<|system|>\nBe brief.</s>\n<|user|>\nTEXT\n\nWho?</s>\n<|assistant|>\n");
    row("{{ '### Instruction:\n' + message['content'] }}", ChatKind::Alpaca,
        "Be brief.\n\n### Instruction:\nTEXT\n\nWho?\n\n### Response:\n");
    row("{% if message['role'] == 'user' %}{{ 'USER: ' + message['content'] + ' ' }}{% else %}{{ 'ASSISTANT: ' + message['content'] + "
        "eos_token }}{% endif %}{% if add_generation_prompt %}{{ 'ASSISTANT:' }}{% endif %}",
        ChatKind::Vicuna, "Be brief. USER: TEXT\n\nWho? ASSISTANT:");
    row("", ChatKind::Plain, "Be brief.\n\nTEXT\n\nQuestion: Who?\nAnswer:");
}

}  // namespace

void ChatFormatTest::knownTemplatesAreRecognised_data() { addTemplates(); }

void ChatFormatTest::knownTemplatesAreRecognised()
{
    QFETCH(QByteArray, chatTemplate);
    QFETCH(int, kind);
    QCOMPARE(int(recogniseChatFormat(chatTemplate.toStdString(), *allMarkers()).kind), kind);
}

void ChatFormatTest::defaultSystemMessageIsTaken()
{
    const std::string expected = "You are a helpful AI assistant named SmolLM, trained by Hugging Face";
    QCOMPARE(recogniseChatFormat(kSmolLm2, *allMarkers()).defaultSystem, expected);
    std::string escaped = kSmolLm2;
    for (std::size_t at = 0; (at = escaped.find('\n', at)) != std::string::npos; at += 2)
        escaped.replace(at, 1, "\\n");
    QCOMPARE(recogniseChatFormat(escaped, *allMarkers()).defaultSystem, expected);
}

void ChatFormatTest::pastedSystemMessageIsNoDefault()
{
    const auto format = recogniseChatFormat("{{ '<|im_start|>system\n' + messages[0]['content'] + '<|im_end|>\n' }}", *allMarkers());
    QCOMPARE(format.kind, ChatKind::ChatML);
    QCOMPARE(format.defaultSystem, std::string());
    QCOMPARE(written(openingPrompt(format)), std::string("<|im_start|>user\n"));
}

void ChatFormatTest::turnIsTheOneOfTheModel_data() { addTemplates(); }

void ChatFormatTest::turnIsTheOneOfTheModel()
{
    QFETCH(QByteArray, chatTemplate);
    QFETCH(QByteArray, turn);
    const auto format = recogniseChatFormat(chatTemplate.toStdString(), *allMarkers());
    QCOMPARE(written(openingPrompt(format, "Be brief.")) + "TEXT" + written(questionPrompt(format, "Who?")), turn.toStdString());
}

void ChatFormatTest::markersBecomeOneTokenAndTextStaysText()
{
    const auto tokenizer = allMarkers();
    const auto ids = encodePrompt({{"<|im_start|>", true}, {"he", false}, {"llo", false}, {"<|im_end|>", false}}, *tokenizer);
    QVERIFY(ids);
    QCOMPARE((*ids)[0], 261);
    QCOMPARE((*ids)[1], 259);   // neighbouring texts are one text
    QCOMPARE(ids->size(), 2 + std::string_view("<|im_end|>").size());
}

void ChatFormatTest::missingMarkerIsReported()
{
    const auto ids = encodePrompt({{"<|nowhere|>", true}}, *allMarkers());
    QVERIFY(!ids);
    QCOMPARE(ids.error().code, ErrorCode::NotFound);
    // A template whose markers the vocabulary lacks is not taken.
    QCOMPARE(recogniseChatFormat(kLlama3, *vocabularyWith({})).kind, ChatKind::Plain);
}

void ChatFormatTest::everyPromptOfARecognisedFormatCanBeEncoded()
{
    for (const auto& tokenizer : {vocabularyWith({}), allMarkers(), vocabularyWith({"</s>", "[INST]", "[/INST]"})})
        for (const char* chatTemplate : {kSmolLm2, kLlama2, kLlama3, "[INST]", "<|user|><|assistant|>", "### Instruction:", ""}) {
            const auto format = recogniseChatFormat(chatTemplate, *tokenizer);
            QVERIFY(encodePrompt(openingPrompt(format, "x"), *tokenizer));
            QVERIFY(encodePrompt(questionPrompt(format, "x"), *tokenizer));
            QVERIFY(encodePrompt(format.afterReply, *tokenizer));
        }
}

QTEST_GUILESS_MAIN(ChatFormatTest)
#include "chat_format_test.moc"
