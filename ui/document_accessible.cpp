#include "ui/document_accessible.h"

#include "core/types/document.h"
#include "ui/document_view.h"
#include "ui/read_only_text_accessible.h"

#include <algorithm>
#include <utility>

namespace cairn
{
namespace
{

constexpr std::uint64_t kMostBytes = 64 * 1024;   // in sight at the smallest zoom on a large screen, with room

// Offsets are UTF-16 units of the text in sight; they change with scrolling, as what is in sight does.
class DocumentAccessible final : public ReadOnlyTextAccessible
{
public:
    explicit DocumentAccessible(DocumentView* view) : ReadOnlyTextAccessible(view) {}

    int selectionCount() const override { return view().selection() ? 1 : 0; }
    void selection(int index, int* begin, int* end) const override
    {
        const auto range = index == 0 ? view().selection() : std::nullopt;
        *begin = range ? offsetOf(range->begin) : 0;
        *end = range ? offsetOf(range->end) : 0;
    }
    void addSelection(int begin, int end) override { view().select({byteOf(begin), byteOf(end)}); }
    void removeSelection(int) override { view().select({inSight().begin, inSight().begin}); }
    void setSelection(int, int begin, int end) override { addSelection(begin, end); }
    int cursorPosition() const override { return view().selection() ? offsetOf(view().selection()->end) : 0; }
    void setCursorPosition(int offset) override { view().select({byteOf(offset), byteOf(offset)}); }

    QRect characterRect(int offset) const override
    {
        const auto places = view().rectanglesOf({byteOf(offset), byteOf(offset + 1)});
        return places.empty() ? QRect() : QRect(view().viewport()->mapToGlobal(places.front().topLeft()), places.front().size());
    }
    int offsetAtPoint(const QPoint& point) const override
    {
        const QPoint local = view().viewport()->mapFromGlobal(point);
        const auto byte = view().viewport()->rect().contains(local) ? view().byteAt(local) : std::nullopt;
        return byte ? offsetOf(*byte) : -1;
    }
    void scrollToSubstring(int begin, int end) override { view().showRange({byteOf(begin), byteOf(end)}); }

private:
    DocumentView& view() const { return *static_cast<DocumentView*>(widget()); }

    ByteRange inSight() const
    {
        const CanonicalText* document = view().document();
        if (!document)
            return {};
        const std::uint64_t begin = std::min<std::uint64_t>(view().topByte(), document->text.size());
        return {begin,
                std::clamp<std::uint64_t>(view().bottomByte(), begin, std::min<std::uint64_t>(document->text.size(), begin + kMostBytes))};
    }
    QString textOf(ByteRange range) const
    {
        return QString::fromUtf8(view().document()->text.data() + range.begin, qsizetype(range.size()));
    }
    QString words() const override { return view().document() ? textOf(inSight()) : QString(); }
    std::uint64_t byteOf(int offset) const
    {
        return inSight().begin + std::uint64_t(QStringView(words()).left(std::max(0, offset)).toUtf8().size());
    }
    int offsetOf(std::uint64_t byte) const
    {
        const ByteRange sight = inSight();
        return view().document() ? int(textOf({sight.begin, std::clamp(byte, sight.begin, sight.end)}).size()) : 0;
    }

    QString line(int offset, int step, int* begin, int* end) const override
    {
        const auto places = view().rectanglesOf(inSight());
        const auto ends = [&](std::size_t i) {
            const QRect& place = places[i];
            const auto from = view().byteAt({place.left(), place.center().y()}), to = view().byteAt({place.right(), place.center().y()});
            return from && to ? std::pair(offsetOf(*from), offsetOf(*to)) : std::pair(-1, -1);
        };
        std::size_t at = 0;
        while (at < places.size() && ends(at).second <= offset && at + 1 < places.size())
            ++at;
        const std::ptrdiff_t wanted = std::ptrdiff_t(at) + step;
        *begin = *end = -1;
        if (wanted < 0 || wanted >= std::ptrdiff_t(places.size()))
            return {};
        std::tie(*begin, *end) = ends(std::size_t(wanted));
        return *begin < 0 ? QString() : text(*begin, *end);
    }
};

QAccessibleInterface* makeDocument(const QString&, QObject* object)
{
    auto* view = qobject_cast<DocumentView*>(object);
    return view ? new DocumentAccessible(view) : nullptr;
}

}  // namespace

void installDocumentAccessibility()
{
    static const bool once = [] {
        QAccessible::installFactory(makeDocument);
        return true;
    }();
    (void)once;
}

}  // namespace cairn
