// Expectiminimax, max^n and Monte-Carlo tree search over games from outside.
#include "foreign_searches.hpp"

#include "leaf_values.hpp"
#include "payoffs.hpp"
#include "zermelo/search/max_n.hpp"

namespace zermelo::python {

namespace {

static_assert(std::is_same_v<Payoffs, ForeignGame<16, 32>::Points>);

// One search of a game: what was asked, and its static values.
template <class G>
struct ForeignSearch {
    const Foreign& root;
    const G& game;
    const nb::object& function;
    const SearchRequest& request;
    Run run;

    ForeignSearch(const Foreign& root, const G& game, const SearchRequest& request, const nb::object& function, Callbacks callbacks)
        : root(root), game(game), function(function), request(request), run(std::move(callbacks), &game.table().failed()) {}

    bool calls_python() const { return !function.is_none(); }

    // The payoffs or the value that the Python function gives a state; nothing if it raises.
    template <class Read>
    auto call(const G& at, Read&& read) {
        decltype(read(nb::object())) out{};
        run.error.guard([&] {
            out = read(function(nb::cast(as_foreign(root, at))));
            return false;
        });
        return out;
    }
    // A search that stops before the end needs static values.
    void need_evaluation() {
        if (calls_python() || game.table().game.evaluate) return;
        run.error.guard([&]() -> bool {
            const int depth = request.depth ? request.depth : deepest_pass;
            throw nb::value_error(("the search stops at depth " + std::to_string(depth) +
                                   " before the end of the game, which has no static values: give it an evaluate, or pass evaluate=").c_str());
        });
    }

    double static_value(const G& at) {
        if (calls_python()) return call(at, [](const nb::object& given) { return finite_number(given.ptr(), "evaluate"); });
        need_evaluation();
        return at.static_worth();
    }

    Payoffs static_payoffs(const G& at) {
        if (!calls_python()) {
            need_evaluation();
            return at.static_payoffs();
        }
        const std::size_t players = at.table().game.payoffs ? at.table().players : 2;
        Payoffs payoffs = call(at, [players](const nb::object& given) { return checked_payoffs(given, players); });
        while (payoffs.size() < players) payoffs.push_back(0);  // it has raised
        return payoffs;
    }

    template <class Worth>
    std::vector<LeafValue<Worth>> leaf_values(const std::vector<G>& games) {
        std::vector<LeafValue<Worth>> values;
        run.error.guard([&] {
            values = evaluate_leaves<Worth>(
                function, games, [&](const G& at) { return nb::cast(as_foreign(root, at)); },
                [&](const nb::object& given) -> Worth {
                    if constexpr (std::is_same_v<Worth, double>) return nb::cast<double>(given);
                    else return checked_payoffs(given, game.table().players);
                });
            return false;
        });
        return values;
    }

    static Payoffs checked_payoffs(const nb::object& given, std::size_t players) {
        Payoffs read = read_payoffs(given, "evaluate");
        if (read.size() != players)
            throw nb::value_error(("evaluate returned " + std::to_string(read.size()) + " payoffs, and there are " + std::to_string(players) + " players").c_str());
        return read;
    }

    template <class Work>
    SearchOutcome operator()(Work&& work) { return run.search(game, request, calls_python(), work); }
};

}  // namespace

void bind_foreign_searches(nb::class_<Foreign>& state) {
    state
        .def("expectiminimax", [](const Foreign& root, const SearchRequest& request, nb::object function, nb::list only, nb::object on_pass,
                                  nb::object cancel) {
                return with_game(root, [&](const auto& game) {
                    using G = std::decay_t<decltype(game)>;
                    ForeignSearch<G> search(root, game, request, function, {on_pass, cancel});
                    const Moves<G> moves = root_moves(game, only);
                    return search([&](const SearchRequest& asked, const auto& tell) {
                        return expectiminimax(game, moves, asked, [&](const G& at) { return search.static_value(at); }, tell);
                    });
                });
            }, nb::arg("request"), nb::arg("evaluation").none(), nb::arg("moves"), nb::arg("on_pass").none(), nb::arg("cancel").none())
        .def("max_n", [](const Foreign& root, const SearchRequest& request, nb::object function, nb::list only, nb::object on_pass,
                         nb::object cancel) {
                return with_game(root, [&](const auto& game) {
                    using G = std::decay_t<decltype(game)>;
                    ForeignSearch<G> search(root, game, request, function, {on_pass, cancel});
                    const Moves<G> moves = root_moves(game, only);
                    return search([&](const SearchRequest& asked, const auto& tell) {
                        return max_n(game, moves, asked, [&](const G& at) { return search.static_payoffs(at); }, tell);
                    });
                });
            }, nb::arg("request"), nb::arg("evaluation").none(), nb::arg("moves"), nb::arg("on_pass").none(), nb::arg("cancel").none())
        .def("mcts", [](const Foreign& root, KeptTree& tree, const SearchRequest& request, nb::object function, nb::object on_pass, nb::object cancel) {
                return with_game(root, [&](const auto& game) {
                    using G = std::decay_t<decltype(game)>;
                    ForeignSearch<G> search(root, game, request, function, {on_pass, cancel});
                    tree.forget_other<G>();
                    return search([&](const SearchRequest& asked, const auto& tell) {
                        if (game.table().game.payoffs)
                            return mcts<true>(game, asked, [&](const G& at) { return search.static_payoffs(at); }, tree, tell,
                                              [&](const std::vector<G>& games, const Interrupted&) { return search.template leaf_values<Payoffs>(games); });
                        return mcts<false>(game, asked, [&](const G& at) { return search.static_value(at); }, tree, tell,
                                           [&](const std::vector<G>& games, const Interrupted&) { return search.template leaf_values<double>(games); });
                    });
                });
            }, nb::arg("tree"), nb::arg("request"), nb::arg("evaluation").none(), nb::arg("on_pass").none(), nb::arg("cancel").none());
}

}  // namespace zermelo::python
