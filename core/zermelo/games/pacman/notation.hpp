// Notation of Pac-Man: a position in one line, in fields separated by spaces:
//
//     %%%%%%/%.--G%/%%%%%%  1  -3  3,2  5,2,W+,12  min
//     the maze              |   |   |   |          the ghosts' roles
//                           |   |   |   a ghost: column and line, its direction (- before it moves; + half a cell further on),
//                           |   |   |   and the moves that it is still scared
//                           |   |   Pac-Man's column and line
//                           |   the score
//                           the agent to move, 0 for Pac-Man; after won: or lost: once the game is over
//
// The rows of the maze are separated by /, with - for nothing and G for a ghost's home.
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/games/pacman/rules.hpp"

namespace zermelo::pacman {

inline constexpr std::string_view direction_letters = "NSEW-";

// The drawing of a position: walls, food, capsules and the ghosts' homes.
inline std::vector<std::string> draw_ground(const Pacman& game, char nothing) {
    const Maze& maze = game.maze();
    std::vector<std::string> rows(static_cast<std::size_t>(maze.height()), std::string(static_cast<std::size_t>(maze.width()), '%'));
    const auto put = [&](Cell cell, char character) {
        const Place at = maze.place(cell);
        rows[static_cast<std::size_t>(at.line)][static_cast<std::size_t>(at.column)] = character;
    };
    for (Cell cell = 0; cell < maze.cells(); ++cell) put(cell, game.has_food(cell) ? '.' : nothing);
    for (std::size_t at = 0; at < maze.capsules.size(); ++at)
        if (game.capsules() >> at & 1) put(maze.capsules[at], 'o');
    for (const Cell home : maze.homes) put(home, 'G');
    return rows;
}

inline std::string write_notation(const Pacman& game) {
    const auto at = [&](Cell cell) {
        const Place place = game.maze().place(cell);
        return std::to_string(place.column + 1) + "," + std::to_string(place.line + 1);
    };
    std::string out;
    for (const std::string& row : draw_ground(game, '-')) out += (out.empty() ? "" : "/") + row;
    out += game.outcome() == Outcome::won ? " won:" : game.outcome() == Outcome::lost ? " lost:" : " ";
    out += std::to_string(game.agent()) + " " + std::to_string(game.score()) + " " + at(game.pacman());
    for (std::size_t number = 0; number < game.ghosts(); ++number) {
        const Ghost& ghost = game.ghost(number);
        out += " " + at(ghost.cell) + "," + direction_letters[static_cast<std::size_t>(ghost.direction)] + (ghost.half ? "+," : ",") +
               std::to_string(ghost.scared);
    }
    for (std::size_t number = 0; number < game.ghosts(); ++number) {
        out += number ? "," : " ";
        out += role_names[static_cast<std::size_t>(game.role(number))];
    }
    return out;
}

class NotationReader {
public:
    static constexpr int highest_score = 1'000'000;

    explicit NotationReader(std::string& error) : error_(error) {}

    std::optional<Pacman> read(std::string_view text) {
        if (std::any_of(text.begin(), text.end(), [](unsigned char character) { return character < 0x20; }))
            return refuse("a position of Pac-Man is one line, without control characters");
        const auto fields = split(text, ' ');
        if (fields.size() < 4) return refuse("a position of Pac-Man has a maze, the agent to move, the score, Pac-Man's place and the ghosts");
        const auto place = read_place(split(fields[3], ','), fields[3]);
        if (!place) return std::nullopt;
        const auto layout = LayoutReader(split(fields[0], '/'), '-', place, error_).read();
        if (!layout) return std::nullopt;
        Pacman game(*layout, Role::min);
        const std::size_t ghosts = game.ghosts();
        if (fields.size() != 4 + ghosts + (ghosts > 0))
            return refuse("the maze has " + std::to_string(ghosts) + " ghosts, so " + std::to_string(ghosts) +
                          " places of ghosts and then their roles must follow Pac-Man's place");
        if (!read_turn(fields[1], game) || !read_score(fields[2], game)) return std::nullopt;
        for (std::size_t number = 0; number < ghosts; ++number)
            if (!read_ghost(fields[4 + number], game, number)) return std::nullopt;
        if (ghosts && !read_roles(fields.back(), game)) return std::nullopt;
        return check(game) ? std::optional(game) : std::nullopt;
    }

private:
    static std::vector<std::string_view> split(std::string_view text, char separator) {
        std::vector<std::string_view> parts;
        while (true) {
            const std::size_t end = text.find(separator);
            parts.push_back(text.substr(0, end));
            if (end == std::string_view::npos) return parts;
            text.remove_prefix(end + 1);
        }
    }

    static std::string quoted(std::string_view field) { return "'" + std::string(field.substr(0, 40)) + "'"; }

    std::nullopt_t refuse(const std::string& sentence) {
        error_ = sentence;
        return std::nullopt;
    }

    // A number from `low` to `high`.
    static std::optional<int> number(std::string_view text, int low, int high) {
        int found = 0;
        const auto [end, trouble] = std::from_chars(text.data(), text.data() + text.size(), found);
        if (trouble != std::errc() || end != text.data() + text.size() || found < low || found > high) return std::nullopt;
        return found;
    }

    std::optional<Place> read_place(const std::vector<std::string_view>& parts, std::string_view field) {
        const auto column = number(parts[0], 1, longest_side), line = parts.size() > 1 ? number(parts[1], 1, longest_side) : std::nullopt;
        if (!column || !line) return refuse(quoted(field) + " does not begin with a column and a line, as in 4,2");
        return Place{*column - 1, *line - 1};
    }

    bool read_turn(std::string_view field, Pacman& game) {
        const auto parts = split(field, ':');
        if (parts.size() == 2 && (parts[0] == "won" || parts[0] == "lost"))
            game.outcome_ = parts[0] == "won" ? Outcome::won : Outcome::lost;
        const auto agent = number(parts.back(), 0, game.agents() - 1);
        if (!agent || parts.size() != (game.over() ? 2u : 1u))
            return refuse(quoted(field) + " does not say which agent moves: a number from 0 to " +
                          std::to_string(game.agents() - 1) + " does, after won: or lost: once the game is over"), false;
        game.agent_ = static_cast<std::uint8_t>(*agent);
        return true;
    }

    bool read_score(std::string_view field, Pacman& game) {
        const auto score = number(field, -highest_score, highest_score);
        if (!score) return refuse(quoted(field) + " is not a score, which is a whole number up to a million"), false;
        game.score_ = *score;
        return true;
    }

    bool read_ghost(std::string_view field, Pacman& game, std::size_t number_) {
        const auto parts = split(field, ',');
        const auto place = read_place(parts, field);
        if (!place) return false;
        Ghost ghost;
        ghost.cell = game.maze().cell(*place);
        if (ghost.cell == no_cell) return refuse(located(*place, "a ghost would be in a wall")), false;
        const std::string_view way = parts.size() == 4 ? parts[2] : std::string_view();
        const std::size_t letter = way.empty() ? std::string_view::npos : direction_letters.find(way[0]);
        const auto scared = parts.size() == 4 ? number(parts[3], 0, Pacman::fear) : std::nullopt;
        ghost.half = way.size() == 2 && way[1] == '+';
        if (letter == std::string_view::npos || way.size() != (ghost.half ? 2u : 1u) || !scared)
            return refuse(quoted(field) + " is not a ghost: write its column, line, direction (N S E W or -, then + if it is half "
                          "a cell further) and moves of fear up to " + std::to_string(Pacman::fear) + ", as in 4,2,W,0"), false;
        ghost.direction = static_cast<Direction>(letter);
        ghost.scared = static_cast<std::uint8_t>(*scared);
        if (ghost.half && (!ghost.scared || ghost.direction == Direction::stop || !game.maze().open(ghost.cell, ghost.direction)))
            return refuse(quoted(field) + ": only a scared ghost can be half way, and only where there is no wall"), false;
        game.ghosts_[number_] = ghost;
        return true;
    }

    bool read_roles(std::string_view field, Pacman& game) {
        const auto words = split(field, ',');
        for (std::size_t at = 0; at < words.size(); ++at) {
            const auto found = std::find(role_names.begin(), role_names.end(), words[at]);
            if (found == role_names.end() || words.size() != game.ghosts())
                return refuse(quoted(field) + " does not give each of the " + std::to_string(game.ghosts()) +
                              " ghosts a role: max, min, random and directional are roles, with commas between them"), false;
            game.roles_[at] = static_cast<Role>(found - role_names.begin());
        }
        return true;
    }

    // Reject positions that cannot occur.
    bool check(const Pacman& game) {
        if (game.has_food(game.pacman_)) return refuse("Pac-Man stands on food, which would be eaten"), false;
        if (game.outcome_ != Outcome::won && !game.food_left_) return refuse("there is no food left, so the game must be won"), false;
        if (game.outcome_ == Outcome::won && game.food_left_) return refuse("there is food left, so the game is not won"), false;
        bool met = false, missed = false;
        for (std::size_t at = 0; at < game.ghosts(); ++at) {
            const Ghost& ghost = game.ghosts_[at];
            met = met || game.meets(ghost);
            // A ghost that was eaten in its home is there again, and meets Pac-Man only after the next move.
            missed = missed || (game.meets(ghost) && ghost.direction != Direction::stop);
        }
        if (game.outcome_ == Outcome::running && missed) return refuse("a ghost and Pac-Man are at one place, so one of them was caught"), false;
        if (game.outcome_ == Outcome::lost && !met) return refuse("no ghost is where Pac-Man is, so the game is not lost"), false;
        return true;
    }

    std::string& error_;
};

}  // namespace zermelo::pacman
