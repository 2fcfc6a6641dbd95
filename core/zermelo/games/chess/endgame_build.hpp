// Builds the table of one chess endgame. The tables of the endgames it leads to must be loaded.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "zermelo/games/chess/endgame_tables.hpp"

namespace zermelo::chess {

// Returns one byte per position (see Distance), or nothing if it was stopped. An index without a position repeats the byte before
// it, which compresses best and is never probed.
inline std::vector<std::uint8_t> build_endgame(const Material& material, RetrogradeProgress& progress, int threads) {
    for (const Material& other : material.leads_to())
        if (!endgame_tables.find(other)) throw std::invalid_argument(material.name() + " leads to " + other.name() + ", which is not loaded");
    const EndgameIndex index(material);
    std::atomic<bool> damaged{false};
    const auto probe = [&](const Chess& game) {
        const std::optional<Distance> distance = endgame_tables.probe(game);
        if (!distance) damaged = true;
        return distance.value_or(Distance());
    };
    const EndgameSlice slice(index, probe);
    Retrograde analysis(slice, progress, threads);
    std::vector<std::uint8_t> bytes = analysis.run();
    if (damaged) throw std::runtime_error("a table that " + material.name() + " leads to is damaged");
    std::uint8_t before = 0;
    for (std::uint8_t& byte : bytes) before = byte = byte == analysis.unused ? before : byte;
    return bytes;
}

}  // namespace zermelo::chess
