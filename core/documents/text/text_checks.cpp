#include "core/documents/text/text_checks.h"

#include "core/documents/client/encodings.h"

#include <utility>

namespace cairn
{

Result<void> checkText(std::span<const std::byte> bytes)
{
    if (bytes.empty())
        return Error{ErrorCode::Unsupported, "The document is empty; choose a file that holds text."};
    if (looksBinary(bytes))
        return Error{ErrorCode::Unsupported,
                     "The document is not text and of no type that Cairn reads; export it as PDF, EPUB, DOCX, ODT, HTML or plain text."};
    return {};
}

void warnOfEncoding(const DecodedText& decoded, TextBuilder& builder)
{
    const Encoding* encoding = encodingNamed(decoded.encoding());
    if (encoding && (decoded.guessed() || decoded.chosen()))
        builder.warn(sentenceOf({encoding, decoded.chosen()}));
}

Result<CanonicalText> finishDecoded(const DecodedText& decoded, TextBuilder& builder, const std::string& fileName)
{
    warnOfEncoding(decoded, builder);
    auto result = builder.finish(fileName);
    if (result)
        result->runs = decoded.toFileOffsets(std::move(result->runs));
    return result;
}

}  // namespace cairn
