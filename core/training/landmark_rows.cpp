#include "core/training/landmark_rows.h"

#include "core/answering/document_stream.h"

#include <algorithm>
#include <cstdio>
#include <set>

namespace cairn
{

namespace
{

constexpr std::size_t kLongestTail = 160;            // tokens of question and answer
constexpr std::size_t kLongestGold = 6'000;          // bytes of the passage that is asked about
constexpr std::size_t kLongestAnswer = 160;          // bytes
constexpr double kPassages = 0.6;                    // of the asked rows; the others hide a needle
constexpr std::string_view kRepeated =
    "The grass is green. The sky is blue. The sun is yellow. Here we go. There and back again. ";   // the paper's filler

std::string hexadecimal(std::uint64_t value, int digits)
{
    char text[32];
    std::snprintf(text, sizeof text, "%0*llx", digits, static_cast<unsigned long long>(value));
    return text;
}

std::string uuid(TrainingRandom& random)
{
    return hexadecimal(random.below(1ull << 32), 8) + "-" + hexadecimal(random.below(1u << 16), 4) + "-" +
           hexadecimal(random.below(1u << 16), 4) + "-" + hexadecimal(random.below(1u << 16), 4) + "-" +
           hexadecimal(random.below(1ull << 48), 12);
}

// Whole lower-case words that the vocabulary has as one token.
std::vector<std::string> vocabularyWords(const Tokenizer& tokenizer)
{
    std::vector<std::string> words;
    for (TokenId id = 0; id < tokenizer.vocabularySize(); ++id) {
        const std::string text = tokenizer.decode(id);
        const bool word = text.size() > 4 && text[0] == ' '
                          && std::all_of(text.begin() + 1, text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
        if (word)
            words.push_back(text.substr(1));
    }
    if (words.empty())
        words = {"apple", "bridge", "candle", "desert", "engine", "forest", "garden", "harbour"};
    return words;
}

void append(std::vector<TokenId>& to, const std::vector<TokenId>& from)
{
    to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

LandmarkRows::LandmarkRows(const Model& model, std::vector<TextDocument> texts, QaCorpus questions, const LandmarkRowOptions& options)
    : m_model(&model), m_texts(std::move(texts)), m_questions(std::move(questions)), m_options(options)
{
    for (std::size_t i = 0; i < m_questions.questions.size(); ++i) {
        const QaQuestion& question = m_questions.questions[i];
        if (question.begin && question.answers.front().size() <= kLongestAnswer
            && m_questions.passages[question.passage].text.size() <= kLongestGold)
            m_usable.push_back(i);
    }
    m_words = vocabularyWords(*model.tokenizer);
}

Result<LandmarkRows> LandmarkRows::create(const Model& model, std::vector<TextDocument> texts, QaCorpus questions,
                                          const LandmarkRowOptions& options)
{
    if (!model.tokenizer)
        return Error{ErrorCode::InvalidArgument, model.name + " has no tokenizer, so it can't read text; name a complete model."};
    if (texts.empty())
        return Error{ErrorCode::InvalidArgument, "There is no text to train on; name more files, or hold fewer documents out."};
    if (options.shortest < 2 || options.longest < options.shortest || options.queries < 1)
        return Error{ErrorCode::InvalidArgument, "A row needs at least two blocks and one query."};
    LandmarkRows rows(model, std::move(texts), std::move(questions), options);
    auto head = chatPrefix(*model.tokenizer, model.chat);
    if (!head)
        return head.error();
    rows.m_head = *std::move(head);
    return rows;
}

Result<std::vector<TokenId>> LandmarkRows::encode(const std::string& text) const
{
    return encodePrompt({{text, false}}, *m_model->tokenizer);
}

// A piece of any document that begins and ends at white space.
std::string LandmarkRows::stretch(TrainingRandom& random, std::size_t bytes) const
{
    const std::string& text = random.pick(m_texts).text;
    if (text.size() <= bytes)
        return text;
    std::size_t begin = text.find_first_of(" \n", static_cast<std::size_t>(random.below(text.size() - bytes)));
    begin = begin == std::string::npos ? 0 : begin + 1;
    std::size_t end = std::min(text.size(), begin + bytes);
    if (end < text.size()) {
        const std::size_t space = text.find_last_of(" \n", end);
        end = space == std::string::npos || space <= begin ? begin : space;
    }
    return text.substr(begin, end - begin);
}

std::string LandmarkRows::words(TrainingRandom& random, std::size_t count) const
{
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
        text.append(text.empty() ? "" : " ").append(random.pick(m_words));
    return text;
}

// Stretches of different documents, each closed as the model closes a text.
Result<std::vector<TokenId>> LandmarkRows::textTokens(TrainingRandom& random, std::size_t count) const
{
    const std::vector<TokenId> ends = m_model->tokenizer->endOfText();
    std::vector<TokenId> tokens;
    for (int tries = 0; tokens.size() < count; ++tries) {
        const auto part = encode(stretch(random, 1'500 + random.below(10'500)));
        if (!part)
            return part.error();
        append(tokens, *part);
        if (!ends.empty())
            tokens.push_back(ends.front());
        if (tries > 10'000)
            return Error{ErrorCode::InvalidArgument, "The documents are too short to fill a row of text; use fewer blocks."};
    }
    tokens.resize(count);
    return tokens;
}

std::vector<std::uint32_t> LandmarkRows::sampleQueries(TrainingRandom& random, std::size_t tokens, std::size_t tail,
                                                       std::uint32_t count) const
{
    const std::size_t first = m_options.blockTokens, open = tokens - tail;
    const std::size_t wanted = std::min<std::size_t>(count, tokens - first), inside = std::min(wanted / 2, tail);
    std::set<std::uint32_t> chosen;
    while (chosen.size() < inside)
        chosen.insert(static_cast<std::uint32_t>(std::max(first, open) + random.below(tokens - std::max(first, open))));
    while (chosen.size() < wanted)
        chosen.insert(static_cast<std::uint32_t>(first + random.below(tokens - first)));
    return {chosen.begin(), chosen.end()};
}

Result<LandmarkRow> LandmarkRows::plain(TrainingRandom random, std::uint32_t blocks, std::uint32_t queries) const
{
    const std::size_t count = std::size_t{blocks} * m_options.blockTokens;
    auto tokens = textTokens(random, count);
    if (!tokens)
        return tokens.error();
    return LandmarkRow{*std::move(tokens), sampleQueries(random, count, 0, queries)};
}

Result<LandmarkRow> LandmarkRows::training(std::uint64_t step, std::uint64_t index) const
{
    TrainingRandom random(m_options.seed, "landmark rows", (step << 16) + index);
    const std::uint32_t blocks = m_options.shortest + static_cast<std::uint32_t>(random.below(m_options.longest - m_options.shortest + 1));
    if (!random.chance(m_options.asked))
        return plain(random, blocks, m_options.queries);
    return asked(random, std::size_t{blocks} * m_options.blockTokens);
}

// "question, end of the turn, answer, end of the reply" in the model's chat format.
Result<std::vector<TokenId>> LandmarkRows::tailTokens(const std::string& question, const std::string& answer) const
{
    const ChatFormat& chat = m_model->chat;
    Prompt prompt = {{question, false}};
    prompt.insert(prompt.end(), chat.afterUser.begin(), chat.afterUser.end());
    prompt.push_back({answer, false});
    prompt.insert(prompt.end(), chat.afterReply.begin(), chat.afterReply.end());
    return encodePrompt(prompt, *m_model->tokenizer);
}

// A passage with a question about it, among other passages and stretches of text.
Result<LandmarkRows::Ending> LandmarkRows::passageEnding(TrainingRandom& random, std::size_t count) const
{
    constexpr const char* kForms[] = {"\n\nQuestion: {}\nAnswer in a few words from the text.", "\n\n{}", "\n\nQuestion: {}"};
    const QaQuestion& question = m_questions.questions[random.pick(m_usable)];
    std::string form = kForms[random.below(std::size(kForms))];
    form.replace(form.find("{}"), 2, question.question);
    const auto gold = encode(m_questions.passages[question.passage].text + "\n\n");
    const auto tail = tailTokens(form, question.answers.front());
    if (!gold || !tail)
        return gold ? tail.error() : gold.error();
    Ending ending{*gold, *tail, {}};
    for (std::size_t filled = 0; filled < count;) {
        const bool text = random.chance(0.3);
        const auto part = encode((text ? stretch(random, 3'000) : random.pick(m_questions.passages).text.substr(0, kLongestGold)) + "\n\n");
        if (!part)   // a passage cut inside a character: another one
            continue;
        filled += part->size();
        ending.filler.push_back(*part);
    }
    return ending;
}

// A fact that stands nowhere else, and a question about it.
Result<LandmarkRows::Ending> LandmarkRows::needleEnding(TrainingRandom& random, std::size_t count) const
{
    const std::string topic = random.pick(m_words);
    const std::string names[] = {"pass key", "secret code", "magic number", "password of " + topic, "access code for " + topic};
    const std::string name = names[random.below(std::size(names))];
    const std::string keys[] = {std::to_string(1 + random.below(50'000)), std::to_string(1'000'000 + random.below(999'000'000)),
                                words(random, 2), uuid(random)};
    const std::string key = keys[random.below(std::size(keys))];
    std::string fact = random.chance(0.5) ? "\nThe " + name + " is " + key + ". Remember it. " + key + " is the " + name + ".\n"
                                          : "\nOne of the facts to keep: the " + name + " is " + key + ".\n";
    std::string question = "\n\nWhat is the " + name + "?", answer = "The " + name + " is " + key + ".";
    if (random.chance(0.25)) {   // one entry of a list of keys and values
        const std::size_t entries = 4 + random.below(12), asked = random.below(entries);
        fact = "\n";
        for (std::size_t i = 0; i < entries; ++i) {
            const std::string entry = words(random, 1), value = random.chance(0.5) ? uuid(random) : std::to_string(random.below(1'000'000));
            fact += entry + ": " + value + "\n";
            if (i == asked) {
                question = "\n\nWhat is the value of " + entry + "?";
                answer = value;
            }
        }
    }
    const double kind = random.real();
    std::string filler;
    if (kind < 0.4)
        filler = kRepeated;
    else if (kind < 0.6)
        filler = words(random, 5 + random.below(26)) + ". ";
    else
        filler = stretch(random, 12'000) + "\n\n" + stretch(random, 12'000) + "\n\n";
    const auto gold = encode(fact), tail = tailTokens(question, answer), part = encode(filler);
    if (!gold || !tail || !part)
        return !gold ? gold.error() : !tail ? tail.error() : part.error();
    Ending ending{*gold, *tail, {}};
    if (part->empty())
        return Error{ErrorCode::InvalidArgument, "A document gave no tokens to hide something in."};
    std::vector<TokenId> all;
    while (all.size() < count)
        append(all, *part);
    for (const TokenId token : all)   // the needle may stand anywhere
        ending.filler.push_back({token});
    return ending;
}

Result<LandmarkRow> LandmarkRows::asked(TrainingRandom& random, std::size_t count) const
{
    for (int tries = 0; tries < 100; ++tries) {
        const bool passage = !m_usable.empty() && random.chance(kPassages);
        const auto ending = passage ? passageEnding(random, count) : needleEnding(random, count);
        if (!ending)
            return ending.error();
        const std::size_t fixed = m_head.size() + ending->gold.size() + ending->tail.size();
        if (ending->tail.size() > kLongestTail || fixed + m_options.blockTokens > count)
            continue;
        const std::size_t room = count - fixed;
        std::vector<TokenId> filler;
        std::vector<std::size_t> cuts = {0};
        for (const auto& piece : ending->filler) {
            append(filler, piece);
            if (filler.size() <= room)
                cuts.push_back(filler.size());
        }
        const std::size_t at = random.pick(cuts);
        filler.resize(room);
        LandmarkRow row;
        row.tokens = m_head;
        row.tokens.insert(row.tokens.end(), filler.begin(), filler.begin() + static_cast<std::ptrdiff_t>(at));
        append(row.tokens, ending->gold);
        row.tokens.insert(row.tokens.end(), filler.begin() + static_cast<std::ptrdiff_t>(at), filler.end());
        append(row.tokens, ending->tail);
        row.queries = sampleQueries(random, row.tokens.size(), ending->tail.size(), m_options.queries);
        return row;
    }
    return plain(random, static_cast<std::uint32_t>(count / m_options.blockTokens), m_options.queries);   // rows too short for any ending
}

}  // namespace cairn
