#include "core/corpora/question_corpus.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace cairn
{

namespace
{

constexpr std::string_view kBetweenPassages = "\n\n";

struct Place
{
    std::size_t document = 0;
    std::uint64_t begin = 0;
};

class Assembly
{
public:
    Assembly(const QaCorpus& corpus, const QuestionCorpusRequest& request)
        : m_corpus(corpus), m_request(request), m_places(corpus.passages.size())
    {
    }

    // One document of the corpus: its passages, in their order.
    void add(std::span<const std::size_t> passages)
    {
        std::uint64_t bytes = 0;
        for (const std::size_t passage : passages)
            bytes += m_corpus.passages[passage].text.size();
        const QaPassage& first = m_corpus.passages[passages.front()];
        const std::size_t into = bytes >= m_request.shortest ? newDocument(first.document) : packFor(first.source, bytes);
        for (const std::size_t passage : passages) {
            std::string& text = m_documents[into].text;
            if (!text.empty())
                text += kBetweenPassages;
            m_places[passage] = Place{into, text.size()};
            text += m_corpus.passages[passage].text;
        }
    }

    void addQuestion(const QaQuestion& question)
    {
        const std::optional<Place>& place = m_places[question.passage];
        if (!place || !question.begin || question.answers.empty() || question.answers.front().empty())
            return;
        const std::uint64_t begin = place->begin + *question.begin;
        m_documents[place->document].questions.push_back({question.question, {begin, begin + question.answers.front().size()}});
    }

    std::vector<QuestionDocument> take()
    {
        std::erase_if(m_documents, [](const QuestionDocument& document) { return document.questions.empty(); });
        return std::move(m_documents);
    }

private:
    std::size_t newDocument(std::string id)
    {
        m_documents.push_back({std::move(id), {}, {}});
        return m_documents.size() - 1;
    }

    std::size_t packFor(const std::string& source, std::uint64_t bytes)
    {
        Pack& pack = m_packs[source];
        if (pack.parts == 0 || m_documents[pack.document].text.size() + bytes > m_request.packed)
            pack.document = newDocument(source + ": part " + std::to_string(++pack.parts));
        return pack.document;
    }

    struct Pack
    {
        std::size_t document = 0, parts = 0;
    };

    const QaCorpus& m_corpus;
    const QuestionCorpusRequest& m_request;
    std::vector<QuestionDocument> m_documents;
    std::map<std::string, Pack> m_packs;              // by source
    std::vector<std::optional<Place>> m_places;       // of each passage
};

}  // namespace

std::vector<QuestionDocument> questionDocuments(const QaCorpus& corpus, const QuestionCorpusRequest& request)
{
    const auto isWanted = [&](const std::string& source) {
        return request.sources.empty() || std::find(request.sources.begin(), request.sources.end(), source) != request.sources.end();
    };
    std::map<std::string, std::size_t> known;          // document -> index into groups
    std::vector<std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < corpus.passages.size(); ++i) {
        if (!isWanted(corpus.passages[i].source))
            continue;
        const auto [found, isNew] = known.emplace(corpus.passages[i].document, groups.size());
        if (isNew)
            groups.emplace_back();
        groups[found->second].push_back(i);
    }
    Assembly assembly(corpus, request);
    for (auto& group : groups) {
        std::stable_sort(group.begin(), group.end(), [&](std::size_t a, std::size_t b) {
            return corpus.passages[a].paragraph < corpus.passages[b].paragraph;
        });
        assembly.add(group);
    }
    for (const QaQuestion& question : corpus.questions)
        assembly.addQuestion(question);
    return assembly.take();
}

Result<std::vector<std::string>> sourcesOf(const QaCorpus& corpus, const std::vector<std::string>& wanted, bool byDefault)
{
    std::set<std::string> there;
    for (const QaQuestion& question : corpus.questions) {
        if (question.begin)
            there.insert(corpus.passages[question.passage].source);
    }
    std::string list;
    for (const std::string& name : there)
        list.append(list.empty() ? "" : ", ").append(name);
    const auto refusal = [&](const std::string& name) {
        return Error{ErrorCode::NotFound, "The corpus has no document with questions of the source \"" + name + "\"; it has "
                                              + (list.empty() ? "none at all." : list + ". Name them with --sources.")};
    };
    std::vector<std::string> known;
    for (const std::string& name : wanted) {
        if (there.contains(name))
            known.push_back(name);
        else if (!byDefault)
            return refusal(name);
    }
    return known.empty() && !wanted.empty() ? Result<std::vector<std::string>>(refusal(wanted.front())) : known;
}

std::vector<std::uint32_t> answerBlocks(const DocumentStream& stream, const ByteRange& answer)
{
    std::vector<std::uint32_t> blocks;
    for (const BlockId block : stream.blocksOf({0, answer})) {
        if (block.value > 0 && block.value < stream.blocks())
            blocks.push_back(block.value);
    }
    return blocks;
}

}  // namespace cairn
