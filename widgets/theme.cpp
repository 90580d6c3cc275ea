// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <numbers>

namespace pv::widgets {
namespace {

// Families live in OKLCH (lightness, chroma, hue), where equal steps look equal; formula: Ottosson 2020,
// https://bottosson.github.io/posts/oklab/.
QRgb oklch(double lightness, double chroma, double hueDegrees)
{
    const double h = hueDegrees * std::numbers::pi / 180.0;
    const double a = chroma * std::cos(h);
    const double b = chroma * std::sin(h);
    const auto cube = [](double x) { return x * x * x; };
    const double l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b);
    const double m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b);
    const double s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b);
    const auto channel = [](double linear) {
        const double c = linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1.0 / 2.4) - 0.055;
        return static_cast<int>(std::lround(std::clamp(c, 0.0, 1.0) * 255.0));
    };
    return qRgb(channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                channel(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s));
}

// FNV-1a: the same on every machine and in every run.
std::uint32_t stableHash(std::string_view text)
{
    std::uint32_t h = 2166136261u;
    for (const char c : text) {
        h = (h ^ static_cast<unsigned char>(c)) * 16777619u;
    }
    // The low bits of FNV of short, alike names are alike too.
    h ^= h >> 15;
    h *= 0x2c1b3c6du;
    return h ^ (h >> 12);
}

bool containsNoCase(std::string_view text, std::string_view lower)
{
    const auto it = std::search(text.begin(), text.end(), lower.begin(), lower.end(),
                                [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; });
    return it != text.end();
}

struct Family {
    double lightness;
    double chroma;
    double hue;
    double lightnessSpread = 0.0;
    double hueSpread = 0.0;
};

constexpr Family kKernel{0.62, 0.13, 250, 0.11, 16};
constexpr Family kCommunication{0.58, 0.15, 318, 0.06, 6};
constexpr Family kGraph{0.50, 0.13, 268, 0.06, 6};
constexpr Family kCopyToDevice{0.75, 0.15, 70, 0.02, 2};
constexpr Family kCopyToHost{0.64, 0.17, 40, 0.02, 2};
constexpr Family kCopyOnDevice{0.68, 0.12, 22, 0.02, 2};
constexpr Family kCopyPeer{0.58, 0.17, 12, 0.02, 2};
constexpr Family kMemset{0.85, 0.13, 98, 0.02, 2};
constexpr Family kApi{0.70, 0.09, 165, 0.08, 12};
constexpr Family kApiWait{0.74, 0.11, 118, 0.03, 4};
constexpr Family kOsrt{0.70, 0.035, 80, 0.07, 20};
constexpr Family kSyscall{0.66, 0.03, 40, 0.06, 20};
constexpr Family kOp{0.72, 0.075, 205, 0.08, 14};
constexpr Family kSync{0.70, 0.03, 140, 0.05, 10};
constexpr Family kGrey{0.66, 0.012, 260, 0.05, 10};
constexpr Family kOverhead{0.58, 0.12, 350, 0.04, 4};
constexpr Family kFault{0.60, 0.17, 28, 0.03, 4};

QRgb fill(const Family& f, std::string_view name, ThemeMode mode)
{
    // Dark surfaces want a little less light and less colour for the same presence.
    const double base = f.lightness - (mode == ThemeMode::dark ? 0.05 : 0.0);
    const double chroma = f.chroma * (mode == ThemeMode::dark ? 0.92 : 1.0);
    if (name.empty()) {
        return oklch(base, chroma, f.hue);
    }
    const std::uint32_t h = stableHash(name);
    const double u = static_cast<double>(h & 0xFF) / 127.5 - 1.0;
    const double v = static_cast<double>((h >> 8) & 0xFF) / 127.5 - 1.0;
    return oklch(base + u * f.lightnessSpread, chroma, f.hue + v * f.hueSpread);
}

// User ranges mean phases: hues of their own, kept pale so that GPU work stays the loudest.
QRgb phaseColor(std::string_view name, ThemeMode mode)
{
    constexpr std::array<double, 8> kHues{145, 75, 215, 310, 110, 185, 340, 270};
    const std::uint32_t h = stableHash(name);
    const double light = (mode == ThemeMode::dark ? 0.60 : 0.79) + (static_cast<double>((h >> 8) & 0xFF) / 127.5 - 1.0) * 0.035;
    return oklch(light, 0.075, kHues[h % kHues.size()]);
}

QRgb copyColor(std::string_view name, ThemeMode mode)
{
    const auto is = [&](std::string_view a, std::string_view b) { return containsNoCase(name, a) || containsNoCase(name, b); };
    if (is("htod", "host-to-device") || is("hosttodevice", "host to device")) {
        return fill(kCopyToDevice, {}, mode);
    }
    if (is("dtoh", "device-to-host") || is("devicetohost", "device to host")) {
        return fill(kCopyToHost, {}, mode);
    }
    if (is("ptop", "peer-to-peer")) {
        return fill(kCopyPeer, {}, mode);
    }
    return fill(kCopyOnDevice, {}, mode);
}

QRgb stateColor(std::string_view name, ThemeMode mode)
{
    const double dark = mode == ThemeMode::dark ? -0.06 : 0.0;
    if (containsNoCase(name, "running")) {
        return oklch(0.68 + dark, 0.14, 150);
    }
    if (containsNoCase(name, "runnable") || containsNoCase(name, "ready") || containsNoCase(name, "preempt")) {
        return oklch(0.80 + dark, 0.12, 95);
    }
    if (containsNoCase(name, "uninterruptible") && !containsNoCase(name, "interruptible ")) {
        return oklch(0.62 + dark, 0.13, 35);
    }
    // Waiting is the calm state of most threads.
    return mode == ThemeMode::dark ? oklch(0.40, 0.015, 260) : oklch(0.86, 0.012, 260);
}

} // namespace

bool isCommunicationName(std::string_view name)
{
    return containsNoCase(name, "nccl") || containsNoCase(name, "rccl") || containsNoCase(name, "mscclpp") ||
           containsNoCase(name, "all_reduce") || containsNoCase(name, "allreduce");
}

QRgb Theme::eventColor(core::EventKind kind, std::string_view name) const
{
    using core::EventKind;
    switch (kind) {
    case EventKind::kernel: return fill(isCommunicationName(name) ? kCommunication : kKernel, name, mode);
    case EventKind::graphLaunch: return fill(kGraph, name, mode);
    case EventKind::memcpy: return copyColor(name, mode);
    case EventKind::memset: return fill(kMemset, {}, mode);
    case EventKind::apiCall:
    case EventKind::apiBacktrace: return fill(containsNoCase(name, "synchronize") ? kApiWait : kApi, name, mode);
    case EventKind::osrtCall: return fill(kOsrt, name, mode);
    case EventKind::syscall: return fill(kSyscall, name, mode);
    case EventKind::op: return fill(kOp, name, mode);
    case EventKind::sync: return fill(kSync, name, mode);
    case EventKind::threadState: return stateColor(name, mode);
    case EventKind::overhead: return fill(kOverhead, name, mode);
    case EventKind::pageFault: return fill(kFault, {}, mode);
    case EventKind::nvtxRange:
    case EventKind::nvtxMark:
    case EventKind::slice:
    case EventKind::async:
    case EventKind::mark: return phaseColor(name, mode);
    case EventKind::cudaEvent:
    case EventKind::memoryUsage:
    case EventKind::memoryPool:
    case EventKind::sched:
    case EventKind::sample:
    case EventKind::gpuContext:
    case EventKind::counter: break;
    }
    return fill(kGrey, {}, mode);
}

QRgb Theme::gpuStateColor(core::GpuState state) const
{
    switch (state) {
    case core::GpuState::compute: return fill(kKernel, {}, mode);
    case core::GpuState::communication: return fill(kCommunication, {}, mode);
    case core::GpuState::copy: return fill(kCopyToDevice, {}, mode);
    case core::GpuState::idle: break;
    }
    return idle.rgb();
}

QRgb Theme::counterColor(std::size_t index) const { return categorical(index).rgb(); }

QColor Theme::categorical(std::size_t index) const
{
    struct Step {
        double lightness, chroma, hue;
    };
    // Hue and lightness alternate, so that neighbours differ in both.
    constexpr std::array<Step, 8> kSteps{{{0.58, 0.14, 252},
                                          {0.72, 0.15, 62},
                                          {0.62, 0.11, 165},
                                          {0.58, 0.16, 330},
                                          {0.76, 0.10, 215},
                                          {0.60, 0.17, 35},
                                          {0.80, 0.13, 98},
                                          {0.50, 0.12, 295}}};
    const Step s = kSteps[index % kSteps.size()];
    return QColor::fromRgb(oklch(s.lightness + (mode == ThemeMode::dark ? 0.06 : 0.0), s.chroma, s.hue));
}

QRgb Theme::textOn(QRgb fill)
{
    const auto linear = [](int c) {
        const double v = c / 255.0;
        return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    const double luminance = 0.2126 * linear(qRed(fill)) + 0.7152 * linear(qGreen(fill)) + 0.0722 * linear(qBlue(fill));
    // Where the WCAG contrast to black and to white are equal.
    return luminance > 0.179 ? qRgb(16, 18, 22) : qRgb(255, 255, 255);
}

Theme Theme::light()
{
    Theme t;
    t.mode = ThemeMode::light;
    t.window = QColor(0xF3, 0xF4, 0xF6);
    t.base = QColor(0xFF, 0xFF, 0xFF);
    t.alternate = QColor(0xFA, 0xFB, 0xFC);
    t.groupRow = QColor(0xF0, 0xF2, 0xF5);
    t.header = QColor(0xF6, 0xF7, 0xF9);
    t.headerText = QColor(0x1D, 0x22, 0x2B);
    t.mutedText = QColor(0x5F, 0x68, 0x76);
    t.border = QColor(0xD3, 0xD8, 0xE0);
    t.grid = QColor(0xE9, 0xEC, 0xF1);
    t.text = QColor(0x1D, 0x22, 0x2B);
    t.accent = QColor(0x0B, 0x5F, 0xD0);
    t.selection = QColor(0x0B, 0x5F, 0xD0, 38);
    t.outside = QColor(0x60, 0x68, 0x74, 34);
    t.cursor = QColor(0x30, 0x38, 0x44, 150);
    t.arrow = QColor(0xC2, 0x18, 0x5B);
    t.damage = QColor(0xC6, 0x28, 0x28);
    t.placeholder = QColor(0xE4, 0xE7, 0xEC);
    t.idle = QColor(0xE3, 0xE6, 0xEB);
    return t;
}

Theme Theme::dark()
{
    Theme t;
    t.mode = ThemeMode::dark;
    t.window = QColor(0x1A, 0x1D, 0x22);
    t.base = QColor(0x16, 0x18, 0x1D);
    t.alternate = QColor(0x19, 0x1C, 0x21);
    t.groupRow = QColor(0x20, 0x24, 0x2B);
    t.header = QColor(0x1D, 0x20, 0x26);
    t.headerText = QColor(0xE4, 0xE7, 0xEC);
    t.mutedText = QColor(0x97, 0xA0, 0xAE);
    t.border = QColor(0x34, 0x3A, 0x44);
    t.grid = QColor(0x25, 0x29, 0x31);
    t.text = QColor(0xE4, 0xE7, 0xEC);
    t.accent = QColor(0x5A, 0xA5, 0xFF);
    t.selection = QColor(0x5A, 0xA5, 0xFF, 46);
    t.outside = QColor(0x00, 0x00, 0x00, 90);
    t.cursor = QColor(0xC8, 0xD0, 0xDC, 150);
    t.arrow = QColor(0xFF, 0x7E, 0xB0);
    t.damage = QColor(0xFF, 0x6B, 0x60);
    t.placeholder = QColor(0x2A, 0x2F, 0x37);
    t.idle = QColor(0x2B, 0x30, 0x38);
    return t;
}

ThemeMode Theme::modeOf(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness() ? ThemeMode::dark
                                                                                                         : ThemeMode::light;
}

QPalette Theme::palette() const
{
    QPalette p;
    p.setColor(QPalette::Window, window);
    p.setColor(QPalette::WindowText, text);
    p.setColor(QPalette::Base, base);
    p.setColor(QPalette::AlternateBase, alternate);
    p.setColor(QPalette::Text, text);
    p.setColor(QPalette::PlaceholderText, mutedText);
    p.setColor(QPalette::Button, header);
    p.setColor(QPalette::ButtonText, headerText);
    p.setColor(QPalette::BrightText, damage);
    p.setColor(QPalette::ToolTipBase, header);
    p.setColor(QPalette::ToolTipText, headerText);
    p.setColor(QPalette::Highlight, mode == ThemeMode::dark ? QColor(0x2D, 0x6C, 0xB8) : accent);
    p.setColor(QPalette::HighlightedText, Qt::white);
    p.setColor(QPalette::Link, accent);
    p.setColor(QPalette::LinkVisited, mode == ThemeMode::dark ? QColor(0xC0, 0x9B, 0xFF) : QColor(0x6B, 0x3F, 0xB5));
    p.setColor(QPalette::Light, mode == ThemeMode::dark ? border.lighter(130) : QColor(Qt::white));
    p.setColor(QPalette::Midlight, mode == ThemeMode::dark ? border : header);
    p.setColor(QPalette::Mid, border);
    p.setColor(QPalette::Dark, mode == ThemeMode::dark ? QColor(0x10, 0x12, 0x15) : QColor(0xA8, 0xB0, 0xBC));
    p.setColor(QPalette::Shadow, mode == ThemeMode::dark ? QColor(Qt::black) : QColor(0x70, 0x78, 0x84));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText}) {
        QColor faded = mutedText;
        faded.setAlpha(150);
        p.setColor(QPalette::Disabled, role, faded);
    }
    p.setColor(QPalette::Disabled, QPalette::Highlight, border);
    return p;
}

} // namespace pv::widgets
