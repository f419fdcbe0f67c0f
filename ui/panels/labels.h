// Text of the panels: sizes in the mock's pixels, scaled with the application's font; muted text by palette. Plain text only. UI thread.
#pragma once

#include "ui/text_size.h"

#include <QLabel>

namespace cairn
{

// The application's font, `designPixels` / 13 of its size (13 px is the interface font of the design).
void resizeScaled(QWidget* window, QSize designSize);   // for such text, as far as the screen has the room
QFont panelFont(int designPixels, QFont::Weight weight = QFont::Normal);
void setPanelFont(QWidget* widget, int designPixels, QFont::Weight weight = QFont::Normal);   // from now on; once for a widget

// Qt tells of another font of the application to the application alone: this passes QEvent::ApplicationFontChange on to every widget.
// Once, for as long as the parent lives.
class FontNews final : public QObject
{
public:
    explicit FontNews(QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

// "2.8 GB", of 1000 MB each: as disks and the settings count them.
QString byteWords(qint64 bytes);

enum class Tone { Normal, Muted };

// A label that never reads its text as HTML and follows changes of the application's font.
class Label final : public QLabel
{
    Q_OBJECT
public:
    explicit Label(const QString& text = {}, int designPixels = 13, Tone tone = Tone::Normal, QFont::Weight weight = QFont::Normal,
                   QWidget* parent = nullptr);
};

// One line that gives way: cut with an ellipsis, the whole text as tooltip.
class ElidedLabel final : public QWidget
{
    Q_OBJECT
public:
    explicit ElidedLabel(int designPixels = 13, Tone tone = Tone::Normal, QFont::Weight weight = QFont::Normal, QWidget* parent = nullptr);
    void setText(const QString& text);
    const QString& text() const { return m_text; }
    void setShortForm(const QString& text);                      // stands where the text has no room; its width is the least
    void setExplanation(const QString& text);                    // a tooltip of its own, under the text where that is cut
    void setIsPlace() { m_isPlace = true; }                      // its end says most: cut before that
    void setTrailing(bool trailing) { m_trailing = trailing; }   // at the end of its room
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void updateTip();
    bool fits() const;

    QString m_text, m_short, m_explanation;
    bool m_trailing = false, m_isPlace = false;
};

// Foreign text as the words of a menu's entry: no key of its own, cut where it is too long.
QString menuWords(const QString& text);

// Foreign text as a tooltip: never read as HTML, wrapped; its line ends are kept.
QString plainTip(const QString& text);

}  // namespace cairn
