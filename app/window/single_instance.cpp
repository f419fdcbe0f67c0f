#include "app/window/single_instance.h"

#include <QFile>
#include <QSocketNotifier>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <utility>

namespace cairn
{
namespace
{

constexpr qsizetype kMostBytes = 64 * 1024;      // paths of a command line
constexpr char kBetween = '\n';                  // arguments; a name with a line break is not forwarded
constexpr timeval kPatience{1, 0};
constexpr char kToken = '\x02';                  // begins the line of the desktop's permission to come to the front
constexpr const char* kTokenVariable = "XDG_ACTIVATION_TOKEN";   // from which Qt takes it when a window is activated

bool fill(sockaddr_un& address, const QString& path)
{
    const QByteArray name = QFile::encodeName(path);
    if (path.isEmpty() || name.size() >= qsizetype(sizeof address.sun_path))
        return false;
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, name.constData(), std::size_t(name.size()) + 1);
    return true;
}

QString defaultPath()
{
    const QByteArray folder = qgetenv("XDG_RUNTIME_DIR");
    return folder.isEmpty() ? QString() : QFile::decodeName(folder) + QStringLiteral("/cairn.socket");
}

}  // namespace

SingleInstance::SingleInstance(QString path, QObject* parent)
    : QObject(parent), m_path(path.isEmpty() ? defaultPath() : std::move(path))
{
}

SingleInstance::~SingleInstance()
{
    if (m_socket < 0)
        return;
    m_notifier.reset();
    ::close(m_socket);
    ::unlink(QFile::encodeName(m_path).constData());
}

bool SingleInstance::forward(const QStringList& arguments)
{
    QByteArray message;
    if (const QByteArray token = qgetenv(kTokenVariable); !token.isEmpty() && !token.contains(kBetween))
        message = kToken + token + kBetween;
    for (const QString& argument : arguments) {
        if (!argument.contains(QLatin1Char(kBetween)))
            message += argument.toUtf8() + kBetween;
    }
    if (connectTo(message.isEmpty() ? QByteArray(1, kBetween) : message))
        return true;
    listen();
    return false;
}

bool SingleInstance::connectTo(const QByteArray& message) const
{
    sockaddr_un address{};
    const int out = fill(address, m_path) ? ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0) : -1;
    if (out < 0)
        return false;
    ::setsockopt(out, SOL_SOCKET, SO_SNDTIMEO, &kPatience, sizeof kPatience);
    const bool sent = ::connect(out, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
                      ::send(out, message.constData(), std::size_t(message.size()), MSG_NOSIGNAL) == message.size();
    ::close(out);
    return sent;
}

void SingleInstance::listen()
{
    sockaddr_un address{};
    if (!fill(address, m_path))
        return;
    m_socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (m_socket < 0)
        return;
    ::unlink(address.sun_path);   // of a program that ended without cleaning up: nobody answered there
    const mode_t before = ::umask(0077);
    const bool bound = ::bind(m_socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 && ::listen(m_socket, 8) == 0;
    ::umask(before);
    if (!bound) {
        ::close(std::exchange(m_socket, -1));
        return;
    }
    m_notifier = std::make_unique<QSocketNotifier>(m_socket, QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &SingleInstance::accept);
}

void SingleInstance::accept()
{
    const int in = ::accept4(m_socket, nullptr, nullptr, SOCK_CLOEXEC);
    if (in < 0)
        return;
    const timeval moment{0, 200'000};   // the sender has sent everything when it closes, which it does at once
    ::setsockopt(in, SOL_SOCKET, SO_RCVTIMEO, &moment, sizeof moment);
    QByteArray message;
    char piece[4096];
    for (ssize_t size = 0; message.size() < kMostBytes && (size = ::recv(in, piece, sizeof piece, 0)) > 0;)
        message.append(piece, size);
    ::close(in);
    if (message.isEmpty() || message.size() >= kMostBytes)
        return;
    QStringList lines = QString::fromUtf8(message).split(QLatin1Char(kBetween), Qt::SkipEmptyParts);
    if (!lines.isEmpty() && lines.front().startsWith(QLatin1Char(kToken)))
        qputenv(kTokenVariable, lines.takeFirst().mid(1).toUtf8());
    Q_EMIT received(lines);
}

}  // namespace cairn
