// Alpha-beta and proof-number search over games from outside.
#include <cmath>
#include <numeric>

#include "foreign_searches.hpp"
#include "zermelo/game/coalition.hpp"

namespace zermelo::python {

template <std::size_t Bytes, int MostMoves>
struct Face<CoalitionView<ForeignGame<Bytes, MostMoves>>> {
    using G = CoalitionView<ForeignGame<Bytes, MostMoves>>;
    using Inner = Face<ForeignGame<Bytes, MostMoves>>;
    static nb::object to_python(const G& view, std::int32_t move) { return Inner::to_python(view.game(), move); }
    static std::int32_t from_python(const G& view, nb::handle move) { return Inner::from_python(view.game(), move); }
};

namespace {

// Alpha-beta over a game, or over a coalition's view of it. `inner(state)` is the game itself.
template <class G, class Inner>
SearchOutcome run_foreign(const Foreign& root, const G& game, TranspositionTable& table, SearchRequest request, const nb::object& function,
                          const nb::list& only, Callbacks callbacks, const Inner& inner) {
    const std::atomic<bool>& failed = inner(game).table().failed();
    Run run(std::move(callbacks), &failed);
    const bool calls_python = !function.is_none();
    const auto evaluation = [&](const G& at) -> Value {
        const double value = finite_number(nb::object(function(nb::cast(as_foreign(root, inner(at))))).ptr(), "evaluate") * report_scale(at);
        if (std::abs(value) > ZERMELO_MOST) throw nb::value_error("evaluate returned a value that is too large for the engine: use larger units");
        return static_cast<Value>(std::lround(for_max(at, value)));
    };
    const Moves<G> moves = root_moves(game, only);
    SearchOutcome outcome = run.search(game, request, calls_python, [&](const SearchRequest& asked, const auto& on_pass) {
        return search(game, table, asked, calls_python ? AnyEvaluation<G>(evaluation) : AnyEvaluation<G>(), on_pass, &moves);
    });
    if (failed.load()) table.clear();  // it may hold values of failed states
    return outcome;
}

// A Python function may return fractions where the game counts in whole points: search in thousandths then, as Python games do.
Value refinement_for(const nb::object& function, const Foreign& root) {
    constexpr std::uint32_t decimals = 1000;
    const std::uint32_t scale = root.rules->game().scale;
    return function.is_none() || scale > decimals ? 1 : static_cast<Value>(decimals / std::gcd(decimals, scale));
}

}  // namespace

void bind_foreign_alpha_beta(nb::class_<Foreign>& state) {
    state
        .def("alpha_beta", [](const Foreign& root, TranspositionTable& table, const SearchRequest& request, nb::object function, nb::list moves,
                              nb::object on_pass, nb::object cancel) {
                const Value refinement = refinement_for(function, root);
                if (!request.partners)
                    return with_smallest_game(root, [&](const auto& game) {
                        return run_foreign(root, game, table, request, function, moves, {on_pass, cancel}, [](const auto& at) -> const auto& { return at; });
                    }, refinement);
                return with_game(root, [&](const auto& game) {
                    using View = CoalitionView<std::decay_t<decltype(game)>>;
                    return run_foreign(root, View(game, request.partners), table, request, function, moves, {on_pass, cancel},
                                       [](const View& at) -> const auto& { return at.game(); });
                }, refinement);
            }, nb::arg("table"), nb::arg("request"), nb::arg("evaluation").none(), nb::arg("moves"), nb::arg("on_pass").none(),
             nb::arg("cancel").none())
        .def("prove", [](const Foreign& state, const SearchRequest& request, double goal, std::size_t megabytes, nb::object cancel) {
                return with_game(state, [&](const auto& game) {
                    return run_proof(game, request, goal, megabytes, {nb::none(), cancel}, &game.table().failed());
                });
            }, nb::arg("request"), nb::arg("goal"), nb::arg("megabytes"), nb::arg("cancel").none());
}

}  // namespace zermelo::python
