// Alpha-beta, the exact solver and proof-number search over games given by rules.
#include "games/gdl/states.hpp"

#include <unordered_set>

#include "zermelo/game/coalition.hpp"

namespace zermelo::python {

template <std::size_t Words, int MostMoves>
struct Face<CoalitionView<gdl::Game<Words, MostMoves>>> {
    using G = CoalitionView<gdl::Game<Words, MostMoves>>;
    using Inner = Face<gdl::Game<Words, MostMoves>>;
    static nb::object to_python(const G& view, std::uint16_t move) { return Inner::to_python(view.game(), move); }
    static std::uint16_t from_python(const G& view, nb::handle move) { return Inner::from_python(view.game(), move); }
};

namespace {

// `inner(state)` is the game itself; `G` may be a coalition's view of it.
template <class G, class Inner>
SearchOutcome run_gdl(const GdlState& root, const G& game, TranspositionTable& table, SearchRequest request, const GdlEvaluation& given,
                      const nb::list& only, Callbacks callbacks, const Inner& inner) {
    const std::atomic<bool>& failed = inner(game).context().failed();
    Run run(std::move(callbacks), &failed);
    const bool calls_python = given.calls_python();
    const auto evaluation = [&](const G& at) -> Value {
        const auto* facts = inner(at).facts();
        const double value = finite_number(nb::object(given.function(nb::cast(GdlState{root.rules, {facts, facts + root.facts.size()}}))).ptr(), "evaluate");
        return static_cast<Value>(std::lround(for_max(at, std::clamp(value * report_scale(at), -1e8, 1e8))));
    };
    const Moves<G> moves = root_moves(game, only);
    SearchOutcome outcome = run.search(game, request, calls_python, [&](const SearchRequest& asked, const auto& on_pass) {
        return search(game, table, asked, calls_python ? AnyEvaluation<G>(evaluation) : AnyEvaluation<G>(), on_pass, &moves);
    });
    if (failed.load()) table.clear();  // it may hold values of states that broke a promise
    return outcome;
}

// The exact value; of a puzzle also the moves to it.
template <class G>
SearchOutcome solve_gdl(const GdlState& root, const G& game, const SearchRequest& request, bool weak, std::size_t megabytes, const nb::object& cancel) {
    using Clock = std::chrono::steady_clock;
    SearchOutcome outcome = run_solver(game, request, weak, megabytes, {nb::none(), cancel}, &game.context().failed());
    if (root.rules->role_names.size() > 1 || !outcome.proven || outcome.moves.front().line.empty()) return outcome;
    // The same search again, which goes on from its table after every move.
    Solver<G> solver(megabytes);
    std::vector<std::uint16_t> line;
    {
        nb::gil_scoped_release free;
        const auto deadline = Clock::now() + std::chrono::duration<double>(2 * outcome.seconds + 0.1);
        const auto late = [&] { return Clock::now() > deadline; };
        std::unordered_set<Key> seen;
        for (G at = game; !at.over() && !late();) {
            // A move may keep the value and yet lead nowhere.
            if (!seen.insert(at.key()).second) {
                line.clear();
                break;
            }
            const auto found = solver.solve(at, weak, late);
            if (!found.solved || !found.move) break;
            if (!found.line.empty()) {
                line.insert(line.end(), found.line.begin(), found.line.end());
                break;
            }
            line.push_back(*found.move);
            at.advance(line.back());
        }
    }
    if (line.empty()) return outcome;
    auto& shown = outcome.moves.front().line;
    shown.clear();
    for (const std::uint16_t move : line) shown.push_back(Face<G>::to_python(game, move));
    return outcome;
}

}  // namespace

void bind_gdl_searches(nb::class_<GdlState>& state) {
    state
        .def("alpha_beta", [](const GdlState& root, TranspositionTable& table, const SearchRequest& request, nb::object given, nb::list moves,
                              nb::object on_pass, nb::object cancel) {
                const GdlEvaluation evaluation(root, given);
                return with_game(root, [&](const auto& game) {
                    if (!request.partners)
                        return run_gdl(root, game, table, request, evaluation, moves, {on_pass, cancel}, [](const auto& at) -> const auto& { return at; });
                    using View = CoalitionView<std::decay_t<decltype(game)>>;
                    return run_gdl(root, View(game, request.partners), table, request, evaluation, moves, {on_pass, cancel},
                                   [](const View& at) -> const auto& { return at.game(); });
                }, evaluation);
            }, nb::arg("table"), nb::arg("request"), nb::arg("evaluation").none(), nb::arg("moves"), nb::arg("on_pass").none(),
             nb::arg("cancel").none())
        .def("solve", [](const GdlState& root, const SearchRequest& request, bool weak, std::size_t megabytes, nb::object cancel) {
                return with_game(root, [&](const auto& game) { 
                    game.context().joins_states = true;
                    return solve_gdl(root, game, request, weak, megabytes, cancel);
                });
            }, nb::arg("request"), nb::arg("weak"), nb::arg("megabytes"), nb::arg("cancel").none())
        .def("prove", [](const GdlState& root, const SearchRequest& request, double goal, std::size_t megabytes, nb::object cancel) {
                return with_game(root, [&](const auto& game) {
                    game.context().joins_states = true;
                    return run_proof(game, request, goal, megabytes, {nb::none(), cancel}, &game.context().failed());
                });
            }, nb::arg("request"), nb::arg("goal"), nb::arg("megabytes"), nb::arg("cancel").none());
}

}  // namespace zermelo::python
