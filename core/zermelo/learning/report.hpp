// What a generation of training reports.
#pragma once

#include <cstddef>

namespace zermelo::learning {

struct Fit {
    double slope = 0;              // 0: there is none
    double before = 0, after = 0;  // the mean squared error on positions the fit has not seen
    std::size_t positions = 0;
};

// A share of the points, and its standard error.
struct Score {
    double share = 0, error = 0;
};

}  // namespace zermelo::learning
