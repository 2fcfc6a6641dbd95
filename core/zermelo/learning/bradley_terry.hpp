// The generalised Bradley-Terry model: in every competition one team wins, with a probability proportional to the product of its
// members' strengths (gammas). Minorization-maximization finds the strengths under which the observed winners are likeliest.
//
// Source: Hunter 2004, "MM algorithms for generalized Bradley-Terry models"; Coulom 2007, "Computing Elo ratings of move patterns in
// the game of Go". For a member i with W wins, E the sum of all teams' strengths in a competition, and C the sum of the strengths
// of the teams with i, each divided by i's own:
//
//     gamma = W / (sum of C / E over all competitions)
//
// A team has at most one member of each group. Members of a group are updated together; every update makes the winners likelier. One virtual win and
// one virtual loss against a member of strength 1 keep the strengths of rare members near 1.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "zermelo/learning/model.hpp"

namespace zermelo::learning {

class Competitions {
public:
    std::size_t size() const { return winners_.size(); }

    void add_team(std::span<const std::uint16_t> members) {
        members_.insert(members_.end(), members.begin(), members.end());
        team_ends_.push_back(static_cast<std::uint32_t>(members_.size()));
    }
    // Close a competition among the teams since the last one; `winner` counts from the first of them.
    void end(std::size_t winner) {
        winners_.push_back(static_cast<std::uint32_t>(first_team(size()) + winner));
        first_teams_.push_back(static_cast<std::uint32_t>(team_ends_.size()));
    }

    // The first team of a competition.
    std::size_t first_team(std::size_t competition) const { return competition ? first_teams_[competition - 1] : 0; }
    std::size_t winner(std::size_t competition) const { return winners_[competition]; }
    std::span<const std::uint16_t> team(std::size_t number) const {
        const std::size_t first = number ? team_ends_[number - 1] : 0;
        return std::span(members_).subspan(first, team_ends_[number] - first);
    }

    double strength(std::size_t number, const Vector& gammas) const {
        double product = 1;
        for (const std::uint16_t member : team(number)) product *= gammas[member];
        return product;
    }
    double total_strength(std::size_t competition, const Vector& gammas) const {
        double sum = 0;
        for (std::size_t team = first_team(competition); team < first_team(competition + 1); ++team) sum += strength(team, gammas);
        return sum;
    }

    // The mean of -log of the winner's probability, in the competitions from `from` to `to`.
    double log_loss(const Vector& gammas, std::size_t from, std::size_t to) const {
        double sum = 0;
        for (std::size_t at = from; at < to; ++at) sum += std::log(total_strength(at, gammas) / strength(winner(at), gammas));
        return to > from ? sum / static_cast<double>(to - from) : 0;
    }

private:
    std::vector<std::uint16_t> members_;
    std::vector<std::uint32_t> team_ends_, first_teams_, winners_;  // first_teams_: of the next competition
};

// Fit the gammas to the first `count` competitions, beginning with those given. `group` has the group of each member; it is called
// with numbers below the size of `gammas`.
template <class GroupOf>
void maximise_likelihood(const Competitions& data, std::size_t count, Vector& gammas, int groups, GroupOf group, int rounds,
                         const std::atomic<bool>& stop) {
    Vector wins(gammas.size()), chances(gammas.size());
    for (std::size_t at = 0; at < count; ++at)
        for (const std::uint16_t member : data.team(data.winner(at))) ++wins[member];
    Vector strengths;
    for (int round = 0; round < rounds; ++round)
        for (int updated = 0; updated < groups; ++updated) {
            if (stop.load(std::memory_order_relaxed)) return;
            std::fill(chances.begin(), chances.end(), 0.0);
            for (std::size_t at = 0; at < count; ++at) {
                const std::size_t first = data.first_team(at), end = data.first_team(at + 1);
                strengths.clear();
                double all = 0;
                for (std::size_t team = first; team < end; ++team) all += strengths.emplace_back(data.strength(team, gammas));
                for (std::size_t team = first; team < end; ++team)
                    for (const std::uint16_t member : data.team(team))
                        if (group(member) == updated) chances[member] += strengths[team - first] / all;
            }
            for (std::size_t member = 0; member < gammas.size(); ++member)
                if (group(static_cast<int>(member)) == updated)
                    gammas[member] = (wins[member] + 1) / (chances[member] / gammas[member] + 2 / (gammas[member] + 1));
        }
}

}  // namespace zermelo::learning
