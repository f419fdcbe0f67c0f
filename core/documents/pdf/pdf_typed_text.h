// Text that people typed into a PDF's fields or onto its pages, and boxes, ticked and not: Qt PDF tells nothing of it.
// Import worker only; one thread.
#pragma once

#include <QRectF>
#include <QString>

#include <cstddef>
#include <string_view>
#include <vector>

namespace cairn
{

struct TypedText
{
    enum class Kind { Field, Tick, Box, Note }; // typed or chosen; a box or round button that is ticked, or isn't; typed onto the page

    std::size_t page = 0; // from 0
    Kind kind = Kind::Field;
    QString name;         // of its field, as people are told it where the file says; may be empty
    QString value;        // typed or chosen, in one line; of a tick what it stands for, often a word of the program's; of a box empty
    QRectF box{};         // points of the file's own coordinates, (x, -y): y downwards
};

struct TypedTexts
{
    std::vector<TypedText> texts; // page by page, as the file lists them
    bool isComplete = true;       // false: there is more, encrypted or on none of the pages
    std::size_t comments = 0;     // of readers, with words: notes in the margin, marked stretches
    bool isDrawnByForm = false;   // a form of Adobe's makes the pages (XFA): those in the file only ask to wait
};

// Fields that are hidden, passwords and signatures are left out.
TypedTexts typedTexts(std::string_view file);

} // namespace cairn
