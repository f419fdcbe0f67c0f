// One window per user (experience.md 12): a second start hands its files to the first over a Unix socket in XDG_RUNTIME_DIR and ends.
// No network code: a socket of the file system, open to its owner only. UI thread.
#pragma once

#include <QObject>
#include <QStringList>

#include <memory>

class QSocketNotifier;

namespace cairn
{

enum class Handover
{
    Done,          // the running program has it all
    NobodyThere,   // no program is running
    TooLong,       // more than one message holds: nothing was handed over
    NoAnswer,      // a program is running, but doesn't take it: nothing was handed over
};

class SingleInstance final : public QObject
{
    Q_OBJECT
public:
    // `path` of the socket; empty: XDG_RUNTIME_DIR/cairn.socket. Without such a folder every start is a first one.
    explicit SingleInstance(QString path = {}, QObject* parent = nullptr);
    ~SingleInstance() override;

    // Hands `arguments` (absolute paths, options; any name a file may have) to the running program, and the desktop's token by which its
    // window may come to the front (XDG_ACTIVATION_TOKEN, put into the environment there). NobodyThere: this one listens from now on.
    Handover forward(const QStringList& arguments);

Q_SIGNALS:
    void received(const QStringList& arguments);   // of a later start; they may be empty: just come to the front

private:
    Handover send(const QByteArray& message) const;
    void listen();
    void accept();

    QString m_path;
    int m_socket = -1;
    std::unique_ptr<QSocketNotifier> m_notifier;
};

}  // namespace cairn
