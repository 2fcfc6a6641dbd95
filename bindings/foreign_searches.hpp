// The searches of games from outside.
#pragma once

#include "foreign_states.hpp"

namespace zermelo::python {

// Adds alpha-beta, also for coalitions, and proof-number search.
void bind_foreign_alpha_beta(nb::class_<Foreign>& state);
// Adds expectiminimax, max^n and Monte-Carlo tree search.
void bind_foreign_searches(nb::class_<Foreign>& state);

}  // namespace zermelo::python
