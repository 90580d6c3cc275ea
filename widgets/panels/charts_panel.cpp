// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/charts_panel.h"

#include "widgets/charts/chart_view.h"
#include "widgets/text.h"
#include "widgets/timeline/time_format.h"

#include <QAreaSeries>
#include <QBarCategoryAxis>
#include <QBarSet>
#include <QChart>
#include <QComboBox>
#include <QCursor>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHorizontalBarSeries>
#include <QHorizontalStackedBarSeries>
#include <QLabel>
#include <QLegend>
#include <QLineSeries>
#include <QSettings>
#include <QStackedBarSeries>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>
#include <QValueAxis>

namespace pv::widgets {
namespace {

constexpr std::size_t kTopKernels = 10;

// The unit in which numbers up to `ns` read well, and how many ns it has.
std::pair<QString, double> unitFor(std::int64_t ns)
{
    if (ns >= 1'000'000'000) {
        return {QStringLiteral("s"), 1e9};
    }
    if (ns >= 1'000'000) {
        return {QStringLiteral("ms"), 1e6};
    }
    if (ns >= 1000) {
        return {QStringLiteral("\u00B5s"), 1e3};
    }
    return {QStringLiteral("ns"), 1};
}

QValueAxis* valueAxis(const QString& title, double max)
{
    auto* axis = new QValueAxis;
    axis->setTitleText(title);
    axis->setRange(0, max > 0 ? max : 1);
    axis->setTickCount(6);
    axis->applyNiceNumbers();
    axis->setLabelFormat(axis->max() >= 10 ? QStringLiteral("%.0f") : axis->max() >= 1 ? QStringLiteral("%.1f") : QStringLiteral("%.2g"));
    return axis;
}

} // namespace

ChartsPanel::ChartsPanel(PanelContext context, QWidget* parent) : Panel(std::move(context), parent), m_job(jobs())
{
    m_kind = new QComboBox(this);
    m_basis = new QLabel(this);
    m_basis->setTextFormat(Qt::PlainText);
    m_basis->setForegroundRole(QPalette::PlaceholderText);
    m_save = new QToolButton(this);
    m_save->setAutoRaise(true);
    m_view = new ChartView(this);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 8, 4);
    bar->setSpacing(8);
    bar->addWidget(m_kind);
    bar->addWidget(m_basis, 1);
    bar->addWidget(m_save);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_view, 1);
    connect(m_kind, &QComboBox::currentIndexChanged, this, [this] { present(); });
    connect(m_save, &QToolButton::clicked, this, &ChartsPanel::saveImage);
    connect(&m_job, &Job::failed, this, [this](const QString& message) { m_view->presentNothing(message); });
    retranslate();
}

void ChartsPanel::setTheme(const Theme& theme)
{
    Panel::setTheme(theme);
    m_view->setTheme(theme);
    present();
}

void ChartsPanel::retranslate()
{
    const int index = m_kind->currentIndex();
    const QSignalBlocker quiet(m_kind);
    m_kind->clear();
    m_kind->addItem(tr("GPU time by category"));
    m_kind->addItem(tr("Top kernels"));
    m_kind->addItem(tr("Utilisation over time"));
    m_kind->addItem(tr("Kernel durations"));
    m_kind->setCurrentIndex(index >= 0 ? index : static_cast<int>(Kind::utilisation));
    m_kind->setAccessibleName(tr("Chart"));
    m_save->setText(tr("Save image..."));
    m_view->setAccessibleName(tr("Chart"));
}

QJsonObject ChartsPanel::saveState() const { return {{QStringLiteral("kind"), m_kind->currentIndex()}}; }

void ChartsPanel::restoreState(const QJsonObject& state)
{
    const int index = state.value(QStringLiteral("kind")).toInt(m_kind->currentIndex());
    m_kind->setCurrentIndex(std::clamp(index, 0, m_kind->count() - 1));
}

void ChartsPanel::setKind(Kind kind) { m_kind->setCurrentIndex(static_cast<int>(kind)); }
ChartsPanel::Kind ChartsPanel::kind() const { return static_cast<Kind>(m_kind->currentIndex()); }

void ChartsPanel::selectionChanged()
{
    if (selection().current().range != m_range) {
        // A click on a bar selects an event: the charts stay with the range they show.
        m_range = selection().current().range;
        invalidate();
    }
}

void ChartsPanel::refresh()
{
    m_job.start(
        [report = sharedReport(), range = m_range](const core::Progress& progress) { return chartFigures(*report, range, progress); },
        [this](ChartFigures figures) {
            m_figures = std::move(figures);
            present();
        });
}

void ChartsPanel::present()
{
    switch (kind()) {
    case Kind::categories: presentCategories(); break;
    case Kind::topKernels: presentTopKernels(); break;
    case Kind::utilisation: presentUtilisation(); break;
    case Kind::durations: presentDurations(); break;
    }
    if (m_figures.wholeReport) {
        m_basis->setText(kind() == Kind::categories ? tr("from each GPU's first to its last work") : tr("whole report"));
    } else {
        m_basis->setText(tr("selected range: %1").arg(formatDuration(m_figures.range.durationNs())));
    }
}

void ChartsPanel::tip(bool on, const QString& text)
{
    if (on) {
        QToolTip::showText(QCursor::pos(), toolTipText(text), m_view);
    } else {
        QToolTip::hideText();
    }
}

void ChartsPanel::presentCategories()
{
    if (m_figures.categories.empty()) {
        m_view->presentNothing(tr("No GPU work here"));
        return;
    }
    std::int64_t longest = 0;
    QStringList titles;
    for (const GpuCategoryBars& gpu : m_figures.categories) {
        longest = std::max(longest, gpu.times.wholeNs());
        titles += gpu.title;
    }
    const auto [unit, scale] = unitFor(longest);
    auto* series = new QHorizontalStackedBarSeries;
    for (const auto state : {core::GpuState::compute, core::GpuState::communication, core::GpuState::copy, core::GpuState::idle}) {
        auto* set = new QBarSet(gpuStateLabel(state));
        set->setColor(QColor::fromRgb(theme().gpuStateColor(state)));
        set->setBorderColor(Qt::transparent);
        for (const GpuCategoryBars& gpu : m_figures.categories) {
            set->append(static_cast<double>(gpu.times.of(state)) / scale);
        }
        connect(set, &QBarSet::hovered, this, [this, state](bool on, int index) {
            const auto& gpu = m_figures.categories[static_cast<std::size_t>(index)];
            const std::int64_t ns = gpu.times.of(state);
            tip(on,
                tr("%1: %2, %3 of %4")
                    .arg(gpuStateLabel(state), formatExact(ns), formatShare(ns, gpu.times.wholeNs()), formatExact(gpu.times.wholeNs())));
        });
        connect(set, &QBarSet::clicked, this, [this, state](int index) {
            const auto& gpu = m_figures.categories[static_cast<std::size_t>(index)];
            const core::TimeRange range = gpu.longest[static_cast<std::size_t>(state)];
            if (!range.empty()) {
                emit selection().viewWanted(range);
            }
        });
        series->append(set);
    }
    auto* chart = new QChart;
    chart->addSeries(series);
    auto* names = new QBarCategoryAxis;
    names->append(titles);
    names->setGridLineVisible(false);
    auto* values = valueAxis(unit, static_cast<double>(longest) / scale);
    chart->addAxis(names, Qt::AlignLeft);
    chart->addAxis(values, Qt::AlignBottom);
    series->attachAxis(names);
    series->attachAxis(values);
    chart->legend()->setAlignment(Qt::AlignTop);
    m_view->present(chart);
}

void ChartsPanel::presentTopKernels()
{
    const std::size_t n = std::min(kTopKernels, m_figures.kernels.rows.size());
    if (n == 0) {
        m_view->presentNothing(tr("No kernels here"));
        return;
    }
    const auto [unit, scale] = unitFor(m_figures.kernels.rows.front().totalNs);
    auto* series = new QHorizontalBarSeries;
    auto* set = new QBarSet(tr("Total time"));
    set->setColor(QColor::fromRgb(theme().eventColor(core::EventKind::kernel, {})));
    set->setBorderColor(Qt::transparent);
    QStringList names;
    // The axis runs upwards: the heaviest comes last.
    for (std::size_t i = n; i-- > 0;) {
        const NameRow& row = m_figures.kernels.rows[i];
        set->append(static_cast<double>(row.totalNs) / scale);
        const QString name = oneLine(report().string(row.name), 200);
        // Categories must differ, or the axis merges them.
        names += (name.size() > 42 ? name.left(41) + QChar(0x2026) : name) + QString(static_cast<qsizetype>(i), QChar(0x200B));
    }
    series->append(set);
    series->setBarWidth(0.7);
    connect(set, &QBarSet::hovered, this, [this, n](bool on, int index) {
        const NameRow& row = m_figures.kernels.rows[n - 1 - static_cast<std::size_t>(index)];
        tip(on, tr("%1\n%2 in %3 calls, %4 of all kernel time")
                    .arg(oneLine(report().string(row.name), 600), formatExact(row.totalNs), formatCount(row.count),
                         formatShare(row.totalNs, m_figures.kernels.totalNs)));
    });
    connect(set, &QBarSet::clicked, this,
            [this, n](int index) { selection().goToEvent(m_figures.kernels.rows[n - 1 - static_cast<std::size_t>(index)].longest); });
    auto* chart = new QChart;
    chart->addSeries(series);
    auto* categories = new QBarCategoryAxis;
    categories->append(names);
    categories->setGridLineVisible(false);
    auto* values = valueAxis(unit, static_cast<double>(m_figures.kernels.rows.front().totalNs) / scale);
    chart->addAxis(categories, Qt::AlignLeft);
    chart->addAxis(values, Qt::AlignBottom);
    series->attachAxis(categories);
    series->attachAxis(values);
    chart->legend()->hide();
    m_view->present(chart);
}

void ChartsPanel::presentUtilisation()
{
    if (m_figures.utilisation.empty()) {
        m_view->presentNothing(tr("No GPU work here"));
        return;
    }
    const auto [unit, scale] = unitFor(std::max(std::abs(m_figures.range.begin), std::abs(m_figures.range.end)));
    auto* chart = new QChart;
    auto* time = new QValueAxis;
    time->setRange(static_cast<double>(m_figures.range.begin) / scale, static_cast<double>(m_figures.range.end) / scale);
    time->setTickCount(9);
    time->setTitleText(unit);
    const double span = static_cast<double>(m_figures.range.durationNs()) / scale;
    time->setLabelFormat(span >= 80    ? QStringLiteral("%.0f")
                         : span >= 8   ? QStringLiteral("%.1f")
                         : span >= 0.8 ? QStringLiteral("%.2f")
                                       : QStringLiteral("%.4f"));
    auto* busy = new QValueAxis;
    busy->setRange(0, 100);
    busy->setTickCount(5);
    busy->setLabelFormat(QStringLiteral("%.0f %%"));
    chart->addAxis(time, Qt::AlignBottom);
    chart->addAxis(busy, Qt::AlignLeft);
    std::size_t number = 0;
    for (const UtilisationSeries& gpu : m_figures.utilisation) {
        auto* upper = new QLineSeries;
        // Steps: the share holds for the whole slot.
        for (std::size_t i = 0; i < gpu.intervals.size(); ++i) {
            upper->append(static_cast<double>(gpu.intervals[i].begin) / scale, gpu.busy[i] * 100);
            upper->append(static_cast<double>(gpu.intervals[i].end) / scale, gpu.busy[i] * 100);
        }
        auto* area = new QAreaSeries(upper);
        upper->setParent(area);
        area->setName(gpu.title);
        const QColor color = theme().categorical(number);
        QColor fill = color;
        fill.setAlpha(m_figures.utilisation.size() > 1 ? 60 : 110);
        area->setBrush(fill);
        area->setPen(QPen(color, 1.2));
        const auto slotAt = [this, number, scale = scale](const QPointF& at) {
            const auto& intervals = m_figures.utilisation[number].intervals;
            const auto it = std::upper_bound(intervals.begin(), intervals.end(), at.x() * scale,
                                             [](double t, const core::TimeRange& s) { return t < static_cast<double>(s.end); });
            return it == intervals.end() ? intervals.size() - 1 : static_cast<std::size_t>(it - intervals.begin());
        };
        connect(area, &QAreaSeries::hovered, this, [this, number, slotAt](const QPointF& at, bool on) {
            const auto& series = m_figures.utilisation[number];
            const std::size_t i = slotAt(at);
            tip(on, tr("%1\n%2 busy from %3 to %4")
                        .arg(series.title, formatPercent(series.busy[i], 2), formatExact(series.intervals[i].begin),
                             formatExact(series.intervals[i].end)));
        });
        connect(area, &QAreaSeries::clicked, this, [this, number, slotAt](const QPointF& at) {
            const auto& series = m_figures.utilisation[number];
            emit selection().viewWanted(series.intervals[slotAt(at)]);
        });
        chart->addSeries(area);
        area->attachAxis(time);
        area->attachAxis(busy);
        ++number;
    }
    chart->legend()->setVisible(m_figures.utilisation.size() > 1);
    chart->legend()->setAlignment(Qt::AlignTop);
    m_view->present(chart);
}

void ChartsPanel::presentDurations()
{
    if (m_figures.kernelDurations.empty()) {
        m_view->presentNothing(tr("No kernels here"));
        return;
    }
    auto* series = new QStackedBarSeries;
    auto* set = new QBarSet(tr("Kernels"));
    set->setColor(QColor::fromRgb(theme().eventColor(core::EventKind::kernel, {})));
    set->setBorderColor(Qt::transparent);
    QStringList names;
    std::int64_t most = 0;
    for (const DurationBin& bin : m_figures.kernelDurations) {
        set->append(static_cast<double>(bin.count));
        names += QStringLiteral("\u2265 ") + formatDuration(bin.fromNs, 2);
        most = std::max(most, bin.count);
    }
    series->append(set);
    series->setBarWidth(0.92);
    connect(set, &QBarSet::hovered, this, [this](bool on, int index) {
        const DurationBin& bin = m_figures.kernelDurations[static_cast<std::size_t>(index)];
        tip(on, tr("%1 kernels of %2 up to %3").arg(formatCount(bin.count), formatDuration(bin.fromNs), formatDuration(bin.toNs)));
    });
    connect(set, &QBarSet::clicked, this, [this](int index) {
        const DurationBin& bin = m_figures.kernelDurations[static_cast<std::size_t>(index)];
        if (bin.count > 0) {
            selection().goToEvent(bin.longest);
        }
    });
    auto* chart = new QChart;
    chart->addSeries(series);
    auto* categories = new QBarCategoryAxis;
    categories->append(names);
    categories->setGridLineVisible(false);
    auto* values = valueAxis(tr("kernels"), static_cast<double>(most));
    values->setLabelFormat(QStringLiteral("%.0f"));
    chart->addAxis(categories, Qt::AlignBottom);
    chart->addAxis(values, Qt::AlignLeft);
    series->attachAxis(categories);
    series->attachAxis(values);
    chart->legend()->hide();
    m_view->present(chart);
}

void ChartsPanel::saveImage()
{
    QSettings settings;
    const QString folder = settings.value(QStringLiteral("folders/export")).toString();
    QString path = QFileDialog::getSaveFileName(
        this, tr("Save chart"), (folder.isEmpty() ? QString() : folder + QLatin1Char('/')) + tr("chart") + QStringLiteral(".png"),
        tr("PNG image (*.png);;SVG drawing (*.svg)"));
    if (path.isEmpty()) {
        return;
    }
    if (QFileInfo(path).suffix().isEmpty()) {
        path += QStringLiteral(".png");
    }
    settings.setValue(QStringLiteral("folders/export"), QFileInfo(path).absolutePath());
    const QString error = m_view->save(path);
    emit statusMessage(error.isEmpty() ? tr("Wrote %1").arg(path) : error);
}

} // namespace pv::widgets
