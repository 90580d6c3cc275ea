// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Turns the numbers of a picture into pixels. A column's filled height is its busy share: half busy is half filled; what
// is too short to fill a pixel leaves one. Runs on worker threads.

#include "widgets/timeline/picture.h"

namespace pv::widgets {

QImage paintPicture(const Picture& picture, const Theme& theme);

} // namespace pv::widgets
