// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/summary_panel.h"

#include "widgets/charts/bars.h"
#include "widgets/text.h"
#include "widgets/timeline/time_format.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace pv::widgets {
namespace {

// Lets long paths and command lines wrap where a reader would break them.
QString breakable(const QString& text)
{
    QString out;
    int run = 0;
    for (const QChar c : text) {
        out += c;
        run = c.isSpace() ? 0 : run + 1;
        if (run > 12 &&
            (c == QLatin1Char('/') || c == QLatin1Char('_') || c == QLatin1Char('-') || c == QLatin1Char(',') || c == QLatin1Char('='))) {
            out += QChar(0x200B);
            run = 0;
        }
    }
    return out;
}

} // namespace

SummaryPanel::SummaryPanel(PanelContext context, QWidget* parent) : Panel(std::move(context), parent), m_job(jobs())
{
    m_scroll = new QScrollArea(this);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_scroll);
    connect(&m_job, &Job::failed, this, [this](const QString& message) {
        m_summary = {};
        m_summary.title = message;
        present();
    });
}

void SummaryPanel::setTheme(const Theme& theme)
{
    Panel::setTheme(theme);
    if (m_content != nullptr) {
        present();
    }
}

void SummaryPanel::refresh()
{
    m_job.start([report = sharedReport()](const core::Progress& progress) { return summariseRun(*report, progress); },
                [this](RunSummary summary) {
                    m_summary = std::move(summary);
                    present();
                });
}

QWidget* SummaryPanel::heading(const QString& text)
{
    QLabel* title = label(text);
    QFont font = title->font();
    font.setBold(true);
    title->setFont(font);
    title->setContentsMargins(0, 8, 0, 0);
    return title;
}

QLabel* SummaryPanel::label(const QString& text, bool muted)
{
    auto* l = new QLabel(m_content);
    l->setTextFormat(Qt::PlainText);
    l->setText(breakable(text));
    l->setWordWrap(true);
    l->setMinimumWidth(1);
    l->setTextInteractionFlags(Qt::TextSelectableByMouse);
    if (muted) {
        l->setForegroundRole(QPalette::PlaceholderText);
    }
    return l;
}

QWidget* SummaryPanel::gpuBlock(const GpuSummary& gpu)
{
    auto* block = new QWidget(m_content);
    auto* layout = new QVBoxLayout(block);
    layout->setContentsMargins(0, 4, 0, 2);
    layout->setSpacing(4);
    const std::int64_t whole = gpu.times.wholeNs();
    if (whole <= 0) {
        layout->addWidget(label(gpu.title));
        layout->addWidget(label(tr("No work was recorded on this GPU."), true));
        return block;
    }
    auto* line = new QGridLayout;
    line->setContentsMargins(0, 0, 0, 0);
    auto* title = label(gpu.title);
    auto* busy = label(tr("%1 busy").arg(formatShare(gpu.times.busyNs(), whole)));
    busy->setWordWrap(false);
    QFont bold = busy->font();
    bold.setBold(true);
    busy->setFont(bold);
    line->addWidget(title, 0, 0);
    line->addWidget(busy, 0, 1, Qt::AlignRight | Qt::AlignTop);
    line->setColumnStretch(0, 1);
    layout->addLayout(line);

    auto* bar = new StackBar(block);
    std::vector<StackBar::Part> parts;
    QStringList words;
    for (const auto state : {core::GpuState::compute, core::GpuState::communication, core::GpuState::copy, core::GpuState::idle}) {
        const std::int64_t ns = gpu.times.of(state);
        const QString text = QStringLiteral("%1 %2").arg(gpuStateLabel(state), formatShare(ns, whole));
        parts.push_back({text + QStringLiteral(" (%1)").arg(formatExact(ns)), static_cast<double>(ns) / static_cast<double>(whole),
                         QColor::fromRgb(theme().gpuStateColor(state))});
        if (ns > 0) {
            words += text;
        }
    }
    bar->setParts(std::move(parts), words.join(QStringLiteral(", ")));
    bar->setAccessibleName(gpu.title);
    layout->addWidget(bar);
    layout->addWidget(label(words.join(QStringLiteral("  \u00B7  "))));
    layout->addWidget(label(tr("of %1 from its first to its last work, all streams together").arg(formatDuration(whole)), true));
    return block;
}

void SummaryPanel::present()
{
    auto* content = new QWidget;
    m_content = content;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(12, 10, 12, 12);
    layout->setSpacing(4);

    QWidget* title = heading(m_summary.title);
    layout->addWidget(title);
    if (m_summary.warnings > 0) {
        auto* button = new QPushButton(content);
        button->setText(m_summary.dataLost ? tr("%n message(s), data was lost", "", static_cast<int>(m_summary.warnings))
                                           : tr("%n warning(s)", "", static_cast<int>(m_summary.warnings)));
        button->setToolTip(tr("Show what capture and import left out, guessed or repaired"));
        button->setCursor(Qt::PointingHandCursor);
        connect(button, &QPushButton::clicked, this, &SummaryPanel::diagnosticsWanted);
        layout->addWidget(button, 0, Qt::AlignLeft);
    }
    for (const GpuSummary& gpu : m_summary.gpus) {
        layout->addWidget(gpuBlock(gpu));
    }
    if (!m_summary.kernels.empty()) {
        layout->addWidget(heading(tr("Heaviest kernels")));
        auto* list = new BarList(content);
        std::vector<BarList::Row> rows;
        for (const KernelShare& kernel : m_summary.kernels) {
            const double share =
                m_summary.kernelTotalNs > 0 ? static_cast<double>(kernel.totalNs) / static_cast<double>(m_summary.kernelTotalNs) : 0;
            rows.push_back({kernel.name, QStringLiteral("%1  \u00B7  %2").arg(formatDuration(kernel.totalNs, 3), formatPercent(share)),
                            tr("%1\n%2 in %3 calls").arg(kernel.name, formatExact(kernel.totalNs), formatCount(kernel.count)), share,
                            QColor::fromRgb(theme().eventColor(kernel.kind, kernel.name.toStdString()))});
        }
        list->setRows(std::move(rows));
        list->setAccessibleName(tr("Heaviest kernels"));
        connect(list, &BarList::chosen, this, [this](int row) {
            const KernelShare& kernel = m_summary.kernels[static_cast<std::size_t>(row)];
            selection().goToEvent(kernel.longest);
        });
        layout->addWidget(list);
        layout->addWidget(label(tr("Shares of %1 of kernel time (%2 kernels, overlapping ones counted each). Click: its longest call.")
                                    .arg(formatDuration(m_summary.kernelTotalNs), formatCount(m_summary.kernelCount)),
                                true));
    }
    layout->addWidget(heading(tr("The run")));
    auto* facts = new QGridLayout;
    facts->setContentsMargins(0, 0, 0, 0);
    facts->setHorizontalSpacing(12);
    facts->setVerticalSpacing(3);
    int row = 0;
    for (const Fact& fact : m_summary.facts) {
        QLabel* name = label(fact.label, true);
        name->setWordWrap(false);
        facts->addWidget(name, row, 0, Qt::AlignTop | Qt::AlignLeft);
        facts->addWidget(label(fact.value), row, 1);
        ++row;
    }
    facts->setColumnStretch(1, 1);
    layout->addLayout(facts);
    layout->addStretch(1);
    m_scroll->setWidget(content); // deletes the one before
}

} // namespace pv::widgets
