// Which facts and gates of a net can matter: those on which legal moves, ends or goals depend, now or after any number of moves. All
// others only record what has happened. Playouts that show no facts need not compute them.
#pragma once

#include <cstdint>
#include <vector>

#include "zermelo/games/gdl/net.hpp"

namespace zermelo::gdl {

struct Relevance {
    std::vector<Word> facts;  // one bit for each
    std::vector<char> gates;
    std::uint32_t fact_count = 0;

    bool fact(std::uint32_t at) const { return facts[at / 64] >> at % 64 & 1; }
};

inline Relevance relevance_of(const Net& net) {
    Relevance out{std::vector<Word>(net.fact_words(), 0), std::vector<char>(net.gates, 0)};
    std::vector<std::uint32_t> waiting;
    const auto show = [&](std::uint32_t bit) {
        if (!net.outputs[bit].constant) waiting.push_back(node_of(net.outputs[bit].literal));
    };
    for (auto bit = 64 * net.fact_words(); bit < net.outputs.size(); ++bit) show(bit);
    while (!waiting.empty()) {
        const std::uint32_t node = waiting.back();
        waiting.pop_back();
        if (node < net.facts) {
            if (out.fact(node)) continue;
            out.facts[node / 64] |= Word{1} << node % 64;
            ++out.fact_count;
            show(node);
        } else if (node >= net.first_gate() && !out.gates[node - net.first_gate()]) {
            out.gates[node - net.first_gate()] = 1;
            for (const Literal literal : net.gate(node - net.first_gate())) waiting.push_back(node_of(literal));
        }
    }
    return out;
}

}  // namespace zermelo::gdl
