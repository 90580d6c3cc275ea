// SPDX-License-Identifier: MIT
#include "core/store/column_codec.h"

#include "core/model/columns.h"

#include <algorithm>
#include <bit>

namespace pv::core {
namespace {

enum Method : std::uint8_t { kConstant = 0, kReference = 1, kDelta = 2, kDictionary = 3, kFromEnd = 4 };
constexpr std::uint8_t kHasNulls = 0x80;
constexpr std::size_t kMaxDictionary = 4096;

using u64 = std::uint64_t;

u64 u(std::int64_t v) { return static_cast<u64>(v); }
std::int64_t s(u64 v) { return static_cast<std::int64_t>(v); }
int bytesFor(u64 range) { return range == 0 ? 0 : (std::bit_width(range) + 7) / 8; }

void putPlanes(Bytes& out, std::span<const u64> values, int width)
{
    const std::size_t n = values.size();
    const std::size_t at = out.size();
    out.resize(at + n * static_cast<std::size_t>(width));
    for (int b = 0; b < width; ++b) {
        std::uint8_t* plane = out.data() + at + n * static_cast<std::size_t>(b);
        for (std::size_t i = 0; i < n; ++i) {
            plane[i] = static_cast<std::uint8_t>(values[i] >> (8 * b));
        }
    }
}

bool getPlanes(ByteReader& in, std::size_t n, int width, std::int64_t* out)
{
    if (width < 0 || width > 8) {
        return false;
    }
    const ByteView bytes = in.bytes(n * static_cast<std::size_t>(width));
    if (!in.ok()) {
        return false;
    }
    std::fill(out, out + n, 0);
    for (int b = 0; b < width; ++b) {
        const std::uint8_t* plane = bytes.data() + n * static_cast<std::size_t>(b);
        for (std::size_t i = 0; i < n; ++i) {
            out[i] = s(u(out[i]) | (static_cast<u64>(plane[i]) << (8 * b)));
        }
    }
    return true;
}

// Sum of the bits that the values themselves need: what an entropy coder sees, where the width alone sees the largest.
u64 cost(std::span<const u64> values)
{
    u64 bits = 0;
    for (u64 v : values) {
        bits += static_cast<u64>(std::bit_width(v));
    }
    return bits;
}

// Values relative to a base, the base chosen such that none is negative.
struct Relative {
    std::vector<u64> values;
    std::int64_t base = 0;
    int width = 0;
};

Relative relativeTo(std::span<const std::int64_t> values)
{
    Relative r;
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    r.base = *low;
    r.width = bytesFor(u(*high) - u(*low));
    r.values.resize(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        r.values[i] = u(values[i]) - u(r.base);
    }
    return r;
}

void putRelative(Bytes& out, const Relative& r)
{
    putNumber(out, r.base);
    putNumber(out, static_cast<std::uint8_t>(r.width));
    putPlanes(out, r.values, r.width);
}

bool getRelative(ByteReader& in, std::size_t n, std::int64_t* out)
{
    const auto base = in.number<std::int64_t>();
    const auto width = in.number<std::uint8_t>();
    if (!in.ok() || !getPlanes(in, n, width, out)) {
        return false;
    }
    for (std::size_t i = 0; i < n; ++i) {
        out[i] = s(u(out[i]) + u(base));
    }
    return true;
}

void encodePresent(Bytes& out, std::uint8_t flags, std::span<const std::int64_t> values, Bytes&& bitmap)
{
    const bool constant = std::all_of(values.begin(), values.end(), [&](std::int64_t v) { return v == values.front(); });
    auto begin = [&](Method m) {
        out.push_back(static_cast<std::uint8_t>(m | flags));
        out.insert(out.end(), bitmap.begin(), bitmap.end());
    };
    if (values.empty() || constant) {
        begin(kConstant);
        putNumber(out, values.empty() ? std::int64_t{0} : values.front());
        return;
    }
    const Relative plain = relativeTo(values);
    std::vector<std::int64_t> differences(values.size() - 1);
    for (std::size_t i = 1; i < values.size(); ++i) {
        differences[i - 1] = s(u(values[i]) - u(values[i - 1]));
    }
    const Relative delta = relativeTo(differences);
    const u64 plainCost = cost(plain.values) + static_cast<u64>(plain.width) * values.size();
    const u64 deltaCost = cost(delta.values) + static_cast<u64>(delta.width) * values.size();

    // A dictionary pays where few values repeat in no order.
    if (plain.width > 1) {
        std::vector<std::int64_t> distinct(values.begin(), values.end());
        std::sort(distinct.begin(), distinct.end());
        distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
        const std::size_t k = distinct.size();
        const int width = k <= 256 ? 1 : 2;
        const u64 dictionaryCost =
            static_cast<u64>(values.size()) * (static_cast<u64>(std::bit_width(k)) + static_cast<u64>(width)) + 64 * k;
        if (k <= kMaxDictionary && dictionaryCost < std::min(plainCost, deltaCost)) {
            begin(kDictionary);
            putVarint(out, k);
            putRelative(out, relativeTo(distinct));
            std::vector<u64> indexes(values.size());
            for (std::size_t i = 0; i < values.size(); ++i) {
                indexes[i] = static_cast<u64>(std::lower_bound(distinct.begin(), distinct.end(), values[i]) - distinct.begin());
            }
            putPlanes(out, indexes, width);
            return;
        }
    }
    if (deltaCost < plainCost) {
        begin(kDelta);
        putNumber(out, values.front());
        putRelative(out, delta);
    } else {
        begin(kReference);
        putRelative(out, plain);
    }
}

} // namespace

void encodeColumn(Bytes& out, std::span<const std::int64_t> values)
{
    const auto nulls = static_cast<std::size_t>(std::count(values.begin(), values.end(), kNull));
    if (nulls == 0) {
        encodePresent(out, 0, values, {});
        return;
    }
    Bytes bitmap((values.size() + 7) / 8);
    std::vector<std::int64_t> present;
    present.reserve(values.size() - nulls);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i] != kNull) {
            bitmap[i / 8] = static_cast<std::uint8_t>(bitmap[i / 8] | (1u << (i % 8)));
            present.push_back(values[i]);
        }
    }
    encodePresent(out, kHasNulls, present, std::move(bitmap));
}

void encodeStarts(Bytes& out, std::span<const std::int64_t> starts, std::span<const std::int64_t> durations)
{
    Bytes plain;
    encodeColumn(plain, starts);
    if (starts.size() > 1 && durations.size() == starts.size() && (plain.front() & 0x7F) == kDelta) {
        std::vector<std::int64_t> fromEnd(starts.size() - 1);
        std::vector<std::int64_t> fromStart(starts.size() - 1);
        for (std::size_t i = 1; i < starts.size(); ++i) {
            fromStart[i - 1] = s(u(starts[i]) - u(starts[i - 1]));
            fromEnd[i - 1] = s(u(fromStart[i - 1]) - u(durations[i - 1]));
        }
        const Relative r = relativeTo(fromEnd);
        if (cost(r.values) < cost(relativeTo(fromStart).values)) {
            out.push_back(kFromEnd);
            putNumber(out, starts.front());
            putRelative(out, r);
            return;
        }
    }
    out.insert(out.end(), plain.begin(), plain.end());
}

bool needsDurations(ByteView bytes) { return !bytes.empty() && bytes.front() == kFromEnd; }

bool decodeColumn(ByteView bytes, std::size_t count, std::vector<std::int64_t>& out, std::span<const std::int64_t> durations)
{
    ByteReader in(bytes);
    const auto head = in.number<std::uint8_t>();
    const bool hasNulls = (head & kHasNulls) != 0;
    ByteView bitmap;
    std::size_t n = count;
    if (hasNulls) {
        bitmap = in.bytes((count + 7) / 8);
        if (!in.ok()) {
            return false;
        }
        n = 0;
        for (std::size_t i = 0; i < count; ++i) {
            n += (bitmap[i / 8] >> (i % 8)) & 1u;
        }
    }
    out.resize(count);
    std::int64_t* v = out.data();
    switch (head & 0x7F) {
    case kConstant: {
        const auto value = in.number<std::int64_t>();
        std::fill(v, v + n, value);
        break;
    }
    case kReference:
        if (!getRelative(in, n, v)) {
            return false;
        }
        break;
    case kDelta:
    case kFromEnd: {
        const bool fromEnd = (head & 0x7F) == kFromEnd;
        const auto first = in.number<std::int64_t>();
        if (n == 0 || (fromEnd && (hasNulls || durations.size() != count)) || !getRelative(in, n - 1, v + 1)) {
            return false;
        }
        v[0] = first;
        for (std::size_t i = 1; i < n; ++i) {
            v[i] = s(u(v[i]) + u(v[i - 1]) + (fromEnd ? u(durations[i - 1]) : 0));
        }
        break;
    }
    case kDictionary: {
        const u64 k = in.varint();
        if (!in.ok() || k == 0 || k > kMaxDictionary) {
            return false;
        }
        std::vector<std::int64_t> dictionary(k);
        if (!getRelative(in, k, dictionary.data()) || !getPlanes(in, n, k <= 256 ? 1 : 2, v)) {
            return false;
        }
        for (std::size_t i = 0; i < n; ++i) {
            if (u(v[i]) >= k) {
                return false;
            }
            v[i] = dictionary[static_cast<std::size_t>(v[i])];
        }
        break;
    }
    default: return false;
    }
    if (!in.ok()) {
        return false;
    }
    if (hasNulls) { // spread the present values, from the back
        std::size_t from = n;
        for (std::size_t i = count; i-- > 0;) {
            v[i] = ((bitmap[i / 8] >> (i % 8)) & 1u) != 0 ? v[--from] : kNull;
        }
    }
    return true;
}

} // namespace pv::core
