// SPDX-License-Identifier: MIT
#include "core/model/classify.h"

#include <algorithm>
#include <array>
#include <string>

namespace pv::core {
namespace {

std::string lower(std::string_view text)
{
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return out;
}

bool isLetter(char c) { return c >= 'a' && c <= 'z'; }

// The word stands in the text with no letter beside it.
bool holdsWord(std::string_view text, std::string_view word)
{
    for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const bool begins = at == 0 || !isLetter(text[at - 1]);
        const auto end = at + word.size();
        if (begins && (end == text.size() || !isLetter(text[end]))) {
            return true;
        }
    }
    return false;
}

} // namespace

bool isCommunicationKernel(std::string_view name)
{
    static constexpr std::array<std::string_view, 9> kPrefixes{
        "ncclDev", "ncclKernel", "nccl", "rccl", "msccl", "onecclDev", "nvshmem", "deep_ep", "all_reduce_kernel"};
    if (name.starts_with("void ")) {
        name.remove_prefix(5);
    }
    return std::any_of(kPrefixes.begin(), kPrefixes.end(), [&](std::string_view p) { return name.starts_with(p); });
}

bool isInputName(std::string_view name)
{
    static constexpr std::array<std::string_view, 18> kParts{
        "dataload",  "data_load",   "data load",  "data-load",  "load_data", "loaddata", "load_batch", "next_batch", "nextbatch",
        "get_batch", "fetch_batch", "batch_load", "read_batch", "prefetch",  "dataiter", "data_iter",  "data_time",  "input_pipeline"};
    static constexpr std::array<std::string_view, 5> kWhole{"data", "input", "inputs", "load", "fetch"};
    if (name.size() > 400) { // a name with shapes or a stack: what it does stands at its begin
        name = name.substr(0, 400);
    }
    const std::string text = lower(name);
    return std::find(kWhole.begin(), kWhole.end(), text) != kWhole.end() || holdsWord(text, "load data") || holdsWord(text, "next batch") ||
           std::any_of(kParts.begin(), kParts.end(), [&](std::string_view p) { return text.find(p) != std::string::npos; });
}

bool isCommunicationName(std::string_view name)
{
    static constexpr std::array<std::string_view, 13> kParts{
        "nccl",       "rccl",      "gloo:",          "mpi_",          "c10d::",     "all_reduce", "allreduce",
        "all_gather", "allgather", "reduce_scatter", "reducescatter", "all_to_all", "alltoall"};
    if (name.size() > 400) {
        name = name.substr(0, 400);
    }
    const std::string text = lower(name);
    return std::any_of(kParts.begin(), kParts.end(), [&](std::string_view p) { return text.find(p) != std::string::npos; });
}

bool isStepName(std::string_view name)
{
    if (name.size() > 100) {
        return false;
    }
    const std::string text = lower(name);
    if (text.find("::") != std::string::npos || text.find("op_id") != std::string::npos || text.find("optimizer") != std::string::npos) {
        return false; // operators, and the optimizer's part of a step
    }
    return text.starts_with("profilerstep#") || holdsWord(text, "step") || holdsWord(text, "train_step") || holdsWord(text, "iter") ||
           holdsWord(text, "iteration") || holdsWord(text, "batch");
}

} // namespace pv::core
