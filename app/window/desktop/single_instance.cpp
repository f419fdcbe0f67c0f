#include "app/window/desktop/single_instance.h"

#include <QFile>
#include <QSocketNotifier>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace cairn
{
namespace
{

constexpr qsizetype kMostBytes = 8 * 1024 * 1024;   // a thousand paths of the longest kind take half of it
constexpr char kEnd = '\0';                      // of an argument: no name of a file has it; an empty one ends the message
constexpr timeval kPatience{10, 0};              // what is more than the socket holds waits until the window's thread is free
constexpr char kToken = '\x02';                  // begins the argument with the desktop's permission to come to the front
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

bool sendAll(int out, const QByteArray& message)
{
    qsizetype sent = 0;
    while (sent < message.size()) {
        const ssize_t size = ::send(out, message.constData() + sent, std::size_t(message.size() - sent), MSG_NOSIGNAL);
        if (size <= 0 && errno != EINTR)
            return false;
        sent += std::max<ssize_t>(0, size);
    }
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

Handover SingleInstance::forward(const QStringList& arguments)
{
    QByteArray message;
    if (const QByteArray token = qgetenv(kTokenVariable); !token.isEmpty())
        message = kToken + token + kEnd;
    for (const QString& argument : arguments) {
        if (!argument.isEmpty())
            message += argument.toUtf8() + kEnd;
    }
    const Handover handover = send(message + kEnd);
    if (handover == Handover::NobodyThere)
        listen();
    return handover;
}

Handover SingleInstance::send(const QByteArray& message) const
{
    sockaddr_un address{};
    const int out = fill(address, m_path) ? ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0) : -1;
    if (out < 0)
        return Handover::NobodyThere;
    ::setsockopt(out, SOL_SOCKET, SO_SNDTIMEO, &kPatience, sizeof kPatience);
    Handover handover = Handover::NobodyThere;
    if (::connect(out, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) {
        const bool fits = message.size() <= kMostBytes;
        const bool sent = fits && sendAll(out, message);
        handover = sent ? Handover::Done : fits ? Handover::NoAnswer : Handover::TooLong;
    }
    ::close(out);
    return handover;
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
    char piece[64 * 1024];
    for (ssize_t size = 0; message.size() <= kMostBytes && (size = ::recv(in, piece, sizeof piece, 0)) > 0;)
        message.append(piece, size);
    ::close(in);
    const bool isWhole = message == QByteArray(1, kEnd) || message.endsWith(QByteArray(2, kEnd));
    if (!isWhole || message.size() > kMostBytes)
        return;   // cut off: the sender says so
    QStringList words;
    for (const QByteArray& word : message.split(kEnd))
        if (!word.isEmpty())
            words.append(QString::fromUtf8(word));
    if (!words.isEmpty() && words.front().startsWith(QLatin1Char(kToken)))
        qputenv(kTokenVariable, words.takeFirst().mid(1).toUtf8());
    Q_EMIT received(words);
}

}  // namespace cairn
