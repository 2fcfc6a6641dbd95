// How the features of a static value get their names: they come in families, and a family has one feature for each piece,
// square, rank or count, such as knight.f3 or mobility.knight.3. Chess and anti-chess list their own families.
#pragma once

#include <array>
#include <string_view>

#include "zermelo/games/chess/move.hpp"

namespace zermelo::chess {

// What tells the features of a family apart. `file_and_rank` is a square of the left half of the board.
enum class By { nothing, piece, officer, square, rank, count, file_and_rank };

struct FamilyText {
    std::string_view name;
    By by;
    int size;
};

// Where the features of each family begin; the last is their number.
template <std::size_t N>
constexpr std::array<int, N + 1> starts_of(const std::array<FamilyText, N>& families) {
    std::array<int, N + 1> starts{};
    for (std::size_t at = 0; at < N; ++at) starts[at + 1] = starts[at] + families[at].size;
    return starts;
}

// The names of all features of some families; an index of it is a feature.
template <const auto& Families>
class NamesOf {
public:
    constexpr NamesOf() {
        int at = 0;
        for (const FamilyText& family : Families)
            for (int each = 0; each < family.size; ++each) write(names_[at++], family, each);
    }
    static constexpr std::size_t size() { return count; }
    constexpr std::string_view operator[](std::size_t feature) const {
        return {names_[feature].text.data(), names_[feature].length};
    }

private:
    static constexpr std::size_t count = starts_of(Families).back();

    struct Name {
        std::array<char, 24> text{};
        std::size_t length = 0;

        constexpr void add(std::string_view word) {
            for (const char letter : word) text[length++] = letter;
        }
        constexpr void add(char letter) { text[length++] = letter; }
    };
    std::array<Name, count> names_{};

    static constexpr void write(Name& name, const FamilyText& family, int each) {
        constexpr std::string_view pieces[] = {"pawn", "knight", "bishop", "rook", "queen", "king"};
        name.add(family.name);
        if (family.by == By::nothing) return;
        name.add('.');
        switch (family.by) {
            case By::nothing: break;
            case By::piece: name.add(pieces[each]); break;
            case By::officer: name.add(pieces[each + knight]); break;
            case By::rank: name.add(static_cast<char>('1' + each)); break;
            case By::count:
                if (each >= 10) name.add(static_cast<char>('0' + each / 10));
                name.add(static_cast<char>('0' + each % 10));
                break;
            case By::square:
            case By::file_and_rank:
                name.add(static_cast<char>('a' + each % (family.by == By::square ? 8 : 4)));
                name.add(static_cast<char>('1' + each / (family.by == By::square ? 8 : 4)));
                break;
        }
    }
};

}  // namespace zermelo::chess
