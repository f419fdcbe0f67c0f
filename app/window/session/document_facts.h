// What a document is at a first look: pages, words, its beginning (experience.md 3, step 1). Values.
#pragma once

#include "app/window/session/session_contents.h"

#include <QString>

#include <cstdint>
#include <string_view>

namespace cairn
{

// Runs of letters and digits between spaces; where a script has no spaces, its characters. Any thread, a pass over the text.
std::uint64_t wordCount(std::string_view utf8);

// The first 500 characters, spaces of all kinds as one.
QString beginningOf(const CanonicalText& text);

// Blocks that end in it; 0 where its reading has not begun, too.
std::uint32_t blocksOf(const SessionContents& contents, std::uint32_t document);

// "154 pages, 77,266 words, 1,226 blocks": what is known of it.
QString sizeWords(const SessionContents& contents, std::uint32_t document);

// Of documents that were opened, from `first` on: a sentence, and their beginnings below each other.
struct Introduction
{
    QString sentence, beginnings;
    QString all() const { return sentence + QStringLiteral("\n\n") + beginnings; }
};
Introduction introductionOf(const SessionContents& contents, std::uint32_t first);

// After a crash: "412 of 412 blocks, last answer present". Empty: nothing was read or asked yet.
QString recoveredWords(const SessionContents& contents);

// Why it can only be read. Empty: it can be changed.
QString readOnlyWords(const SessionContents& contents);

}  // namespace cairn
