// Small drawn facts: a badge ("verbatim"), a meter ("From the book 0.81"). UI thread.
#pragma once

#include "ui/panels/icons.h"
#include "ui/theme.h"

#include <QWidget>

#include <optional>

namespace cairn
{

class Badge final : public QWidget
{
    Q_OBJECT
public:
    explicit Badge(const QString& text, bool accented = false, std::optional<Icon> symbol = {}, QWidget* parent = nullptr);
    void setText(const QString& text);
    const QString& text() const { return m_text; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
    bool m_accented;
    std::optional<Icon> m_symbol;
};

// A bar from 0 to 1; the number stands in the text beside it.
class Meter final : public QWidget
{
    Q_OBJECT
public:
    explicit Meter(QSize size = {48, 6}, Role fill = Role::Meter, QWidget* parent = nullptr);
    void setValue(double value);
    double value() const { return m_value; }
    QSize sizeHint() const override { return m_size; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QSize m_size;
    Role m_fill;
    double m_value = 0;
};

// The same bar inside a delegate.
void paintMeter(QPainter& painter, const QRectF& place, double value, const QColor& fill, const QColor& empty);

}  // namespace cairn
