#include "app/window/session_rescue.h"

#include "app/client/background.h"
#include "app/session/foreign_session.h"
#include "app/session/session_register.h"
#include "storage/folders/session_folder.h"
#include "storage/rescue/salvage.h"
#include "ui/sentences/sentences.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

namespace cairn
{
namespace
{

// lupdate files the words of free functions under their namespace.
QString tr(const char* text) { return QCoreApplication::translate("cairn", text); }

struct NewSession
{
    QString folder;
    QStringList losses;
};

template <typename Made>
Result<NewSession> newSession(const Result<Made>& made)
{
    if (!made)
        return made.error();
    NewSession session{QString::fromStdString(made->folder), {}};
    for (const std::string& loss : made->losses)
        session.losses.append(QString::fromStdString(loss));
    return session;
}

void takeIn(QWidget* window, const RescueReply& reply, const QString& doing, std::function<Result<NewSession>()> work)
{
    reply.busy(doing);
    inBackground<Result<NewSession>>(window, std::move(work), [reply](const Result<NewSession>& session) {
        if (!session)
            return reply.complain(session.error());
        reply.open(session->folder);
        QStringList losses;
        for (const QString& loss : session->losses)
            losses.append(sentenceWords(loss));
        if (!losses.isEmpty())
            reply.say(losses.join(QLatin1Char(' ')));
    });
}

void bringIn(QWidget* window, const QString& path, const RescueReply& reply)
{
    takeIn(window, reply, tr("Bringing the session in…"), [path = path.toStdString()] { return newSession(bringInSession(path, {})); });
}

void takeOver(const QString& folder, const RescueReply& reply)
{
    if (const auto done = registerSession(folder.toStdString()); !done)
        return reply.complain(done.error());
    reply.open(folder);
}

QMessageBox* question(QWidget* window, const QString& title, const QString& text)
{
    auto* box = new QMessageBox(QMessageBox::Question, title, text, QMessageBox::Cancel, window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    return box;
}

void askAboutForeign(QWidget* window, const QString& path, bool folder, const RescueReply& reply)
{
    QMessageBox* box =
        question(window, tr("Session of someone else"),
                 tr("This session was not made here. Cairn can bring it in as a new session: its file is read in a process that "
                    "reaches neither your files nor the network, and its texts have to be read again before you can ask."));
    QPushButton* safe = box->addButton(tr("Bring it in"), QMessageBox::AcceptRole);
    QPushButton* own = folder ? box->addButton(tr("It is mine, open it"), QMessageBox::ActionRole) : nullptr;
    box->setDefaultButton(safe);
    QObject::connect(box, &QMessageBox::buttonClicked, window, [=](const QAbstractButton* button) {
        if (button == safe)
            bringIn(window, path, reply);
        else if (own && button == own)
            takeOver(path, reply);
    });
    box->open();
}

}  // namespace

void openSessionOfAnyone(QWidget* window, const QString& path, const RescueReply& reply)
{
    if (!QFileInfo(path).isDir())
        return askAboutForeign(window, path, false, reply);
    // Its file is looked into, which may lie on a drive that answers late.
    inBackground<bool>(window, [folder = path.toStdString()] { return isForeignSession(folder); }, [=](bool isForeign) {
        if (isForeign)
            askAboutForeign(window, path, true, reply);
        else
            reply.open(path);
    });
}

void recoverDamagedSession(QWidget* window, const QString& folder, const RescueReply& reply)
{
    const auto stop = std::make_shared<std::stop_source>();
    QObject::connect(window, &QObject::destroyed, [stop] { stop->request_stop(); });
    takeIn(window, reply, tr("Recovering the session…"),
           [folder = folder.toStdString(), stop] { return newSession(recoverSession(folder, stop->get_token())); });
}

}  // namespace cairn
