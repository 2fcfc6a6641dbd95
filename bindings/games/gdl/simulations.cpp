// Monte-Carlo tree search, also with simultaneous moves, and max^n over games given by rules.
#include "games/gdl/states.hpp"
#include "leaf_values.hpp"
#include "simultaneous.hpp"
#include "zermelo/games/gdl/leaf_playouts.hpp"
#include "zermelo/search/max_n.hpp"

namespace zermelo::python {

namespace {

// One search of a game: what was asked, and its static values.
template <class G>
struct GdlSearch {
    const GdlState& root;
    const G& game;
    const GdlEvaluation& evaluation;
    const SearchRequest& request;
    Run run;

    GdlSearch(const GdlState& root, const G& game, const SearchRequest& request, const GdlEvaluation& evaluation, Callbacks callbacks)
        : root(root), game(game), evaluation(evaluation), request(request), run(std::move(callbacks), &game.context().failed()) {}

    bool calls_python() const { return evaluation.calls_python(); }

    nb::object to_state(const G& at) const { return nb::cast(GdlState{root.rules, {at.facts(), at.facts() + root.facts.size()}}); }
    template <class Read>
    auto call(const G& at, Read&& read) {
        decltype(read(nb::object())) out{};
        run.error.guard([&] {
            if (!calls_python()) throw nb::value_error("the search stops before the end of the game, whose rules give no static values: pass evaluate=");
            out = read(evaluation.function(to_state(at)));
            return false;
        });
        return out;
    }
    double static_value(const G& at) {
        if (evaluation.linear) return at.expected_points(*evaluation.linear);
        return call(at, [](const nb::object& given) { return finite_number(given.ptr(), "evaluate"); });
    }
    Payoffs static_payoffs(const G& at) {
        Payoffs payoffs = call(at, [&](const nb::object& given) { return read_role_payoffs(given, game.context()); });
        while (payoffs.size() < game.context().players()) payoffs.push_back(0);  // it has raised
        return payoffs;
    }

    // The leaves of a batch, by a Python function or by random games in slices.
    template <class Worth>
    std::vector<LeafValue<Worth>> evaluate_batch(const std::vector<G>& games, const Interrupted& interrupted) {
        std::vector<LeafValue<Worth>> values;
        if (calls_python()) {
            run.error.guard([&] {
                values = evaluate_leaves<Worth>(evaluation.function, games, [&](const G& at) { return to_state(at); }, [&](const nb::object& given) {
                    if constexpr (std::is_same_v<Worth, double>) return nb::cast<double>(given);
                    else return read_role_payoffs(given, game.context());
                });
                return false;
            });
            return values;
        }
        const auto playouts = borrow_playouts();
        const bool limited = request.seconds > 0;
        // The first batch is the root, whose value chooses no move.
        const bool begins = !begun_.exchange(true) && limited && request.batch > 1;
        const double left = limited ? request.seconds - std::chrono::duration<double>(Clock::now() - started_).count() : gdl::LeafPlayouts::unlimited;
        for (const auto& means : begins ? playouts->one_by_one(games, interrupted) : playouts->play(games, left, interrupted)) {
            if constexpr (std::is_same_v<Worth, double>) values.push_back({games.front().points(means[0]), {}});
            else values.push_back({means, {}});
        }
        if (playouts->ended()) ended_ = true;
        const std::lock_guard lock(mutex_);
        idle_playouts_.push_back(playouts);
        return values;
    }

    // Nothing judges a move if no random game from anywhere has ended.
    template <class Move>
    void forget_estimates(std::vector<RootMove<Move>>& moves) const {
        if (!begun_ || ended_) return;
        for (RootMove<Move>& move : moves)
            if (move.bound == Bound::none) move.worth.clear();
    }

    template <class Work>
    SearchOutcome operator()(Work&& work) { return run.search(game, request, calls_python(), work); }

private:
    using Clock = std::chrono::steady_clock;

    // Each thread has its own while it plays.
    std::shared_ptr<gdl::LeafPlayouts> borrow_playouts() {
        const std::lock_guard lock(mutex_);
        if (idle_playouts_.empty()) return std::make_shared<gdl::LeafPlayouts>(root.rules->rules, mix(request.seed + made_++));
        auto playouts = std::move(idle_playouts_.back());
        idle_playouts_.pop_back();
        return playouts;
    }
    std::mutex mutex_;
    std::vector<std::shared_ptr<gdl::LeafPlayouts>> idle_playouts_;
    std::uint64_t made_ = 0;
    std::atomic<bool> begun_{false}, ended_{false};  // random games at leaves
    const Clock::time_point started_ = Clock::now();
};

}  // namespace

void bind_gdl_simulations(nb::class_<GdlState>& state) {
    state
        .def("mcts", [](const GdlState& root, KeptTree& tree, const SearchRequest& request, nb::object given, nb::object on_pass, nb::object cancel) {
                const GdlEvaluation evaluation(root, given);
                return with_game(root, [&](const auto& game) {
                    using G = std::decay_t<decltype(game)>;
                    GdlSearch<G> search(root, game, request, evaluation, {on_pass, cancel});
                    tree.forget_other<G>();
                    return search([&](const SearchRequest& asked, const auto& tell) {
                        using Move = typename G::Move;
                        const OnPass<Move> tell_judged = [&](PassReport<Move> pass) {
                            search.forget_estimates(pass.moves);
                            return tell(pass);
                        };
                        const auto told = tell ? tell_judged : OnPass<Move>();
                        const auto found = [&] {
                            if (!game.context().zero_sum)
                                return mcts<true>(game, asked, [&](const G& at) { return search.static_payoffs(at); }, tree, told, [&](const auto& leaves, const Interrupted& interrupted) {
                                    return search.template evaluate_batch<Payoffs>(leaves, interrupted);
                                });
                            return mcts<false>(game, asked, [&](const G& at) { return search.static_value(at); }, tree, told, [&](const auto& leaves, const Interrupted& interrupted) {
                                return search.template evaluate_batch<double>(leaves, interrupted);
                            });
                        };
                        Outcome<Move> outcome = found();
                        search.forget_estimates(outcome.moves);
                        return outcome;
                    });
                }, evaluation);
            }, nb::arg("tree"), nb::arg("request"), nb::arg("evaluation").none(), nb::arg("on_pass").none(), nb::arg("cancel").none())
        .def("max_n", [](const GdlState& root, const SearchRequest& request, nb::object given, nb::list only, nb::object on_pass, nb::object cancel) {
                const GdlEvaluation evaluation(root, given);
                return with_game(root, [&](const auto& game) {
                    using G = std::decay_t<decltype(game)>;
                    GdlSearch<G> search(root, game, request, evaluation, {on_pass, cancel});
                    const Moves<G> moves = root_moves(game, only);
                    return search([&](const SearchRequest& asked, const auto& tell) {
                        return max_n(game, moves, asked, [&](const G& at) { return search.static_payoffs(at); }, tell);
                    });
                }, evaluation);
            }, nb::arg("request"), nb::arg("evaluation").none(), nb::arg("moves"), nb::arg("on_pass").none(), nb::arg("cancel").none())
        .def("simultaneous_mcts", [](const GdlState& root, std::size_t megabytes, const SearchRequest& request, nb::object given, nb::object on_pass,
                                     nb::object cancel) {
                const GdlEvaluation evaluation(root, given);
                return with_game<gdl::JointGame>(root, [&](const auto& game) {
                    using G = std::decay_t<decltype(game)>;
                    GdlSearch<G> search(root, game, request, evaluation, {on_pass, cancel});
                    return run_simultaneous_mcts(search.run, game, request, [&](const G& at) { return search.static_payoffs(at); }, megabytes, search.calls_python());
                });
            }, nb::arg("megabytes"), nb::arg("request"), nb::arg("evaluation").none(), nb::arg("on_pass").none(), nb::arg("cancel").none());
}

}  // namespace zermelo::python
