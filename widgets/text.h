// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Words for what a report holds, in the language of the window. Names that come from files are untrusted: they are shown
// as plain text only (toolTipText escapes them where Qt would look for markup).
//
// Safe on any thread; the language may change between two calls.

#include "core/model/event_kind.h"
#include "core/model/ids.h"
#include "core/model/lane.h"
#include "core/model/topology.h"
#include "core/store/tile.h"

#include <QString>

#include <string_view>

namespace pv::core {
class Report;
}

namespace pv::widgets {

inline QString fromUtf8(std::string_view s) { return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size())); }
// Control characters and line breaks become blanks; longer texts are cut with an ellipsis.
QString oneLine(std::string_view s, qsizetype maxLength = 4000);

QString kindLabel(core::EventKind kind);       // "Kernel", "CUDA API call", ...
QString kindPluralLabel(core::EventKind kind); // "Kernels", "CUDA API calls", ...
QString laneKindLabel(core::LaneKind kind);
QString gpuStateLabel(core::GpuState state);
QString severityLabel(core::Severity severity);
QString copyKindLabel(std::int64_t kind);   // Nsight numbering; unknown numbers as they are
QString memoryKindLabel(std::int64_t kind); // likewise
QString flagsLabel(std::int64_t flags);     // "not closed, clamped"; empty for 0

// "python (4211) › loader › NVTX". Empty for kNoLane.
QString laneTitle(const core::Report& report, core::LaneId lane);
// A GPU as a person names it: "GPU 0 (NVIDIA H200)".
QString gpuTitle(const core::Report& report, std::int64_t device);

QString formatBytes(std::int64_t bytes);                    // "12.5 MiB"
QString formatPercent(double share, int decimals = 1);      // 0.135 -> "13.5 %"; tiny but not zero: "< 0.1 %"
QString formatReal(double value);                           // up to 6 significant digits
QString formatShare(std::int64_t part, std::int64_t whole); // "–" where whole is 0

// For tool tips: escaped, wrapped, at most some thousand characters.
QString toolTipText(const QString& plain);

} // namespace pv::widgets
