// A layout: a maze drawn in characters, with its contents.
//
//     %  wall     .  food     o  capsule     P  Pac-Man     G  ghost     space  nothing
//
// Errors are one sentence with the line and the column, counted from 1.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/games/pacman/maze.hpp"

namespace zermelo::pacman {

struct Layout {
    std::shared_ptr<Maze> maze;
    Cell pacman = no_cell;
    std::vector<Cell> food;
};

inline std::string located(Place at, const std::string& what) {
    return "line " + std::to_string(at.line + 1) + ", column " + std::to_string(at.column + 1) + ": " + what;
}

// Parse the rows of a drawing, all of one width. `nothing` is the character of an empty cell. In the middle of a game Pac-Man is
// not part of the drawing (`pacman`), and there may be no food.
class LayoutReader {
public:
    LayoutReader(std::vector<std::string_view> rows, char nothing, std::optional<Place> pacman, std::string& error)
        : rows_(std::move(rows)), nothing_(nothing), begun_(pacman), pacman_(pacman), error_(error) {}

    std::optional<Layout> read() {
        if (!check_shape() || !read_characters()) return std::nullopt;
        const std::string where = " (line 1, column 1 to line " + std::to_string(rows_.size()) + ", column " +
                                  std::to_string(rows_.front().size()) + ")";
        if (!pacman_) return refuse("the layout has no Pac-Man: put a P into it" + where);
        if (food_.empty() && !begun_) return refuse("the layout has no food: put a . into it" + where);
        const auto open = std::count(walls_.begin(), walls_.end(), false);
        if (open > most_cells)
            return refuse("the layout has " + std::to_string(open) + " cells without a wall, and " + std::to_string(most_cells) +
                          " is the most" + where);
        Layout layout{std::make_shared<Maze>(static_cast<int>(rows_.front().size()), static_cast<int>(rows_.size()), walls_), no_cell, {}};
        Maze& maze = *layout.maze;
        layout.pacman = maze.cell(*pacman_);
        if (layout.pacman == no_cell) return refuse(located(*pacman_, "Pac-Man would be in a wall"));
        for (const Place at : food_)
            if (!reaches(layout, at, "this food")) return std::nullopt;
            else layout.food.push_back(maze.cell(at));
        for (const Place at : capsules_)
            if (!reaches(layout, at, "this capsule")) return std::nullopt;
            else maze.capsules.push_back(maze.cell(at));
        for (const Place at : homes_) maze.homes.push_back(maze.cell(at));
        maze.sort_food(layout.food);
        return layout;
    }

private:
    std::nullopt_t refuse(const std::string& sentence) {
        error_ = sentence;
        return std::nullopt;
    }

    bool check_shape() {
        if (rows_.empty() || rows_.front().empty()) return refuse("line 1, column 1: the layout is empty"), false;
        const std::size_t width = rows_.front().size();
        if (width > longest_side || rows_.size() > longest_side)
            return refuse("line " + std::to_string(rows_.size()) + ", column " + std::to_string(width) + ": a layout has at most " +
                          std::to_string(longest_side) + " lines and columns"), false;
        return true;
    }

    bool read_characters() {
        const int width = static_cast<int>(rows_.front().size());
        for (int line = 0; line < static_cast<int>(rows_.size()); ++line) {
            const std::string_view row = rows_[static_cast<std::size_t>(line)];
            for (int column = 0; column < static_cast<int>(row.size()); ++column)
                if (!read_character({column, line}, row)) return false;
            if (const int length = static_cast<int>(row.size()); length != width)
                return refuse(located({std::min(length, width), line}, "this row has " + std::to_string(length) +
                                      " characters, and the first one has " + std::to_string(width))), false;
        }
        return true;
    }

    bool read_character(Place at, std::string_view row) {
        const char character = row[static_cast<std::size_t>(at.column)];
        walls_.push_back(character == '%');
        switch (character) {
            case '%': break;
            case '.': food_.push_back(at); break;
            case 'o':
                capsules_.push_back(at);
                if (capsules_.size() > most_capsules)
                    return refuse(located(at, "a layout has at most " + std::to_string(most_capsules) + " capsules")), false;
                break;
            case 'P':
                if (pacman_) return refuse(located(at, "there is a second P, and only one Pac-Man plays")), false;
                pacman_ = at;
                break;
            case 'G':
                homes_.push_back(at);
                if (homes_.size() > most_ghosts)
                    return refuse(located(at, "a layout has at most " + std::to_string(most_ghosts) + " ghosts")), false;
                break;
            default:
                if (character == nothing_) break;
                return refuse(located(at, written(row.substr(static_cast<std::size_t>(at.column))) +
                                      " means nothing in a layout: % . o P G and spaces do")), false;
        }
        return true;
    }

    // The first character of a text, all its bytes, if it is printable.
    static std::string written(std::string_view text) {
        const auto first = static_cast<unsigned char>(text.front());
        if (first < 0x20 || first == 0x7f) return "a control character";
        if (first < 0x80) return std::string("'") + text.front() + "'";
        const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
        return "'" + std::string(text.substr(0, length)) + "'";
    }

    bool reaches(const Layout& layout, Place at, const char* what) {
        if (layout.maze->distance(layout.pacman, layout.maze->cell(at)) != nowhere) return true;
        return refuse(located(at, std::string(what) + " cannot be reached by Pac-Man")), false;
    }

    std::vector<std::string_view> rows_;
    char nothing_;
    std::optional<Place> begun_, pacman_;
    std::string& error_;
    std::vector<bool> walls_;
    std::vector<Place> food_, capsules_, homes_;
};

inline std::optional<Layout> read_layout(std::string_view text, std::string& error) {
    std::vector<std::string_view> rows;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view row = text.substr(0, end);
        if (!row.empty() && row.back() == '\r') row.remove_suffix(1);
        rows.push_back(row);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    // A file may end with empty lines.
    while (!rows.empty() && rows.back().empty()) rows.pop_back();
    return LayoutReader(std::move(rows), ' ', std::nullopt, error).read();
}

}  // namespace zermelo::pacman
