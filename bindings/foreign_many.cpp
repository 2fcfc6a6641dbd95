// Games from outside in which chance moves or there is a payoff for each player: expectiminimax with Star1 and Star2, max^n,
// Monte-Carlo tree search, and alpha-beta for a coalition.
#include "foreign_many.hpp"

#include "zermelo/games/foreign_alliance.hpp"
#include "zermelo/search/max_n.hpp"

namespace zermelo::python {

template <std::size_t Bytes, int MostMoves>
struct Face<ForeignAlliance<Bytes, MostMoves>> {
    using G = ForeignAlliance<Bytes, MostMoves>;
    using Own = Face<ForeignGame<Bytes, MostMoves>>;
    static double scale_in(const G& game) { return Own::scale_in(game.own()); }
    static nb::object to_python(const G& game, std::int32_t move) { return Own::to_python(game.own(), move); }
    static std::int32_t from_python(const G& game, nb::handle move) { return Own::from_python(game.own(), move); }
};

namespace {

static_assert(std::is_same_v<Payoffs, ForeignGame<16, 32>::Points>);

// One search of a game: what was asked, and what goes wrong.
template <class G>
struct Session {
    const Foreign& root;
    const G& game;
    const nb::object& function;
    Request request;
    Trouble trouble;

    Session(const Foreign& root, const G& game, const nb::dict& asked, const nb::object& function)
        : root(root), game(game), function(function), request(read_request(asked)), trouble(&game.table().failed()) {
        poll_python(request, trouble);
    }

    bool judges() const { return !function.is_none() || game.table().game.evaluate; }
    bool calls_python() const { return !function.is_none(); }

    // What the function of Python says of a state; `nothing` if it raises.
    template <class Read>
    auto ask(const G& at, Read&& read) {
        decltype(read(nb::object())) out{};
        trouble.guard([&] {
            out = read(function(nb::cast(as_foreign(root, at))));
            return false;
        });
        return out;
    }
    // A search that stops before the end needs static values.
    void miss() {
        trouble.guard([&]() -> bool {
            const int depth = request.limits.depth ? request.limits.depth : deepest_pass;
            throw nb::value_error(("the search stops at depth " + std::to_string(depth) +
                                   " before the end of the game, which has no static values: give it an evaluate, or pass evaluate=").c_str());
        });
    }
    Moves<G> chosen(const nb::list& only) const {
        Moves<G> moves;
        for (const nb::handle move : only) moves.push_back(Face<G>::from_python(game, move));
        if (moves.empty()) game.moves(moves);
        return moves;
    }
};

// MAX's static value.
template <class G>
struct Worth {
    Session<G>& session;

    double operator()(const G& at) const {
        if (session.calls_python()) return session.ask(at, [](const nb::object& given) { return finite_number(given.ptr(), "evaluate"); });
        if (!session.judges()) session.miss();
        return at.judged_worth();
    }
};

// Everybody's static values.
template <class G>
struct Shared {
    Session<G>& session;

    Payoffs operator()(const G& at) const {
        if (!session.calls_python()) {
            if (!session.judges()) session.miss();
            return at.judged_payoffs();
        }
        const std::size_t players = at.table().game.payoffs ? at.table().players : 2;
        Payoffs worth = session.ask(at, [players](const nb::object& given) {
            Payoffs read = read_payoffs(given, "evaluate");
            if (read.size() != players)
                throw nb::value_error(("evaluate gave " + std::to_string(read.size()) + " payoffs, and there are " + std::to_string(players) + " players").c_str());
            return read;
        });
        while (worth.size() < players) worth.push_back(0);  // it has raised
        return worth;
    }
};

template <class G>
nb::dict run(Session<G>& session, Pruning pruning, bool deepens, const nb::list& only, ValueRange range) {
    return run_expecting(session.game, session.request, pruning, deepens, Worth<G>{session}, session.chosen(only), session.trouble,
                         session.calls_python(), range);
}

}  // namespace

nb::dict expect_foreign(const Foreign& root, nb::dict asked, nb::object evaluate, nb::list only) {
    return with_game(root, [&](const auto& game) {
        Session session(root, game, asked, evaluate);
        const auto range = read_range(asked);
        return run(session, range ? Pruning::star1 : Pruning::none, session.judges(), only, range.value_or(ValueRange{}));
    });
}

nb::dict textbook_foreign(const Foreign& root, nb::dict asked, const std::string& search, nb::object evaluate) {
    return with_game(root, [&](const auto& game) {
        Session session(root, game, asked, evaluate);
        return run(session, pruning_of(search), false, nb::list(), read_range(asked).value_or(ValueRange{}));
    });
}

nb::dict max_n_foreign(const Foreign& root, nb::dict asked, std::optional<std::pair<double, double>> shares, nb::object evaluate, nb::list only) {
    return with_game(root, [&](const auto& game) {
        using G = std::decay_t<decltype(game)>;
        Session session(root, game, asked, evaluate);
        std::optional<Shares> limits;
        if (shares) limits = Shares{shares->first, shares->second};
        const auto moves = session.chosen(only);
        const auto on_depth = tell_passes<Payoffs>(game, session.request, session.trouble);
        RatedOutcome<G, Payoffs> outcome;
        unless_python(session.calls_python(), [&] {
            outcome = max_n(game, moves, session.request.limits, limits, session.judges(), Shared<G>{session}, on_depth);
        });
        session.trouble.raise();
        return outcome_to_python(game, outcome, session.request);
    });
}

nb::dict playouts_foreign(const Foreign& root, nb::dict asked, std::uint64_t rounds, int plies, double exploration, std::uint64_t seed,
                          nb::object evaluate) {
    return with_game(root, [&](const auto& game) {
        using G = std::decay_t<decltype(game)>;
        Session session(root, game, asked, evaluate);
        const PlayoutOptions options{rounds, session.judges() ? plies : 0, exploration, seed};
        return run_playouts(game, session.request, options, Shared<G>{session}, session.trouble, session.calls_python());
    });
}

nb::dict search_alliance(const Foreign& root, TranspositionTable& table, nb::dict asked, std::uint32_t partners, nb::object evaluate, nb::list only) {
    return with_game(root, [&]<std::size_t Bytes, int MostMoves>(const ForeignGame<Bytes, MostMoves>& game) {
        return search_for(root, ForeignAlliance<Bytes, MostMoves>(game, partners), table, asked, evaluate, only);
    });
}

}  // namespace zermelo::python
