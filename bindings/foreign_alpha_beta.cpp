// Alpha-beta and proof-number search over games from outside.
#include "foreign_searches.hpp"
#include "zermelo/search/coalition.hpp"

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
    if (calls_python) request.threads = 1;
    const auto evaluation = [&](const G& at) -> Value {
        double value = 0;
        run.error.guard([&] {
            value = finite_number(nb::object(function(nb::cast(as_foreign(root, inner(at))))).ptr(), "evaluate");
            return false;
        });
        const double most = ZERMELO_MOST;
        return static_cast<Value>(std::lround(std::clamp(for_max(at, value) * report_scale(at), -most, most)));
    };
    const Moves<G> moves = root_moves(game, only);
    SearchOutcome outcome = run.search(game, request, calls_python, [&](const SearchRequest& asked, const auto& on_pass) {
        return search(game, table, asked, calls_python ? AnyEvaluation<G>(evaluation) : AnyEvaluation<G>(), on_pass, &moves);
    });
    if (failed.load()) table.clear();  // it may hold values of failed states
    return outcome;
}

}  // namespace

void bind_foreign_alpha_beta(nb::class_<Foreign>& state) {
    state
        .def("alpha_beta", [](const Foreign& root, TranspositionTable& table, const SearchRequest& request, nb::object function, nb::list moves,
                              nb::object on_pass, nb::object cancel) {
                if (!request.partners)
                    return with_smallest_game(root, [&](const auto& game) {
                        return run_foreign(root, game, table, request, function, moves, {on_pass, cancel}, [](const auto& at) -> const auto& { return at; });
                    });
                return with_game(root, [&](const auto& game) {
                    using View = CoalitionView<std::decay_t<decltype(game)>>;
                    return run_foreign(root, View(game, request.partners), table, request, function, moves, {on_pass, cancel},
                                       [](const View& at) -> const auto& { return at.game(); });
                });
            }, nb::arg("table"), nb::arg("request"), nb::arg("evaluation").none(), nb::arg("moves"), nb::arg("on_pass").none(),
             nb::arg("cancel").none())
        .def("prove", [](const Foreign& state, const SearchRequest& request, Value goal, std::size_t megabytes, nb::object cancel) {
                return with_game(state, [&](const auto& game) {
                    const auto scale = static_cast<Value>(state.rules->game().scale);
                    return run_proof(game, request, goal * scale, megabytes, {nb::none(), cancel}, &game.table().failed());
                });
            }, nb::arg("request"), nb::arg("goal"), nb::arg("megabytes"), nb::arg("cancel").none());
}

}  // namespace zermelo::python
