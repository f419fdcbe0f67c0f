#include "core/documents/pdf/pdf_typed_text.h"

#include "core/documents/pdf/pdf_objects.h"

#include <QStringList>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace cairn
{
namespace
{

using Kind = PdfValue::Kind;

constexpr std::size_t kMostTexts = 20'000;
constexpr std::size_t kMostChosen = 50, kMostOptions = 1000;
constexpr int kDeepest = 16; // groups of fields
constexpr unsigned kHidden = 1u << 1 | 1u << 5; // of an annotation: hidden, not viewed
constexpr unsigned kPassword = 1u << 13, kPushButton = 1u << 16;

// Bytes 0x18 to 0x1F and 0x80 to 0xA0 of a text without a mark of its encoding; the others are those of Latin 1.
constexpr char16_t kLow[] = u"\u02D8\u02C7\u02C6\u02D9\u02DD\u02DB\u02DA\u02DC";
constexpr char16_t kHigh[] = u"\u2022\u2020\u2021\u2026\u2014\u2013\u0192\u2044\u2039\u203A\u2212\u2030\u201E\u201C\u201D"
                             u"\u2018\u2019\u201A\u2122"
                             u"\uFB01\uFB02\u0141\u0152\u0160\u0178\u017D\u0131\u0142\u0153\u0161\u017E\uFFFD\u20AC";

QString decoded(std::string_view bytes)
{
    const auto from = [&](std::size_t skipped) { return QByteArray(bytes.data() + skipped, qsizetype(bytes.size() - skipped)); };
    QString text;
    if (bytes.starts_with("\xFE\xFF") || bytes.starts_with("\xFF\xFE")) {
        const bool isBig = bytes.front() == '\xFE';
        for (std::size_t i = 2; i + 1 < bytes.size(); i += 2) {
            const auto first = static_cast<unsigned char>(bytes[i]), second = static_cast<unsigned char>(bytes[i + 1]);
            text += QChar(char16_t(isBig ? first << 8 | second : second << 8 | first));
        }
        text = QString::fromUtf8(text.toUtf8()); // no halves of characters
    } else if (bytes.starts_with("\xEF\xBB\xBF")) {
        text = QString::fromUtf8(from(3));
    } else {
        for (const char byte : bytes) {
            const auto code = static_cast<unsigned char>(byte);
            const bool isLow = code >= 0x18 && code < 0x20, isHigh = code >= 0x80 && code <= 0xA0;
            text += QChar(isLow ? kLow[code - 0x18] : isHigh ? kHigh[code - 0x80] : char16_t(code));
        }
    }
    const auto isControl = [](QChar c) { return c.unicode() < 0x20 || (c.unicode() >= 0x7F && c.unicode() < 0xA0); };
    std::replace_if(text.begin(), text.end(), isControl, u' ');
    return text.simplified();
}

QRectF rectOf(PdfObjects& objects, const PdfValue& list)
{
    double sides[4] = {};
    if (list.items.size() != 4)
        return {};
    for (std::size_t i = 0; i < 4; ++i) {
        sides[i] = objects.resolved(list.items[i]).number;
        if (!(sides[i] > -1e6 && sides[i] < 1e6))
            return {};
    }
    return QRectF(QPointF(sides[0], -sides[1]), QPointF(sides[2], -sides[3])).normalized();
}

bool isComment(const PdfValue& type)
{
    constexpr std::string_view kTypes[] = {"Text", "Highlight", "Underline", "StrikeOut", "Squiggly", "Caret"};
    return std::any_of(std::begin(kTypes), std::end(kTypes), [&](std::string_view one) { return type.isName(one); });
}

class Fields
{
public:
    explicit Fields(std::string_view file) : m_objects(file) {}

    TypedTexts read()
    {
        const std::vector<const PdfValue*> pages = m_objects.pages();
        for (std::size_t page = 0; page < pages.size(); ++page)
            for (const PdfValue& item : m_objects.at(*pages[page], "Annots").items)
                addAnnotation(m_objects.resolved(item), page);
        const PdfValue& form = m_objects.at(m_objects.catalog(), "AcroForm");
        m_texts.isDrawnByForm = m_objects.at(m_objects.catalog(), "NeedsRendering").isName("true") && form.find("XFA");
        for (const PdfValue& field : m_objects.at(form, "Fields").items)
            lookForMissed(m_objects.resolved(field), 0);
        if (m_objects.isEncrypted()) {
            const auto isValue = [](const TypedText& text) { return text.kind != TypedText::Kind::Box; };
            m_texts.isComplete = m_texts.isComplete && std::none_of(m_texts.texts.begin(), m_texts.texts.end(), isValue);
            m_texts.texts.clear();
        }
        return std::move(m_texts);
    }

private:
    // What a field or the groups that it belongs to say of `key`.
    const PdfValue& inherited(const PdfValue& field, std::string_view key)
    {
        const PdfValue* at = &field;
        for (int depth = 0; depth < kDeepest && at->is(Kind::Dictionary); ++depth) {
            if (const PdfValue& value = m_objects.at(*at, key); !value.is(Kind::Null))
                return value;
            at = &m_objects.at(*at, "Parent");
        }
        return kNone;
    }

    void addAnnotation(const PdfValue& annotation, std::size_t page)
    {
        const auto flags = unsigned(std::clamp(m_objects.at(annotation, "F").number, 0.0, 1e9));
        m_seen.insert(&annotation);
        if ((flags & kHidden) != 0 || m_texts.texts.size() >= kMostTexts)
            return;
        TypedText text{page, TypedText::Kind::Field, {}, {}, rectOf(m_objects, m_objects.at(annotation, "Rect"))};
        const PdfValue& type = m_objects.at(annotation, "Subtype");
        if (type.isName("Widget")) {
            readField(annotation, text);
        } else if (type.isName("FreeText")) {
            text.kind = TypedText::Kind::Note;
            text.value = textOf(m_objects.at(annotation, "Contents"));
        } else if (isComment(type) && !textOf(m_objects.at(annotation, "Contents")).isEmpty()) {
            ++m_texts.comments;
        }
        if (!text.value.isEmpty() || text.kind == TypedText::Kind::Box)
            m_texts.texts.push_back(std::move(text));
    }

    void readField(const PdfValue& widget, TypedText& text)
    {
        const PdfValue& type = inherited(widget, "FT");
        const auto flags = unsigned(std::clamp(inherited(widget, "Ff").number, 0.0, 4e9));
        if (type.isName("Btn") && (flags & kPushButton) == 0) {
            text.value = tickOf(widget);
            text.kind = text.value.isEmpty() ? TypedText::Kind::Box : TypedText::Kind::Tick;
        } else if (type.isName("Tx") && (flags & kPassword) == 0) {
            text.value = textOf(inherited(widget, "V"));
        } else if (type.isName("Ch")) {
            text.value = chosen(widget);
        }
        const PdfValue& told = inherited(widget, "TU");
        text.name = textOf(told.is(Kind::Text) ? told : inherited(widget, "T"));
    }

    QString textOf(const PdfValue& value) const { return value.is(Kind::Text) ? decoded(value.text) : QString(); }

    // What a ticked box stands for; empty: it isn't ticked.
    QString tickOf(const PdfValue& widget)
    {
        const PdfValue& own = m_objects.at(widget, "AS");
        const PdfValue& state = own.is(Kind::Name) ? own : inherited(widget, "V");
        if (!state.is(Kind::Name) || state.isName("Off"))
            return {};
        const PdfValue& looks = m_objects.at(m_objects.at(widget, "AP"), "N");
        if (!own.is(Kind::Name) && looks.is(Kind::Dictionary) && !looks.find(state.text))
            return {}; // another button of its group is
        return decoded(state.text);
    }

    // A list's values are shown as its options say: a value, or pairs of value and what is shown.
    QString chosen(const PdfValue& widget)
    {
        const PdfValue& value = inherited(widget, "V");
        const PdfValue& options = inherited(widget, "Opt");
        QStringList shown;
        const auto add = [&](const PdfValue& one) {
            QString text = textOf(one);
            for (std::size_t i = 0; i < std::min(options.items.size(), kMostOptions); ++i) {
                const PdfValue& pair = m_objects.resolved(options.items[i]);
                if (pair.is(Kind::List) && pair.items.size() == 2 && textOf(m_objects.resolved(pair.items[0])) == text) {
                    text = textOf(m_objects.resolved(pair.items[1]));
                    break;
                }
            }
            if (!text.isEmpty())
                shown += text;
        };
        if (value.is(Kind::List))
            for (std::size_t i = 0; i < std::min(value.items.size(), kMostChosen); ++i)
                add(m_objects.resolved(value.items[i]));
        else
            add(value);
        return shown.join(QStringLiteral(", "));
    }

    // Fields with a value that no page shows.
    void lookForMissed(const PdfValue& field, int depth)
    {
        if (depth > kDeepest || !m_visited.insert(&field).second || !field.is(Kind::Dictionary))
            return;
        const PdfValue& kids = m_objects.at(field, "Kids");
        for (const PdfValue& kid : kids.items)
            lookForMissed(m_objects.resolved(kid), depth + 1);
        if (!kids.items.empty() || m_seen.contains(&field))
            return;
        TypedText text;
        readField(field, text);
        m_texts.isComplete = m_texts.isComplete && (text.kind == TypedText::Kind::Tick || text.value.isEmpty());
    }

    static inline const PdfValue kNone{};

    PdfObjects m_objects;
    TypedTexts m_texts;
    std::set<const PdfValue*> m_seen, m_visited;
};

} // namespace

TypedTexts typedTexts(std::string_view file)
{
    const auto has = [&](std::string_view name) { return file.find(name) != std::string_view::npos; };
    if (!has("/AcroForm") && !has("/Widget") && !has("/Annots") && !has("/ObjStm")) // nothing else is read for the many files without any
        return {};
    return Fields(file).read();
}

} // namespace cairn
