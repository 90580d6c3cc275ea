// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Every key and mouse gesture on one page.

#include "app/gui/actions.h"

#include <QDialog>

namespace pv::app {

class ShortcutsDialog : public QDialog {
    Q_OBJECT
public:
    ShortcutsDialog(const std::vector<Actions::Shortcut>& shortcuts, QWidget* parent);
};

} // namespace pv::app
