// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shortcuts_dialog.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

namespace pv::app {

ShortcutsDialog::ShortcutsDialog(const std::vector<Actions::Shortcut>& shortcuts, QWidget* parent) : QDialog(parent)
{
    setWindowTitle(tr("Keyboard Shortcuts"));
    auto* page = new QWidget;
    auto* columns = new QHBoxLayout(page);
    columns->setSpacing(36);
    columns->setContentsMargins(16, 12, 16, 12);
    QStringList groups;
    for (const auto& shortcut : shortcuts) {
        if (!groups.contains(shortcut.group)) {
            groups += shortcut.group;
        }
    }
    QVBoxLayout* column = nullptr;
    for (qsizetype g = 0; g < groups.size(); ++g) {
        if (g % 2 == 0) {
            column = new QVBoxLayout;
            columns->addLayout(column);
        } else {
            column->addSpacing(14);
        }
        auto* title = new QLabel(groups[g], page);
        QFont bold = title->font();
        bold.setBold(true);
        title->setFont(bold);
        column->addWidget(title);
        auto* grid = new QGridLayout;
        grid->setHorizontalSpacing(24);
        grid->setVerticalSpacing(5);
        int row = 0;
        for (const auto& shortcut : shortcuts) {
            if (shortcut.group != groups[g]) {
                continue;
            }
            auto* text = new QLabel(shortcut.text, page);
            auto* keys = new QLabel(shortcut.keys, page);
            text->setTextFormat(Qt::PlainText);
            keys->setTextFormat(Qt::PlainText);
            keys->setForegroundRole(QPalette::PlaceholderText);
            grid->addWidget(text, row, 0);
            grid->addWidget(keys, row, 1);
            ++row;
        }
        grid->setColumnStretch(0, 1);
        column->addLayout(grid);
        if (g % 2 == 1 || g + 1 == groups.size()) {
            column->addStretch(1);
        }
    }
    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(page);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(scroll, 1);
    layout->addWidget(buttons);
    const QSize wanted = page->sizeHint() + QSize(40, 80);
    resize(wanted.boundedTo(QSize(1000, 720)));
}

} // namespace pv::app
