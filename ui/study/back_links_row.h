// What a block leaned on while it was read (experience.md 10, U17): links to earlier places, strongest first, each with its summed gate; or
// one sentence why there are none. UI thread.
#pragma once

#include "core/types/back_links.h"
#include "ui/run.h"

#include <QWidget>

namespace cairn
{

class FlowLayout;
class Label;

// "p. 12 (41), p. 40 (7.5)": the strongest `most` of a block's links.
QString backLinksText(const Run& run, const std::vector<BackLink>& links, std::size_t most);

class BackLinksRow final : public QWidget
{
    Q_OBJECT
public:
    explicit BackLinksRow(QWidget* parent = nullptr);

    // `known`: the session keeps links, so a block without any leaned on nothing but what is always in reach.
    void setLinks(const Run& run, const std::vector<BackLink>& links, bool known);

Q_SIGNALS:
    void blockChosen(std::uint32_t block);

private:
    QWidget* m_links;
    FlowLayout* m_flow;
    Label* m_reason;
};

}  // namespace cairn
