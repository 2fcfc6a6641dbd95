// Checkers endgame tables in Python: build, read, load and probe. zermelo.tables reads and writes the files; only bytes come here.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <variant>

#include "run.hpp"
#include "zermelo/games/checkers/distances.hpp"
#include "zermelo/games/checkers/endgame_build.hpp"
#include "zermelo/games/checkers/notation.hpp"

namespace zermelo::python {

namespace {

using checkers::EndgameTable;
using checkers::SliceForces;

// A table of one of the three boards.
using AnyTable = std::variant<EndgameTable<8>, EndgameTable<6>, EndgameTable<4>>;

SliceForces endgame_of(const std::string& name) {
    const std::optional<SliceForces> endgame = checkers::parse_endgame(name);
    if (!endgame) throw nb::value_error(("'" + name.substr(0, 12) + "' is not an endgame of two to six pieces such as KvK or KMMvKM").c_str());
    return *endgame;
}

std::vector<std::string> names_of(const std::vector<SliceForces>& endgames) {
    std::vector<std::string> names;
    for (const SliceForces& endgame : endgames) names.push_back(checkers::name_of(endgame));
    return names;
}

std::span<const std::uint8_t> span_of(const nb::bytes& bytes) { return {reinterpret_cast<const std::uint8_t*>(bytes.c_str()), bytes.size()}; }
nb::bytes bytes_of(const std::vector<std::uint8_t>& bytes) { return nb::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size()); }

AnyTable empty_table(const std::string& name, int size) {
    const SliceForces endgame = endgame_of(name);
    switch (size) {
        case 8: return EndgameTable<8>(endgame);
        case 6: return EndgameTable<6>(endgame);
        case 4: return EndgameTable<4>(endgame);
        default: throw nb::value_error(("the size of a board is 4, 6 or 8, not " + std::to_string(size)).c_str());
    }
}

template <int Size>
std::size_t positions_of(const EndgameTable<Size>& table, std::size_t slices) {
    std::size_t positions = 0;
    for (std::size_t slice = 0; slice < slices; ++slice) positions += checkers::SliceIndex<Size>(table.order()[slice]).size();
    return positions;
}

// The leads of a slice, then wins, losses and draws of the player to move: where it is the first side, and where it is the second.
using SliceTotals = std::tuple<int, int, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t>;

struct Table {
    AnyTable any;

    Table(nb::bytes file, int size) : any(empty_table("KvK", size)) {
        std::visit([&]<int Size>(EndgameTable<Size>& table) {
            std::optional<EndgameTable<Size>> read;
            const std::string error = EndgameTable<Size>::read(span_of(file), read);
            if (!error.empty()) throw nb::value_error(error.c_str());
            table = std::move(*read);
        }, any);
    }

    std::string name() const {
        return std::visit([](const auto& table) { return checkers::name_of(table.endgame()); }, any);
    }
    std::size_t positions() const {
        return std::visit([](const auto& table) { return positions_of(table, table.order().size()); }, any);
    }
    std::vector<SliceTotals> totals() const {
        std::vector<SliceTotals> rows;
        std::visit([&](const auto& table) {
            for (const auto& slice : table.slices()) {
                const auto& [first, second] = slice->totals();
                const SliceForces& forces = slice->index().forces();
                rows.emplace_back(forces.first.lead, forces.second.lead, first[0], first[1], first[2], second[0], second[1], second[2]);
            }
        }, any);
        return rows;
    }
    void load() const {
        std::visit([]<int Size>(const EndgameTable<Size>& table) { checkers::endgame_tables<Size>.load(table); }, any);
    }

    // Loads the table and compares every position with its successors; returns the FEN of one whose value is wrong, or None. The
    // endgames it leads to must be loaded.
    std::optional<std::string> contradiction(nb::object cancel, int threads) const {
        load();
        std::optional<std::string> wrong;
        Run run({nb::none(), cancel});
        run.in_thread(0, [&](const std::atomic<bool>& stop) {
            RetrogradeProgress progress;
            progress.stop = [&] { return stop.load(std::memory_order_relaxed); };
            std::visit([&]<int Size>(const EndgameTable<Size>& table) {
                for (const auto& slice : table.slices()) {
                    const auto game = checkers::find_contradiction(*slice, checkers::endgame_tables<Size>, progress, threads);
                    if (game) wrong = checkers::format_fen(*game);
                }
            }, any);
        });
        return wrong;
    }
};

// The build of one table, slice by slice; its progress may be read while it runs.
struct Build {
    AnyTable any;
    std::size_t kept = 0;  // bytes of the part
    RetrogradeProgress progress;
    std::atomic<std::size_t> finished{0};  // positions of finished slices

    Build(const std::string& name, int size, nb::bytes part) : any(empty_table(name, size)) {
        std::visit([&]<int Size>(EndgameTable<Size>& table) {
            kept = table.resume(span_of(part));
            checkers::endgame_tables<Size>.load(table);
            finished = positions_of(table, table.slices().size());
        }, any);
    }

    // Builds the next slice and returns its bytes, or None if it was stopped.
    std::optional<nb::bytes> run(nb::object cancel, int threads) {
        std::vector<std::uint8_t> bytes;
        Run run({nb::none(), cancel});
        std::visit([&]<int Size>(EndgameTable<Size>& table) {
            if (table.complete()) throw nb::value_error("the table is complete");
            run.in_thread(0, [&](const std::atomic<bool>& stop) {
                progress.stop = [&] { return stop.load(std::memory_order_relaxed); };
                bytes = checkers::build_next_slice(table, checkers::endgame_tables<Size>, progress, threads);
            });
            progress.stop = nullptr;
            progress.initialised = 0;
            finished = positions_of(table, table.slices().size());
        }, any);
        if (bytes.empty()) return std::nullopt;
        return bytes_of(bytes);
    }

    // Bytes, for the largest slice, the loaded tables' cache and this program.
    std::size_t memory() const {
        constexpr std::size_t program = 40 << 20;
        return std::visit([&]<int Size>(const EndgameTable<Size>& table) {
            std::size_t most = 0;
            for (const SliceForces& slice : table.order()) most = std::max(most, checkers::bytes_to_build<Size>(slice));
            return most + checkers::endgame_tables<Size>.cache_bytes() + program;
        }, any);
    }
};

// Calls `work` with the size of a board as a constant.
template <class Work>
auto with_size(int size, Work&& work) {
    switch (size) {
        case 8: return work.template operator()<8>();
        case 6: return work.template operator()<6>();
        case 4: return work.template operator()<4>();
        default: throw nb::value_error(("the size of a board is 4, 6 or 8, not " + std::to_string(size)).c_str());
    }
}

// Loads the distances of an endgame from the bytes of a file, all of which are checked.
void load_distances(const std::string& name, int size, nb::bytes file) {
    const std::span bytes = span_of(file);
    auto packed = std::make_shared<Packed>();
    const std::string error = packed->read({bytes.begin(), bytes.end()});
    if (!error.empty()) throw nb::value_error(error.c_str());
    if (packed->name() != name) throw nb::value_error(("it holds " + packed->name() + ", not " + name).c_str());
    if (const std::size_t block = packed->first_damaged(); block < packed->blocks())
        throw nb::value_error(("block " + std::to_string(block + 1) + " is damaged").c_str());
    with_size(size, [&]<int Size>() {
        if (packed->size() != checkers::DistanceIndex<Size>(endgame_of(name)).size()) throw nb::value_error("it is for a board of another size");
        checkers::distance_tables<Size>.load(endgame_of(name), std::move(packed));
    });
}

// Returns one byte per position, or None if it was stopped.
std::optional<nb::bytes> build_distances(const std::string& name, int size, nb::object cancel, int threads) {
    const SliceForces endgame = endgame_of(name);
    std::vector<std::uint8_t> bytes;
    Run run({nb::none(), cancel});
    run.in_thread(0, [&](const std::atomic<bool>& stop) {
        RetrogradeProgress progress;
        progress.stop = [&] { return stop.load(std::memory_order_relaxed); };
        bytes = with_size(size, [&]<int Size>() { return checkers::build_distances(endgame, checkers::distance_tables<Size>, progress, threads); });
    });
    if (bytes.empty()) return std::nullopt;
    return bytes_of(bytes);
}

// Plies to the end of the game, 0 for a draw; None without a table.
template <int Size>
std::optional<int> probe_distance(const BasicCheckers<Size>& game) {
    const std::optional<Distance> distance = checkers::distance_tables<Size>.probe(game);
    return distance ? std::optional(distance->plies()) : std::nullopt;
}

// 1, 0 or -1 for the player to move, or None if no table holds the position.
template <int Size>
std::optional<int> probe(const BasicCheckers<Size>& game) {
    const std::optional<Result> result = checkers::endgame_tables<Size>.probe(game);
    if (!result) return std::nullopt;
    return *result == Result::win ? 1 : *result == Result::loss ? -1 : 0;
}

template <int Size>
std::pair<std::size_t, std::size_t> count(int pieces) {
    std::size_t both = 0;
    for (const SliceForces& endgame : checkers::endgames(pieces))
        for (const SliceForces& slice : checkers::slices_of<Size>(endgame)) both += checkers::SliceIndex<Size>(slice).size();
    return {both + checkers::one_colour_positions<Size>(pieces), both};
}

std::optional<int> probe_any(nb::handle game) {
    if (nb::isinstance<BasicCheckers<8>>(game)) return probe(nb::cast<const BasicCheckers<8>&>(game));
    if (nb::isinstance<BasicCheckers<6>>(game)) return probe(nb::cast<const BasicCheckers<6>&>(game));
    return probe(nb::cast<const BasicCheckers<4>&>(game));
}

std::vector<std::optional<int>> probe_many(const nb::list& games) {
    std::vector<std::optional<int>> results;
    results.reserve(games.size());
    for (const nb::handle game : games) results.push_back(probe_any(game));
    return results;
}

}  // namespace

void bind_checkers_endgames(nb::module_& module) {
    nb::class_<Table>(module, "CheckersEndgameTable", "The table of one checkers endgame, from the bytes of its file.")
        .def(nb::init<nb::bytes, int>(), nb::arg("file"), nb::arg("size"))
        .def_prop_ro("name", &Table::name)
        .def_prop_ro("positions", &Table::positions)
        .def_prop_ro("totals", &Table::totals)
        .def("load", &Table::load)
        .def("contradiction", &Table::contradiction, nb::arg("cancel").none(), nb::arg("threads"));
    nb::class_<Build>(module, "CheckersEndgameBuild", "The build of one checkers endgame table, which goes on from a part of its file.")
        .def(nb::init<const std::string&, int, nb::bytes>(), nb::arg("name"), nb::arg("size"), nb::arg("part"))
        .def_prop_ro("header", [](const Build& build) { return bytes_of(std::visit([](const auto& table) { return table.header(); }, build.any)); })
        .def_ro("kept", &Build::kept)
        .def_prop_ro("complete", [](const Build& build) { return std::visit([](const auto& table) { return table.complete(); }, build.any); })
        .def_prop_ro("positions", [](const Build& build) {
            return std::visit([](const auto& table) { return positions_of(table, table.order().size()); }, build.any);
        })
        .def_prop_ro("initialised", [](const Build& build) { return build.finished.load() + build.progress.initialised.load(); })
        .def_prop_ro("memory", &Build::memory)
        .def("run", &Build::run, nb::arg("cancel").none(), nb::arg("threads"));
    module.def("checkers_endgame_names", [](int pieces) { return names_of(checkers::endgames(pieces)); }, nb::arg("pieces"));
    module.def("checkers_endgame_name", [](const std::string& text) { return checkers::name_of(endgame_of(text)); }, nb::arg("text"));
    module.def("checkers_endgame_needs", [](const std::string& name) { return names_of(checkers::leads_to(endgame_of(name))); }, nb::arg("name"));
    module.def("checkers_positions", [](int pieces, int size) {
            return with_size(size, [&]<int Size>() { return count<Size>(pieces); });
        }, nb::arg("pieces"), nb::arg("size"),
        "Positions with so many pieces: all, and those with both colours and one side to move, which tables hold.");
    module.def("probe_checkers_endgame", &probe<8>, nb::arg("game"));
    module.def("probe_checkers_endgame", &probe<6>, nb::arg("game"));
    module.def("probe_checkers_endgame", &probe<4>, nb::arg("game"));
    module.def("load_checkers_distances", &load_distances, nb::arg("name"), nb::arg("size"), nb::arg("file"));
    module.def("build_checkers_distances", &build_distances, nb::arg("name"), nb::arg("size"), nb::arg("cancel").none(), nb::arg("threads"),
               "Return a byte for each position: 1 + the plies to the end of the game, or 0 for a draw. None if it was stopped.");
    module.def("probe_checkers_distance", &probe_distance<8>, nb::arg("game"));
    module.def("probe_checkers_distance", &probe_distance<6>, nb::arg("game"));
    module.def("probe_checkers_distance", &probe_distance<4>, nb::arg("game"));
    module.def("probe_checkers_endgames", &probe_many, nb::arg("games"), "Probe many positions at once, of any boards.");
}

}  // namespace zermelo::python
