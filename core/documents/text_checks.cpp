#include "core/documents/text_checks.h"

namespace cairn
{

Result<void> checkText(std::span<const std::byte> bytes)
{
    if (bytes.empty())
        return Error{ErrorCode::Unsupported, "The document is empty; choose a file that holds text."};
    if (looksBinary(bytes))
        return Error{ErrorCode::Unsupported,
                     "The document is not text and of no type that Cairn reads; export it as PDF, EPUB, DOCX, HTML or plain text."};
    return {};
}

void warnOfEncoding(const DecodedText& decoded, TextBuilder& builder)
{
    if (decoded.guessed())
        builder.warn("The text is not UTF-8 and was read as " + decoded.encoding() +
                     "; if letters look wrong, save it as UTF-8 and open it again.");
}

}  // namespace cairn
