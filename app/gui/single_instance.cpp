// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/single_instance.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocalServer>
#include <QLocalSocket>
#include <QTimer>

#include <sys/socket.h>
#include <unistd.h>

namespace pv::app {
namespace {

constexpr qint64 kMostBytes = 1 << 20;
constexpr int kWaitMs = 1000;

// Empty: there is no private place.
QString usualPath()
{
    // Not QStandardPaths: where the session has no such folder it would make one up in /tmp.
    const QString given = qEnvironmentVariable("XDG_RUNTIME_DIR");
    const QString folder = given.isEmpty() ? QStringLiteral("/run/user/%1").arg(getuid()) : given;
    const QFileInfo info(folder);
    // A folder that others can write to would let them answer in our place.
    if (!info.isDir() || info.ownerId() != getuid() || info.permission(QFile::WriteGroup) || info.permission(QFile::WriteOther)) {
        return {};
    }
    return folder + QStringLiteral("/profviewer.sock");
}

bool sameUser(const QLocalSocket& socket)
{
    ucred credentials{};
    socklen_t size = sizeof credentials;
    return getsockopt(static_cast<int>(socket.socketDescriptor()), SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 &&
           credentials.uid == getuid();
}

} // namespace

SingleInstance::SingleInstance(const QString& socketPath, QObject* parent)
    : QObject(parent), m_path(socketPath.isEmpty() ? usualPath() : socketPath)
{
}
SingleInstance::~SingleInstance() = default;

bool SingleInstance::handOver(const QStringList& absoluteFiles)
{
    if (m_path.isEmpty()) {
        return false;
    }
    QLocalSocket socket;
    socket.connectToServer(m_path);
    if (!socket.waitForConnected(kWaitMs) || !sameUser(socket)) {
        return false;
    }
    const QJsonObject message{{QStringLiteral("open"), QJsonArray::fromStringList(absoluteFiles)}};
    socket.write(QJsonDocument(message).toJson(QJsonDocument::Compact) + '\n');
    // Without an answer the other window hangs or is of another kind: open our own.
    return socket.waitForBytesWritten(kWaitMs) && socket.waitForReadyRead(kWaitMs) && socket.readAll().startsWith("ok");
}

bool SingleInstance::listen()
{
    if (m_path.isEmpty()) {
        return false;
    }
    m_server = std::make_unique<QLocalServer>();
    m_server->setSocketOptions(QLocalServer::UserAccessOption);
    m_server->setMaxPendingConnections(4);
    if (!m_server->listen(m_path)) {
        // Left behind by a window that died: nobody answered handOver().
        QLocalServer::removeServer(m_path);
        if (!m_server->listen(m_path)) {
            m_server.reset();
            return false;
        }
    }
    connect(m_server.get(), &QLocalServer::newConnection, this, &SingleInstance::serve);
    return true;
}

void SingleInstance::serve()
{
    while (QLocalSocket* socket = m_server->nextPendingConnection()) {
        if (!sameUser(*socket)) {
            socket->abort();
            socket->deleteLater();
            continue;
        }
        connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
        QTimer::singleShot(5 * kWaitMs, socket, [socket] { socket->abort(); });
        connect(socket, &QLocalSocket::readyRead, this, [this, socket] {
            if (socket->bytesAvailable() > kMostBytes) {
                socket->abort();
                return;
            }
            if (!socket->canReadLine()) {
                return;
            }
            const QJsonArray wanted =
                QJsonDocument::fromJson(socket->readLine(kMostBytes)).object().value(QStringLiteral("open")).toArray();
            QStringList files;
            for (const QJsonValue& file : wanted) {
                if (QDir::isAbsolutePath(file.toString())) {
                    files += file.toString();
                }
            }
            socket->write("ok\n");
            socket->flush();
            socket->disconnectFromServer();
            emit filesReceived(files);
        });
    }
}

} // namespace pv::app
