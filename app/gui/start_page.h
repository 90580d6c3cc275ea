// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The empty window: what can be opened, recent files, the example report.

#include "widgets/theme.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace pv::app {

class StartPage : public QWidget {
    Q_OBJECT
public:
    explicit StartPage(QWidget* parent = nullptr);
    void setTheme(const widgets::Theme& theme);
    void setExample(const QString& path); // empty: there is none
    void refreshRecent();

signals:
    void openClicked();
    void fileClicked(const QString& path);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    widgets::Theme m_theme;
    QString m_example;
    QLabel* m_icon;
    QLabel* m_title;
    QLabel* m_text;
    QPushButton* m_open;
    QPushButton* m_exampleButton;
    QLabel* m_recentTitle;
    QVBoxLayout* m_recent;
    QLabel* m_hint;
};

} // namespace pv::app
