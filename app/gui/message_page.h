// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A calm page in place of a timeline: a file is being opened (progress, cancel), or could not be (why, what next).

#include "widgets/theme.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace pv::app {

class MessagePage : public QWidget {
    Q_OBJECT
public:
    explicit MessagePage(QWidget* parent = nullptr);

    void showProgress(const QString& path);
    void setProgress(double fraction, const QString& stage);
    void showError(const QString& path, const QString& message);
    void showCancelled(const QString& path);
    void setTheme(const widgets::Theme& theme);
    QString message() const;

signals:
    void cancelClicked();
    void retryClicked();
    void openOtherClicked();
    void closeClicked();

protected:
    void changeEvent(QEvent* event) override;

private:
    enum class Mode : std::uint8_t { progress, error, cancelled };
    void retranslate();

    Mode m_mode = Mode::progress;
    QString m_path;
    QString m_stage;
    widgets::Theme m_theme;
    QLabel* m_icon;
    QLabel* m_title;
    QLabel* m_file;
    QLabel* m_text;
    QProgressBar* m_progress;
    QPushButton* m_cancel;
    QPushButton* m_retry;
    QPushButton* m_other;
    QPushButton* m_copy;
    QPushButton* m_close;
};

} // namespace pv::app
