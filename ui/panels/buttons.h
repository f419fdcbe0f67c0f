// Buttons of the panels that Fusion has no look for: the accented one, links in text, segments, symbols, section heads. UI thread.
#pragma once

#include "ui/panels/icons.h"

#include <QPushButton>
#include <QRadioButton>
#include <QToolButton>

#include <optional>

namespace cairn
{

// The one action of a panel: white on the accent.
class PrimaryButton final : public QPushButton
{
    Q_OBJECT
public:
    explicit PrimaryButton(const QString& text, std::optional<Icon> symbol = {}, QWidget* parent = nullptr);
    void setSymbol(std::optional<Icon> symbol);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::optional<Icon> m_symbol;
};

// Underlined words in the accent, for actions inside a line.
class LinkButton final : public QPushButton
{
    Q_OBJECT
public:
    explicit LinkButton(const QString& text, QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
};

// One of a few that exclude each other: "Page | Text".
class Segments final : public QWidget
{
    Q_OBJECT
public:
    explicit Segments(const QStringList& names, QWidget* parent = nullptr);
    int current() const;
    void setCurrent(int index);                       // no signal
    void setNames(const QStringList& names);          // same count, other language
    void setSegmentEnabled(int index, bool enabled, const QString& reason = {});

Q_SIGNALS:
    void chosen(int index);                           // by the user

private:
    QList<QRadioButton*> m_buttons;
};

// A symbol without frame; the text is tooltip and accessible name.
class SymbolButton final : public QToolButton
{
    Q_OBJECT
public:
    SymbolButton(Icon symbol, const QString& text, QWidget* parent = nullptr);
    void setMeaning(const QString& text);
    void setSymbolSize(int designPixels);   // grows with the text

protected:
    void changeEvent(QEvent* event) override;

private:
    int m_symbolSize = 18;
};

// "v Outline      evidence, page": folds the section below it.
class SectionHead final : public QPushButton
{
    Q_OBJECT
public:
    explicit SectionHead(QWidget* parent = nullptr);
    void setTitle(const QString& title, const QString& trailing = {});
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_trailing;
};

}  // namespace cairn
