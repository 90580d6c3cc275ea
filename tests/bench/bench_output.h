// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a benchmark prints: one JSON object, {"bench", "machine", "results": [{name, value, unit, target, better, ok}]}.

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <sys/resource.h>

namespace pv::bench {

class Output {
public:
    explicit Output(std::string name) : m_name(std::move(name)) {}
    // Without a target the figure only informs.
    void add(const std::string& name, double value, const std::string& unit) { m_rows.push_back({name, value, unit, 0, "", false}); }
    void add(const std::string& name, double value, const std::string& unit, double target, const std::string& better)
    {
        m_rows.push_back({name, value, unit, target, better, true});
    }
    void print() const
    {
        std::string cpu = "unknown";
        std::ifstream info("/proc/cpuinfo");
        for (std::string line; std::getline(info, line);) {
            if (line.rfind("model name", 0) == 0) {
                cpu = line.substr(line.find(':') + 2);
                break;
            }
        }
        std::printf("{\"bench\": \"%s\", \"machine\": {\"cpu\": \"%s\", \"threads\": %u}, \"results\": [", m_name.c_str(), cpu.c_str(),
                    std::thread::hardware_concurrency());
        bool first = true;
        for (const Row& r : m_rows) {
            std::printf("%s\n  {\"name\": \"%s\", \"value\": %.6g, \"unit\": \"%s\"", first ? "" : ",", r.name.c_str(), r.value,
                        r.unit.c_str());
            if (r.hasTarget) {
                const bool ok = r.better == "lower" ? r.value <= r.target : r.value >= r.target;
                std::printf(", \"target\": %.6g, \"better\": \"%s\", \"ok\": %s", r.target, r.better.c_str(), ok ? "true" : "false");
            }
            std::printf("}");
            first = false;
        }
        std::printf("\n]}\n");
    }

private:
    struct Row {
        std::string name;
        double value;
        std::string unit;
        double target;
        std::string better;
        bool hasTarget;
    };
    std::string m_name;
    std::vector<Row> m_rows;
};

inline double percentile(std::vector<double> values, double p)
{
    if (values.empty()) {
        return 0;
    }
    std::sort(values.begin(), values.end());
    return values[std::min(values.size() - 1, static_cast<std::size_t>(p * static_cast<double>(values.size())))];
}

inline double peakRssMiB()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

} // namespace pv::bench
