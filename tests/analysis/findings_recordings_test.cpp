// SPDX-License-Identifier: GPL-3.0-or-later
// What the findings say of recordings whose trouble is known.

#include "core/analysis/findings.h"
#include "core/import/importer.h"
#include "tests/support/catch.h"
#include "tests/support/files.h"

using namespace pv::core;
using namespace pv::test;

namespace {

// Empty where the recording is not beside this checkout.
std::optional<Findings> findingsOf(const std::string& recording)
{
    const auto source = sharedDir() / "data" / recording;
    if (sharedDir().empty() || !std::filesystem::exists(source)) {
        WARN("skipped: no recording " << recording << " beside this checkout");
        return std::nullopt;
    }
    const TempDir folder;
    importFile(source, folder / "report.rep", {}, {}, {});
    return findWhatLimits(*Report::open(folder / "report.rep"));
}

bool says(const Findings& found, std::string_view code)
{
    return std::any_of(found.findings.begin(), found.findings.end(), [&](const Finding& f) { return f.code == code; });
}

} // namespace

TEST_CASE("A starved training says input-bound and names the range", "[findings][recordings]")
{
    if (const auto found = findingsOf("nsys/resnet_slow.nsys-rep")) {
        const Finding& f = found->findings.front();
        CHECK(f.code == "input_bound");
        CHECK(f.share > 0.75);
        CHECK(f.text.find("'data_load'") != std::string::npos);
        CHECK(f.text.find("idle for 86.5 %") != std::string::npos);
        REQUIRE(f.evidence.size() == kEvidenceShown);
        CHECK(f.evidence.front().range.durationNs() / 1000000 == 428);
        REQUIRE(found->steps);
        CHECK(found->steps->steps.size() == 20);
        CHECK(found->steps->phases.front().name == "data_load");
        CHECK(found->steps->phases.front().totalNs / 1000000 == 3355);
    }
}

TEST_CASE("A well-fed training does not say input-bound", "[findings][recordings]")
{
    if (const auto found = findingsOf("nsys/resnet_fast.nsys-rep")) {
        CHECK_FALSE(says(*found, "input_bound"));
        CHECK(found->gpus.front().busyNs() * 1000 / found->gpus.front().window.durationNs() == 609);
    }
}

TEST_CASE("Small kernels launched one by one say launch-bound, as a graph they do not", "[findings][recordings]")
{
    if (const auto found = findingsOf("nsys/launch_eager.nsys-rep")) {
        CHECK(found->findings.front().code == "launch_bound");
        CHECK(found->findings.front().share > 0.9);
        REQUIRE(found->steps);
        CHECK(found->steps->steps.size() == 60);
    }
    if (const auto found = findingsOf("nsys/launch_graph.nsys-rep")) {
        CHECK_FALSE(says(*found, "launch_bound"));
    }
}

TEST_CASE("Traces of the PyTorch profiler are judged alike", "[findings][recordings]")
{
    if (const auto found = findingsOf("kineto/resnet_slow.pt.trace.json.gz")) {
        CHECK(found->findings.front().code == "input_bound");
        REQUIRE(found->steps);
        CHECK(found->steps->name == "ProfilerStep#");
    }
    if (const auto found = findingsOf("kineto/launch_eager.pt.trace.json.gz")) {
        CHECK(found->findings.front().code == "launch_bound");
    }
    if (const auto found = findingsOf("kineto/rank0.pt.trace.json.gz")) {
        CHECK(says(*found, "communication_exposed"));
    }
}
