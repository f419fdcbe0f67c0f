// A story of eight travellers, read by a small model with random weights: what it says means nothing, but all promises must hold.
#pragma once

#include "core/answering/answerer.h"
#include "tests/support/chat_model.h"
#include "tests/support/memory_archive.h"
#include "tests/support/temporary_folder.h"

#include <QtGlobal>

#include <memory>
#include <string>

namespace cairn::test
{

inline std::string story(const std::string& ending)
{
    static const char* const kNames[] = {"Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal"};
    std::string text = "A story of eight travellers.\n\n";
    for (int i = 0; i < 24; ++i) {
        text += std::string(kNames[i % 8]) + " walked to town number " + std::to_string(i) +
                " and met a friend there. They talked about the sea.";
        text += i % 3 == 2 ? "\n\n" : " ";
    }
    return text + ending;
}

// One document, read.
struct StorySession
{
    CanonicalText document;
    DocumentStream stream;
    MemoryArchive archive;
    Memory memory;
    Answerer answerer;

    static std::unique_ptr<StorySession> read(const Engine& engine, const std::string& text, std::vector<Heading> outline = {},
                                              std::vector<Paragraph> paragraphs = {})
    {
        auto document = std::make_unique<CanonicalText>();
        document->text = text;
        document->outline = std::move(outline);
        document->paragraphs = std::move(paragraphs);
        return std::unique_ptr<StorySession>(new StorySession(engine, std::move(*document)));
    }

private:
    StorySession(const Engine& engine, CanonicalText text)
        : document(std::move(text)), stream(makeStream(engine, document)), archive(engine.memoryShape(KvType::F32)),
          memory(*engine.openMemory(archive, engine.defaultReading(), KvType::F32)), answerer(engine, memory, stream, {&document})
    {
        if (!memory.read(stream.tokens(), {}))
            qFatal("the story can't be read");
    }
    static DocumentStream makeStream(const Engine& engine, const CanonicalText& text)
    {
        const std::string_view view = text.text;
        return *DocumentStream::build({&view, 1}, engine.tokenizer(), engine.chatFormat(), engine.info().blockTokens);
    }
};

inline AskOptions asking(Strategy strategy)
{
    AskOptions options;
    options.strategy = strategy;
    options.maxTokens = 6;
    options.showUnsupported = true;   // what random weights write is never supported
    options.reread.candidates = 3;
    options.reread.answers = 2;
    options.reread.passageBytes = 200;
    return options;
}

// The model and the story it has read.
class Story
{
public:
    // Contents of a ranking and an answer adapter; empty: none. `language`: that the model says it was taught.
    explicit Story(std::uint32_t context = 4096, const std::string& rankingWeights = {}, const std::string& answerWeights = {},
                   const std::string& language = {})
    {
        const ChatModel model(m_folder.path());
        const std::string path = m_folder.file("config.json");
        std::string config = fileContent(path);
        writeContent(path, config.replace(config.find("4096"), 4, std::to_string(context)));
        if (!language.empty())
            writeContent(m_folder.file("README.md"), "---\nlanguage: " + language + "\n---\n");
        EngineOptions options;
        options.modelPath = m_folder.path();
        options.device = DeviceChoice::Cpu;
        options.kvType = KvType::F32;
        if (!rankingWeights.empty()) {
            options.rankingAdapterPath = m_folder.file("ranking.safetensors");
            writeContent(options.rankingAdapterPath, rankingWeights);
        }
        if (!answerWeights.empty()) {
            options.answerAdapterPath = m_folder.file("answer.safetensors");
            writeContent(options.answerAdapterPath, answerWeights);
        }
        auto engine = Engine::open(options);
        if (!engine)
            qFatal("%s", engine.error().message.c_str());
        m_engine = *std::move(engine);
        m_session = StorySession::read(*m_engine, story("The end."));
    }

    const Engine& engine() const { return *m_engine; }
    StorySession& session() const { return *m_session; }
    AskingContext context() const { return {*m_engine, m_session->memory, m_session->stream, m_session->answerer.index()}; }
    Answer ask(const AskOptions& options, const std::string& question = "Who walked to town number 7?") const
    {
        auto answer = m_session->answerer.ask(question, options);
        if (!answer)
            qFatal("%s", answer.error().message.c_str());
        return *std::move(answer);
    }

private:
    TemporaryFolder m_folder;
    std::unique_ptr<Engine> m_engine;
    std::unique_ptr<StorySession> m_session;
};

}  // namespace cairn::test
