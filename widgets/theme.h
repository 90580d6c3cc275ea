// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Colours of everything that is drawn from a report, light and dark.
//
// A value type without Qt resources: may be copied into worker threads. Colours of events are stable: the same kind and
// name have the same colour in every view, report and run. Families keep kinds apart for colour-blind eyes too (kernels
// blue, copies orange/vermilion, memsets yellow, communication purple; CPU kinds greens and greys), differences inside a
// family are differences of lightness. Never the only carrier of meaning: names and rows say the same.

#include "core/model/event_kind.h"
#include "core/store/tile.h"

#include <QColor>
#include <QPalette>

#include <cstdint>
#include <string_view>

namespace pv::widgets {

enum class ThemeMode : std::uint8_t { light, dark };

struct Theme {
    ThemeMode mode = ThemeMode::light;

    // Surfaces and text.
    QColor window;
    QColor base;      // row background
    QColor alternate; // every second row
    QColor groupRow;  // rows that only group others
    QColor header;    // the column of row names
    QColor headerText;
    QColor mutedText;
    QColor border;
    QColor grid; // vertical lines under the ruler's numbers
    QColor text;
    QColor accent;      // selection frames, focus
    QColor selection;   // selected time range, translucent
    QColor outside;     // veil over what lies outside the report
    QColor cursor;      // line under the mouse
    QColor arrow;       // links
    QColor damage;      // what could not be read
    QColor placeholder; // data that is still on its way
    QColor idle;        // baseline of a GPU row

    static Theme light();
    static Theme dark();
    static Theme of(ThemeMode mode) { return mode == ThemeMode::dark ? dark() : light(); }
    // Dark when the palette's window is darker than its text.
    static ThemeMode modeOf(const QPalette& palette);
    // A palette for the rest of the window that matches.
    QPalette palette() const;

    // Fill of an event. `name` may be empty: the family's own colour.
    QRgb eventColor(core::EventKind kind, std::string_view name) const;
    QRgb gpuStateColor(core::GpuState state) const;
    // Line or bar of counter number `index`.
    QRgb counterColor(std::size_t index) const;
    // Series of charts: eight colours that stay apart for colour-blind eyes, then again.
    QColor categorical(std::size_t index) const;
    // Black or white, whichever reads better on `fill`.
    static QRgb textOn(QRgb fill);
};

// True for names of collective communication (NCCL, RCCL, MSCCL kernels).
bool isCommunicationName(std::string_view name);

} // namespace pv::widgets
