// The tabs of the open documents. A long title leaves room for the others; where there are many, enough of each is shown to tell them
// apart, and the rest is reached by the arrows. UI thread.
#pragma once

#include <QTabBar>

namespace cairn
{

class DocumentTabs final : public QTabBar
{
public:
    explicit DocumentTabs(QWidget* parent = nullptr);

    void setTitle(int tab, const QString& title);   // any characters: none of them is a key
    QString cutTitle(int tab, int pixels) const;    // as it is shown where it has so much room

protected:
    bool event(QEvent* event) override;
    QSize tabSizeHint(int tab) const override;
    QSize minimumTabSizeHint(int tab) const override;
    void initStyleOption(QStyleOptionTab* option, int tab) const override;

private:
    QString titleOf(int tab) const;
    int wordsOf(int tab) const;                     // px
    int letters(int count) const;                   // px
};

}  // namespace cairn
