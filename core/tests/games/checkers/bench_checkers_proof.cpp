// Prove the value of a checkers position and of its moves, check the proof, and print time, nodes and size.
//     bench_checkers_proof SIZE [most pieces of the tables] [seconds] [FEN]
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "zermelo/games/checkers/endgame_build.hpp"
#include "zermelo/games/checkers/proof.hpp"

using namespace zermelo;
using namespace zermelo::checkers;

static double since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

template <int Size>
static int measure(int pieces, double seconds, const char* fen) {
    static EndgameTables<Size> tables(64 << 20);
    auto start = std::chrono::steady_clock::now();
    RetrogradeProgress progress;
    build_tables(tables, pieces, progress, 1);
    std::printf("tables of up to %d pieces: %.2f s\n", pieces, since(start));
    ProofFile<Size> file;
    if (const std::string error = fen ? parse_position(fen, file.root) : ""; !error.empty()) return std::puts(error.c_str()), 2;
    file.table_pieces = pieces;
    start = std::chrono::steady_clock::now();
    ProofManager<Size> manager(file, tables, 256);
    SearchRequest request;
    request.seconds = seconds;
    const StopReason stopped = manager.run(request);
    const ProofFile<Size>& proof = manager.proof();
    std::printf("%s: %.2f s, %lu nodes; black wins %zu, holds %zu, white wins %zu, holds %zu positions, file of %zu bytes\n",
                stopped == StopReason::complete ? "proven" : "stopped", since(start), proof.nodes, proof.wins[0].size(), proof.holds[0].size(),
                proof.wins[1].size(), proof.holds[1].size(), manager.bytes().size());
    start = std::chrono::steady_clock::now();
    ProofCheck<Size> check(proof, tables);
    const std::string error = check.run();
    std::printf("checked: %.2f s %s\n", since(start), error.c_str());
    if (!error.empty()) return 1;
    const auto print = [&](const std::string& name, const BasicCheckers<Size>& game) {
        const ProvenBounds bounds = check.bounds(game);
        std::printf("%-10s %d..%d\n", name.c_str(), bounds.lower, bounds.upper);
    };
    print("value", proof.root);
    proof.root.each_move([&](Move move, const Change&) { print(format_move<Size>(move), proof.root.play(move)); });
    return 0;
}

int main(int argc, char** argv) {
    const int size = argc > 1 ? std::atoi(argv[1]) : 6, pieces = argc > 2 ? std::atoi(argv[2]) : 4;
    const double seconds = argc > 3 ? std::atof(argv[3]) : 0;
    const char* fen = argc > 4 ? argv[4] : nullptr;
    return size == 4 ? measure<4>(pieces, seconds, fen) : size == 8 ? measure<8>(pieces, seconds, fen) : measure<6>(pieces, seconds, fen);
}
