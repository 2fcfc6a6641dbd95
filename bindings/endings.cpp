// Tables of endings in Python: made, read, loaded and asked. Files are read and written by zermelo.tables; here are only bytes.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "run.hpp"
#include "zermelo/tables/chess_ending_build.hpp"

namespace zermelo::python {

namespace {

using chess::EndingTable;
using chess::Material;

Material material_of(const std::string& name) {
    const std::optional<Material> material = chess::parse_material(name);
    if (!material) throw nb::value_error(("'" + name.substr(0, 12) + "' is not an ending of three or four pieces such as KQK or KRKP").c_str());
    return *material;
}

std::vector<std::string> names_of(const std::vector<Material>& endings) {
    std::vector<std::string> names;
    for (const Material& ending : endings) names.push_back(ending.name());
    return names;
}

// A table that is shared with the core once it is loaded, and then outlives Python's object.
struct SharedTable {
    std::shared_ptr<const EndingTable> table;

    explicit SharedTable(nb::bytes file) {
        const auto* bytes = reinterpret_cast<const std::uint8_t*>(file.c_str());
        std::string error;
        table = EndingTable::read({bytes, bytes + file.size()}, error);
        if (!table) throw nb::value_error(error.c_str());
    }

    // The first block that is not what it was, after a look at all of them.
    std::optional<std::size_t> damaged_block() const {
        nb::gil_scoped_release free;
        const std::size_t block = table->packed().first_damaged();
        return block == table->packed().blocks() ? std::nullopt : std::optional(block);
    }
};

// One ending in the making; its counts may be read while it runs.
struct EndingBuild {
    Material material;
    RetrogradeProgress progress;

    explicit EndingBuild(const std::string& name) : material(material_of(name)) {}

    // A byte for each position; None if it was stopped.
    std::optional<nb::bytes> run(nb::object cancel, int threads) {
        std::vector<std::uint8_t> bytes;
        Run run({nb::none(), cancel});
        run.in_thread(0, [&](const std::atomic<bool>& stop) {
            progress.stop = [&] { return stop.load(std::memory_order_relaxed); };
            bytes = chess::build_ending(material, progress, threads);
        });
        progress.stop = nullptr;
        if (bytes.empty()) return std::nullopt;
        return nb::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }
};

// (1, 0 or -1 for the player to move, plies to mate), or None where no table knows.
std::optional<std::pair<int, int>> probe(const Chess& game) {
    const std::optional<Distance> found = chess::endings.probe(game);
    if (!found) return std::nullopt;
    return std::pair(found->won() ? 1 : found->lost() ? -1 : 0, found->plies());
}

}  // namespace

void bind_endings(nb::module_& module) {
    nb::class_<SharedTable>(module, "EndingTable", "The table of one ending of chess, from the bytes of its file.")
        .def(nb::init<nb::bytes>(), nb::arg("file"))
        .def_prop_ro("name", [](const SharedTable& shared) { return shared.table->material().name(); })
        .def_prop_ro("positions", [](const SharedTable& shared) { return shared.table->packed().size(); })
        .def("damaged_block", &SharedTable::damaged_block)
        .def("load", [](const SharedTable& shared) { chess::endings.load(shared.table); });
    nb::class_<EndingBuild>(module, "EndingBuild", "One ending in the making.")
        .def(nb::init<const std::string&>(), nb::arg("name"))
        .def_prop_ro("positions", [](const EndingBuild& build) { return chess::EndingIndex(build.material).size(); })
        .def_prop_ro("surveyed", [](const EndingBuild& build) { return build.progress.surveyed.load(); })
        .def_prop_ro("ply", [](const EndingBuild& build) { return build.progress.ply.load(); })
        .def("run", &EndingBuild::run, nb::arg("cancel").none(), nb::arg("threads"));
    module.def("ending_names", [](int pieces) { return names_of(chess::all_endings(pieces)); }, nb::arg("pieces"));
    module.def("ending_name", [](const std::string& text) { return material_of(text).name(); }, nb::arg("text"));
    module.def("ending_needs", [](const std::string& name) { return names_of(material_of(name).leads_to()); }, nb::arg("name"));
    module.def("probe_ending", &probe, nb::arg("game"));
    // Those of which a damaged block was asked for.
    module.def("damaged_endings", [] {
        std::vector<std::string> names;
        for (const EndingTable* table : chess::endings.loaded())
            if (table->packed().damaged()) names.push_back(table->material().name());
        return names;
    });
    module.def("loaded_endings", [] {
        std::vector<std::string> names;
        for (const EndingTable* table : chess::endings.loaded()) names.push_back(table->material().name());
        return names;
    });
}

}  // namespace zermelo::python
