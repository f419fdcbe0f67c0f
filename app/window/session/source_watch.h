// Whether the files of the open session's documents still are what was read from them: looked at when it is opened, and when the window
// comes to the front again. Size and time of last change tell so at once; where they differ the bytes are compared by their hash. What it
// finds stands in SessionContents. UI thread; files are looked at elsewhere.
#pragma once

#include "app/window/session/session_controller.h"

#include <QObject>

#include <set>
#include <vector>

namespace cairn
{

class SourceWatch final : public QObject
{
    Q_OBJECT
public:
    explicit SourceWatch(SessionController& session, QObject* parent = nullptr);

    void look();                             // looked() follows
    void lookAnew();                         // nothing of what it finds was told of
    // Documents whose files have changed, but those that were told of as they are now.
    std::vector<DocumentId> untold() const;
    void setTold();                          // of all that have changed
    bool hasChanged() const { return !m_changed.empty(); }

Q_SIGNALS:
    void looked();                           // or one of them was noted as it is now

private:
    struct Seen
    {
        DocumentId document;
        SourceFile known, now;               // now: of one that has changed, without the hash where its size tells that
        bool missing = false, changed = false;
    };
    static Seen lookAt(DocumentId document, const SourceFile& known);
    void take(const std::vector<Seen>& seen);

    SessionController& m_session;
    bool m_looking = false, m_again = false;
    std::vector<Seen> m_changed;
    std::set<std::pair<std::string, std::int64_t>> m_told;   // path and time of last change
};

}  // namespace cairn
