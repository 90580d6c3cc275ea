// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/start_page.h"

#include "app/gui/icons.h"
#include "app/gui/recent_files.h"

#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace pv::app {
namespace {
constexpr int kShown = 6;
constexpr int kColumnWidth = 560;
} // namespace

StartPage::StartPage(QWidget* parent) : QWidget(parent), m_theme(widgets::Theme::light())
{
    m_icon = new QLabel(this);
    m_title = new QLabel(this);
    m_text = new QLabel(this);
    m_hint = new QLabel(this);
    m_recentTitle = new QLabel(this);
    for (QLabel* label : {m_title, m_text, m_hint, m_recentTitle}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    QFont big = font();
    big.setPointSizeF(big.pointSizeF() * 1.8);
    m_title->setFont(big);
    QFont bold = font();
    bold.setBold(true);
    m_recentTitle->setFont(bold);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    m_open = new QPushButton(this);
    m_open->setDefault(true);
    m_exampleButton = new QPushButton(this);
    connect(m_open, &QPushButton::clicked, this, &StartPage::openClicked);
    connect(m_exampleButton, &QPushButton::clicked, this, [this] { emit fileClicked(m_example); });

    auto* head = new QHBoxLayout;
    head->setSpacing(16);
    head->addWidget(m_icon);
    head->addWidget(m_title, 1);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_open);
    buttons->addWidget(m_exampleButton);
    buttons->addStretch();
    m_recent = new QVBoxLayout;
    m_recent->setSpacing(0);
    auto* column = new QVBoxLayout;
    column->setSpacing(12);
    column->addLayout(head);
    column->addWidget(m_text);
    column->addLayout(buttons);
    column->addSpacing(10);
    column->addWidget(m_recentTitle);
    column->addLayout(m_recent);
    column->addSpacing(10);
    column->addWidget(m_hint);
    auto* holder = new QWidget(this);
    holder->setLayout(column);
    holder->setFixedWidth(kColumnWidth);
    auto* row = new QHBoxLayout;
    row->addStretch();
    row->addWidget(holder);
    row->addStretch();
    auto* layout = new QVBoxLayout(this);
    layout->addStretch(2);
    layout->addLayout(row);
    layout->addStretch(3);
    retranslate();
}

void StartPage::setTheme(const widgets::Theme& theme)
{
    m_theme = theme;
    refreshRecent();
}

void StartPage::setExample(const QString& path)
{
    m_example = path;
    m_exampleButton->setVisible(!path.isEmpty());
}

void StartPage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
}

void StartPage::retranslate()
{
    m_icon->setPixmap(applicationIcon().pixmap(56));
    m_title->setText(tr("Where did the time go?"));
    m_text->setText(tr("Open a recording of a GPU training run: a ProfViewer report (.rep), an Nsight Systems report (.nsys-rep) or "
                       "its SQLite export, a PyTorch profiler or Chrome trace (.json, .json.gz). Files are told apart by content."));
    m_open->setText(tr("Open..."));
    m_exampleButton->setText(tr("Open example report"));
    m_recentTitle->setText(tr("Recent files"));
    m_hint->setText(tr("You can also drop files onto this window."));
    refreshRecent();
}

void StartPage::refreshRecent()
{
    while (QLayoutItem* item = m_recent->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const QStringList files = RecentFiles::list().mid(0, kShown);
    m_recentTitle->setVisible(!files.isEmpty());
    const QString home = QDir::homePath() + QLatin1Char('/');
    for (const QString& path : files) {
        const QFileInfo info(path);
        QString folder = info.path();
        if (folder.startsWith(home)) {
            folder = QStringLiteral("~/") + folder.mid(home.size());
        }
        auto* button = new QToolButton(this);
        button->setAutoRaise(true);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        button->setIcon(themedIcon(QStringLiteral("document"), m_theme));
        QString text = info.fileName() + QStringLiteral("   \u2014   ") + folder;
        text.replace(QLatin1Char('&'), QStringLiteral("&&"));
        button->setText(fontMetrics().elidedText(text, Qt::ElideMiddle, kColumnWidth - 60));
        button->setAccessibleName(path);
        button->setCursor(Qt::PointingHandCursor);
        connect(button, &QToolButton::clicked, this, [this, path] { emit fileClicked(path); });
        m_recent->addWidget(button);
    }
}

} // namespace pv::app
