// Names of the features of an evaluation: they come in groups, with one feature for each piece, square, rank or count, such as
// knight.f3 or mobility.knight.3. Chess and anti-chess have their own groups.
#pragma once

#include <array>
#include <string_view>

#include "zermelo/games/chess/move.hpp"

namespace zermelo::chess {

// What distinguishes the features of a group. `file_and_rank` is a square of the left half of the board.
enum class By { nothing, piece, officer, square, rank, count, file_and_rank };

struct GroupText {
    std::string_view name;
    By by;
    int size;
};

// The first feature of each group; the last element is the number of features.
template <std::size_t N>
constexpr std::array<int, N + 1> starts_of(const std::array<GroupText, N>& groups) {
    std::array<int, N + 1> starts{};
    for (std::size_t at = 0; at < N; ++at) starts[at + 1] = starts[at] + groups[at].size;
    return starts;
}

// The names of all features, indexed by feature.
template <const auto& Groups>
class NamesOf {
public:
    constexpr NamesOf() {
        int at = 0;
        for (const GroupText& group : Groups)
            for (int index = 0; index < group.size; ++index) write(names_[at++], group, index);
    }
    static constexpr std::size_t size() { return count; }
    constexpr std::string_view operator[](std::size_t feature) const {
        return {names_[feature].text.data(), names_[feature].length};
    }

private:
    static constexpr std::size_t count = starts_of(Groups).back();

    struct Name {
        std::array<char, 24> text{};
        std::size_t length = 0;

        constexpr void add(std::string_view word) {
            for (const char letter : word) text[length++] = letter;
        }
        constexpr void add(char letter) { text[length++] = letter; }
    };
    std::array<Name, count> names_{};

    static constexpr void write(Name& name, const GroupText& group, int index) {
        constexpr std::string_view pieces[] = {"pawn", "knight", "bishop", "rook", "queen", "king"};
        name.add(group.name);
        if (group.by == By::nothing) return;
        name.add('.');
        switch (group.by) {
            case By::nothing: break;
            case By::piece: name.add(pieces[index]); break;
            case By::officer: name.add(pieces[index + knight]); break;
            case By::rank: name.add(static_cast<char>('1' + index)); break;
            case By::count:
                if (index >= 10) name.add(static_cast<char>('0' + index / 10));
                name.add(static_cast<char>('0' + index % 10));
                break;
            case By::square:
            case By::file_and_rank:
                name.add(static_cast<char>('a' + index % (group.by == By::square ? 8 : 4)));
                name.add(static_cast<char>('1' + index / (group.by == By::square ? 8 : 4)));
                break;
        }
    }
};

}  // namespace zermelo::chess
