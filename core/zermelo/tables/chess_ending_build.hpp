// Makes the table of one ending of chess from the tables of those it leads to, which must be loaded.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "zermelo/tables/chess_endings.hpp"

namespace zermelo::chess {

// A byte for each position (see Distance); nothing if it was stopped. A number without a position repeats the byte before it,
// which packs better than anything else and is never asked for.
inline std::vector<std::uint8_t> build_ending(const Material& material, RetrogradeProgress& progress, int threads) {
    for (const Material& other : material.leads_to())
        if (!endings.find(other)) throw std::invalid_argument(material.name() + " leads to " + other.name() + ", which is not loaded");
    const EndingIndex index(material);
    std::atomic<bool> damaged{false};
    const auto known = [&](const Chess& game) {
        const std::optional<Distance> found = endings.probe(game);
        if (!found) damaged = true;
        return found.value_or(Distance());
    };
    const EndingSlice slice(index, known);
    Retrograde analysis(slice, progress, threads);
    std::vector<std::uint8_t> bytes = analysis.run();
    if (damaged) throw std::runtime_error("a table that " + material.name() + " leads to is damaged");
    std::uint8_t before = 0;
    for (std::uint8_t& byte : bytes) before = byte = byte == analysis.unused ? before : byte;
    return bytes;
}

}  // namespace zermelo::chess
