// The searches of games from outside in which chance moves or there is a payoff for each player.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "foreign_state.hpp"

namespace zermelo::python {

// Progressive deepening where chance moves, by expectiminimax, or by Star1 where the request has bounds.
nb::dict expect_foreign(const Foreign& root, nb::dict asked, nb::object evaluate, nb::list only);
// A search of the textbook by its name, to one depth.
nb::dict textbook_foreign(const Foreign& root, nb::dict asked, const std::string& search, nb::object evaluate);
nb::dict max_n_foreign(const Foreign& root, nb::dict asked, std::optional<std::pair<double, double>> shares, nb::object evaluate, nb::list only);
nb::dict playouts_foreign(const Foreign& root, nb::dict asked, std::uint64_t rounds, int plies, double exploration, std::uint64_t seed,
                          nb::object evaluate);
// Alpha-beta for partners, a bit for each, against all the others.
nb::dict search_alliance(const Foreign& root, TranspositionTable& table, nb::dict asked, std::uint32_t partners, nb::object evaluate, nb::list only);

}  // namespace zermelo::python
