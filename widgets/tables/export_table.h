// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Writing tables to CSV files. The write functions run on a job's thread; a file is complete or not there.
// Throws core::Error when it can't be written, Cancelled when stopped.

#include "core/model/progress.h"
#include "core/store/report.h"
#include "widgets/tables/table_data.h"

#include <QString>

#include <span>

class QWidget;

namespace pv::widgets {

// Asks for a file name; empty: the person changed their mind. `suggestion` has no folder and no extension.
QString askCsvFile(QWidget* parent, const QString& suggestion);

void writeCsv(const TableData& table, const QString& path, const core::Progress& progress);
void writeEventsCsv(const core::Report& report, std::span<const core::EventId> events, const QString& path, const core::Progress& progress);

} // namespace pv::widgets
