// Proves the value of a checkers position and of its moves, as Chinook's proof manager did: endgame tables behind, proof-number search
// from the front, and a proof that grows in between and is kept in a file.
//
// Each question is whether a side wins a position. Proof-number search answers it, and counts a repetition against that side, which
// is right for the game without draws by rule: who can win can do so without repeating a position. The answer is then turned
// into steps of a proof that an independent check accepts (see checkers_proof_file.hpp):
//
// - No: the other side holds. Collect the positions that can arise if it plays the moves that the search found. Each of them is one
//   that the opponent cannot win, so the set is closed when no position in it is left without its successors.
// - Yes: collect positions likewise, then put them in an order in which each refers only to earlier ones. A move that the search
//   found may lead round in a circle of won positions; where no order exists yet, collect other winning moves too.
//
// The questions about the two sides take turns with more and more nodes, because an easy yes to one answers the other.
//
// The work can be stopped anywhere. Steps are kept as they are; the notes of the search let it go on where it was stopped. At the
// end the positions that no value rests on are dropped.
#pragma once

#include <vector>

#include "zermelo/games/checkers/proof_check.hpp"
#include "zermelo/search/proof_number.hpp"

namespace zermelo::checkers {

// What is known about positions without searching: the rules, the endgame tables, and whether one side wins.
template <int Size>
struct Knowledge {
    const EndgameTables<Size>& tables;
    int pieces;
    int side;
    MapOfGames<Size, bool> wins;

    std::optional<Result> result(const BasicCheckers<Size>& game) const {
        if (const auto result = known_result(game, tables, pieces)) return result;
        const auto found = wins.find(without_rules(game));
        if (found == wins.end()) return std::nullopt;
        if (!found->second) return Result::draw;  // at best, for the side
        return game.player() == side ? Result::win : Result::loss;
    }
};

// A game that ends where the result is known, and has no draws by rule.
template <int Size>
class GameWithKnowledge {
public:
    using Board = BasicCheckers<Size>;
    using Move = checkers::Move;
    static constexpr int max_moves = Board::max_moves;

    GameWithKnowledge(const Board& board, const Knowledge<Size>& knowledge, std::optional<Result> result)
        : board_(board), knowledge_(&knowledge), result_(result) {}

    int player() const { return board_.player(); }
    bool over() const { return result_.has_value(); }
    Value payoff() const { return *result_ == Result::win ? 1 : *result_ == Result::loss ? -1 : 0; }
    Key key() const { return board_.key(); }
    void moves(Moves<GameWithKnowledge>& list) const {
        if (!over()) board_.legal_moves(list);
    }
    int count_moves() const { return board_.count_moves(); }
    GameWithKnowledge play(Move move) const {
        const Board next = board_.play(move);
        return {next, *knowledge_, knowledge_->result(next)};
    }

private:
    Board board_;
    const Knowledge<Size>* knowledge_;
    std::optional<Result> result_;
};

template <int Size>
class ProofManager {
public:
    using Game = BasicCheckers<Size>;
    using MoveList = List<Move, Game::max_moves>;

    // Starts a proof, or goes on with one from a file.
    ProofManager(ProofFile<Size> proof, const EndgameTables<Size>& tables, std::size_t megabytes)
        : proof_(std::move(proof)), tables_(tables), searches_{Search(megabytes / 2), Search(megabytes / 2)},
          knowledge_{Knowledge<Size>{tables, proof_.table_pieces, 0, {}}, Knowledge<Size>{tables, proof_.table_pieces, 1, {}}} {
        proof_.root = without_rules(proof_.root);
        for (int side = 0; side < 2; ++side) {
            for (const bool wins : {false, true})
                for (const ProofStep<Size>& step : steps(side, wins)) {
                    known_[side][wins].emplace(step.game, step.choice);
                    knowledge_[wins ? side : side ^ 1].wins.emplace(step.game, wins);
                }
            for (const SearchNote& note : proof_.notes[side]) searches_[side].table().store(note.key, {note.phi, note.delta}, note.work);
            proof_.notes[side].clear();
        }
    }

    // Proves the value of the position and, with `moves`, of each move, or works until the request's limits are reached; returns
    // why it stopped.
    StopReason run(const SearchRequest& request, bool moves = true) {
        request_ = request;
        started_ = Budget::Clock::now();
        first_node_ = proof_.nodes;
        stopped_ = StopReason::complete;
        const Proven wanted = moves ? Proven::moves : Proven::value;
        if (proof_.proven >= wanted) return stopped_;
        proof_.proven = Proven::nothing;
        std::vector<Game> questions{proof_.root};
        if (moves)
            for (const Game& next : successors(proof_.root)) questions.push_back(next);
        for (const Game& question : questions)
            if (!show_value(question)) return stopped_;
        drop_all_but_proofs_of(questions);
        proof_.proven = wanted;
        return stopped_;
    }

    const ProofFile<Size>& proof() const { return proof_; }

    // The bytes of the file as the proof stands, with the search's notes as long as it is not complete.
    std::vector<std::uint8_t> bytes() {
        for (int side = 0; side < 2 && proof_.proven == Proven::nothing; ++side)
            searches_[side].table().each(noteworthy, [&](Key key, const ProofNumbers& numbers, std::uint32_t work) {
                proof_.notes[side].push_back({key, numbers.phi, numbers.delta, work});
            });
        std::vector<std::uint8_t> out = proof_.bytes();
        for (auto& notes : proof_.notes) notes.clear();
        return out;
    }

private:
    using Search = ProofNumberSearch<GameWithKnowledge<Size>>;
    static constexpr std::uint32_t noteworthy = 64;  // nodes below a position; what took less is found again
    static constexpr std::uint64_t first_turn = 1 << 14;  // nodes

    ProofFile<Size> proof_;
    const EndgameTables<Size>& tables_;
    std::array<Search, 2> searches_;  // by the side that asks whether it wins
    std::array<Knowledge<Size>, 2> knowledge_;  // for each of these searches
    std::array<std::array<MapOfGames<Size, std::uint8_t>, 2>, 2> known_;  // the choices in each set; [1] for wins
    SearchRequest request_;
    Budget::Clock::time_point started_;
    std::uint64_t first_node_ = 0;
    StopReason stopped_ = StopReason::complete;
    bool turn_over_ = false;        // the last question ended by its own limit
    std::uint64_t steps_done_ = 0;  // outside of searches

    std::vector<ProofStep<Size>>& steps(int side, bool wins) { return (wins ? proof_.wins : proof_.holds)[side]; }

    // Whether the rules, the tables or the set show that a side wins, or holds, a position.
    bool shown(const Game& game, int side, bool wins) const {
        if (const auto result = known_result(game, tables_, proof_.table_pieces)) return keeps(*result, game.player() == side, wins);
        return known_[side][wins].contains(game);
    }

    void add(const Game& game, int side, bool wins, std::uint8_t choice) {
        if (known_[side][wins].emplace(game, choice).second) steps(side, wins).push_back({game, choice});
        knowledge_[wins ? side : side ^ 1].wins.emplace(game, wins);
    }

    // Whether `side` wins; `most_nodes` is a limit of this question alone, 0 for none. `move` gets the move of the player to move
    // that shows the answer.
    Verdict ask(const Game& game, int side, Move* move, std::uint64_t most_nodes = 0) {
        SearchRequest left = request_;
        const std::uint64_t spent = proof_.nodes - first_node_;
        if (request_.nodes) left.nodes = request_.nodes - std::min(spent, request_.nodes - 1);
        const bool own_limit = most_nodes && (!left.nodes || most_nodes < left.nodes);
        if (own_limit) left.nodes = most_nodes;
        const double seconds = std::chrono::duration<double>(Budget::Clock::now() - started_).count();
        if (request_.seconds > 0) left.seconds = std::max(request_.seconds - seconds, 1e-9);
        const auto proof = searches_[side].ask({game, knowledge_[side], known_result(game, tables_, proof_.table_pieces)}, side, 1, left, move);
        proof_.nodes += proof.nodes;
        turn_over_ = own_limit && proof.verdict == Verdict::unknown && proof.stopped == StopReason::nodes;
        if (proof.verdict == Verdict::unknown && !turn_over_) stopped_ = proof.stopped;
        return proof.verdict;
    }

    // Whether to stop. Asks the clock and the caller now and then.
    bool stopping() {
        if (++steps_done_ % 256 == 0) {
            const double seconds = std::chrono::duration<double>(Budget::Clock::now() - started_).count();
            if (request_.seconds > 0 && seconds >= request_.seconds) stopped_ = StopReason::seconds;
            else if (request_.poll && request_.poll()) stopped_ = StopReason::cancelled;
        }
        return stopped_ != StopReason::complete;
    }

    // Shows that a side wins a position, or that both hold it; false if it was stopped before.
    bool show_value(const Game& game) {
        bool holds[2] = {};
        for (std::uint64_t nodes = first_turn;; nodes *= 2)
            for (int side = 0; side < 2; ++side) {
                if (shown(game, 0, true) || shown(game, 1, true) || (holds[0] && holds[1])) return true;
                if (holds[side ^ 1]) continue;
                Move move = no_move;
                const Verdict verdict = known_[side ^ 1][false].contains(game) ? Verdict::no : ask(game, side, &move, nodes);
                if (verdict == Verdict::unknown && turn_over_) continue;
                if (verdict == Verdict::unknown || !(verdict == Verdict::yes ? show_win(game, side) : show_hold(game, side ^ 1))) return false;
                holds[side ^ 1] = verdict == Verdict::no;
            }
    }

    // Keeps only what the values of these positions rest on.
    void drop_all_but_proofs_of(const std::vector<Game>& questions) {
        for (int side = 0; side < 2; ++side)
            for (const bool wins : {false, true}) {
                auto& choices = known_[side][wins];
                MapOfGames<Size, std::uint8_t> needed;
                std::vector<Game> open;
                for (const Game& game : questions)
                    if (wins || (!shown(game, 0, true) && !shown(game, 1, true))) open.push_back(game);
                while (!open.empty()) {
                    const Game game = open.back();
                    open.pop_back();
                    const auto step = choices.find(game);
                    if (step == choices.end() || !needed.insert(*step).second) continue;
                    const std::vector<Game> reached = successors(game);
                    for (std::size_t at = 0; at < reached.size(); ++at)
                        if (step->second == ProofStep<Size>::all_moves || step->second == at) open.push_back(reached[at]);
                }
                std::erase_if(steps(side, wins), [&](const ProofStep<Size>& step) { return !needed.contains(step.game); });
                choices = std::move(needed);
            }
    }

    // The position behind each move.
    std::vector<Game> successors(const Game& game) const {
        MoveList moves;
        game.legal_moves(moves);
        std::vector<Game> reached;
        for (const Move move : moves) reached.push_back(without_rules(game.play(move)));
        return reached;
    }
    static std::uint8_t place_of(const Game& game, Move move) {
        MoveList moves;
        game.legal_moves(moves);
        return static_cast<std::uint8_t>(std::find(moves.begin(), moves.end(), move) - moves.begin());
    }

    // Adds a position that `side` holds, and all that can arise from it.
    bool show_hold(const Game& first, int side) {
        std::vector<Game> open{first};
        MapOfGames<Size, bool> met{{first, true}};
        while (!open.empty()) {
            if (stopping()) return false;
            const Game game = open.back();
            open.pop_back();
            if (known_result(game, tables_, proof_.table_pieces)) continue;
            const std::vector<Game> reached = successors(game);
            auto step = known_[side][false].find(game);
            if (step == known_[side][false].end()) {
                std::uint8_t choice = ProofStep<Size>::all_moves;
                if (game.player() == side) {
                    const auto held = std::find_if(reached.begin(), reached.end(), [&](const Game& next) { return shown(next, side, false); });
                    choice = static_cast<std::uint8_t>(held - reached.begin());
                    if (Move move = no_move; held == reached.end()) {
                        if (ask(game, side ^ 1, &move) != Verdict::no) return false;
                        choice = place_of(game, move);
                    }
                }
                add(game, side, false, choice);
                step = known_[side][false].find(game);
            }
            for (std::size_t at = 0; at < reached.size(); ++at)
                if ((game.player() != side || at == step->second) && met.emplace(reached[at], true).second) {
                    knowledge_[side ^ 1].wins.emplace(reached[at], false);
                    open.push_back(reached[at]);
                }
        }
        return true;
    }

    // Adds a position that `side` wins, after all that its proof needs.
    bool show_win(const Game& first, int side) {
        std::vector<Game> found;  // to be put in order
        MapOfGames<Size, bool> met;
        std::vector<Game> open{first};
        for (std::uint64_t nodes = 64;; nodes *= 4) {
            if (!collect_won(open, side, found, met)) return false;
            if (!put_in_order(found, side)) return false;
            if (shown(first, side, true)) return true;
            // Some won children are easily found, and some of the others are hard to refute: all get the same few nodes.
            const std::vector<Game> unordered = found;
            for (const Game& game : unordered) {
                if (game.player() != side || shown(game, side, true)) continue;
                for (const Game& next : successors(game)) {
                    Move move = no_move;
                    if (!met.contains(next) && ask(next, side, &move, nodes) == Verdict::yes) open.push_back(next);
                    if (stopped_ != StopReason::complete) return false;
                }
            }
        }
    }

    // Finds the positions that can arise from won ones if `side` plays the moves that the search finds.
    bool collect_won(std::vector<Game>& open, int side, std::vector<Game>& found, MapOfGames<Size, bool>& met) {
        while (!open.empty()) {
            if (stopping()) return false;
            const Game game = open.back();
            if (shown(game, side, true) || met.contains(game)) {
                open.pop_back();
                continue;
            }
            std::vector<Game> reached = successors(game);
            if (game.player() == side && std::none_of(reached.begin(), reached.end(), [&](const Game& next) { return shown(next, side, true); })) {
                Move move = no_move;
                if (ask(game, side, &move) != Verdict::yes) return false;
                reached = {reached[place_of(game, move)]};
            } else if (game.player() == side) {
                reached.clear();
            }
            open.pop_back();
            met.emplace(game, true);
            found.push_back(game);
            open.insert(open.end(), reached.begin(), reached.end());
        }
        return true;
    }

    // Adds the positions whose successors show that `side` wins, until no more do; false if it was stopped before.
    bool put_in_order(const std::vector<Game>& found, int side) {
        MapOfGames<Size, std::vector<Game>> waiting;  // positions with a move to this one
        std::vector<Game> open = found;
        const auto won = [&](const Game& next) { return shown(next, side, true); };
        for (const Game& game : found) {
            if (stopping()) return false;
            if (won(game)) continue;
            for (const Game& next : successors(game))
                if (!won(next)) waiting[next].push_back(game);
        }
        while (!open.empty()) {
            if (stopping()) return false;
            const Game game = open.back();
            open.pop_back();
            if (won(game)) continue;
            const std::vector<Game> reached = successors(game);
            if (game.player() == side) {
                const auto move = std::find_if(reached.begin(), reached.end(), won);
                if (move == reached.end()) continue;
                add(game, side, true, static_cast<std::uint8_t>(move - reached.begin()));
            } else {
                if (!std::all_of(reached.begin(), reached.end(), won)) continue;
                add(game, side, true, ProofStep<Size>::all_moves);
            }
            if (const auto next = waiting.find(game); next != waiting.end()) open.insert(open.end(), next->second.begin(), next->second.end());
        }
        return true;
    }
};

}  // namespace zermelo::checkers
