// The net while it is built: AND gates with inverters, every function only once. A literal is 2 * node, plus 1 if it is inverted;
// node 0 is true. An OR is an inverted AND of inverted literals.
//
// Exactly one `does` holds for each role. A gate that depends on the moves of one role only is therefore a set of its inputs, and
// is built from the smaller of the set and its complement: "any move but these two" is an inverted OR of two.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "zermelo/base/random.hpp"

namespace zermelo::gdl {

using Literal = std::uint32_t;
inline constexpr Literal yes = 0, no = 1;
inline constexpr std::uint32_t node_of(Literal literal) { return literal >> 1; }
inline constexpr bool inverted(Literal literal) { return literal & 1; }

class Graph {
public:
    // `facts` and the `inputs` of each role become the first nodes after node 0.
    Graph(std::uint32_t facts, std::vector<std::uint32_t> inputs) : facts_(facts), inputs_(std::move(inputs)) {
        std::uint32_t node = 1 + facts;
        for (const std::uint32_t count : inputs_) first_input_.push_back(node), node += count;
        first_gate_ = node;
        begins_.assign(node + 1, 0);
    }

    std::uint32_t nodes() const { return static_cast<std::uint32_t>(begins_.size()) - 1; }
    std::uint32_t first_gate() const { return first_gate_; }
    Literal fact(std::uint32_t at) const { return 2 * (1 + at); }
    Literal input(std::size_t role, std::uint32_t at) const { return 2 * (first_input_[role] + at); }
    // The literals of a gate; none of other nodes.
    std::span<const Literal> gate(std::uint32_t node) const { return {literals_.data() + begins_[node], literals_.data() + begins_[node + 1]}; }

    // A node whose value comes from elsewhere.
    Literal add_source() { return 2 * append({}); }

    Literal any_of(std::vector<Literal> literals) {
        for (Literal& literal : literals) literal ^= 1;
        return all_of(std::move(literals)) ^ 1;
    }
    Literal all_of(std::vector<Literal> literals) {
        join_sets(literals);
        std::sort(literals.begin(), literals.end());
        literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
        if (!literals.empty() && literals.front() == yes) literals.erase(literals.begin());
        if (!literals.empty() && literals.front() == no) return no;
        for (std::size_t at = 1; at < literals.size(); ++at)
            if ((literals[at] ^ literals[at - 1]) == 1) return no;
        if (literals.empty()) return yes;
        if (literals.size() == 1) return literals.front();
        return 2 * find_or_add(literals);
    }

    // The disjunction of conjunctions, with common literals factored out.
    Literal factored(std::vector<std::vector<Literal>> terms) {
        std::vector<Literal> alternatives;
        for (auto& term : terms) std::sort(term.begin(), term.end()), term.erase(std::unique(term.begin(), term.end()), term.end());
        while (true) {
            const Literal common = most_frequent(terms);
            if (common == yes) break;
            std::vector<std::vector<Literal>> with, without;
            for (auto& term : terms) {
                const auto place = std::lower_bound(term.begin(), term.end(), common);
                if (place != term.end() && *place == common) {
                    term.erase(place);
                    with.push_back(std::move(term));
                } else without.push_back(std::move(term));
            }
            alternatives.push_back(all_of({common, factored(std::move(with))}));
            terms = std::move(without);
        }
        for (auto& term : terms) alternatives.push_back(all_of(std::move(term)));
        return any_of(std::move(alternatives));
    }

private:
    // Moves of one role, sorted, or all others of that role.
    struct InputSet {
        std::size_t role;
        std::vector<std::uint32_t> members;
        bool complement;
    };

    std::uint32_t append(std::span<const Literal> literals) {
        literals_.insert(literals_.end(), literals.begin(), literals.end());
        begins_.push_back(static_cast<std::uint32_t>(literals_.size()));
        return nodes() - 1;
    }
    std::uint32_t find_or_add(const std::vector<Literal>& literals) {
        std::uint64_t hash = literals.size();
        for (const Literal literal : literals) hash = mix(hash ^ literal);
        auto [at, end] = known_.equal_range(hash);
        for (; at != end; ++at)
            if (std::ranges::equal(gate(at->second), literals)) return at->second;
        const std::uint32_t node = append(literals);
        known_.emplace(hash, node);
        return node;
    }

    Literal most_frequent(const std::vector<std::vector<Literal>>& terms) {
        Literal best = yes;
        std::uint32_t most = 1;
        if (counts_.size() < 2 * static_cast<std::size_t>(nodes())) counts_.resize(2 * static_cast<std::size_t>(nodes()));
        for (const auto& term : terms)
            if (term.size() > 1)
                for (const Literal literal : term)
                    if (const std::uint32_t count = ++counts_[literal]; count > most || (count == most && most > 1 && literal < best)) best = literal, most = count;
        for (const auto& term : terms)
            for (const Literal literal : term) counts_[literal] = 0;
        return best;
    }

    // The role whose moves alone decide a node, or none.
    std::size_t role_of(std::uint32_t node) const {
        if (node <= facts_) return no_role;
        if (node < first_gate_) {
            std::size_t role = 0;
            while (role + 1 < first_input_.size() && node >= first_input_[role + 1]) ++role;
            return role;
        }
        const auto found = sets_.find(node);
        return found == sets_.end() ? no_role : found->second.role;
    }
    InputSet set_of(Literal literal) const {
        const std::uint32_t node = node_of(literal);
        if (node >= first_gate_) {
            InputSet set = sets_.at(node);
            set.complement ^= inverted(literal);
            return set;
        }
        const std::size_t role = role_of(node);
        return {role, {node - first_input_[role]}, inverted(literal)};
    }
    // Intersect the sets of each role: one literal for each role is left.
    void join_sets(std::vector<Literal>& literals) {
        std::vector<Literal> rest, moves;
        for (const Literal literal : literals) (role_of(node_of(literal)) == no_role ? rest : moves).push_back(literal);
        if (moves.size() < 2) return;
        for (std::size_t role = 0; role < inputs_.size(); ++role) {
            std::vector<char> member;
            for (const Literal literal : moves) {
                if (role_of(node_of(literal)) != role) continue;
                const InputSet set = set_of(literal);
                if (member.empty()) member.assign(inputs_[role], 1);
                std::vector<char> holds(inputs_[role], set.complement);
                for (const std::uint32_t at : set.members) holds[at] ^= 1;
                for (std::size_t at = 0; at < holds.size(); ++at) member[at] = member[at] && holds[at];
            }
            if (!member.empty()) rest.push_back(set_literal(role, member));
        }
        literals = std::move(rest);
    }
    Literal set_literal(std::size_t role, const std::vector<char>& member) {
        const auto size = static_cast<std::size_t>(std::count(member.begin(), member.end(), 1));
        const bool complement = 2 * size > member.size();
        InputSet set{role, {}, complement};
        for (std::uint32_t at = 0; at < member.size(); ++at)
            if (member[at] != complement) set.members.push_back(at);
        if (set.members.empty()) return complement ? yes : no;
        if (set.members.size() == 1) return input(role, set.members.front()) ^ complement;
        std::vector<Literal> none;
        for (const std::uint32_t at : set.members) none.push_back(input(role, at) ^ 1);
        const std::uint32_t node = find_or_add(none);  // none of the members
        sets_.try_emplace(node, InputSet{role, set.members, true});
        return 2 * node + !complement;
    }

    static constexpr std::size_t no_role = SIZE_MAX;

    std::uint32_t facts_, first_gate_ = 0;
    std::vector<std::uint32_t> inputs_, first_input_;
    std::vector<std::uint32_t> begins_;
    std::vector<Literal> literals_;
    std::unordered_multimap<std::uint64_t, std::uint32_t> known_;
    std::unordered_map<std::uint32_t, InputSet> sets_;
    std::vector<std::uint32_t> counts_;
};

}  // namespace zermelo::gdl
