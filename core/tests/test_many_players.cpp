// Max^n and Monte-Carlo tree search on random games of up to four players: against brute force, with and without pruning.
#include <cmath>

#include "check.hpp"
#include "zermelo/base/random.hpp"
#include "zermelo/search/max_n.hpp"
#include "zermelo/search/mcts.hpp"

using namespace zermelo;

namespace {

// A game made of a number: who moves, how many moves there are and what the end pays all come from its seed. Payoffs are whole, at
// least 0 and add up to `total`.
class Sharing {
public:
    using Move = int;
    static constexpr int max_moves = 3;
    static constexpr int total = 12;

    Sharing(std::uint64_t seed, int players, bool lots, int height = 5) : seed_(mix(seed)), players_(players), height_(height), lots_(lots) {}

    int player() const { return lots_ && seed_ % 5 == 0 ? -1 : static_cast<int>((seed_ >> 8) % static_cast<std::uint64_t>(players_)); }
    bool over() const { return height_ == 0; }
    Payoffs payoffs() const {
        Payoffs out;
        int left = total;
        for (int each = 1; each < players_; ++each) {
            const int part = static_cast<int>((seed_ >> (8 * each)) % static_cast<std::uint64_t>(left + 1));
            out.push_back(part), left -= part;
        }
        out.push_back(left);
        return out;
    }
    void moves(Moves<Sharing>& out) const {
        if (!over())
            for (int move = 0; move <= static_cast<int>((seed_ >> 16) % max_moves); ++move) out.push_back(move);
    }
    Sharing play(Move move) const { return {seed_ + static_cast<std::uint64_t>(move), players_, lots_, height_ - 1}; }
    bool has_chance() const { return lots_; }
    void chances(Moves<Sharing>& list, Probabilities<Sharing>& out) const {
        moves(list);
        for (std::size_t at = 0; at < list.size(); ++at) out[at] = 1.0 / static_cast<double>(list.size());
    }

private:
    std::uint64_t seed_;
    int players_, height_;
    bool lots_;
};

const auto judge = [](const Sharing& game) { return game.payoffs(); };

Payoffs brute_force(const Sharing& game, int depth, std::uint64_t& nodes) {
    ++nodes;
    if (game.over() || depth == 0) return game.payoffs();
    Moves<Sharing> moves;
    game.moves(moves);
    Payoffs best;
    for (const int move : moves) {
        const Payoffs worth = brute_force(game.play(move), depth - 1, nodes);
        if (game.player() < 0) {
            if (best.empty()) best.resize(worth.size()), std::fill(best.begin(), best.end(), 0.0);
            for (std::size_t each = 0; each < worth.size(); ++each) best[each] += 1.0 / static_cast<double>(moves.size()) * worth[each];
        } else if (const auto own = static_cast<std::size_t>(game.player()); best.empty() || worth[own] > best[own]) {
            best = worth;
        }
    }
    return best;
}

bool alike(const Payoffs& one, const Payoffs& other) {
    return std::equal(one.begin(), one.end(), other.begin(), other.end(), [](double a, double b) { return std::abs(a - b) < 1e-9; });
}

void values_are_right() {
    std::uint64_t all = 0, pruned = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const Sharing game(seed, 2 + static_cast<int>(seed % 3), seed % 2);
        Moves<Sharing> moves;
        game.moves(moves);
        for (const int depth : {1, 3, 5}) {
            SearchLimits limits;
            limits.depth = depth;
            const auto plain = max_n(game, moves, limits, {}, false, judge);
            const auto shallow = max_n(game, moves, limits, Shares{Sharing::total, 0}, true, judge);
            std::uint64_t nodes = 1;
            CHECK(plain.last.moves.size() == moves.size());
            for (const auto& each : plain.last.moves) CHECK(alike(each.value, brute_force(game.play(each.move), depth - 1, nodes)));
            CHECK(plain.counts.nodes == nodes);
            all += nodes, pruned += shallow.last.counts.nodes;
            CHECK(!shallow.outside && shallow.last.moves.size() <= moves.size());
            for (std::size_t at = 0; at < shallow.last.moves.size(); ++at) {
                const auto &found = shallow.last.moves[at], &truth = plain.last.moves[at];
                if (found.bound == Bound::exact) CHECK(alike(found.value, truth.value) && found.line == truth.line);
                else CHECK(std::equal(truth.value.begin(), truth.value.end(), found.value.begin(), std::less_equal<>()));
            }
            if (game.player() < 0) continue;
            const auto own = static_cast<std::size_t>(game.player());
            const auto worse = [own](const auto& one, const auto& other) { return one.value[own] < other.value[own]; };
            const auto best = std::max_element(plain.last.moves.begin(), plain.last.moves.end(), worse);
            const auto same = std::max_element(shallow.last.moves.begin(), shallow.last.moves.end(), worse);
            CHECK(best->move == same->move && same->bound == Bound::exact);
        }
        CHECK(max_n(game, moves, {}, Shares{Sharing::total - 1, 0}, false, judge).outside);
    }
    CHECK(pruned < all);
}

void playouts() {
    int asked = 0, near = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const Sharing game(seed, 3, seed % 2, 2);
        SearchLimits limits;
        std::atomic<bool> stop{false};
        Watch watch(limits, stop);
        MonteCarlo<Sharing, decltype(judge)> search(judge, {3000, 0, 1.0, seed}, watch);
        CHECK(search.search(game) && !search.endless);
        std::uint64_t visits = 0, most = 0;
        Payoffs found;
        for (const auto& each : search.tried()) {
            double sum = 0;
            for (const double mean : each.mean) sum += mean;
            CHECK(std::abs(sum - Sharing::total) < 1e-6);
            visits += each.visits;
            if (each.visits > most) most = each.visits, found = each.mean;
        }
        CHECK(visits == 3000);
        std::uint64_t nodes = 0;
        if (game.player() < 0) continue;
        const auto own = static_cast<std::size_t>(game.player());
        ++asked, near += std::abs(found[own] - brute_force(game, -1, nodes)[own]) < 1;
    }
    CHECK(near * 10 >= asked * 9);  // but where somebody has two moves alike, and takes now the one and now the other
}

}  // namespace

int main() {
    values_are_right();
    playouts();
    return report("many players");
}
