// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One window for a person: a second start hands its files to the first and ends.
//
// A local socket in the person's own runtime directory (0600), one line of JSON each way. Only the same user is heard,
// and at most 1 MiB of it. GUI thread.

#include <QObject>
#include <QStringList>

#include <memory>

class QLocalServer;

namespace pv::app {

class SingleInstance : public QObject {
    Q_OBJECT
public:
    // `socketPath` empty: the usual place.
    explicit SingleInstance(const QString& socketPath = {}, QObject* parent = nullptr);
    ~SingleInstance() override;

    // True: a window that was there took them. Waits at most a second.
    bool handOver(const QStringList& absoluteFiles);
    // Begins to take files of later starts. False: no place for a socket; then every start has its own window.
    bool listen();

signals:
    void filesReceived(const QStringList& files); // may be empty: only show the window

private:
    void serve();
    QString m_path;
    std::unique_ptr<QLocalServer> m_server;
};

} // namespace pv::app
