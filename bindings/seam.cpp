// The seam between Python and the core, bound once for all games: what is asked, what is answered, and the table.
#include <algorithm>
#include <iterator>
#include <new>
#include <string>
#include <string_view>

#include "run.hpp"
#include "zermelo/learning/report.hpp"
#include "zermelo/search/kept_tree.hpp"
#include "zermelo/tables/transposition.hpp"

namespace zermelo::python {

namespace {

const char* word(Bound bound) {
    switch (bound) {
        case Bound::exact: return "exact";
        case Bound::lower: return "lower";
        case Bound::upper: return "upper";
        default: return "estimate";
    }
}

const char* word(StopReason reason) {
    switch (reason) {
        case StopReason::nodes: return "nodes";
        case StopReason::seconds: return "seconds";
        case StopReason::cancelled: return "cancelled";
        case StopReason::interrupted: return "interrupted";
        case StopReason::depth:
        case StopReason::long_line: return "depth";
        case StopReason::endless: return "endless";
        case StopReason::memory: return "memory";
        default: return "complete";
    }
}

const char* word(Ending ending) {
    switch (ending) {
        case Ending::end: return "end";
        case Ending::known: return "known";
        case Ending::horizon: return "horizon";
        case Ending::quiescence: return "quiescence";
        case Ending::table: return "table";
        case Ending::mate_distance: return "mate_distance";
        case Ending::futility: return "futility";
        case Ending::null_move: return "null_move";
        case Ending::probcut: return "probcut";
        case Ending::multi_cut: return "multi_cut";
        case Ending::cutoff: return "cutoff";
        case Ending::searched: return "searched";
        default: return "stopped";
    }
}

const char* word(Selection selection) {
    switch (selection) {
        case Selection::puct: return "puct";
        case Selection::regret_matching: return "regret_matching";
        default: return "uct";
    }
}

// MAX's number, one payoff per player, or None.
nb::object worth_to_python(const Payoffs& worth) {
    if (worth.empty()) return nb::none();
    if (worth.size() == 1) return nb::float_(worth[0]);
    nb::list out;
    for (const double payoff : worth) out.append(payoff);
    return nb::tuple(out);
}

template <class Item>
nb::list items(const std::vector<Item>& given) {
    nb::list out;
    for (const auto& item : given) out.append(item);
    return out;
}

nb::list strategies_to_python(const Strategies<nb::object>& strategies) {
    nb::list out;
    for (const auto& moves : strategies) out.append(items(moves));
    return out;
}

constexpr std::string_view playouts_names[] = {"game", "uniform", "mast", "softmax"};

Playouts playouts_of(const std::string& name) {
    const auto* found = std::find(std::begin(playouts_names), std::end(playouts_names), name);
    if (found == std::end(playouts_names)) throw nb::value_error("playouts must be game, uniform or mast");
    return static_cast<Playouts>(found - std::begin(playouts_names));
}

Pruning pruning_of(const std::string& name) {
    if (name == "none") return Pruning::none;
    if (name == "alpha_beta") return Pruning::alpha_beta;
    if (name == "star1") return Pruning::star1;
    if (name == "star2") return Pruning::star2;
    throw nb::value_error("pruning must be none, alpha_beta, star1 or star2");
}

// A pair of numbers as a struct, or None.
template <class Pair>
void set_pair(std::optional<Pair>& to, nb::handle given) {
    if (given.is_none()) to.reset();
    else to = Pair{nb::cast<double>(given[0]), nb::cast<double>(given[1])};
}

}  // namespace

void bind_seam(nb::module_& module) {
    nb::class_<TranspositionTable>(module, "Table", "A transposition table that searches share.")
        .def(nb::init<std::size_t>(), nb::arg("megabytes"))
        .def("clear", &TranspositionTable::clear)
        .def("allocate", &TranspositionTable::allocate, nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro("bytes", &TranspositionTable::bytes)
        .def_prop_ro("hashfull", &TranspositionTable::hashfull);

    nb::class_<KeptTree>(module, "SearchTree", "The tree of Monte-Carlo search, kept from one search to the next.")
        .def(nb::init<std::size_t>(), nb::arg("megabytes"))
        .def("clear", &KeptTree::clear);

    nb::class_<SearchRequest> request(module, "SearchRequest", "What a search is asked.");
    request.def(nb::init<>())
        .def_rw("depth", &SearchRequest::depth)
        .def_rw("nodes", &SearchRequest::nodes)
        .def_rw("seconds", &SearchRequest::seconds)
        .def_rw("threads", &SearchRequest::threads)
        .def_rw("lines", &SearchRequest::lines)
        .def_rw("evaluates", &SearchRequest::evaluates)
        .def_rw("record", &SearchRequest::record)
        .def_rw("past", &SearchRequest::past)
        .def_rw("exact", &SearchRequest::exact)
        .def_rw("deepening", &SearchRequest::deepening)
        .def_rw("partners", &SearchRequest::partners)
        .def_rw("simulations", &SearchRequest::simulations)
        .def_rw("plies", &SearchRequest::plies)
        .def_rw("exploration", &SearchRequest::exploration)
        .def_prop_rw("selection", [](const SearchRequest& of) { return word(of.selection); },
                     [](SearchRequest& of, const std::string& name) {
                         for (const auto each : {Selection::uct, Selection::puct, Selection::regret_matching})
                             if (name == word(each)) of.selection = each;
                     })
        .def_rw("rave", &SearchRequest::rave)
        .def_rw("bias", &SearchRequest::bias)
        .def_rw("wins", &SearchRequest::wins)
        .def_rw("solver", &SearchRequest::solver)
        .def_rw("grave", &SearchRequest::grave)
        .def_rw("widening", &SearchRequest::widening)
        .def_rw("urgency", &SearchRequest::urgency)
        .def_rw("softmax_scale", &SearchRequest::softmax_scale)
        .def_rw("batch", &SearchRequest::batch)
        .def_prop_rw("playouts", [](const SearchRequest& of) { return std::string(playouts_names[static_cast<std::size_t>(of.playouts)]); },
                     [](SearchRequest& of, const std::string& name) { of.playouts = playouts_of(name); })
        .def_rw("seed", &SearchRequest::seed)
        // Small numbers, spread over the key.
        .def_prop_rw("salt", [](const SearchRequest& of) { return of.salt; },
                     [](SearchRequest& of, Key salt) { of.salt = salt * 0x9E3779B97F4A7C15ull; })
        .def_prop_rw("pruning", [](const SearchRequest& of) { return static_cast<int>(of.pruning); },
                     [](SearchRequest& of, const std::string& name) { of.pruning = pruning_of(name); })
        .def_prop_rw("bounds", [](const SearchRequest& of) { return of.bounds.has_value(); },
                     [](SearchRequest& of, nb::object bounds) { set_pair(of.bounds, bounds); }, nb::arg().none())
        .def_prop_rw("payoff_limits", [](const SearchRequest& of) { return of.payoff_limits.has_value(); },
                     [](SearchRequest& of, nb::object limits) { set_pair(of.payoff_limits, limits); }, nb::arg().none());
    nb::list switches;
    const auto bind_switch = [&](const char* name, bool SearchRequest::* member) {
        request.def_rw(name, member);
        switches.append(name);
    };
    bind_switch("knowledge", &SearchRequest::knowledge);
    bind_switch("table", &SearchRequest::table);
    bind_switch("symmetry", &SearchRequest::symmetry);
    bind_switch("aspiration", &SearchRequest::aspiration);
    bind_switch("enhanced_cutoffs", &SearchRequest::enhanced_cutoffs);
    bind_switch("killers", &SearchRequest::killers);
    bind_switch("counters", &SearchRequest::counters);
    bind_switch("history", &SearchRequest::history);
    bind_switch("quiescence", &SearchRequest::quiescence);
    bind_switch("extensions", &SearchRequest::extensions);
    bind_switch("reductions", &SearchRequest::reductions);
    bind_switch("null_move", &SearchRequest::null_move);
    bind_switch("futility", &SearchRequest::futility);
    bind_switch("probcut", &SearchRequest::probcut);
    request.attr("switches") = nb::tuple(switches);

    nb::class_<Counts>(module, "Counts", "What a search counted.")
        .def_ro("nodes", &Counts::nodes)
        .def_ro("evaluations", &Counts::evaluations)
        .def_ro("table_probes", &Counts::table_probes)
        .def_ro("table_hits", &Counts::table_hits)
        .def_ro("cutoffs", &Counts::cutoffs)
        .def_ro("first_move_cutoffs", &Counts::first_move_cutoffs)
        .def_ro("selective_depth", &Counts::selective_depth);
    nb::class_<SearchMove>(module, "SearchMove", "A root move with its line and value.")
        .def_prop_ro("line", [](const SearchMove& of) { return nb::tuple(items(of.line)); })
        .def_prop_ro("worth", [](const SearchMove& of) { return worth_to_python(of.worth); })
        .def_prop_ro("bound", [](const SearchMove& of) { return word(of.bound); })
        .def_ro("visits", &SearchMove::visits)
        .def_ro("in_tables", &SearchMove::in_tables)
        .def_prop_ro("win_rate", [](const SearchMove& of) { return of.win_rate < 0 ? std::nullopt : std::optional(of.win_rate); });
    nb::class_<SearchStrategyMove>(module, "SearchStrategyMove", "A move of one player where players move at the same time.")
        .def_ro("move", &SearchStrategyMove::move)
        .def_ro("probability", &SearchStrategyMove::probability)
        .def_ro("visits", &SearchStrategyMove::visits)
        .def_ro("mean", &SearchStrategyMove::mean);
    nb::class_<SearchPass>(module, "SearchPass", "One pass of a search.")
        .def_ro("depth", &SearchPass::depth)
        .def_ro("finished", &SearchPass::finished)
        .def_prop_ro("moves", [](const SearchPass& of) { return items(of.moves); })
        .def_ro("counts", &SearchPass::counts)
        .def_ro("seconds", &SearchPass::seconds)
        .def_ro("hashfull", &SearchPass::hashfull)
        .def_prop_ro("strategies", [](const SearchPass& of) { return strategies_to_python(of.strategies); });
    nb::class_<SearchNode>(module, "SearchNode", "A visit of a node near the root.")
        .def_ro("parent", &SearchNode::parent)
        .def_prop_ro("move", [](const SearchNode& of) { return of.parent < 0 ? nb::object(nb::none()) : of.move; })
        .def_prop_ro("reply", [](const SearchNode& of) { return of.reply.value_or(nb::none()); })
        .def_ro("player", &SearchNode::player)
        .def_ro("ply", &SearchNode::ply)
        .def_ro("depth", &SearchNode::depth)
        .def_ro("alpha", &SearchNode::alpha)
        .def_ro("beta", &SearchNode::beta)
        .def_ro("value", &SearchNode::value)
        .def_prop_ro("bound", [](const SearchNode& of) { return word(of.bound); })
        .def_prop_ro("ending", [](const SearchNode& of) { return word(of.ending); });
    nb::class_<SearchOutcome>(module, "SearchOutcome", "What a search answers.")
        .def_prop_ro("moves", [](const SearchOutcome& of) { return items(of.moves); })
        .def_prop_ro("history", [](const SearchOutcome& of) { return items(of.history); })
        .def_ro("counts", &SearchOutcome::counts)
        .def_ro("depth", &SearchOutcome::depth)
        .def_ro("proven", &SearchOutcome::proven)
        .def_prop_ro("stopped", [](const SearchOutcome& of) { return word(of.stopped); })
        .def_ro("seconds", &SearchOutcome::seconds)
        .def_ro("hashfull", &SearchOutcome::hashfull)
        .def_prop_ro("outside", [](const SearchOutcome& of) { return of.outside ? worth_to_python(*of.outside) : nb::object(nb::none()); })
        .def_ro("endless", &SearchOutcome::endless)
        .def_prop_ro("shape", [](const SearchOutcome& of) { return nb::tuple(items(of.shape)); })
        .def_prop_ro("strategies", [](const SearchOutcome& of) { return strategies_to_python(of.strategies); })
        .def_prop_ro("record", [](const SearchOutcome& of) { return items(of.record); })
        .def("interrupt", [](SearchOutcome& of) {
                if (of.stopped == StopReason::cancelled) of.stopped = StopReason::interrupted;
            }, "Say that it was Ctrl-C that cancelled the search.");

    using learning::Fit, learning::Score;
    nb::class_<Fit>(module, "Fit")
        .def_ro("positions", &Fit::positions)
        .def_ro("slope", &Fit::slope)
        .def_ro("before", &Fit::before)
        .def_ro("after", &Fit::after);
    nb::class_<Score>(module, "MatchScore").def_ro("share", &Score::share).def_ro("error", &Score::error);
}

}  // namespace zermelo::python
