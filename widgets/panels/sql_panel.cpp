// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/sql_panel.h"

#include "core/store/sql/sql_session.h"
#include "widgets/tables/data_table_model.h"
#include "widgets/tables/table_view.h"
#include "widgets/text.h"
#include "widgets/timeline/time_format.h"

#include <QFontDatabase>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QShortcut>
#include <QSplitter>
#include <QSyntaxHighlighter>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace pv::widgets {
namespace {

class SqlHighlighter : public QSyntaxHighlighter {
public:
    explicit SqlHighlighter(QTextDocument* document) : QSyntaxHighlighter(document) {}

protected:
    void highlightBlock(const QString& text) override
    {
        static const QRegularExpression words(QStringLiteral("\\b(select|from|where|group|by|order|limit|having|join|left|inner|on|as|and|"
                                                             "or|not|in|between|like|is|null|distinct|count|sum|min|max|avg|desc|asc|with|"
                                                             "union|all|case|when|then|else|end)\\b"),
                                              QRegularExpression::CaseInsensitiveOption);
        static const QRegularExpression strings(QStringLiteral("'[^']*'?"));
        static const QRegularExpression comments(QStringLiteral("--.*$"));
        QTextCharFormat keyword;
        keyword.setFontWeight(QFont::Bold);
        QTextCharFormat literal;
        literal.setForeground(QColor(0xB0, 0x60, 0x20));
        QTextCharFormat comment;
        comment.setForeground(Qt::gray);
        for (const auto& [expression, format] : {std::pair(words, keyword), std::pair(strings, literal), std::pair(comments, comment)}) {
            for (auto it = expression.globalMatch(text); it.hasNext();) {
                const auto match = it.next();
                setFormat(static_cast<int>(match.capturedStart()), static_cast<int>(match.capturedLength()), format);
            }
        }
    }
};

struct Result {
    TableData table;
    bool cut = false;
};

QVariant toVariant(const core::SqlValue& v)
{
    switch (v.type) {
    case core::SqlValue::Type::integer: return QVariant::fromValue<qlonglong>(v.integer);
    case core::SqlValue::Type::real: return v.real;
    case core::SqlValue::Type::text: return oneLine(v.text, 4000);
    default: return {};
    }
}

} // namespace

SqlPanel::SqlPanel(PanelContext context, QWidget* parent) : Panel(std::move(context), parent), m_job(jobs()), m_schemaJob(jobs())
{
    m_query = new QPlainTextEdit(this);
    m_query->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_query->setPlainText(
        QStringLiteral("select name, count(*) as n, sum(dur) as total\nfrom kernel group by name order by total desc limit 20"));
    m_query->setTabChangesFocus(true);
    new SqlHighlighter(m_query->document());
    m_run = new QPushButton(this);
    m_cancel = new QPushButton(this);
    m_cancel->setEnabled(false);
    m_status = new QLabel(this);
    m_status->setTextFormat(Qt::PlainText);
    m_status->setWordWrap(true);
    m_schema = new QTreeWidget(this);
    m_schema->setHeaderHidden(true);
    m_model = new DataTableModel(jobs(), this);
    m_view = new TableView(this);
    m_view->setModel(m_model);
    m_view->setSortingEnabled(true);
    m_view->setOnTimeline(false);

    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_run);
    buttons->addWidget(m_cancel);
    buttons->addWidget(m_status, 1);
    auto* left = new QWidget(this);
    auto* leftLayout = new QVBoxLayout(left);
    leftLayout->setContentsMargins(6, 6, 6, 6);
    leftLayout->addWidget(m_query, 1);
    leftLayout->addLayout(buttons);
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->addWidget(m_schema);
    splitter->addWidget(left);
    splitter->addWidget(m_view);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 2);
    splitter->setStretchFactor(2, 4);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(splitter);

    connect(m_run, &QPushButton::clicked, this, [this] { runQuery(m_query->toPlainText()); });
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        m_job.cancel();
        m_status->setText(tr("Cancelled."));
    });
    connect(&m_job, &Job::failed, m_status, &QLabel::setText);
    connect(&m_job, &Job::ended, this, [this] {
        m_cancel->setEnabled(false);
        m_run->setEnabled(true);
    });
    connect(m_schema, &QTreeWidget::itemDoubleClicked, this,
            [this](QTreeWidgetItem* item, int) { m_query->insertPlainText(item->text(0)); });
    auto* shortcut = new QShortcut(QKeySequence(Qt::CTRL | Qt::Key_Return), m_query, nullptr, nullptr, Qt::WidgetShortcut);
    connect(shortcut, &QShortcut::activated, this, [this] { runQuery(m_query->toPlainText()); });
    retranslate();
}

void SqlPanel::retranslate()
{
    m_run->setText(tr("Run"));
    m_run->setToolTip(tr("Run the query (Ctrl+Enter)"));
    m_cancel->setText(tr("Cancel"));
    m_query->setAccessibleName(tr("SQL query"));
    m_schema->setAccessibleName(tr("Tables"));
    m_view->setAccessibleName(tr("Result"));
    m_view->setEmptyText(tr("No rows."));
}

QJsonObject SqlPanel::saveState() const { return {{"query", m_query->toPlainText()}, {"history", QJsonArray::fromStringList(m_history)}}; }

void SqlPanel::restoreState(const QJsonObject& state)
{
    if (const QString query = state.value("query").toString(); !query.isEmpty()) {
        m_query->setPlainText(query);
    }
    m_history.clear();
    for (const QJsonValue& v : state.value("history").toArray()) {
        m_history << v.toString();
    }
}

void SqlPanel::refresh()
{
    if (m_schemaLoaded) {
        return;
    }
    m_schemaLoaded = true;
    m_schemaJob.start([report = sharedReport()](const core::Progress&) { return core::SqlSession(report).tables(); },
                      [this](const std::vector<core::SqlTableInfo>& tables) {
                          for (const bool nsight : {false, true}) {
                              auto* group = new QTreeWidgetItem(m_schema, {nsight ? tr("As in Nsight Systems' export") : tr("Tables")});
                              group->setExpanded(!nsight);
                              for (const core::SqlTableInfo& t : tables) {
                                  if (t.nsight != nsight) {
                                      continue;
                                  }
                                  auto* table = new QTreeWidgetItem(group, {QString::fromStdString(t.name)});
                                  for (const auto& [name, type] : t.columns) {
                                      new QTreeWidgetItem(table, {QString::fromStdString(name)});
                                  }
                              }
                          }
                      });
}

void SqlPanel::runQuery(const QString& query)
{
    if (m_history.isEmpty() || m_history.last() != query) {
        m_history << query;
        while (m_history.size() > 100) {
            m_history.removeFirst();
        }
    }
    m_run->setEnabled(false);
    m_cancel->setEnabled(true);
    m_status->setText(tr("Running…"));
    m_job.start(
        [report = sharedReport(), text = query.toStdString()](const core::Progress& progress) {
            Result result;
            core::SqlSession session(report);
            session.run(
                text,
                [&](const std::vector<std::string>& columns) {
                    result.table = {};
                    for (const std::string& c : columns) {
                        result.table.columns.push_back({QString::fromStdString(c), CellFormat::text, {}});
                    }
                },
                [&](std::span<const core::SqlValue> row) {
                    if (result.table.rows.size() >= kMostRows) {
                        result.cut = true;
                        return false;
                    }
                    std::vector<QVariant> cells;
                    for (std::size_t i = 0; i < row.size(); ++i) {
                        if (row[i].type == core::SqlValue::Type::integer || row[i].type == core::SqlValue::Type::real) {
                            result.table.columns[i].format =
                                row[i].type == core::SqlValue::Type::real ? CellFormat::real : CellFormat::integer;
                        }
                        cells.push_back(toVariant(row[i]));
                    }
                    result.table.rows.push_back(std::move(cells));
                    return true;
                },
                progress);
            return result;
        },
        [this](Result result) {
            m_status->setText(result.cut ? tr("The first %1 rows are shown; add a limit or a condition to see others.")
                                               .arg(formatCount(static_cast<std::int64_t>(kMostRows)))
                                         : tr("%1 rows").arg(formatCount(static_cast<std::int64_t>(result.table.rows.size()))));
            m_view->setColumnChars(std::vector<int>(result.table.columns.size(), 16));
            m_model->setTable(std::move(result.table));
        });
}

} // namespace pv::widgets
