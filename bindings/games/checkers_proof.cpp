// Proofs about checkers in Python: start, run, check. zermelo.games.checkers.proof reads and writes the files; only bytes come here.
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "run.hpp"
#include "zermelo/games/checkers/proof.hpp"

namespace zermelo::python {

namespace {

template <int Size>
using File = checkers::ProofFile<Size>;

template <int Size>
File<Size> read(const nb::bytes& bytes) {
    File<Size> file;
    const std::string error = File<Size>::read({reinterpret_cast<const std::uint8_t*>(bytes.c_str()), bytes.size()}, file);
    if (!error.empty()) throw nb::value_error(error.c_str());
    return file;
}

template <int Size>
std::size_t positions(const File<Size>& file) {
    std::size_t count = 0;
    for (int side = 0; side < 2; ++side) count += file.wins[side].size() + file.holds[side].size();
    return count;
}

// The moves with the bounds of their values for Black, after the position itself, whose move is "".
template <int Size>
std::vector<std::tuple<std::string, int, int>> check(const File<Size>& file) {
    checkers::ProofCheck<Size> check(file, checkers::endgame_tables<Size>);
    std::string error;
    {
        nb::gil_scoped_release free;
        error = check.run();
    }
    if (!error.empty()) throw nb::value_error(error.c_str());
    std::vector<std::tuple<std::string, int, int>> shown;
    const auto add = [&](const std::string& move, const BasicCheckers<Size>& game) {
        const checkers::ProvenBounds bounds = check.bounds(game);
        shown.emplace_back(move, bounds.lower, bounds.upper);
    };
    add("", file.root);
    file.root.each_move([&](checkers::Move move, const checkers::Change& change) { add(checkers::format_move<Size>(move), file.root.play(change)); });
    return shown;
}

template <int Size>
StopReason run(checkers::ProofManager<Size>& manager, bool moves, std::uint64_t nodes, double seconds, nb::object cancel) {
    Run run({nb::none(), cancel});
    SearchRequest request;
    request.nodes = nodes;
    request.seconds = seconds;
    request.poll = [&] { return run.poll(); };
    StopReason stopped = StopReason::complete;
    run.release_gil(false, [&] { stopped = manager.run(request, moves); });
    return run.reason(stopped);
}

template <int Size>
void bind(nb::module_& module, const char* file_name, const char* manager_name) {
    using Manager = checkers::ProofManager<Size>;
    nb::class_<File<Size>>(module, file_name, "A proof about a checkers position, from the bytes of its file.")
        .def("__init__", [](File<Size>* file, nb::bytes bytes) { new (file) File<Size>(read<Size>(bytes)); }, nb::arg("file"))
        .def_static("start", [](const BasicCheckers<Size>& game, int pieces) {
            File<Size> file;
            file.root = checkers::without_rules(game);
            file.table_pieces = pieces;
            return file;
        }, nb::arg("game"), nb::arg("pieces"))
        .def_prop_ro("fen", [](const File<Size>& file) { return checkers::format_fen(file.root); })
        .def_ro("pieces", &File<Size>::table_pieces)
        .def_prop_ro("proven", [](const File<Size>& file) { return static_cast<int>(file.proven); })
        .def_ro("nodes", &File<Size>::nodes)
        .def_prop_ro("positions", &positions<Size>)
        .def("check", &check<Size>, "Check the proof by the rules and the loaded tables; return each move with the bounds of its value for Black.");
    nb::class_<Manager>(module, manager_name, "The search for a proof, which goes on from what a file holds.")
        .def("__init__", [](Manager* manager, const File<Size>& file, std::size_t megabytes) {
            new (manager) Manager(file, checkers::endgame_tables<Size>, megabytes);
        }, nb::arg("file"), nb::arg("megabytes"))
        .def_prop_ro("nodes", [](const Manager& manager) { return manager.proof().nodes; })
        .def_prop_ro("positions", [](const Manager& manager) { return positions(manager.proof()); })
        .def("file", [](Manager& manager) {
            const std::vector<std::uint8_t> bytes = manager.bytes();
            return nb::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        })
        .def("run", [](Manager& manager, bool moves, std::uint64_t nodes, double seconds, nb::object cancel) {
            switch (run(manager, moves, nodes, seconds, cancel)) {
                case StopReason::complete: return "complete";
                case StopReason::nodes: return "nodes";
                case StopReason::seconds: return "seconds";
                case StopReason::interrupted: return "interrupted";
                default: return "cancelled";
            }
        }, nb::arg("moves"), nb::arg("nodes"), nb::arg("seconds"), nb::arg("cancel").none());
}

}  // namespace

void bind_checkers_proof(nb::module_& module) {
    bind<8>(module, "CheckersProof", "CheckersProofManager");
    bind<6>(module, "Checkers6Proof", "Checkers6ProofManager");
    bind<4>(module, "Checkers4Proof", "Checkers4ProofManager");
}

}  // namespace zermelo::python
