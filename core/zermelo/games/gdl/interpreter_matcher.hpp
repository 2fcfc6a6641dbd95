// Matches terms of rules against ground terms, and makes ground terms of them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "zermelo/games/gdl/interpreter_program.hpp"

namespace zermelo::datalog {

class Matcher {
public:
    explicit Matcher(const Program& program) : program_(program), terms_(program.terms), cache_(program.terms) {}

    TermId* variables = nullptr;  // of the rule that is evaluated

    // Match each column against its value; variables are bound on the way.
    bool match(std::uint32_t columns, std::uint32_t count, const TermId* values) {
        for (const Column *column = program_.columns.data() + columns, *end = column + count; column != end; ++column)
            if (!match(column->operand, values[column->column])) return false;
        return true;
    }
    bool match(const Operand& operand, TermId value) {
        switch (operand.kind) {
            case Operand::constant: return operand.value == value;
            case Operand::bound: return variables[operand.value] == value;
            case Operand::bind: variables[operand.value] = value; return true;
            case Operand::compound: break;
        }
        const Compound& compound = program_.compounds[operand.value];
        const Term& term = terms_[value];
        if (term.functor != compound.functor) return false;
        for (std::uint32_t each = 0; each < compound.count; ++each)
            if (!match(program_.operands[compound.operands + each], term.arguments[each])) return false;
        return true;
    }

    TermId make(const Operand& operand) {
        if (operand.kind == Operand::constant) return operand.value;
        if (operand.kind != Operand::compound) return variables[operand.value];
        const Compound& compound = program_.compounds[operand.value];
        constexpr std::size_t few = 16;
        std::array<TermId, few> parts;
        std::vector<TermId> many;
        TermId* values = parts.data();
        if (compound.count > few) many.resize(compound.count), values = many.data();
        for (std::uint32_t each = 0; each < compound.count; ++each) values[each] = make(program_.operands[compound.operands + each]);
        return cache_.intern(compound.symbol, values, compound.count);
    }

private:
    const Program& program_;
    const Terms& terms_;
    TermCache cache_;
};

}  // namespace zermelo::datalog
