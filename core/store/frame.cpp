// SPDX-License-Identifier: MIT
#include "core/store/frame.h"

#include "core/model/error.h"

#include <memory>
#include <zstd.h>

namespace pv::core {

void compressFrame(Bytes& out, ByteView raw, int level)
{
    thread_local const std::unique_ptr<ZSTD_CCtx, std::size_t (*)(ZSTD_CCtx*)> context(ZSTD_createCCtx(), ZSTD_freeCCtx);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_contentSizeFlag, 0); // known from the directory
    const std::size_t at = out.size();
    out.resize(at + ZSTD_compressBound(raw.size()));
    const std::size_t n = ZSTD_compress2(context.get(), out.data() + at, out.size() - at, raw.data(), raw.size());
    if (ZSTD_isError(n)) {
        throw Error(std::string("compressing failed: ") + ZSTD_getErrorName(n));
    }
    out.resize(at + n);
}

bool decompressFrame(ByteView frame, std::size_t rawSize, Bytes& out)
{
    thread_local const std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context(ZSTD_createDCtx(), ZSTD_freeDCtx);
    out.resize(rawSize);
    const std::size_t n = ZSTD_decompressDCtx(context.get(), out.data(), out.size(), frame.data(), frame.size());
    return !ZSTD_isError(n) && n == rawSize;
}

} // namespace pv::core
