// SPDX-License-Identifier: MIT
#pragma once

// NVTX payloads that follow a schema which the program registered: binary structs, here turned into JSON. Exports leave
// them out, so a report file is the only place where they (and with them Python's call stacks) can be read.
// Immutable after the constructor; json() is safe from many threads.

#include "core/import/nsys_rep_strings.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pv::core {

// A frame of an interpreted language's call stack.
struct NsysRepScriptFrame {
    std::string function;
    std::string file;
    std::int64_t line = 0;
};

class NsysRepPayloads {
public:
    NsysRepPayloads() = default;
    // `extension`: the NVTX extension message; texts stay views of it.
    explicit NsysRepPayloads(std::string_view extension);

    bool empty() const { return m_schemas.empty(); }
    // Appends the payload as a JSON object, strings resolved, enum values by their names. False, and nothing appended:
    // the schema is unknown or nothing of the payload can be read. Arrays of call stack frames go to `frames` instead,
    // innermost first.
    bool json(std::int64_t globalPid, std::int64_t schemaId, std::string_view bytes, const NsysRepStrings& strings, std::string& out,
              std::vector<NsysRepScriptFrame>& frames) const;

private:
    struct Entry {
        std::int64_t type = 0;
        std::int64_t flags = 0;
        std::int64_t offset = 0;
        std::int64_t detail = 0; // array length, or which entry holds it
        std::string_view name;
    };
    struct Schema {
        std::int64_t size = 0;
        std::vector<Entry> entries;
        // Which entries make it a frame of a call stack; -1: it is none.
        int function = -1;
        int file = -1;
        int line = -1;
        bool isFrame() const { return function >= 0 && file >= 0 && line >= 0; }
    };
    struct Enumeration {
        std::int64_t size = 0;
        std::map<std::int64_t, std::string_view> names;
    };
    using Key = std::pair<std::int64_t, std::int64_t>; // process, id
    struct Job;

    std::int64_t widthOf(std::int64_t globalPid, std::int64_t type) const;
    void object(Job& job, const Schema& schema, std::int64_t base, int depth) const;
    // Returns the value as a number where it is an integer, for counts of arrays.
    std::int64_t value(Job& job, std::int64_t type, std::int64_t at, int depth) const;
    static void frame(Job& job, const Schema& schema, std::int64_t base);

    std::map<Key, Schema> m_schemas;
    std::map<Key, Enumeration> m_enums;
};

} // namespace pv::core
