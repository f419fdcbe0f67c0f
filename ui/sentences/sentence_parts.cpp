// Words of the system and its libraries, and words that stand in places of other sentences.
#include "ui/sentences/catalogue.h"

#include <QtGlobal>

namespace cairn
{
namespace
{

constexpr KnownSentence kSystem[] = {
    {QT_TRANSLATE_NOOP("Sentences", "No such file or directory")},
    {QT_TRANSLATE_NOOP("Sentences", "Permission denied")},
    {QT_TRANSLATE_NOOP("Sentences", "Operation not permitted")},
    {QT_TRANSLATE_NOOP("Sentences", "No space left on device")},
    {QT_TRANSLATE_NOOP("Sentences", "Disk quota exceeded")},
    {QT_TRANSLATE_NOOP("Sentences", "Input/output error")},
    {QT_TRANSLATE_NOOP("Sentences", "Read-only file system")},
    {QT_TRANSLATE_NOOP("Sentences", "Too many open files")},
    {QT_TRANSLATE_NOOP("Sentences", "File exists")},
    {QT_TRANSLATE_NOOP("Sentences", "Not a directory")},
    {QT_TRANSLATE_NOOP("Sentences", "Is a directory")},
    {QT_TRANSLATE_NOOP("Sentences", "Directory not empty")},
    {QT_TRANSLATE_NOOP("Sentences", "Device or resource busy")},
    {QT_TRANSLATE_NOOP("Sentences", "File name too long")},
    {QT_TRANSLATE_NOOP("Sentences", "File too large")},
    {QT_TRANSLATE_NOOP("Sentences", "Cannot allocate memory")},
    {QT_TRANSLATE_NOOP("Sentences", "Stale file handle")},
    {QT_TRANSLATE_NOOP("Sentences", "not well-formed (invalid token)")},
    {QT_TRANSLATE_NOOP("Sentences", "mismatched tag")},
    {QT_TRANSLATE_NOOP("Sentences", "no element found")},
    {QT_TRANSLATE_NOOP("Sentences", "unclosed token")},
    {QT_TRANSLATE_NOOP("Sentences", "undefined entity")},
    {QT_TRANSLATE_NOOP("Sentences", "unclosed CDATA section")},
    {QT_TRANSLATE_NOOP("Sentences", "XML or text declaration not at start of entity")},
    {QT_TRANSLATE_NOOP("Sentences", "junk after document element")},
    {QT_TRANSLATE_NOOP("Sentences", "duplicate attribute")},
    {QT_TRANSLATE_NOOP("Sentences", "unknown encoding")},
    {QT_TRANSLATE_NOOP("Sentences", "unexpected end of file")},
    {QT_TRANSLATE_NOOP("Sentences", "session")},
    {QT_TRANSLATE_NOOP("Sentences", "memory")},
    {QT_TRANSLATE_NOOP("Sentences", "dictionary")},
    {QT_TRANSLATE_NOOP("Sentences", "list")},
    {QT_TRANSLATE_NOOP("Sentences", "made")},
    {QT_TRANSLATE_NOOP("Sentences", "deleted")},
    {QT_TRANSLATE_NOOP("Sentences", "moved")},
    {QT_TRANSLATE_NOOP("Sentences", "copied")},
    {QT_TRANSLATE_NOOP("Sentences", "written to the disk")},
    {QT_TRANSLATE_NOOP("Sentences", "read back")},
    {QT_TRANSLATE_NOOP("Sentences", "moved to its place")},
    {QT_TRANSLATE_NOOP("Sentences", "written")},
    {QT_TRANSLATE_NOOP("Sentences", "created")},
    {QT_TRANSLATE_NOOP("Sentences", "closed")},
    {QT_TRANSLATE_NOOP("Sentences", "opened")},
};

}  // namespace

std::span<const KnownSentence> sentenceParts() { return kSystem; }

}  // namespace cairn
