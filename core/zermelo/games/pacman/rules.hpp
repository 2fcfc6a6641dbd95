// Pac-Man, with the rules of the Berkeley AI course, so that results are comparable:
//
//     Agents move in turn, Pac-Man first. Food scores 10, and the last food 500 more and wins the game; being caught scores -500
//     and loses it; each move of Pac-Man scores -1. A capsule scares every ghost for 40 of its moves: a scared ghost moves half
//     a cell at a time and returns to a whole cell when it is no longer scared. If Pac-Man meets it he scores 200, and the
//     ghost starts again at its home, not scared. Agents meet when they are less than 0.7 cells apart, so on one cell or half a
//     cell from it. Pac-Man may stop; a ghost may neither stop nor turn back unless there is no other way.
//
// The role of a ghost is to play against Pac-Man, with him, or by chance.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "zermelo/base/list.hpp"
#include "zermelo/base/random.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/games/pacman/layout.hpp"

namespace zermelo::pacman {

enum class Role : std::uint8_t { max, min, random, directional };
inline constexpr std::array<std::string_view, 4> role_names{"max", "min", "random", "directional"};

// `half` is set while a scared ghost is on the way from `cell` to the next one in its direction; `stop` is the direction of
// a ghost that has not moved yet.
struct Ghost {
    Cell cell = 0;
    Direction direction = Direction::stop;
    bool half = false;
    std::uint8_t scared = 0;  // moves until it is no longer scared
    friend bool operator==(const Ghost&, const Ghost&) = default;
};

enum class Outcome : std::uint8_t { running, won, lost };

class Pacman {
public:
    using Move = std::uint8_t;  // a Direction
    static constexpr std::size_t max_moves = 5;
    static constexpr Value unit = 1000;
    static constexpr int food_points = 10, win_points = 500, loss_points = -500, ghost_points = 200, move_points = -1;
    static constexpr int fear = 40;
    static constexpr double best_probability = 0.8;  // that a directional ghost makes a best move

    static constexpr bool features_for_max = true;
    static constexpr std::array<std::string_view, 9> feature_names{
        "score",
        "nearest_food",    // the distance of the nearest food, 0 if none is left
        "food_left",       // the food left
        "capsules_left",   // the capsules left
        "ghost_distance",  // the sum of the distances of the ghosts that are not scared
        "ghosts_close",    // the sum of 5 minus the distance of those nearer than 5
        "room",            // the number of cells, at most 20, that Pac-Man reaches before any of them
        "prey_close",      // the same with 10 for scared ghosts that can still be caught
        "fear_left",       // the moves that ghosts are still scared, added up
    };

    Pacman(const Layout& layout, Role role) : maze_(layout.maze), pacman_(layout.pacman), ghosts_count_(static_cast<std::uint8_t>(layout.maze->homes.size())) {
        for (const Cell cell : layout.food) set_food(cell);
        for (std::size_t at = 0; at < maze_->capsules.size(); ++at) capsules_ |= std::uint64_t{1} << at;
        for (std::size_t at = 0; at < ghosts_count_; ++at) ghosts_[at].cell = maze_->homes[at];
        roles_.fill(role);
        find_key();
    }

    const Maze& maze() const { return *maze_; }
    int agent() const { return agent_; }
    int agents() const { return ghosts_count_ + 1; }
    int score() const { return score_; }
    Outcome outcome() const { return outcome_; }
    Cell pacman() const { return pacman_; }
    const Ghost& ghost(std::size_t at) const { return ghosts_[at]; }
    std::size_t ghosts() const { return ghosts_count_; }
    Role role(std::size_t ghost) const { return roles_[ghost]; }
    bool has_food(Cell cell) const { return food_[cell / 64] >> (cell % 64) & 1; }
    int food_left() const { return food_left_; }
    std::uint64_t capsules() const { return capsules_; }
    const std::array<std::uint64_t, most_cells / 64>& food() const { return food_; }

    void set_role(std::size_t ghost, Role role) { roles_[ghost] = role; }
    bool has_chance() const {
        for (std::size_t at = 0; at < ghosts_count_; ++at)
            if (roles_[at] == Role::random || roles_[at] == Role::directional) return true;
        return false;
    }

    // 0 is MAX, 1 is MIN, -1 is chance.
    int player() const {
        if (agent_ == 0) return 0;
        const Role role = roles_[agent_ - 1];
        return role == Role::max ? 0 : role == Role::min ? 1 : -1;
    }
    bool over() const { return outcome_ != Outcome::running; }
    Value payoff() const { return player() == 0 ? score_ : -score_; }

    void moves(List<Move, max_moves>& out) const {
        if (over()) return;
        if (agent_ == 0) {
            for (const Direction direction : directions)
                if (maze_->open(pacman_, direction)) out.push_back(static_cast<Move>(direction));
            out.push_back(static_cast<Move>(Direction::stop));
            return;
        }
        const Ghost& ghost = ghosts_[agent_ - 1];
        if (ghost.half) return out.push_back(static_cast<Move>(ghost.direction));
        const Direction back = opposite(ghost.direction);
        for (const Direction direction : directions)
            if (direction != back && maze_->open(ghost.cell, direction)) out.push_back(static_cast<Move>(direction));
        // In a dead end a ghost turns back; one behind walls stays.
        if (out.empty()) {
            const bool turns = back != Direction::stop && maze_->open(ghost.cell, back);
            out.push_back(static_cast<Move>(turns ? back : Direction::stop));
        }
    }

    Pacman play(Move move) const {
        Pacman after = *this;
        if (agent_ == 0) after.move_pacman(static_cast<Direction>(move));
        else after.move_ghost(after.ghosts_[agent_ - 1], static_cast<Direction>(move));
        after.agent_ = agent_ == ghosts_count_ ? 0 : static_cast<std::uint8_t>(agent_ + 1);
        return after;
    }

    // The probability of each of the ghost's moves, in the order of `moves`. A directional ghost prefers moves towards Pac-Man, by
    // Manhattan distance, or away from him while it is scared.
    void probabilities(Role role, const List<Move, max_moves>& moves, std::array<double, max_moves>& out) const {
        const double alike = 1.0 / static_cast<double>(moves.size());
        if (role != Role::directional) return out.fill(alike);
        const Ghost& ghost = ghosts_[agent_ - 1];
        std::array<int, max_moves> distances{};
        int best = 0, count = 0;
        for (std::size_t at = 0; at < moves.size(); ++at) {
            Ghost there = ghost;
            advance(there, static_cast<Direction>(moves[at]));
            distances[at] = halves_to_pacman(there) * (ghost.scared ? -1 : 1);
            if (at == 0 || distances[at] < best) best = distances[at], count = 0;
            count += distances[at] == best;
        }
        for (std::size_t at = 0; at < moves.size(); ++at)
            out[at] = (1 - best_probability) * alike + (distances[at] == best ? best_probability / count : 0);
    }
    void chances(List<Move, max_moves>& list, std::array<double, max_moves>& out) const {
        moves(list);
        probabilities(roles_[agent_ - 1], list, out);
    }

    void features(std::int32_t* out) const;  // in features.hpp

    // Pac-Man tries moves that eat first, a ghost those towards Pac-Man.
    int order_score(Move move) const {
        const auto direction = static_cast<Direction>(move);
        if (direction == Direction::stop) return -1;
        if (agent_ == 0) return has_food(maze_->next(pacman_, direction)) ? 1 : 0;
        const Ghost& ghost = ghosts_[agent_ - 1];
        const int far = maze_->distance(ghost.half ? ghost.cell : maze_->next(ghost.cell, direction), pacman_);
        return ghost.scared ? far : -far;
    }

    Key key() const {
        Key key = food_key_ ^ mix(static_cast<Key>(static_cast<std::uint32_t>(score_)) << 32 | Key{pacman_} << 16 | Key{agent_} << 8 |
                                  static_cast<Key>(outcome_));
        for (std::size_t at = 0; at < ghosts_count_; ++at) {
            const Ghost& ghost = ghosts_[at];
            key = mix(key ^ (Key{ghost.cell} << 32 | Key{static_cast<std::uint8_t>(ghost.direction)} << 24 | Key{ghost.half} << 20 |
                             Key{static_cast<std::uint8_t>(roles_[at])} << 16 | ghost.scared));
        }
        return key;
    }

    friend bool operator==(const Pacman& one, const Pacman& other) {
        if (one.ghosts_count_ != other.ghosts_count_) return false;
        for (std::size_t at = 0; at < one.ghosts_count_; ++at)
            if (!(one.ghosts_[at] == other.ghosts_[at]) || one.roles_[at] != other.roles_[at]) return false;
        return one.food_ == other.food_ && one.same_capsules(other) && one.score_ == other.score_ &&
               one.pacman_ == other.pacman_ && one.agent_ == other.agent_ && one.outcome_ == other.outcome_ &&
               (one.maze_ == other.maze_ || *one.maze_ == *other.maze_);
    }

private:
    friend class NotationReader;

    // Capsules by their cells: a maze that was read in the middle of a game lists only those left.
    bool same_capsules(const Pacman& other) const {
        if (std::popcount(capsules_) != std::popcount(other.capsules_)) return false;
        for (std::uint64_t mine = capsules_, theirs = other.capsules_; mine; mine &= mine - 1, theirs &= theirs - 1)
            if (maze_->capsules[std::countr_zero(mine)] != other.maze_->capsules[std::countr_zero(theirs)]) return false;
        return true;
    }

    void set_food(Cell cell) {
        food_[cell / 64] |= std::uint64_t{1} << (cell % 64);
        ++food_left_;
    }

    void find_key() {
        food_key_ = 0;
        for (Cell cell = 0; cell < maze_->cells(); ++cell)
            if (has_food(cell)) food_key_ ^= mix(cell);
        for (std::size_t at = 0; at < maze_->capsules.size(); ++at)
            if (capsules_ >> at & 1) food_key_ ^= capsule_key(maze_->capsules[at]);
    }
    static Key capsule_key(Cell cell) { return mix(most_cells + cell); }

    void move_pacman(Direction direction) {
        if (direction != Direction::stop) pacman_ = maze_->next(pacman_, direction);
        eat();
        score_ += move_points;
        for (std::size_t at = 0; at < ghosts_count_; ++at)
            if (meets(ghosts_[at])) meet(at);
    }

    void eat() {
        if (has_food(pacman_)) {
            food_[pacman_ / 64] &= ~(std::uint64_t{1} << (pacman_ % 64));
            food_key_ ^= mix(pacman_);
            score_ += food_points;
            if (--food_left_ == 0) {
                score_ += win_points;
                outcome_ = Outcome::won;
            }
        }
        for (std::uint64_t left = capsules_; left; left &= left - 1) {
            const auto at = static_cast<std::size_t>(std::countr_zero(left));
            if (maze_->capsules[at] != pacman_) continue;
            capsules_ &= ~(std::uint64_t{1} << at);
            food_key_ ^= capsule_key(pacman_);
            for (std::size_t ghost = 0; ghost < ghosts_count_; ++ghost) ghosts_[ghost].scared = fear;
        }
    }

    void move_ghost(Ghost& ghost, Direction direction) {
        advance(ghost, direction);
        if (ghost.scared && --ghost.scared == 0 && ghost.half) {
            // Back on a whole cell: the one to the right or above, since halves are rounded up.
            if (ghost.direction == Direction::east || ghost.direction == Direction::north) ghost.cell = maze_->next(ghost.cell, ghost.direction);
            ghost.half = false;
        }
        if (meets(ghost)) meet(static_cast<std::size_t>(agent_ - 1));
    }

    void advance(Ghost& ghost, Direction direction) const {
        if (direction == Direction::stop) return;
        ghost.direction = direction;
        if (ghost.scared && !ghost.half) {
            ghost.half = true;
            return;
        }
        ghost.cell = maze_->next(ghost.cell, direction);
        ghost.half = false;
    }

    bool meets(const Ghost& ghost) const {
        return ghost.cell == pacman_ || (ghost.half && maze_->next(ghost.cell, ghost.direction) == pacman_);
    }

    void meet(std::size_t at) {
        if (ghosts_[at].scared) {
            score_ += ghost_points;
            ghosts_[at] = Ghost{maze_->homes[at], Direction::stop, false, 0};
        } else if (outcome_ == Outcome::running) {
            score_ += loss_points;
            outcome_ = Outcome::lost;
        }
    }

    // Twice the Manhattan distance.
    int halves_to_pacman(const Ghost& ghost) const {
        Place at = maze_->place(ghost.cell);
        const Place ahead = ghost.half ? step(at, ghost.direction) : at;
        const Place to = maze_->place(pacman_);
        return std::abs(at.column + ahead.column - 2 * to.column) + std::abs(at.line + ahead.line - 2 * to.line);
    }

    std::shared_ptr<const Maze> maze_;
    std::array<std::uint64_t, most_cells / 64> food_{};  // by cell
    std::uint64_t capsules_ = 0;                         // by their index in the maze's list
    Key food_key_ = 0;
    std::int32_t score_ = 0;
    Cell pacman_;
    std::uint16_t food_left_ = 0;
    std::uint8_t agent_ = 0, ghosts_count_;
    Outcome outcome_ = Outcome::running;
    std::array<Ghost, most_ghosts> ghosts_{};
    std::array<Role, most_ghosts> roles_{};
};

}  // namespace zermelo::pacman

#include "zermelo/games/pacman/features.hpp"
