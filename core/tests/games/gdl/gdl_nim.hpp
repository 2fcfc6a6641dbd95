// A ground program for tests.
#pragma once

#include <vector>

#include "zermelo/games/gdl/ground_program.hpp"

namespace zermelo {

// Nim with one heap: roles take one or two in turn, and whoever takes the last wins. Facts: heap 0..n, then the turn of each role.
inline gdl::GroundProgram nim(int heap) {
    using gdl::Atom;
    gdl::GroundProgram program;
    Atom atom = 0;
    const auto add = [&](Atom head, std::vector<Atom> body) { program.rules.add(head, body); };
    for (int at = 0; at <= heap; ++at) program.facts.push_back({++atom, gdl::never, at == heap});
    const Atom turn[2] = {++atom, ++atom};
    program.facts.push_back({turn[0], turn[1], true});
    program.facts.push_back({turn[1], turn[0], false});
    program.roles.resize(2);
    for (auto& role : program.roles)
        for (int input = 0; input < 3; ++input) {  // take one, take two, wait
            role.inputs.push_back({atom + 1, atom + 2});
            atom += 2;
        }
    for (int left = 0; left <= heap; ++left) program.facts[static_cast<std::size_t>(left)].next = ++atom;
    for (int role = 0; role < 2; ++role) {
        const auto& inputs = program.roles[static_cast<std::size_t>(role)].inputs;
        add(inputs[2].legal, {turn[1 - role]});
        for (int left = 1; left <= heap; ++left) {
            const Atom here = program.facts[static_cast<std::size_t>(left)].now;
            for (int taken = 1; taken <= 2 && taken <= left; ++taken) {
                add(inputs[static_cast<std::size_t>(taken - 1)].legal, {here, turn[role]});
                add(program.facts[static_cast<std::size_t>(left - taken)].next, {here, inputs[static_cast<std::size_t>(taken - 1)].does});
            }
        }
        // Whose turn it is when nothing is left has lost.
        program.roles[static_cast<std::size_t>(role)].goals = {{turn[1 - role], 100}, {turn[role], 0}};
    }
    program.atoms = atom;
    program.terminal = program.facts[0].now;
    return program;
}

}  // namespace zermelo
