// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The timeline: rows of a report on one time axis, with ruler, minimap and a column of row names.
//
// Threads: a GUI-thread widget. It never reads a report's file on that thread: pictures, hover texts, links and searches
// come from worker threads and arrive by queued signals; until then the nearest picture at hand is shown. Setting another
// report, or destroying the widget, cancels and joins whatever is on its way.
// Units: times in ns of the report, half-open ranges. Event ids are those of the report that is set.
// Errors: what can't be read is drawn as damaged; nothing here throws.

#include "core/store/report.h"
#include "widgets/theme.h"

#include <QAbstractScrollArea>
#include <QJsonObject>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

class QUndoStack;

namespace pv::widgets {

// A note or bookmark shown on the ruler and over the rows.
struct TimelineMarker {
    core::TimeRange range;             // end <= begin: a moment
    core::LaneId lane = core::kNoLane; // kNoLane: all rows
    QString text;
    QColor color; // invalid: the theme's
};

struct TimelineImageOptions {
    QSize size;                           // logical pixels; empty: as on screen
    qreal pixelRatio = 1.0;               // PNG only
    std::optional<core::TimeRange> range; // absent: as on screen
    std::optional<ThemeMode> theme;       // absent: as on screen
};

class TimelineView : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit TimelineView(QWidget* parent = nullptr);
    ~TimelineView() override;

    // Null: an empty timeline. Shows the whole report with nothing selected.
    void setReport(std::shared_ptr<const core::Report> report);
    std::shared_ptr<const core::Report> report() const;

    // --- View -------------------------------------------------------------------------------------------------
    core::TimeRange viewRange() const;
    core::TimeRange reportRange() const;
    // Everything below that moves the view can be undone.
    void setViewRange(core::TimeRange range);
    QUndoStack* navigation() const; // undo/redo of view changes; for menu actions

    // --- Selection --------------------------------------------------------------------------------------------
    core::EventId selectedEvent() const;                  // kNoEvent: none
    std::optional<core::TimeRange> selectedRange() const; // of a selected range, or of the selected event
    core::LaneId selectedLane() const;                    // of either; kNoLane: none or all
    void selectEvent(core::EventId event);                // without moving the view
    void selectRange(core::TimeRange range, core::LaneId lane = core::kNoLane);
    void clearSelection();
    // Selects, opens the rows above it, scrolls and zooms so that it is well visible.
    void goToEvent(core::EventId event);
    void goToRange(core::TimeRange range, core::LaneId lane = core::kNoLane);
    void goToLane(core::LaneId lane);

    // --- Rows -------------------------------------------------------------------------------------------------
    // Shows only lanes whose name, or whose ancestors' or descendants' name, contains the text (case-insensitive).
    void setRowFilter(const QString& text);
    QString rowFilter() const;
    bool isLaneExpanded(core::LaneId lane) const;
    void setLaneExpanded(core::LaneId lane, bool expanded);
    bool isLaneHidden(core::LaneId lane) const;
    void setLaneHidden(core::LaneId lane, bool hidden);
    std::vector<core::LaneId> hiddenLanes() const;
    bool isLanePinned(core::LaneId lane) const;
    void setLanePinned(core::LaneId lane, bool pinned);
    // Moves a lane among its siblings by `delta` places.
    void moveLane(core::LaneId lane, int delta);

    // --- Appearance -------------------------------------------------------------------------------------------
    void setTheme(const Theme& theme);
    const Theme& theme() const;
    void setMarkers(std::vector<TimelineMarker> markers);
    // Gaps shorter than this are skipped by nextGap(); 0: shorter than one pixel.
    void setGapThreshold(std::int64_t ns);
    std::int64_t gapThreshold() const;
    void setMinimapVisible(bool visible);
    bool isMinimapVisible() const;
    void setWallClock(bool on); // the ruler shows time of day where the report knows it
    bool isWallClock() const;

    // --- State and pictures -----------------------------------------------------------------------------------
    // View range, rows (by their names, so that it fits another report of the same program), widths, settings.
    QJsonObject saveState() const;
    // What does not fit this report is left as it is.
    void restoreState(const QJsonObject& state);
    // Only the rows, for named layouts.
    QJsonObject saveLayout() const;
    void restoreLayout(const QJsonObject& layout);

    // True when every picture of the current view is as sharp as it gets and no search runs.
    bool isSettled() const;
    // Draws the current rows (or another range, size, theme) with all data, waiting for it; ".svg" gives SVG, anything else
    // PNG. False with a sentence in `error` when the file can't be written.
    bool exportImage(const QString& path, const TimelineImageOptions& options = {}, QString* error = nullptr);

public slots:
    void fitAll();
    void fitSelection();
    void zoomIn();
    void zoomOut();
    void panLeft();
    void panRight();
    void undoView();
    void redoView();
    void nextGap();
    void previousGap();
    void nextInstance(); // of the selected event's name
    void previousInstance();
    void jumpToLinked(); // the selected event's partner; again: the next one
    void expandAll();
    void collapseAll();
    void showAllLanes();  // none hidden
    void copySelection(); // as text

signals:
    void viewRangeChanged(pv::core::TimeRange range);
    void eventSelected(pv::core::EventId event);
    void rangeSelected(pv::core::TimeRange range, pv::core::LaneId lane);
    void selectionCleared();
    void eventActivated(pv::core::EventId event);                         // double click or Enter
    void cursorTimeChanged(qint64 timeNs, bool inside);                   // under the mouse, for the status bar
    void statusMessage(const QString& text);                              // "No further gap", for the status bar
    void noteRequested(pv::core::TimeRange range, pv::core::LaneId lane); // key M
    void rowsChanged();                                                   // expanded, hidden, pinned, filtered, moved
    void settled();                                                       // isSettled() became true

protected:
    bool event(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace pv::widgets
