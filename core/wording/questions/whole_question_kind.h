// What questions about a document as a whole ask for (whole_question.h). Plain values; any thread.
#pragma once

namespace cairn
{

enum class WholeQuestion
{
    None,       // about something in it
    Title,      // "What is the title of the paper?", "What is this book called?"
    Subject,    // "What is the article about?", "What is the main topic of this report?", "What is this?"
    Summary,    // "Summarize the paper in three sentences.", "What are the key points?", "Explain this document.", "tl;dr"
    Author,     // "Who wrote this?", "Who are the authors of the paper?"
    Date,       // "When was the book published?"
    Parts,      // "What are the chapters?", "List the sections of the report."
    PartCount,  // "How many chapters are there?"
    Characters, // "Who is the main character?", "Who are the characters of the novel?"
    Beginning,  // "How does the book begin?", "What is the first sentence?"
    Ending,     // "How does the story end?", "What are the last words?"
    Events      // "What happens in the story?"
};

}  // namespace cairn
