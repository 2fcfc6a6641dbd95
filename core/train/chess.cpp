// Trains the weights of chess's static value from games this program plays against itself; nothing else goes in.
//
//     train_chess --out FILE [--generations 4] [--games 5000] [--nodes 1200] [--match 200] [--seed 1] [--threads 2]
//
// It begins with weights made by hand from a few rules of thumb (see `by_hand`). Each generation plays `games` games with the
// last weights, `nodes` positions a move, from openings of eight random moves that turn out balanced. Positions whose best
// move is quiet are labelled with a chance to win: three parts the game's result, seven parts the value of the search
// (measured: results alone are so noisy that the weights get worse). Logistic regression (Adam, drawn towards the weights it
// began with) fits the weights to the labels of the last three generations. Then `match` games against the last weights tell
// what it brought. The same seed makes the same file with any number of threads; `make train-chess` has the command that made
// the one that ships (about ten minutes of two cores).
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "zermelo/games/chess/rules.hpp"
#include "zermelo/search/deepening.hpp"

using namespace zermelo;
using chess::Family;
using chess::first_of;

namespace {

struct Options {
    std::string out;
    int generations = 4, games = 5000, nodes = 1200, match = 200, threads = 2;
    std::uint64_t seed = 1;
};

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// ---- the beginning

// Material as everybody counts it; pieces like the centre, pawns go forward, the king hides until the endgame.
chess::Weights by_hand() {
    std::array<chess::Pair, chess::feature_count> of{};
    const auto set = [&](Family family, int each, int middlegame, int endgame) {
        of[first_of(family) + each] = chess::make_pair(middlegame, endgame);
    };
    constexpr int material[] = {100, 320, 330, 500, 900};
    for (int piece = 0; piece < 5; ++piece) set(Family::material, piece, material[piece], material[piece]);
    for (int square = 0; square < 64; ++square) {
        const int file = std::min(square & 7, 7 - (square & 7)), rank = square >> 3;
        const int centre = file + std::min(rank, 7 - rank) - 3;  // -3 in a corner, 3 in the centre
        if (rank > 0 && rank < 7) set(Family::pawn_square, square, 3 * (rank - 2) * (file - 1), 5 * (rank - 2));
        set(Family::knight_square, square, 8 * centre, 6 * centre);
        set(Family::bishop_square, square, 4 * centre, 3 * centre);
        set(Family::rook_square, square, 2 * (file - 1), rank);
        set(Family::queen_square, square, centre, 3 * centre);
        set(Family::king_square, square, -12 * rank - 8 * file, 8 * centre);
    }
    const auto slope = [&](Family family, int size, int middle, int middlegame, int endgame) {
        for (int each = 0; each < size; ++each) set(family, each, middlegame * (each - middle), endgame * (each - middle));
    };
    slope(Family::mobility_knight, 9, 4, 4, 4);
    slope(Family::mobility_bishop, 14, 6, 4, 4);
    slope(Family::mobility_rook, 15, 7, 2, 4);
    slope(Family::mobility_queen, 28, 13, 1, 2);
    for (int rank = 1; rank < 7; ++rank) {
        set(Family::passed, rank, 2 * rank * rank, 4 * rank * rank);
        set(Family::passed_free, rank, 0, rank * rank);
        set(Family::pawns_connected, rank, 2 * rank, 2 * rank);
    }
    slope(Family::passed_own_king, 8, 3, 0, -4);
    slope(Family::passed_other_king, 8, 3, 0, 4);
    for (int units = 0; units < 32; ++units) set(Family::king_danger, units, units * units / 3, 0);
    for (int place = 0; place < 32; ++place) {
        const int rank = place / 4;
        set(Family::king_shield, place, rank == 0 ? -15 : 15 - 5 * rank, 0);
    }
    for (int piece = 1; piece < 5; ++piece) set(Family::threat_by_pawn, piece, 40, 30);
    for (int piece = 3; piece < 5; ++piece) set(Family::threat_by_minor, piece, 30, 30);
    set(Family::hanging, 0, 25, 20);
    set(Family::bishop_pair, 0, 30, 45);
    set(Family::pawns_doubled, 0, -8, -16);
    set(Family::pawns_isolated, 0, -10, -12);
    set(Family::pawns_backward, 0, -6, -8);
    set(Family::rook_open_file, 0, 25, 12);
    set(Family::rook_half_open_file, 0, 12, 6);
    set(Family::rook_seventh, 0, 10, 20);
    set(Family::outpost_knight, 0, 20, 12);
    set(Family::tempo, 0, 20, 10);
    chess::Weights weights;
    weights.assign(of);
    return weights;
}

// ---- games

// One side of a game: its weights, and what it remembers of the game.
class Player {
public:
    explicit Player(const chess::Weights& weights) : weights_(weights), table_(1), pawns_(std::make_unique<chess::PawnTable>()) {}

    void forget() { table_.clear(); }

    // The best move found and its value for the player to move.
    std::pair<chess::Move, Value> choose(const Chess& game, const chess::History& history, int nodes) {
        SearchLimits limits;
        limits.nodes = static_cast<std::uint64_t>(nodes);
        limits.past = history.keys();
        const auto evaluation = [this](const Chess& at) { return chess::evaluate(at, weights_, *pawns_); };
        const auto found = search(game, table_, limits, SearchOptions{}, evaluation);
        if (found.lines.empty()) {  // so many captures that the nodes did not do for one move: any will do
            Moves<Chess> moves;
            game.moves(moves);
            return {moves[0], evaluation(game)};
        }
        return {found.lines.front().moves.front(), found.lines.front().value};
    }

private:
    const chess::Weights& weights_;
    TranspositionTable table_;
    std::unique_ptr<chess::PawnTable> pawns_;
};

struct Sample {
    chess::Position at;
    Value value;      // for White, by search
    float result;     // for White: 1, 1/2 or 0
};

// Eight random moves, again and again until a search finds neither side much better.
Chess opening(Random& random, Player& judge, int nodes) {
    for (;;) {
        Chess game;
        for (int ply = 0; ply < 8 && !game.over(); ++ply) {
            Moves<Chess> moves;
            game.moves(moves);
            game = game.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        }
        if (!game.over() && std::abs(judge.choose(game, {}, nodes).second) <= 100) return game;
    }
}

// Plays a game and returns its result for White. Where both sides have long agreed who wins, or that nothing happens, it ends.
float play_game(Chess game, std::array<Player*, 2> players, int nodes, std::vector<Sample>* samples) {
    chess::History history;
    const std::size_t begin = samples ? samples->size() : 0;
    float result = 0.5f;
    int decided = 0, level = 0;
    for (;;) {
        if (game.over()) {
            const Value payoff = game.player() == 0 ? game.payoff() : -game.payoff();
            result = 0.5f + 0.5f * static_cast<float>(payoff);
            break;
        }
        if (history.repeated(game) || game.ply() >= 320) break;
        const auto [move, value] = players[game.player()]->choose(game, history, nodes);
        const Value for_white = game.player() == 0 ? value : -value;
        decided = for_white > 900 ? std::max(decided, 0) + 1 : for_white < -900 ? std::min(decided, 0) - 1 : 0;
        level = std::abs(for_white) <= 8 && game.ply() > 80 ? level + 1 : 0;
        if (std::abs(decided) >= 6) result = decided > 0 ? 1.0f : 0.0f;
        if (std::abs(decided) >= 6 || level >= 24) break;
        if (samples && std::abs(value) < 2000 && !game.in_check() && !game.noisy(move)) samples->push_back({game, for_white, 0});
        history.leave(game, move);
        game = game.play(move);
    }
    if (samples)
        for (std::size_t at = begin; at < samples->size(); ++at) (*samples)[at].result = result;
    return result;
}

// Calls work(number) for all numbers, on several threads; each makes its own `work` by `make`.
template <class Make>
void in_parallel(int count, int threads, Make make) {
    std::atomic<int> next = 0;
    std::vector<std::thread> running;
    for (int thread = 0; thread < threads; ++thread)
        running.emplace_back([&] {
            auto work = make();
            for (int number = next++; number < count; number = next++) work(number);
        });
    for (auto& thread : running) thread.join();
}

// Each game has its own, whichever thread plays it.
Random random_for(std::uint64_t seed, int generation, int number) {
    return Random(mix(seed + static_cast<std::uint64_t>(generation)) + mix(static_cast<std::uint64_t>(number)));
}

std::vector<Sample> self_play(const Options& options, const chess::Weights& weights, int generation) {
    std::vector<std::vector<Sample>> games(static_cast<std::size_t>(options.games));
    in_parallel(options.games, options.threads, [&] {
        return [&, player = std::make_shared<Player>(weights)](int number) {
            Random random = random_for(options.seed * 1'000'003, generation, number);
            player->forget();
            const Chess start = opening(random, *player, options.nodes);
            play_game(start, {player.get(), player.get()}, options.nodes, &games[number]);
        };
    });
    std::vector<Sample> samples;
    for (const auto& game : games) samples.insert(samples.end(), game.begin(), game.end());
    return samples;
}

// Pairs of games from the same opening with colours exchanged. Prints the new weights' share of the points.
void match(const Options& options, const chess::Weights& fresh, const chess::Weights& old, int generation, const char* name) {
    std::vector<float> points(static_cast<std::size_t>(options.match / 2));
    in_parallel(options.match / 2, options.threads, [&] {
        return [&, one = std::make_shared<Player>(fresh), other = std::make_shared<Player>(old)](int number) {
            Random random = random_for(options.seed * 7'000'003, generation, number);
            other->forget();
            const Chess start = opening(random, *other, options.nodes);
            for (const bool first : {true, false}) {
                one->forget();
                other->forget();
                std::array<Player*, 2> sides{one.get(), other.get()};
                if (!first) std::swap(sides[0], sides[1]);
                const float result = play_game(start, sides, options.nodes, nullptr);
                points[number] += 0.5f * (first ? result : 1 - result);
            }
        };
    });
    double sum = 0, squares = 0;
    for (const float each : points) sum += each, squares += static_cast<double>(each) * each;
    const double pairs = static_cast<double>(points.size()), mean = sum / pairs;
    const double error = std::sqrt(std::max(0.0, squares / pairs - mean * mean) / pairs);
    std::printf("  match of %d games against the weights %s: %.1f %% +- %.1f (one standard error)\n", options.match, name,
                100 * mean, 100 * error);
    std::fflush(stdout);
}

// ---- the fit

// Knights, bishops, rooks and queens like mirrored squares alike: the fit gives both one weight, that of the left one. It has
// too few games to tell them apart.
int tied(int feature) {
    const int from = first_of(Family::knight_square), square = feature - from;
    return square < 0 || square >= 4 * 64 || square % 8 < 4 ? feature : from + (square ^ 7);
}

// A position as the fit sees it: which features, how often, and how much of each half of the weights counts.
class Data {
public:
    explicit Data(const std::vector<Sample>& samples, const chess::Weights& weights) {
        begins_.push_back(0);
        for (const Sample& sample : samples) {
            const chess::FeatureCounts counts = chess::features_of(sample.at);
            chess::WeightSum sum(weights);
            for (int feature = 0; feature < chess::feature_count; ++feature)
                if (counts.of[feature]) {
                    used_.push_back({static_cast<std::int16_t>(tied(feature)), static_cast<std::int16_t>(counts.of[feature])});
                    sum.add<chess::white>(feature, counts.of[feature]);
                }
            begins_.push_back(used_.size());
            const chess::Taper taper(sample.at, sum.total);
            middlegame_.push_back(static_cast<float>(taper.middlegame) / chess::Taper::whole);
            endgame_.push_back(static_cast<float>(taper.endgame) / chess::Taper::whole);
            results_.push_back(sample.result);
            values_.push_back(static_cast<float>(sample.value));
        }
    }

    std::size_t size() const { return results_.size(); }

    using Vector = std::vector<double>;  // the middlegame's weights, then the endgame's

    double value(std::size_t at, const Vector& weights) const {
        double middlegame = 0, endgame = 0;
        for (std::size_t each = begins_[at]; each < begins_[at + 1]; ++each) {
            middlegame += used_[each].count * weights[used_[each].feature];
            endgame += used_[each].count * weights[chess::feature_count + used_[each].feature];
        }
        return middlegame * middlegame_[at] + endgame * endgame_[at];
    }
    void add_gradient(std::size_t at, double times, Vector& gradient) const {
        for (std::size_t each = begins_[at]; each < begins_[at + 1]; ++each) {
            gradient[used_[each].feature] += times * middlegame_[at] * used_[each].count;
            gradient[chess::feature_count + used_[each].feature] += times * endgame_[at] * used_[each].count;
        }
    }
    double result(std::size_t at) const { return results_[at]; }
    double searched(std::size_t at) const { return values_[at]; }

private:
    struct Used {
        std::int16_t feature, count;
    };
    std::vector<Used> used_;
    std::vector<std::size_t> begins_;
    std::vector<float> middlegame_, endgame_, results_, values_;
};

double chance(double value, double slope) { return 1 / (1 + std::exp(-slope * value)); }

// How steeply values of searches turn into results: the slope with the least error, by golden section.
double fit_slope(const Data& data) {
    const auto error = [&](double slope) {
        double sum = 0;
        for (std::size_t at = 0; at < data.size(); ++at) {
            const double miss = chance(data.searched(at), slope) - data.result(at);
            sum += miss * miss;
        }
        return sum;
    };
    double low = 0.0005, high = 0.02;
    const double golden = (std::sqrt(5.0) - 1) / 2;
    for (int step = 0; step < 20; ++step) {
        const double left = high - golden * (high - low), right = low + golden * (high - low);
        if (error(left) < error(right)) high = right;
        else low = left;
    }
    return (low + high) / 2;
}

// Squares of pieces say only how they differ: their mean belongs to the material. Then a pawn is made worth 100 again.
void tidy(Data::Vector& weights) {
    for (int half = 0; half < 2; ++half) {
        double* const of = &weights[static_cast<std::size_t>(half) * chess::feature_count];
        for (int piece = chess::pawn; piece <= chess::king; ++piece) {
            double* const squares = of + first_of(Family::pawn_square) + 64 * piece;
            const int begin = piece == chess::pawn ? 8 : 0, end = 64 - begin;
            double mean = 0;
            for (int square = begin; square < end; ++square) mean += squares[square] / (end - begin);
            for (int square = begin; square < end; ++square) squares[square] -= mean;
            if (piece != chess::king) of[first_of(Family::material) + piece] += mean;
        }
    }
    const int material = first_of(Family::material);
    const double pawn = (weights[material] + weights[chess::feature_count + material]) / 2;
    for (double& weight : weights) weight *= 100 / pawn;
}

chess::Weights fit(const std::vector<Sample>& samples, const chess::Weights& start, Random& random) {
    constexpr int epochs = 24, batch = 1000;
    constexpr double by_result = 0.3, pull = 3e-6, step_size = 1.5;
    const Data data(samples, start);
    const double slope = fit_slope(data);
    Data::Vector weights(2 * chess::feature_count), mean(weights.size()), square(weights.size()), gradient(weights.size());
    for (int feature = 0; feature < chess::feature_count; ++feature) {
        weights[feature] = chess::middlegame_of(start[feature]);
        weights[chess::feature_count + feature] = chess::endgame_of(start[feature]);
    }
    const Data::Vector first = weights;
    std::vector<std::uint32_t> order(data.size());
    for (std::size_t at = 0; at < order.size(); ++at) order[at] = static_cast<std::uint32_t>(at);
    const auto label = [&](std::size_t at) {
        return by_result * data.result(at) + (1 - by_result) * chance(data.searched(at), slope);
    };
    // The last twentieth, the latest games, is kept out, to measure.
    const std::size_t held = order.size() / 20, used = order.size() - held;
    const auto loss = [&] {
        double sum = 0;
        for (std::size_t at = used; at < order.size(); ++at) {
            const double miss = chance(data.value(at, weights), slope) - label(at);
            sum += miss * miss / static_cast<double>(held);
        }
        return sum;
    };
    const double before = loss();
    int steps = 0;
    for (int epoch = 0; epoch < epochs; ++epoch) {
        for (std::size_t at = used; at > 1; --at) std::swap(order[at - 1], order[random.below(static_cast<std::uint32_t>(at))]);
        const double rate = step_size * std::pow(0.05, static_cast<double>(epoch) / epochs);
        for (std::size_t begin = 0; begin + batch <= used; begin += batch) {
            std::fill(gradient.begin(), gradient.end(), 0.0);
            for (std::size_t at = begin; at < begin + batch; ++at) {
                // The slope is left out of the gradient: Adam does not mind its size.
                const double miss = chance(data.value(order[at], weights), slope) - label(order[at]);
                data.add_gradient(order[at], miss / batch, gradient);
            }
            ++steps;
            const double correct_mean = 1 - std::pow(0.9, steps), correct_square = 1 - std::pow(0.999, steps);
            for (std::size_t at = 0; at < weights.size(); ++at) {
                const double slant = gradient[at] + pull * (weights[at] - first[at]);
                mean[at] += 0.1 * (slant - mean[at]);
                square[at] += 0.001 * (slant * slant - square[at]);
                weights[at] -= rate * (mean[at] / correct_mean) / (std::sqrt(square[at] / correct_square) + 1e-6);
            }
        }
    }
    for (int feature = 0; feature < chess::feature_count; ++feature)
        for (const int half : {0, chess::feature_count}) weights[half + feature] = weights[half + tied(feature)];
    std::printf("  slope %.5f, error on games not seen %.5f before, %.5f after\n", slope, before, loss());
    std::fflush(stdout);
    tidy(weights);
    // A player whose best move is quiet is better off than most: the fit needs a weight for that, but a search need not believe
    // it (20 and 15 won 58 % +- 3 of 300 games against the 50 and 34 of one fit).
    for (const int half : {0, chess::feature_count}) weights[half + first_of(Family::tempo)] = first[half + first_of(Family::tempo)];
    std::array<chess::Pair, chess::feature_count> rounded{};
    for (int feature = 0; feature < chess::feature_count; ++feature)
        rounded[feature] = chess::make_pair(static_cast<int>(std::lround(weights[feature])),
                                            static_cast<int>(std::lround(weights[chess::feature_count + feature])));
    chess::Weights fitted;
    fitted.assign(rounded);
    return fitted;
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    std::string command = "train_chess";
    for (int at = 1; at + 1 < argc; at += 2) {
        const std::string name = argv[at];
        const char* const given = argv[at + 1];
        if (name != "--out" && name != "--threads") command += " " + name + " " + given;
        if (name == "--out") options.out = given;
        else if (name == "--generations") options.generations = std::atoi(given);
        else if (name == "--games") options.games = std::atoi(given);
        else if (name == "--nodes") options.nodes = std::atoi(given);
        else if (name == "--match") options.match = std::atoi(given);
        else if (name == "--seed") options.seed = std::strtoull(given, nullptr, 10);
        else if (name == "--threads") options.threads = std::atoi(given);
        else {
            std::fprintf(stderr, "there is no option %s\n", name.c_str());
            return 2;
        }
    }
    if (options.out.empty()) {
        std::fprintf(stderr, "--out FILE is missing\n");
        return 2;
    }
    Random random(options.seed);
    chess::Weights weights = by_hand();
    std::vector<Sample> samples;
    std::vector<std::size_t> began;  // where each generation's samples begin
    for (int generation = 1; generation <= options.generations; ++generation) {
        const double start = now();
        if (began.size() == 3) {
            const std::size_t oldest = began[1];
            samples.erase(samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(oldest));
            began.erase(began.begin());
            for (std::size_t& begin : began) begin -= oldest;
        }
        began.push_back(samples.size());
        const std::vector<Sample> played = self_play(options, weights, generation);
        samples.insert(samples.end(), played.begin(), played.end());
        double drawn = 0;
        for (const Sample& sample : played) drawn += sample.result == 0.5f;
        std::printf("generation %d: %d games in %.0f s, %zu positions, %.0f %% of them in drawn games\n", generation,
                    options.games, now() - start, played.size(), 100 * drawn / static_cast<double>(played.size()));
        std::fflush(stdout);
        const chess::Weights before = weights;
        weights = fit(samples, before, random);
        std::ofstream(options.out)
            << "# The static value of chess: each feature's weight in the middlegame and in the endgame, in centipawns.\n"
            << "# Trained by self-play: " << command << "\n" << weights.save();
        if (options.match > 1) match(options, weights, before, generation, "before");
    }
    if (options.match > 1) match(options, weights, by_hand(), 0, "made by hand");
}
