// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/picture_painter.h"

#include <algorithm>
#include <cmath>

namespace pv::widgets {
namespace {

QRgb blend(QRgb under, QRgb over, double share)
{
    const double s = std::clamp(share, 0.0, 1.0);
    auto mix = [&](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * s)); };
    return qRgb(mix(qRed(under), qRed(over)), mix(qGreen(under), qGreen(over)), mix(qBlue(under), qBlue(over)));
}

class Canvas {
public:
    explicit Canvas(QImage& image) : m_image(image) {}
    void put(int x, int y, QRgb color)
    {
        if (x >= 0 && x < m_image.width() && y >= 0 && y < m_image.height()) {
            reinterpret_cast<QRgb*>(m_image.scanLine(y))[x] = color;
        }
    }
    QRgb get(int x, int y) const { return reinterpret_cast<const QRgb*>(m_image.constScanLine(y))[x]; }
    // Fills the column from `bottom` upwards by `height` pixels; the last one in part.
    void bar(int x, double bottom, double height, QRgb color)
    {
        double left = height;
        for (int y = static_cast<int>(std::ceil(bottom)) - 1; y >= 0 && left > 0; --y) {
            const double part = std::min(1.0, left);
            if (y < m_image.height()) {
                put(x, y, part >= 1 ? color : blend(get(x, y), color, part));
            }
            left -= part;
        }
    }

private:
    QImage& m_image;
};

void paintLine(Canvas& canvas, const Line& line, int top, int height)
{
    const int bar = std::max(1, height - (height > 6 ? 2 : 0));
    for (int x = 0; x < static_cast<int>(line.cells.size()); ++x) {
        const Cell& cell = line.cells[static_cast<std::size_t>(x)];
        if (cell.narrow > 0 || (cell.mark && cell.busy <= 0)) {
            const double share = cell.narrow > 0 ? std::max(cell.narrow * static_cast<double>(bar), 1.0) : static_cast<double>(bar);
            canvas.bar(x, top + bar, share, cell.color);
        }
    }
    for (const Box& box : line.boxes) {
        const int x0 = static_cast<int>(std::lround(box.x0));
        const int x1 = std::max(x0 + 1, static_cast<int>(std::lround(box.x1)));
        const QRgb edge = QColor(box.color).darker(125).rgb();
        for (int x = std::max(0, x0); x < std::min(x1, kPictureColumns); ++x) {
            // A darker last column keeps neighbours of one colour apart.
            const bool last = x == x1 - 1 && x1 - x0 >= 4;
            for (int y = top; y < top + bar; ++y) {
                canvas.put(x, y, last ? edge : box.color);
            }
        }
    }
}

void paintGpu(Canvas& canvas, const Picture& p, int height)
{
    for (int x = 0; x < kPictureColumns; ++x) {
        double bottom = height;
        for (const Line& line : p.lines) {
            const Cell& cell = line.cells[static_cast<std::size_t>(x)];
            if (cell.busy > 0) {
                const double h = std::max(static_cast<double>(cell.busy) * height, 0.6);
                canvas.bar(x, bottom, h, cell.color);
                bottom -= h;
            }
        }
    }
}

void paintCounter(Canvas& canvas, const Picture& p, const Theme& theme, int height)
{
    const double span = p.scale.high - p.scale.low;
    auto yOf = [&](double v) { return (height - 1) * (1.0 - std::clamp((v - p.scale.low) / span, 0.0, 1.0)); };
    const QRgb line = theme.counterColor(p.key.lane.value);
    const QRgb fill = blend(theme.base.rgb(), line, 0.30);
    const QRgb band = blend(theme.base.rgb(), line, 0.60);
    for (int x = 0; x < kPictureColumns; ++x) {
        const CounterCell& cell = p.counter[static_cast<std::size_t>(x)];
        if (!cell.known) {
            continue;
        }
        const double mean = cell.count > 0 ? cell.mean : cell.last;
        for (int y = static_cast<int>(std::lround(yOf(mean))); y < height; ++y) {
            canvas.put(x, y, fill);
        }
        if (cell.count > 0) {
            for (int y = static_cast<int>(std::lround(yOf(cell.max))); y <= static_cast<int>(std::lround(yOf(cell.min))); ++y) {
                canvas.put(x, y, band);
            }
        }
        canvas.put(x, static_cast<int>(std::lround(yOf(mean))), line);
    }
}

} // namespace

QImage paintPicture(const Picture& picture, const Theme& theme)
{
    const int linePx = std::max<int>(1, picture.key.linePx);
    QImage image(kPictureColumns, std::max(1, linePx * static_cast<int>(picture.key.lines)), QImage::Format_RGB32);
    image.fill(picture.damaged ? blend(theme.base.rgb(), theme.damage.rgb(), 0.25) : theme.base.rgb());
    Canvas canvas(image);
    switch (picture.key.kind) {
    case PictureKind::gpu: paintGpu(canvas, picture, image.height()); break;
    case PictureKind::counter: paintCounter(canvas, picture, theme, image.height()); break;
    default:
        for (std::size_t i = 0; i < picture.lines.size() && i < picture.key.lines; ++i) {
            paintLine(canvas, picture.lines[i], static_cast<int>(i) * linePx, linePx);
        }
    }
    return image;
}

} // namespace pv::widgets
