// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/message_page.h"

#include "app/gui/icons.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace pv::app {

MessagePage::MessagePage(QWidget* parent) : QWidget(parent), m_theme(widgets::Theme::light())
{
    m_icon = new QLabel(this);
    m_title = new QLabel(this);
    m_file = new QLabel(this);
    m_text = new QLabel(this);
    for (QLabel* label : {m_title, m_file, m_text}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    }
    QFont big = font();
    big.setPointSizeF(big.pointSizeF() * 1.45);
    m_title->setFont(big);
    m_file->setForegroundRole(QPalette::PlaceholderText);
    m_progress = new QProgressBar(this);
    m_progress->setTextVisible(false);
    m_progress->setMaximumHeight(8);
    m_cancel = new QPushButton(this);
    m_retry = new QPushButton(this);
    m_other = new QPushButton(this);
    m_copy = new QPushButton(this);
    m_close = new QPushButton(this);
    connect(m_cancel, &QPushButton::clicked, this, &MessagePage::cancelClicked);
    connect(m_retry, &QPushButton::clicked, this, &MessagePage::retryClicked);
    connect(m_other, &QPushButton::clicked, this, &MessagePage::openOtherClicked);
    connect(m_close, &QPushButton::clicked, this, &MessagePage::closeClicked);
    connect(m_copy, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(m_text->text()); });

    auto* buttons = new QHBoxLayout;
    for (QPushButton* button : {m_cancel, m_retry, m_other, m_copy, m_close}) {
        buttons->addWidget(button);
    }
    buttons->addStretch();
    auto* column = new QVBoxLayout;
    column->setSpacing(10);
    column->addWidget(m_title);
    column->addWidget(m_file);
    column->addWidget(m_progress);
    column->addWidget(m_text);
    column->addSpacing(6);
    column->addLayout(buttons);
    auto* row = new QHBoxLayout;
    row->setSpacing(18);
    row->addStretch(1);
    row->addWidget(m_icon, 0, Qt::AlignTop);
    row->addLayout(column, 6);
    row->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->addStretch(2);
    layout->addLayout(row);
    layout->addStretch(3);
    retranslate();
}

QString MessagePage::message() const { return m_text->text(); }

void MessagePage::showProgress(const QString& path)
{
    m_mode = Mode::progress;
    m_path = path;
    m_stage.clear();
    m_progress->setRange(0, 0);
    m_text->clear();
    retranslate();
}

void MessagePage::setProgress(double fraction, const QString& stage)
{
    m_progress->setRange(0, fraction < 0 ? 0 : 1000);
    m_progress->setValue(static_cast<int>(fraction * 1000));
    m_text->setText(stage);
}

void MessagePage::showError(const QString& path, const QString& message)
{
    m_mode = Mode::error;
    m_path = path;
    m_text->setText(message);
    retranslate();
}

void MessagePage::showCancelled(const QString& path)
{
    m_mode = Mode::cancelled;
    m_path = path;
    m_text->clear();
    retranslate();
}

void MessagePage::setTheme(const widgets::Theme& theme)
{
    m_theme = theme;
    retranslate();
}

void MessagePage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
}

void MessagePage::retranslate()
{
    m_cancel->setText(tr("Cancel"));
    m_retry->setText(m_mode == Mode::cancelled ? tr("Open again") : tr("Try again"));
    m_other->setText(tr("Open another file..."));
    m_copy->setText(tr("Copy message"));
    m_close->setText(tr("Close tab"));
    switch (m_mode) {
    case Mode::progress: m_title->setText(tr("Opening...")); break;
    case Mode::error: m_title->setText(tr("This file could not be opened")); break;
    case Mode::cancelled: m_title->setText(tr("Opening was cancelled")); break;
    }
    m_file->setText(m_path);
    const bool running = m_mode == Mode::progress;
    m_progress->setVisible(running);
    m_cancel->setVisible(running);
    m_retry->setVisible(!running);
    m_other->setVisible(!running);
    m_close->setVisible(!running);
    m_copy->setVisible(m_mode == Mode::error);
    m_text->setVisible(m_mode != Mode::cancelled);
    m_icon->setPixmap(themedPixmap(m_mode == Mode::error ? QStringLiteral("error") : QStringLiteral("document"),
                                   m_mode == Mode::error ? m_theme.damage : m_theme.mutedText, 40, devicePixelRatioF()));
}

} // namespace pv::app
