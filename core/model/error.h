// SPDX-License-Identifier: MIT
#pragma once

// The one exception type of core/. Its text is for a person: what was being done, to which file, where in it, and
// what to do next. Assertions are for programmer errors; no file can reach one.

#include <stdexcept>
#include <string>

namespace pv::core {

class Error : public std::runtime_error {
public:
    explicit Error(const std::string& what) : std::runtime_error(what) {}
    // "<doing> '<file>': <problem>[ (<where>)]. <next step>"
    Error(const std::string& doing, const std::string& file, const std::string& problem, const std::string& where = {},
          const std::string& nextStep = {})
        : std::runtime_error(doing + " '" + file + "': " + problem + (where.empty() ? "" : " (" + where + ")") + "." +
                             (nextStep.empty() ? "" : " " + nextStep))
    {
    }
};

// Thrown where a std::stop_token asked for an end. Nothing half-made is left behind.
class Cancelled : public Error {
public:
    Cancelled() : Error("cancelled") {}
};

} // namespace pv::core
