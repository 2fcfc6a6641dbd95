// Chess endgame tables in Python: build, read, load and probe. zermelo.tables reads and writes the files; only bytes come here.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "run.hpp"
#include "zermelo/games/chess/endgame_build.hpp"

namespace zermelo::python {

namespace {

using chess::EndgameTable;
using chess::Material;

Material material_of(const std::string& name) {
    const std::optional<Material> material = chess::parse_material(name);
    if (!material) throw nb::value_error(("'" + name.substr(0, 12) + "' is not an endgame of three or four pieces such as KQK or KRKP").c_str());
    return *material;
}

std::vector<std::string> names_of(const std::vector<Material>& endgames) {
    std::vector<std::string> names;
    for (const Material& endgame : endgames) names.push_back(endgame.name());
    return names;
}

// Once loaded, the core shares the table, which then outlives the Python object.
struct SharedTable {
    std::shared_ptr<const EndgameTable> table;

    explicit SharedTable(nb::bytes file) {
        const auto* bytes = reinterpret_cast<const std::uint8_t*>(file.c_str());
        std::string error;
        table = EndgameTable::read({bytes, bytes + file.size()}, error);
        if (!table) throw nb::value_error(error.c_str());
    }

    // Checks every block and returns the first damaged one.
    std::optional<std::size_t> damaged_block() const {
        nb::gil_scoped_release free;
        const std::size_t block = table->packed().first_damaged();
        return block == table->packed().blocks() ? std::nullopt : std::optional(block);
    }
};

// The build of one table; its progress may be read while it runs.
struct EndgameBuild {
    Material material;
    RetrogradeProgress progress;

    explicit EndgameBuild(const std::string& name) : material(material_of(name)) {}

    // Returns one byte per position, or None if it was stopped.
    std::optional<nb::bytes> run(nb::object cancel, int threads) {
        std::vector<std::uint8_t> bytes;
        Run run({nb::none(), cancel});
        run.in_thread(0, [&](const std::atomic<bool>& stop) {
            progress.stop = [&] { return stop.load(std::memory_order_relaxed); };
            bytes = chess::build_endgame(material, progress, threads);
        });
        progress.stop = nullptr;
        if (bytes.empty()) return std::nullopt;
        return nb::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }
};

// Returns 1, 0 or -1 for the player to move and the plies to mate, or None if no table holds the position.
std::optional<std::pair<int, int>> probe(const Chess& game) {
    const std::optional<Distance> distance = chess::endgame_tables.probe(game);
    if (!distance) return std::nullopt;
    return std::pair(distance->won() ? 1 : distance->lost() ? -1 : 0, distance->plies());
}

}  // namespace

void bind_chess_endgames(nb::module_& module) {
    nb::class_<SharedTable>(module, "EndgameTable", "The table of one chess endgame, from the bytes of its file.")
        .def(nb::init<nb::bytes>(), nb::arg("file"))
        .def_prop_ro("name", [](const SharedTable& shared) { return shared.table->material().name(); })
        .def_prop_ro("positions", [](const SharedTable& shared) { return shared.table->packed().size(); })
        .def("damaged_block", &SharedTable::damaged_block)
        .def("load", [](const SharedTable& shared) { chess::endgame_tables.load(shared.table); });
    nb::class_<EndgameBuild>(module, "EndgameBuild", "The build of one endgame table.")
        .def(nb::init<const std::string&>(), nb::arg("name"))
        .def_prop_ro("positions", [](const EndgameBuild& build) { return chess::EndgameIndex(build.material).size(); })
        .def_prop_ro("initialised", [](const EndgameBuild& build) { return build.progress.initialised.load(); })
        .def_prop_ro("ply", [](const EndgameBuild& build) { return build.progress.ply.load(); })
        .def("run", &EndgameBuild::run, nb::arg("cancel").none(), nb::arg("threads"));
    module.def("endgame_names", [](int pieces) { return names_of(chess::all_endgames(pieces)); }, nb::arg("pieces"));
    module.def("endgame_name", [](const std::string& text) { return material_of(text).name(); }, nb::arg("text"));
    module.def("endgame_needs", [](const std::string& name) { return names_of(material_of(name).leads_to()); }, nb::arg("name"));
    module.def("probe_endgame", &probe, nb::arg("game"));
    // Those with a block that was probed and found damaged.
    module.def("damaged_endgames", [] {
        std::vector<std::string> names;
        for (const EndgameTable* table : chess::endgame_tables.loaded())
            if (table->packed().damaged()) names.push_back(table->material().name());
        return names;
    });
    module.def("loaded_endgames", [] {
        std::vector<std::string> names;
        for (const EndgameTable* table : chess::endgame_tables.loaded()) names.push_back(table->material().name());
        return names;
    });
}

}  // namespace zermelo::python
