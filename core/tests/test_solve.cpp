// The exact solver: games without hooks, with some of them, players who move twice, stopping, and determinism.
#include <array>
#include <optional>

#include "check.hpp"
#include "synthetic.hpp"
#include "zermelo/games/connect_four.hpp"
#include "zermelo/search/reference.hpp"
#include "zermelo/search/solver.hpp"

using namespace zermelo;

namespace {

// Nim: take any number from one heap; a player who cannot move has lost. No hooks.
struct Nim {
    struct Move {
        int heap;
        int take;
    };
    static constexpr int max_moves = 24;
    std::array<int, 3> heaps{};
    int turn = 0;

    int player() const { return turn; }
    bool over() const { return heaps == std::array<int, 3>{}; }
    Value payoff() const { return -1; }
    void moves(List<Move, max_moves>& list) const {
        for (int heap = 0; heap < 3; ++heap)
            for (int take = 1; take <= heaps[heap]; ++take) list.push_back({heap, take});
    }
    Nim play(Move move) const {
        Nim next = *this;
        next.heaps[move.heap] -= move.take;
        next.turn = 1 - turn;
        return next;
    }
    Key key() const { return static_cast<Key>(heaps[0] | heaps[1] << 8 | heaps[2] << 16 | turn << 24); }
};

// Tic-tac-toe, where an earlier win is worth more. Has a value range and a move order.
struct TicTacToe {
    using Move = int;
    static constexpr int max_moves = 9;
    static constexpr Bounds value_range{-6, 6};
    int own = 0;
    int other = 0;

    int stones() const { return std::popcount(static_cast<unsigned>(own | other)); }
    int player() const { return stones() & 1; }
    bool lost() const {
        for (const int line : {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124})
            if ((other & line) == line) return true;
        return false;
    }
    bool over() const { return lost() || stones() == 9; }
    Value payoff() const { return lost() ? stones() - 11 : 0; }
    void moves(List<Move, max_moves>& list) const {
        if (lost()) return;
        for (int square = 0; square < 9; ++square)
            if (!((own | other) >> square & 1)) list.push_back(square);
    }
    TicTacToe play(Move square) const { return {other, own | 1 << square}; }
    Key key() const { return static_cast<Key>(own | other << 9); }
    int order_score(Move square) const { return square == 4; }
};

template <class G>
Value reference_value(const G& game) {
    std::uint64_t nodes = 0;
    return reference_alpha_beta(game, 100, -infinity, infinity, nodes);
}

void test_nim() {
    Solver<Nim> solver(1);
    for (int a = 0; a < 6; ++a)
        for (int b = 0; b < 6; ++b)
            for (int c = 0; c < 6; ++c) {
                const Nim game{{a, b, c}};
                const auto answer = solver.solve(game);
                CHECK(answer.solved && answer.value == ((a ^ b ^ c) ? 1 : -1));
                CHECK(answer.move.has_value() == (a + b + c > 0));
                if (a ^ b ^ c) {
                    const Nim next = game.play(*answer.move);
                    CHECK((next.heaps[0] ^ next.heaps[1] ^ next.heaps[2]) == 0);
                }
                CHECK(solver.solve(game, true).value == answer.value);
            }
}

void test_tic_tac_toe() {
    Solver<TicTacToe> solver(1);
    Random random(5);
    for (int at = 0; at < 500; ++at) {
        TicTacToe game;
        for (int stone = static_cast<int>(random.below(9)); stone > 0 && !game.over(); --stone) {
            Moves<TicTacToe> moves;
            game.moves(moves);
            game = game.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        }
        const auto answer = solver.solve(game);
        CHECK(answer.value == reference_value(game));
        if (answer.move) CHECK(-reference_value(game.play(*answer.move)) == answer.value);
        for (const auto& [move, value] : solver.analyse(game)) CHECK(value == -reference_value(game.play(move)));
    }
    CHECK(solver.solve(TicTacToe{}).value == 0);
    CHECK(solver.analyse(TicTacToe{}).size() == 9);
}

// Players who move twice and values without known bounds.
void test_random_games() {
    for (int seed = 0; seed < 300; ++seed) {
        const Synthetic game(static_cast<std::uint64_t>(seed), seed & 1);
        Solver<Synthetic> solver(1);
        const Value expected = brute_force(game, -1);
        const auto answer = solver.solve(game);
        CHECK(answer.solved && answer.value == expected);
        const auto keeps = [&](int move, Value least) { return brute_force_move(game, move, 0) >= least; };
        CHECK(answer.move && keeps(*answer.move, expected));
        const auto weak = solver.solve(game, true);
        CHECK(weak.value == (expected > 0) - (expected < 0));
        CHECK(weak.move && (expected < 0 || keeps(*weak.move, expected > 0 ? 1 : 0)));
    }
}

void test_table() {
    SolverTable<ConnectFour<>> packed(1);
    SolverTable<TicTacToe> wide(1);
    static_assert(decltype(packed)::packed && !decltype(wide)::packed);
    for (Key key = 1; key < 2000; ++key) {
        const Value low = static_cast<Value>(key % 43) - 21;
        packed.store<false>(key * 0x1234567 % (Key{1} << 49), {low, 21, static_cast<int>(key % 7)}, key);
        wide.store<false>(key * 0x1234567, {low, 6, static_cast<int>(key % 9)}, key);
        Proven known{-21, 20};
        CHECK(packed.probe<false>(key * 0x1234567 % (Key{1} << 49), known));
        CHECK(known.low == low && known.high == 20 && known.move == static_cast<int>(key % 7));
        known = {-infinity, infinity};
        CHECK(wide.probe<false>(key * 0x1234567, known));
        CHECK(known.low == low && known.high == 6 && known.move == static_cast<int>(key % 9));
    }
    Proven known{-21, 21};
    CHECK(!packed.probe<false>(0, known) && !wide.probe<false>(0, known) && known.low == -21 && known.high == 21);
    packed.forget();
    CHECK(!packed.probe<false>(0x1234567, known));
}

void test_stopping() {
    Solver<ConnectFour<>> solver(4);
    int polls = 0;
    const auto answer = solver.solve(ConnectFour<>{}, false, [&] { return ++polls == 20; });
    CHECK(!answer.solved && !answer.move && polls == 20);
    CHECK(answer.nodes > 10'000 && answer.nodes < 200'000);
    CHECK(solver.analyse(ConnectFour<>{}, [] { return true; }).empty());
    // Entries proven before the stop are still right.
    std::string error;
    const auto game = *ConnectFour<>::parse("2252576253462244111563365343671351441", error);
    CHECK(solver.solve(game, false, [] { return false; }).value == -1);
}

void test_determinism() {
    std::string error;
    const auto game = *ConnectFour<>::parse("274552224131661", error);
    Solver<ConnectFour<>> one(4), two(4);
    const auto first = one.solve(game);
    CHECK(first.value == 0 && first.nodes == two.solve(game).nodes);
    one.forget();
    CHECK(one.solve(game).nodes == first.nodes);
    CHECK(one.solve(game).nodes < first.nodes);  // thanks to the table
}

}  // namespace

int main() {
    test_nim();
    test_tic_tac_toe();
    test_random_games();
    test_table();
    test_stopping();
    test_determinism();
    return report("solve");
}
