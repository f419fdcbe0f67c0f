#include "core/documents/markup/rst_reader.h"

#include "core/documents/markup/rst_blocks.h"
#include "core/documents/text/decoded_text.h"
#include "core/documents/text/text_checks.h"

namespace cairn
{

Result<CanonicalText> readReStructuredText(std::span<const std::byte> bytes, const ImportContext& context)
{
    if (auto checked = checkText(bytes); !checked)
        return checked.error();
    const auto decoded = DecodedText::decode(bytes, {}, context.encoding);
    if (!decoded)
        return decoded.error();
    TextBuilder builder(DocumentFormat::ReStructuredText);
    RstBlocks(decoded->text(), builder).write(context);
    return finishDecoded(*decoded, builder, context.fileName);
}

}  // namespace cairn
