// Keeps the top of the tree that a search visits, so that its choice can be explained. The buffer is bounded: when it is full,
// it drops the deepest ply and keeps the nodes nearest the root. Nodes with an open window lead to the principal variation and may lie
// deeper than others.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "zermelo/tables/entry.hpp"

namespace zermelo {

// How the search of a node ended.
enum class Ending : std::uint8_t {
    stopped,        // the limits were spent
    end,            // the game is over
    known,          // the game knows the value, or bounds that suffice, without a search
    horizon,        // a static value
    quiescence,     // captures and the like were played out at the horizon
    table,          // an entry of the transposition table, its own or a child's
    mate_distance,  // a quicker win is known elsewhere
    futility,       // the static value is far above the window
    null_move,      // even with a move given away the value stays above the window
    probcut,        // a shallower search is so far outside the window that a deeper one would be outside too
    multi_cut,      // several moves refute
    cutoff,         // a move was too good
    searched,       // every move was searched, or pruned
};

// A visit of a node; a node that is searched again has several. Values are MAX's, as the search reports them.
template <class Move>
struct RecordedNode {
    int parent = -1;            // its number in the record; -1 at the root
    Move move{};                // that leads here
    int player = 0;             // to move
    int ply = 0;
    int depth = 0;              // that was asked for
    double alpha = 0, beta = 0; // the window
    double value = 0;
    Bound bound = Bound::none;
    Ending ending = Ending::stopped;
    std::optional<Move> reply;  // the best move, where the table knows it
    bool open = false;          // the window held more than one value
};

template <class Move>
class Recorder {
public:
    using Node = RecordedNode<Move>;
    static constexpr int max_ply = 256;

    explicit Recorder(std::size_t most) : most_(most) {}

    // Nodes at smaller plies are to be recorded: none where there is no room, and while the recorder pauses.
    int plies = 0;

    // Leaves a part of the tree out, such as a null move.
    class Pause {
    public:
        explicit Pause(Recorder& recorder) : recorder_(recorder), plies_(std::exchange(recorder.plies, 0)) {}
        ~Pause() { recorder_.plies = plies_; }
        Pause(const Pause&) = delete;
        Pause& operator=(const Pause&) = delete;

    private:
        Recorder& recorder_;
        int plies_;
    };

    // Forget the last visit of the root and record the next one.
    void start() {
        if (most_ == 0) return;
        nodes_.clear();
        limit_ = open_limit_ = plies = max_ply;
    }
    void stop() { plies = 0; }

    // The parent is the node entered last at the ply above. Values are for the player to move; `reported(value)` is MAX's in points.
    template <class Reported>
    void enter(const Move& move, int player, int ply, int depth, Value alpha, Value beta, const Reported& reported) {
        path_[ply] = nowhere;
        Node node;
        node.open = beta - alpha > 1;
        node.ply = ply;
        if (!wanted(node)) return;
        if (nodes_.size() >= most_ && !make_room()) plies = 0;
        if (!wanted(node) || nodes_.size() >= most_) return;
        node.parent = ply ? path_[ply - 1] : nowhere;
        if (ply && node.parent == nowhere) return;
        node.move = move, node.player = player, node.depth = depth;
        node.alpha = for_max(player, player == 0 ? alpha : beta, reported);
        node.beta = for_max(player, player == 0 ? beta : alpha, reported);
        path_[ply] = static_cast<int>(nodes_.size());
        nodes_.push_back(node);
    }

    // Whether the node entered last at a ply is recorded still.
    bool holds(int ply) const { return path_[ply] != nowhere; }

    template <class Reported>
    void leave(int ply, Value value, Bound bound, Ending ending, const std::optional<Move>& reply, const Reported& reported) {
        if (!holds(ply)) return;
        Node& node = nodes_[static_cast<std::size_t>(path_[ply])];
        node.value = for_max(node.player, value, reported);
        const bool turned = node.player != 0 && (bound == Bound::lower || bound == Bound::upper);
        node.bound = !turned ? bound : bound == Bound::lower ? Bound::upper : Bound::lower;
        node.ending = ending, node.reply = reply;
        path_[ply] = nowhere;
    }

    // The answer is that of this visit.
    void keep() { kept_ = nodes_; }

    // The answer is that of this visit, which was stopped: root moves that it has not searched are as the last one left them.
    void keep_unfinished() {
        const auto is_searched = [this](const Move& move) {
            return std::any_of(nodes_.begin(), nodes_.end(), [&](const Node& node) { return node.ply == 1 && node.move == move && node.bound != Bound::none; });
        };
        std::vector<int> places(kept_.size(), nowhere);
        if (!kept_.empty()) places[0] = 0;
        for (std::size_t at = 1; at < kept_.size(); ++at) {
            Node node = kept_[at];
            node.parent = places[static_cast<std::size_t>(node.parent)];
            if (node.parent == nowhere || (node.ply == 1 && is_searched(node.move))) continue;
            places[at] = static_cast<int>(nodes_.size());
            nodes_.push_back(node);
        }
        while (nodes_.size() > most_)
            if (!make_room()) nodes_.resize(most_);
        keep();
    }
    std::vector<Node> take() { return std::move(kept_); }

private:
    static constexpr int nowhere = -1;

    template <class Reported>
    static double for_max(int player, Value value, const Reported& reported) {
        if (std::abs(value) < infinity) return reported(value);
        return (value > 0) == (player == 0) ? std::numeric_limits<double>::infinity() : -std::numeric_limits<double>::infinity();
    }

    bool wanted(const Node& node) const { return node.ply < limit_ || (node.open && node.ply < open_limit_); }

    // Drop the deepest ply; of nodes with an open window only where they fill half of the buffer. False if there are only the root
    // and its moves.
    bool make_room() {
        int closed = 0, open = 0;
        std::size_t open_nodes = 0;
        for (const Node& node : nodes_) {
            int& deepest = node.open ? open : closed;
            deepest = std::max(deepest, node.ply);
            open_nodes += node.open;
        }
        if (closed > 1 && (open_nodes <= most_ / 2 || open <= 1)) limit_ = closed;
        else if (open > 1) open_limit_ = open, limit_ = std::min(limit_, open);
        else return false;
        std::vector<int> places(nodes_.size(), nowhere);
        std::size_t count = 0;
        for (std::size_t at = 0; at < nodes_.size(); ++at) {
            if (!wanted(nodes_[at])) continue;
            places[at] = static_cast<int>(count);
            Node node = nodes_[at];
            if (node.parent != nowhere) node.parent = places[static_cast<std::size_t>(node.parent)];
            nodes_[count++] = node;
        }
        nodes_.resize(count);
        for (int& at : path_)
            if (at != nowhere) at = places[static_cast<std::size_t>(at)];
        return true;
    }

    std::size_t most_;
    std::vector<Node> nodes_, kept_;
    std::array<int, max_ply> path_ = [] {
        std::array<int, max_ply> none{};
        none.fill(nowhere);
        return none;
    }();
    int limit_ = 0, open_limit_ = 0;
};

}  // namespace zermelo
