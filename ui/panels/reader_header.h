// The line above a document: Page or Text, where the reader is, heat on words, only relevant pages. UI thread.
#pragma once

#include <QWidget>

class QCheckBox;

namespace cairn
{

class ElidedLabel;
class Segments;

enum class ReaderMode { Page, Text };

class ReaderHeader final : public QWidget
{
    Q_OBJECT
public:
    explicit ReaderHeader(QWidget* parent = nullptr);
    QSize minimumSizeHint() const override;
    void setPagesAvailable(bool available);              // false: the document has no pages, no switch is shown
    void setMode(ReaderMode mode);                       // no signal; a text has no pages to choose from
    void setPlace(const QString& label);                 // "VII. A Mad Tea-Party, p. 89 (PDF 101)"
    void setHeat(bool on);                               // no signal
    void setHeatAvailable(bool available);               // an answer with evidence is shown
    void setOnlyRelevant(bool on);                       // no signal

Q_SIGNALS:
    void modeChosen(cairn::ReaderMode mode);
    void heatToggled(bool on);
    void onlyRelevantToggled(bool on);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void retranslate();
    void arrange();                                    // what can be ticked moves below the place where there is no room beside it
    int optionsWidth() const;

    Segments* m_mode;
    ElidedLabel* m_place;
    QWidget* m_options;
    QCheckBox *m_heat, *m_relevant;
};

}  // namespace cairn
