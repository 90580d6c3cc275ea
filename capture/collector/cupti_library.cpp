// SPDX-License-Identifier: MIT
#include "capture/collector/cupti_library.h"

#include <cstdlib>
#include <dlfcn.h>
#include <initializer_list>

namespace pv::capture {
namespace {

constexpr const char* kSonames[] = {"libcupti.so.13", "libcupti.so.12", "libcupti.so"};

template <class F>
void resolve(void* handle, const char* name, F& function)
{
    function = reinterpret_cast<F>(dlsym(handle, name));
}

void* openLibrary()
{
    for (const char* soname : kSonames) {
        if (void* h = dlopen(soname, RTLD_NOW | RTLD_NOLOAD)) {
            return h;
        }
    }
    if (const char* path = std::getenv("PROFVIEWER_CUPTI_LIBRARY")) {
        if (void* h = dlopen(path, RTLD_NOW)) {
            return h;
        }
    }
    for (const char* soname : kSonames) {
        if (void* h = dlopen(soname, RTLD_NOW)) {
            return h;
        }
    }
    for (const char* path : {"/usr/local/cuda/lib64/libcupti.so", "/usr/local/cuda/extras/CUPTI/lib64/libcupti.so"}) {
        if (void* h = dlopen(path, RTLD_NOW)) {
            return h;
        }
    }
    return nullptr;
}

} // namespace

CuptiLibrary loadCupti()
{
    CuptiLibrary c;
    c.handle = openLibrary();
    if (c.handle == nullptr) {
        return c;
    }
    resolve(c.handle, "cuptiGetVersion", c.getVersion);
    resolve(c.handle, "cuptiGetTimestamp", c.getTimestamp);
    resolve(c.handle, "cuptiActivityRegisterCallbacks", c.registerCallbacks);
    resolve(c.handle, "cuptiActivityEnable", c.enable);
    resolve(c.handle, "cuptiActivityFlushAll", c.flushAll);
    resolve(c.handle, "cuptiActivityGetNextRecord", c.nextRecord);
    resolve(c.handle, "cuptiActivityGetNumDroppedRecords", c.droppedRecords);
    resolve(c.handle, "cuptiSetThreadIdType", c.setThreadIdType);
    if (c.getVersion != nullptr) {
        c.getVersion(&c.version);
    }
    return c;
}

} // namespace pv::capture
