// A proof about a checkers position: what it claims, and its file. It is about the game without draws by rule, in which play that
// never ends is a draw.
//
// A proof is four sets of positions, two for each side:
//
//     wins     this side forces a win. A position refers only to positions before it in the set, so that a line of play through the
//              set must end: no cycle can take part in the proof of a win.
//     holds    this side does not lose. Positions may refer to each other in any order: a line of play through the set ends
//              without a loss or never ends, and that is a draw. So a cycle can take part, and does so rightly.
//
// In both, a position with this side to move names one move, and the proof is about all moves of the other side. A move leads to a
// position of the same set, into the endgame tables, or to the end of the game. Nothing here depends on how a position was
// reached, so positions that different lines share (graph history interaction) need no care.
//
// The file, numbers little-endian:
//
//     8   magic
//     4   version
//     4   size of the board
//     13  the position: black, white, kings, player
//     1   the tables used hold up to so many pieces
//     1   what is proven: 0 unfinished, 1 the value of the position, 2 also that of each move
//     8   nodes searched
//         for each side, wins, then holds: 4 the number of positions, each 13 bytes and 1 for the place of the move in the list
//         for each side: 4 the number of notes of an unfinished search, 20 bytes each
//     4   CRC-32 of everything before
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/base/checksum.hpp"
#include "zermelo/games/checkers/endgame_tables.hpp"

namespace zermelo::checkers {

template <int Size>
struct ProofStep {
    BasicCheckers<Size> game;
    std::uint8_t choice;  // the place of the move in the list; `all_moves` where the other side moves
    static constexpr std::uint8_t all_moves = 255;
};

enum class Proven : std::uint8_t { nothing, value, moves };  // completely; `nothing` of an unfinished proof

// An entry of the table of proof-number search, so that a search can go on where it was stopped. A proof does not rest on them.
struct SearchNote {
    Key key;
    std::uint32_t phi, delta, work;
};

template <int Size>
struct ProofFile {
    static constexpr std::string_view magic = "ZermPrf\x1a";
    static constexpr std::uint32_t version = 1;
    using Game = BasicCheckers<Size>;

    Game root;
    int table_pieces = 0;
    Proven proven = Proven::nothing;
    std::uint64_t nodes = 0;
    std::array<std::vector<ProofStep<Size>>, 2> wins, holds;
    std::array<std::vector<SearchNote>, 2> notes;  // by the side that asks whether it wins

    std::vector<std::uint8_t> bytes() const {
        std::vector<std::uint8_t> out(magic.begin(), magic.end());
        detail::append(out, version, 4);
        detail::append(out, Size, 4);
        append(out, root);
        detail::append(out, static_cast<std::uint64_t>(table_pieces), 1);
        detail::append(out, static_cast<std::uint64_t>(proven), 1);
        detail::append(out, nodes, 8);
        for (int side = 0; side < 2; ++side)
            for (const auto* set : {&wins[side], &holds[side]}) {
                detail::append(out, set->size(), 4);
                for (const ProofStep<Size>& step : *set) append(out, step.game), out.push_back(step.choice);
            }
        for (const auto& kept : notes) {
            detail::append(out, kept.size(), 4);
            for (const SearchNote& note : kept)
                detail::append(out, note.key, 8), detail::append(out, note.phi, 4), detail::append(out, note.delta, 4), detail::append(out, note.work, 4);
        }
        detail::append(out, crc32(out), 4);
        return out;
    }

    // Reads a file; returns an empty string, or what is wrong.
    static std::string read(std::span<const std::uint8_t> file, ProofFile& proof) {
        const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
        if (file.size() < 20 || text.substr(0, magic.size()) != magic) return "it is not a proof about checkers";
        if (const std::uint64_t found = detail::number_at(file, 8, 4); found != version)
            return "it has version " + std::to_string(found) + " of the format, and this program reads version " + std::to_string(version);
        const auto content = file.first(file.size() - 4);
        if (crc32(content) != detail::number_at(file, content.size(), 4)) return "it is damaged or cut off";
        if (const std::uint64_t size = detail::number_at(file, 12, 4); size != Size)
            return "it is about a board of size " + std::to_string(size) + ", not " + std::to_string(Size);
        Reader reader{content, 16};
        ProofFile found;
        found.root = reader.game();
        found.table_pieces = static_cast<int>(reader.number(1));
        const std::uint64_t proven = reader.number(1);
        reader.sound &= proven <= static_cast<std::uint64_t>(Proven::moves);
        found.proven = static_cast<Proven>(proven);
        found.nodes = reader.number(8);
        for (int side = 0; side < 2; ++side)
            for (auto* set : {&found.wins[side], &found.holds[side]})
                for (std::uint64_t left = reader.count(14); left > 0; --left) {
                    const Game game = reader.game();
                    set->push_back({game, static_cast<std::uint8_t>(reader.number(1))});
                }
        for (auto& kept : found.notes)
            for (std::uint64_t left = reader.count(20); left > 0; --left) {
                SearchNote note{};
                note.key = reader.number(8);
                for (auto* number : {&note.phi, &note.delta, &note.work}) *number = static_cast<std::uint32_t>(reader.number(4));
                kept.push_back(note);
            }
        if (!reader.sound || reader.at != content.size()) return "its parts have wrong lengths or impossible positions";
        proof = std::move(found);
        return "";
    }

private:
    static void append(std::vector<std::uint8_t>& out, const Game& game) {
        for (const Board board : {game.black(), game.white(), game.kings()}) detail::append(out, board, 4);
        out.push_back(static_cast<std::uint8_t>(game.player()));
    }

    // Reads numbers; past the end they are 0 and `sound` is false.
    struct Reader {
        std::span<const std::uint8_t> bytes;
        std::size_t at;
        bool sound = true;

        std::uint64_t number(int length) {
            if (bytes.size() - at < static_cast<std::size_t>(length)) return sound = false, 0;
            at += static_cast<std::size_t>(length);
            return detail::number_at(bytes, at - static_cast<std::size_t>(length), length);
        }
        std::uint64_t count(std::size_t each) {
            const std::uint64_t found = number(4);
            return found * each <= bytes.size() - at ? found : (sound = false, 0);
        }
        Game game() {
            const auto black = static_cast<Board>(number(4)), white = static_cast<Board>(number(4)), kings = static_cast<Board>(number(4));
            const std::uint64_t player = number(1);
            sound &= !(black & white) && !(kings & ~(black | white)) && !((black | white) & ~BasicBoard<Size>::all) && player < 2;
            sound &= !(black & ~kings & BasicBoard<Size>::crown_row(0)) && !(white & ~kings & BasicBoard<Size>::crown_row(1));
            return sound ? Game::of(black, white, kings, static_cast<int>(player)) : Game();
        }
    };
};

}  // namespace zermelo::checkers
