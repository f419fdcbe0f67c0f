// The line under the evidence list: what the numbers are, how colours stand for them, what is hidden (experience.md 6, Colour bar). UI
// thread.
#pragma once

#include <QWidget>

namespace cairn
{

class LinkButton;

class EvidenceLegend final : public QWidget
{
    Q_OBJECT
public:
    explicit EvidenceLegend(QWidget* parent = nullptr);

    // `caption`: "Evidence: gate, sum over 15 words, 270 heads". `hidden`: what isn't listed, or that all is; `action` "Show" or "Hide",
    // may be empty.
    void setTexts(const QString& caption, const QString& hidden, const QString& action);
    void setLargest(double largest);
    QSize sizeHint() const override;

Q_SIGNALS:
    void actionRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void place();
    int lineHeight() const;

    QString m_caption, m_hidden;
    double m_largest = 0;
    LinkButton* m_action;
};

}  // namespace cairn
