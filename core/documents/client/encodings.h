// The encodings that a text file may be said to be in, and the sentence among a document's warnings that tells which one it was read
// in. The sentence is kept with the document, so it is also how a session knows. Pure functions, no Qt.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

struct Encoding
{
    const char* name;   // "KOI8-R": as on the command line and in messages to the import worker
    const char* script; // "Cyrillic"; empty: of all scripts
};

std::span<const Encoding> encodings();                // in the order of a list to choose from
const Encoding* encodingNamed(std::string_view name); // letters of either case; null: none of them
// As people name it: also a label of the WHATWG encoding standard or a code page ("latin1", "cp1251", "sjis"), signs and case aside.
const Encoding* encodingLabelled(std::string_view label);
std::string displayName(const Encoding& encoding);    // "Cyrillic (KOI8-R)", "UTF-8"
std::string knownEncodings();                         // "one of UTF-8, ..., IBM850"

struct EncodingNote
{
    const Encoding* encoding = nullptr;
    bool chosen = false; // by a person; else guessed
};

std::string sentenceOf(const EncodingNote& note);
std::optional<EncodingNote> encodingNoteIn(const std::vector<std::string>& warnings); // none: it named its own, or is UTF-8

} // namespace cairn
