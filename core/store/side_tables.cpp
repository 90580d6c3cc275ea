// SPDX-License-Identifier: MIT
#include "core/store/side_tables.h"

#include "core/store/column_codec.h"
#include "core/store/frame.h"

namespace pv::core {

void writeSideTables(Database& db, const std::deque<SideTableBuffer>& tables, int level)
{
    constexpr std::size_t kBundleBytes = 256 * 1024;
    Statement insertTable(db, "INSERT INTO side_table VALUES(?,?,?,?,?,?)");
    Statement insertData(db, "INSERT INTO side_data VALUES(?,?,?)");
    Bytes bundle;
    std::int64_t bundleId = 1;
    auto flush = [&] {
        if (!bundle.empty()) {
            Bytes frame;
            compressFrame(frame, bundle, level);
            insertData.bind(1, bundleId).bind(2, static_cast<std::int64_t>(bundle.size())).bindBlob(3, frame).run();
            bundle.clear();
            ++bundleId;
        }
    };
    for (const SideTableBuffer& t : tables) {
        Bytes schema;
        Bytes data;
        putVarint(schema, t.columns().size());
        for (std::size_t i = 0; i < t.columns().size(); ++i) {
            putText(schema, t.columns()[i].name);
            schema.push_back(static_cast<std::uint8_t>(t.columns()[i].type));
            Bytes encoded;
            encodeColumn(encoded, t.values(i));
            putVarint(data, encoded.size());
            data.insert(data.end(), encoded.begin(), encoded.end());
        }
        if (!bundle.empty() && bundle.size() + data.size() > kBundleBytes) {
            flush();
        }
        insertTable.bind(1, t.name()).bindBlob(2, schema).bind(3, t.rows()).bind(4, bundleId);
        insertTable.bind(5, static_cast<std::int64_t>(bundle.size())).bind(6, static_cast<std::int64_t>(data.size())).run();
        bundle.insert(bundle.end(), data.begin(), data.end());
    }
    flush();
}

} // namespace pv::core
