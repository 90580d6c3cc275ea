// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/panel.h"

#include <QEvent>

namespace pv::widgets {

Panel::Panel(PanelContext context, QWidget* parent) : QWidget(parent), m_context(std::move(context))
{
    connect(m_context.selection, &Selection::changed, this, [this] { selectionChanged(); });
}

void Panel::setTheme(const Theme& theme)
{
    m_theme = theme;
    update();
}

void Panel::invalidate()
{
    m_dirty = true;
    if (isVisible()) {
        m_dirty = false;
        refresh();
    }
}

void Panel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_dirty) {
        m_dirty = false;
        refresh();
    }
}

void Panel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        invalidate();
    }
}

} // namespace pv::widgets
