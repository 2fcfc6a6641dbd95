// Trains the weights of Othello's evaluation from games this program plays against itself; nothing else goes in.
//
//     othello_train --out FILE [--generations 5] [--games 20000] [--seed 1] [--depth 2] [--exact 14] [--epochs 12]
//
// Each generation: `games` games (the first: half of them) open with 5 to 29 random moves (mostly under 15), go on by
// searches of `depth` moves with the last generation's weights (the first uses the plain formula and one move less), and
// from `exact` empties on are played perfectly. Every position after the random moves is labelled with the result. Then
// each stage's weights are fitted to the labels by stochastic least squares (normalised steps, shrinking). Games older
// than three generations, and the first generation's, are forgotten. One thread, one seed: the same command makes the
// same file (in about 8 minutes).
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "zermelo/games/othello.hpp"

using namespace zermelo;

namespace {

struct Sample {
    othello::Board own, other;
    std::int8_t value;
};

struct Options {
    std::string out;
    int generations = 5, games = 20000, depth = 2, exact = 14, epochs = 12;
    std::uint64_t seed = 1;
};

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// Plays one game and adds its labelled positions.
void play_game(othello::Solver& solver, Random& random, int depth, int exact, std::vector<Sample>& samples) {
    Othello game;
    std::vector<Othello> line;
    List<Othello::Move, 64> moves;
    const int opening =
        5 + static_cast<int>(random.below(10)) + (random.below(4) == 0 ? static_cast<int>(random.below(16)) : 0);
    for (int ply = 0; !game.over(); ++ply) {
        moves.clear();
        game.moves(moves);
        Othello::Move chosen = moves[0];
        if (ply < opening) {
            chosen = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
        } else {
            if (chosen != Othello::pass) line.push_back(game);
            if (game.empties() <= exact) {
                const int move = solver.solve(game.own(), game.other()).move;
                chosen = move == othello::no_square ? Othello::pass : static_cast<Othello::Move>(move);
            } else if (moves.size() > 1) {
                int best = -100000;
                for (const auto move : moves) {
                    const Othello next = game.play(move);
                    const int noise = static_cast<int>(random.below(60));
                    const int value =
                        noise - solver.look(next.own(), next.other(), depth - 1, -6400, std::min(6400, 100 - best));
                    if (value > best) best = value, chosen = move;
                }
            }
        }
        game = game.play(chosen);
    }
    const int black = game.player() == 0 ? game.payoff() : -game.payoff();
    for (const Othello& position : line)
        samples.push_back(
            {position.own(), position.other(), static_cast<std::int8_t>(position.player() == 0 ? black : -black)});
}

// The weights a position uses, folded.
void gather(const Sample& sample, std::int32_t* used) {
    const auto& map = othello::PatternMap::get();
    othello::Indices index;
    map.indices(sample.own, sample.other, index);
    for (int image = 0; image < othello::pattern_images; ++image)
        used[image] = map.folded(map.offset(image) + index.at[image]);
    const auto moves = [](othello::Board own, othello::Board other) {
        return std::min(31, std::popcount(othello::PortableFlips::moves(own, other)));
    };
    used[46] = othello::own_moves_at + moves(sample.own, sample.other);
    used[47] = othello::other_moves_at + moves(sample.other, sample.own);
    used[48] = othello::empties_at + 64 - std::popcount(sample.own | sample.other);
}

double fit_stage(int stage, const std::vector<Sample>& samples, int epochs, Random& random,
                 std::vector<float>& weights) {
    constexpr int used_count = 49;
    float* const of = &weights[static_cast<std::size_t>(stage) * othello::stage_weights];
    std::vector<std::int32_t> used;
    std::vector<float> labels;
    for (const Sample& sample : samples) {
        // Neighbouring stages share the positions at their border.
        const int discs = std::popcount(sample.own | sample.other);
        if (othello::stage_of(discs - 2) != stage && othello::stage_of(discs + 2) != stage &&
            othello::stage_of(discs) != stage)
            continue;
        used.resize(used.size() + used_count);
        gather(sample, &used[used.size() - used_count]);
        labels.push_back(100.0f * sample.value);
    }
    if (labels.empty()) return 0;
    std::vector<std::uint32_t> order(labels.size());
    for (std::size_t at = 0; at < order.size(); ++at) order[at] = static_cast<std::uint32_t>(at);
    for (std::size_t at = order.size(); at > 1; --at)
        std::swap(order[at - 1], order[random.below(static_cast<std::uint32_t>(at))]);
    // One in twenty is kept out, to measure.
    const std::size_t held = order.size() / 20;
    double error = 0;
    for (int epoch = 0; epoch < epochs; ++epoch) {
        const float step = 0.25f * std::pow(0.06f, static_cast<float>(epoch) / static_cast<float>(epochs)) / used_count;
        error = 0;
        for (std::size_t at = 0; at < order.size(); ++at) {
            const std::int32_t* const mine = &used[static_cast<std::size_t>(order[at]) * used_count];
            float sum = 0;
            for (int each = 0; each < used_count; ++each) sum += of[mine[each]];
            const float miss = labels[order[at]] - sum;
            if (at < held) {
                error += static_cast<double>(miss) * miss;
                continue;
            }
            for (int each = 0; each < used_count; ++each) of[mine[each]] += step * miss;
        }
    }
    return held ? std::sqrt(error / static_cast<double>(held)) / 100 : 0;
}

void fit(const std::vector<Sample>& samples, int epochs, Random& random) {
    std::vector<float> fitted(static_cast<std::size_t>(othello::stages) * othello::stage_weights);
    std::printf("  error in discs by stage:");
    for (int stage = 0; stage < othello::stages; ++stage)
        std::printf(" %.2f", fit_stage(stage, samples, epochs, random, fitted)), std::fflush(stdout);
    std::printf("\n");
    const auto& map = othello::PatternMap::get();
    std::vector<std::int16_t> whole(fitted.size());
    for (int stage = 0; stage < othello::stages; ++stage)
        for (int at = 0; at < othello::stage_weights; ++at) {
            const std::size_t base = static_cast<std::size_t>(stage) * othello::stage_weights;
            whole[base + at] =
                static_cast<std::int16_t>(std::lround(std::clamp(fitted[base + map.folded(at)], -9999.0f, 9999.0f)));
        }
    othello::weights().set(std::move(whole));
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    std::string command = "othello_train";
    for (int at = 1; at + 1 < argc; at += 2) {
        const std::string name = argv[at];
        if (name != "--out") command += " " + name + " " + argv[at + 1];
        if (name == "--out") options.out = argv[at + 1];
        else if (name == "--generations") options.generations = std::atoi(argv[at + 1]);
        else if (name == "--games") options.games = std::atoi(argv[at + 1]);
        else if (name == "--seed") options.seed = std::strtoull(argv[at + 1], nullptr, 10);
        else if (name == "--depth") options.depth = std::atoi(argv[at + 1]);
        else if (name == "--exact") options.exact = std::atoi(argv[at + 1]);
        else if (name == "--epochs") options.epochs = std::atoi(argv[at + 1]);
        else {
            std::fprintf(stderr, "there is no option %s\n", name.c_str());
            return 2;
        }
    }
    if (options.out.empty()) {
        std::fprintf(stderr, "--out FILE is missing\n");
        return 2;
    }
    Random random(options.seed * 1'000'003);
    othello::Solver solver(14);
    std::vector<Sample> samples;
    std::vector<std::size_t> began;  // where each generation's samples begin
    for (int generation = 0; generation < options.generations; ++generation) {
        if (generation == 1) samples.clear(), began.clear();
        if (began.size() == 3) {
            const std::size_t oldest = began[1];
            samples.erase(samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(oldest));
            began.erase(began.begin());
            for (auto& start : began) start -= oldest;
        }
        began.push_back(samples.size());
        const double start = now();
        const int games = generation == 0 ? options.games / 2 : options.games;
        for (int game = 0; game < games; ++game)
            play_game(solver, random, generation == 0 ? options.depth - 1 : options.depth, options.exact, samples);
        std::printf("generation %d: %d games in %.0f s, %zu positions\n", generation, games, now() - start,
                    samples.size());
        std::fflush(stdout);
        fit(samples, generation + 1 == options.generations ? 2 * options.epochs : options.epochs, random);
        const std::vector<char> bytes = othello::weights().save(command);
        std::ofstream(options.out, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        std::printf("  wrote %zu bytes\n", bytes.size());
    }
}
