// Small pictures of first pages for the list of sessions, kept as files in the cache folder (experience.md 12). Losing them costs nothing.
// Files are small and our own; still, they are read and written off the window's thread.
#pragma once

#include <QHash>
#include <QImage>
#include <QObject>
#include <QString>

namespace cairn
{

class PageSource;

class CoverStore final : public QObject
{
    Q_OBJECT
public:
    explicit CoverStore(QObject* parent = nullptr) : QObject(parent) {}

    // Null where there is none, or none yet: changed() follows when it is loaded.
    QImage coverOf(const QString& session);
    // Asks `pages` for the first page, once it can, and keeps it; nothing where there is a cover. `pages` may go away.
    void takeFrom(PageSource* pages, const QString& session);
    void follow(const QString& from, const QString& to);   // the session lies there now; empty: it is gone, and so is its picture

Q_SIGNALS:
    void changed(const QString& session);

private:
    void keep(const QString& session, const QImage& picture);

    QHash<QString, QImage> m_covers;          // asked for; null: none, or being loaded
};

}  // namespace cairn
