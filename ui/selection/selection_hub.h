// The one selection that every view reads and writes (experience.md 5). Changes are coalesced to one signal per frame, so that a brush
// over 200 words redraws the plots once. Hover is apart: it is never kept or serialised. UI thread.
#pragma once

#include "ui/run.h"
#include "ui/selection/block_measures.h"
#include "ui/selection/selection.h"

#include <QElapsedTimer>
#include <QObject>

#include <functional>
#include <map>

namespace cairn
{

struct Hover
{
    std::optional<std::uint32_t> token, layer, head, block;
    bool operator==(const Hover&) const = default;
};

class SelectionHub final : public QObject
{
    Q_OBJECT
public:
    explicit SelectionHub(QObject* parent = nullptr);

    const Selection& selection() const { return m_selection; }
    // Ranges and heads are put in order. Another id in a or b than the run shown drops that run until setRun, setCompared bring it.
    void set(const Selection& selection);
    void change(const std::function<void(Selection&)>& edit);   // set() of an edited copy
    void renormalise(bool on);   // a chosen range is of the other values: automatic again

    // The runs that the ids name; null: none. Setting run A with another id resets tokens, blocks, lock; b is dropped when it is of
    // other documents. The one that it was compared with: they change places.
    void setRun(RunPtr a);
    void setCompared(RunPtr b);
    const RunPtr& run() const { return m_run; }
    const RunPtr& compared() const { return m_compared; }

    // Named head sets of the model ("retrieval"), for HeadChoice::set. An unknown name means all heads.
    void setHeadSet(const std::string& name, std::vector<Head> heads);
    void setHeadSets(std::vector<std::pair<std::string, std::vector<Head>>> sets);   // instead of those of another model
    // By the user; headSetChanged follows. A name that is taken gets a number behind it; where it is chosen the selection goes along.
    std::string keepHeadSet(const std::string& name, std::vector<Head> heads);       // the name that it has now
    void renameHeadSet(const std::string& name, const std::string& to);
    void removeHeadSet(const std::string& name);
    std::vector<std::string> headSetNames() const;               // as people of this language sort
    std::vector<Head> headsOf(const HeadChoice& choice) const;   // all heads of the run for "all"; ascending

    // What people call heads of the model, shown behind their places. An empty name takes it away.
    void setHeadNames(std::map<Head, QString> names);
    void nameHead(Head head, const QString& name);              // by the user: headNamed follows
    const std::map<Head, QString>& headNames() const { return m_headNames; }

    // Of run A; nothing: not known (any more).
    const BlockMeasures& measures() const { return m_measures; }
    void setNeutral(const std::vector<double>& evidence);
    void setEffects(const std::map<std::uint32_t, double>& effects);

    // An answer is on its way: views without one say so instead of asking for a question.
    bool isWriting() const { return m_writing; }
    void setWriting(bool writing);
    // Why the model can't be asked (again) at the moment, nor an answer be scored anew; empty: it can.
    QString whyNotAsked() const;
    void setWhyNotAsked(const QString& reason);

    const Hover& hover() const { return m_hover; }
    void setHover(const Hover& hover);

    // Esc: gives up the innermost of lock, block, layer, token brush. false: there was none.
    bool unlockOne();

Q_SIGNALS:
    void changed();          // selection or runs, once a frame
    void hoverChanged();
    void headNamed(cairn::Head head, const QString& name);
    void headSetChanged(const QString& name, const std::vector<cairn::Head>& heads);   // none: it is gone

private:
    void schedule();

    Selection m_selection;
    Hover m_hover;
    RunPtr m_run, m_compared;
    BlockMeasures m_measures;
    std::string freeSetName(const std::string& name) const;

    std::vector<std::pair<std::string, std::vector<Head>>> m_headSets;
    std::map<Head, QString> m_headNames;
    QString m_whyNotAsked;
    QElapsedTimer m_sinceChanged;
    bool m_writing = false, m_scheduled = false;
};

}  // namespace cairn
