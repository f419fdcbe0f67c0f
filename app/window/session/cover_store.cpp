#include "app/window/session/cover_store.h"

#include "app/client/background.h"
#include "app/common/default_paths.h"
#include "ui/reader/page_source.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace cairn
{
namespace
{

constexpr int kWidth = 108;                   // sharp on a screen of scale 3

QString fileOf(const QString& session)
{
    const QByteArray name = QCryptographicHash::hash(session.toUtf8(), QCryptographicHash::Sha256).toHex().left(32);
    return QString::fromStdString((cacheFolder() / "covers").string()) + QLatin1Char('/') + QString::fromLatin1(name)
           + QStringLiteral(".png");
}

}  // namespace

QImage CoverStore::coverOf(const QString& session)
{
    const auto known = m_covers.constFind(session);
    if (known != m_covers.constEnd())
        return *known;
    m_covers.insert(session, {});
    inBackground<QImage>(this, [file = fileOf(session)] { return QImage(file, "PNG"); }, [this, session](const QImage& picture) {
        if (picture.isNull())
            return;
        m_covers.insert(session, picture);
        Q_EMIT changed(session);
    });
    return {};
}

void CoverStore::takeFrom(PageSource* pages, const QString& session)
{
    if (!m_covers.value(session).isNull() || QFile::exists(fileOf(session)))
        return;
    connect(pages, &PageSource::opened, this, [pages] { pages->requestPage(0, kWidth); });
    connect(pages, &PageSource::pageReady, this, [this, pages, session](int page, int width, const QImage& picture) {
        if (page != 0 || width != kWidth)
            return;
        disconnect(pages, nullptr, this, nullptr);
        keep(session, picture);
    });
}

void CoverStore::keep(const QString& session, const QImage& picture)
{
    m_covers.insert(session, picture);
    inBackground<bool>(this, [file = fileOf(session), picture] {
        return QDir().mkpath(QFileInfo(file).absolutePath()) && picture.save(file, "PNG");
    }, [this, session](bool) { Q_EMIT changed(session); });
}

void CoverStore::follow(const QString& from, const QString& to)
{
    const QImage picture = m_covers.take(from);
    if (to.isEmpty()) {
        QFile::remove(fileOf(from));
        return;
    }
    QFile::remove(fileOf(to));   // of a session that lay there before
    QFile::rename(fileOf(from), fileOf(to));
    if (picture.isNull())
        m_covers.remove(to);
    else
        m_covers.insert(to, picture);
}

}  // namespace cairn
