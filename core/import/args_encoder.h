// SPDX-License-Identifier: MIT
#pragma once

// JSON text of an object to the column form of core/model/args.h. Remembers shapes it has met, so that objects written
// alike cost little.
//
// Arrays are kept as text within the values but for short ones of integers; numbers that JSON does not know (NaN, 0x10)
// become strings. A text that is no JSON object becomes {"text": "..."}: nothing is lost, and the result is always JSON.
// Threads: one, that of the writer.

#include "core/store/report_writer.h"

#include <memory>
#include <string_view>

namespace pv::core {

class ArgsEncoder {
public:
    explicit ArgsEncoder(ReportWriter& writer);
    ~ArgsEncoder();
    // `values` of the result are valid until the next call.
    EncodedArgs encode(std::string_view json);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace pv::core
