// A small corpus of questions on disk: two articles of several paragraphs each with one fact a paragraph, and plain text.
#pragma once

#include "core/formats/json.h"
#include "tests/support/temporary_folder.h"

#include <string>
#include <vector>

namespace cairn::test
{

// Article a, paragraph p: "The <thing> of village a is <colour> since the year <number>. ..".
struct QaFolder
{
    TemporaryFolder folder;
    int articles = 6, paragraphs = 8;

    QaFolder()
    {
        const std::vector<std::string> things = {"bridge", "tower", "market", "school", "mill", "harbour", "library", "station"};
        const std::vector<std::string> colours = {"red", "green", "yellow", "violet", "orange", "white", "silver", "brown"};
        std::string contexts, questions, text;
        for (int a = 0; a < articles; ++a) {
            for (int p = 0; p < paragraphs; ++p) {
                const int id = 100 * a + p;
                const std::string village = "village " + std::to_string(a), thing = things[static_cast<std::size_t>(p)];
                const std::string colour = colours[static_cast<std::size_t>((a + p) % paragraphs)];
                const std::string before = "People come to " + village + " for its old " + thing + ". The " + thing + " is ";
                const std::string paragraph =
                    before + colour + " since the year " + std::to_string(1700 + id) + ". It stands near the river.";
                JsonWriter context, question;
                context.beginObject().member("id", std::int64_t(id)).member("src", "squad1.1-train44").member("doc", village);
                contexts +=
                    context.member("title", village).member("para", std::int64_t(p)).member("text", paragraph).endObject().take() + "\n";
                question.beginObject().member("src", "squad1.1-train44").member("ctx", std::int64_t(id));
                question.member("q", "Which colour is the " + thing + " of " + village + "?")
                    .key("a")
                    .beginArray()
                    .value(colour)
                    .endArray();
                question.key("starts").beginArray().value(std::int64_t(before.size())).endArray();
                questions += question.member("kind", "span").endObject().take() + "\n";
                text += paragraph + " ";
            }
        }
        writeContent(folder.file("qa_contexts.jsonl"), contexts);
        writeContent(folder.file("qa_train.jsonl"), questions);
        for (int i = 0; i < 8; ++i)
            writeContent(folder.file("text" + std::to_string(i) + ".txt"), text);
    }
};

}  // namespace cairn::test
