// The sentences of an answer that are the program's own: as the model was taught to decline, and in the place of withheld words. UI thread.
#pragma once

#include <string>

namespace cairn
{

// In the language of the window, if `answer` is one of them; else as it is. What is kept and exported has the words as they were.
std::string ownWords(const std::string& answer);

}  // namespace cairn
