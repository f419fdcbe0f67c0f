#include "core/evaluation/articles.h"

#include "core/corpora/corpus.h"
#include "core/formats/json.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

namespace cairn
{

namespace
{

std::string fileNameOf(const std::string& title, std::set<std::string>& taken)
{
    std::string name;
    for (const char c : title) {
        if (std::isalnum(static_cast<unsigned char>(c)))
            name += c;
        else if (!name.empty() && name.back() != '-')
            name += '-';
    }
    while (!name.empty() && name.back() == '-')
        name.pop_back();
    name = name.empty() ? std::string("article") : name.substr(0, 60);
    std::string free = name;
    for (int number = 2; !taken.insert(free).second; ++number)
        free = name + "-" + std::to_string(number);
    return free + ".txt";
}

std::string lineOf(const std::string& file, const QaQuestion& question, std::uint64_t passageBegin)
{
    JsonWriter json;
    json.beginObject().member("doc", file).member("question", question.question).key("answers").beginArray();
    for (const std::string& answer : question.answers)
        json.value(answer);
    json.endArray();
    if (question.begin && !question.answers.empty())
        json.member("begin", passageBegin + *question.begin);
    json.endObject();
    return json.take() + "\n";
}

// Evenly spread.
std::vector<const QaQuestion*> chosen(const std::vector<const QaQuestion*>& all, std::uint64_t count)
{
    if (all.size() <= count)
        return all;
    std::vector<const QaQuestion*> some;
    for (std::uint64_t i = 0; i < count; ++i)
        some.push_back(all[static_cast<std::size_t>(i * all.size() / count)]);
    return some;
}

bool fits(const QaPassage& passage, const ArticleRequest& request)
{
    if (passage.source.compare(0, request.source.size(), request.source) != 0)
        return false;
    return request.heldOutShare <= 0 || isHeldOut(passage.document, request.heldOutSeed, request.heldOutShare);
}

}  // namespace

std::vector<TestArticle> testArticles(const QaCorpus& corpus, const ArticleRequest& request)
{
    std::map<std::string, std::vector<const QaQuestion*>> questions;   // by document
    for (const QaQuestion& question : corpus.questions) {
        if (question.answers.empty() || question.begin)
            questions[corpus.passages[question.passage].document].push_back(&question);
    }
    std::vector<TestArticle> articles;
    std::set<std::string> seen, files;
    for (const QaPassage& passage : corpus.passages) {
        if (articles.size() >= request.articles || !fits(passage, request) || !seen.insert(passage.document).second)
            continue;
        const QaCorpus::Article whole = corpus.article(passage.document);
        const auto found = questions.find(passage.document);
        if (whole.text.size() < request.shortest || found == questions.end())
            continue;
        TestArticle article{passage.document, fileNameOf(passage.title.empty() ? passage.document : passage.title, files), whole.text, {}};
        for (const QaQuestion* question : chosen(found->second, request.questions)) {
            const auto place = std::find_if(whole.passages.begin(), whole.passages.end(),
                                            [&](const auto& one) { return one.first == question->passage; });
            if (place != whole.passages.end())
                article.questions += lineOf(article.file, *question, place->second);
        }
        articles.push_back(std::move(article));
    }
    return articles;
}

}  // namespace cairn
