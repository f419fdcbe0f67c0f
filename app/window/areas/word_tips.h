// What a word of an answer says when the pointer rests on it: how much of the attention that wrote it went to the document
// (experience.md 4, f(t)), and to the memory (m(t)); and what the number of a citation says. UI thread.
#pragma once

#include "ui/run.h"
#include "ui/selection/resolved.h"

#include <QCoreApplication>
#include <QString>

#include <cstdint>
#include <vector>

namespace cairn
{

class WordTips
{
    Q_DECLARE_TR_FUNCTIONS(cairn::WordTips)
public:
    // Means over the tokens of the word that holds `token`, over these heads (empty: all); empty: its trace is not known. The shares of
    // the last answer and heads asked for are kept.
    QString of(const RunPtr& run, std::uint32_t token, const HeadMask& heads = {});

    // What a citation's number says: where it stands, and the passage (its first 600 characters). Empty: there is no such citation.
    static QString ofCitation(const RunPtr& run, int citation);

private:
    void learn(const RunPtr& run, const HeadMask& heads);

    RunPtr m_run;
    HeadMask m_heads;
    QString m_headsWords;                  // "3 heads"; empty: all
    std::vector<TokenGroup> m_words;
    std::vector<float> m_book, m_memory;   // per token
};

}  // namespace cairn
