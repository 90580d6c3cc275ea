// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/export_table.h"

#include "core/model/error.h"
#include "widgets/tables/event_table_model.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QSaveFile>
#include <QSettings>

namespace pv::widgets {
namespace {

struct ExportTable {
    Q_DECLARE_TR_FUNCTIONS(pv::widgets::ExportTable)
};

class CsvFile {
public:
    explicit CsvFile(const QString& path) : m_file(path)
    {
        if (!m_file.open(QIODevice::WriteOnly)) {
            fail();
        }
    }
    void line(const QStringList& cells)
    {
        const QByteArray bytes = csvLine(cells).toUtf8();
        if (m_file.write(bytes) != bytes.size()) {
            fail();
        }
    }
    void commit()
    {
        if (!m_file.commit()) {
            fail();
        }
    }

private:
    [[noreturn]] void fail() const
    {
        throw core::Error(ExportTable::tr("Could not write '%1': %2. Choose another place, or free some room.")
                              .arg(m_file.fileName(), m_file.errorString())
                              .toStdString());
    }
    QSaveFile m_file;
};

} // namespace

QString askCsvFile(QWidget* parent, const QString& suggestion)
{
    QSettings settings;
    const QString folder = settings.value(QStringLiteral("folders/export")).toString();
    QString path =
        QFileDialog::getSaveFileName(parent, ExportTable::tr("Export as CSV"),
                                     (folder.isEmpty() ? QString() : folder + QLatin1Char('/')) + suggestion + QStringLiteral(".csv"),
                                     ExportTable::tr("CSV files (*.csv)"));
    if (!path.isEmpty()) {
        settings.setValue(QStringLiteral("folders/export"), QFileInfo(path).absolutePath());
        if (QFileInfo(path).suffix().isEmpty()) {
            path += QStringLiteral(".csv");
        }
    }
    return path;
}

void writeCsv(const TableData& table, const QString& path, const core::Progress& progress)
{
    CsvFile file(path);
    QStringList cells;
    for (const DataColumn& column : table.columns) {
        cells += rawTitle(column);
    }
    file.line(cells);
    std::size_t done = 0;
    for (const auto& row : table.rows) {
        if ((done++ & 0xFFF) == 0) {
            progress.throwIfStopped();
            progress(static_cast<double>(done) / static_cast<double>(table.rows.size()), "writing");
        }
        cells.clear();
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            cells += i < row.size() ? cellRaw(row[i], table.columns[i].format) : QString();
        }
        file.line(cells);
    }
    file.commit();
}

void writeEventsCsv(const core::Report& report, std::span<const core::EventId> events, const QString& path, const core::Progress& progress)
{
    constexpr std::size_t kBatch = 4096;
    CsvFile file(path);
    file.line(EventTableModel::rawTitles());
    for (std::size_t at = 0; at < events.size(); at += kBatch) {
        progress.throwIfStopped();
        progress(static_cast<double>(at) / static_cast<double>(events.size()), "writing");
        for (const QStringList& row : EventTableModel::rawRows(report, events.subspan(at, std::min(kBatch, events.size() - at)))) {
            file.line(row);
        }
    }
    file.commit();
}

} // namespace pv::widgets
