// Checks shared by the tests of chess and anti-chess: perft counts from a data file, and random games in which every
// representation of a position or a move agrees with every other.
#pragma once

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "check.hpp"
#include "zermelo/base/random.hpp"
#include "zermelo/game/hooks.hpp"
#include "zermelo/games/chess/notation.hpp"

using namespace zermelo;

// Larger perft counts are skipped; sanitizers make a build about twenty times slower.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr std::uint64_t most_lines = 400'000;
#else
inline constexpr std::uint64_t most_lines = 200'000'000;
#endif

template <class G>
G position(const std::string& fen) {
    G game;
    const std::string error = chess::parse_fen(fen, game);
    if (!error.empty()) std::printf("%s: %s\n", fen.c_str(), error.c_str());
    CHECK(error.empty());
    return game;
}

template <class G>
void check_counts(const char* file) {
    std::ifstream in(std::string(ZERMELO_SOURCE "/tests/games/chess/") + file);
    CHECK(in.is_open());
    std::string line;
    int positions = 0;
    while (std::getline(in, line)) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream parts(line);
        std::string part;
        std::getline(parts, part, ';');
        const G game = position<G>(part);
        ++positions;
        while (std::getline(parts, part, ';')) {
            const int depth = std::atoi(part.c_str() + 1);
            const std::uint64_t expected = std::strtoull(part.c_str() + 2 + (depth > 9), nullptr, 10);
            if (expected > most_lines) continue;
            const std::uint64_t lines = perft(game, depth);
            if (lines != expected) std::printf("%s\n", line.c_str());
            CHECK(lines == expected);
        }
    }
    CHECK(positions > 0);
}

template <class G>
void check_position(const G& game) {
    CHECK(game.key() == game.fresh_key());
    const G again = position<G>(chess::format_fen(game));
    CHECK(again == game && again.key() == game.key() && again.ply() == game.ply());
    for (int colour = 0; colour < 2; ++colour)
        for (chess::Board left = game.of(colour); left; left &= left - 1)
            CHECK(game.of(game.piece_on(chess::first(left))) & (left & -left));

    chess::MoveList all, staged;
    game.legal_moves(all);
    game.noisy_moves(staged);
    for (const chess::Move move : staged) CHECK(game.takes(move) || chess::is_promotion(move));
    const std::size_t noisy = staged.size();
    game.quiet_moves(staged);
    for (std::size_t at = noisy; at < staged.size(); ++at)
        CHECK(!game.takes(staged[at]) && !chess::is_promotion(staged[at]));
    std::sort(all.begin(), all.end());
    std::sort(staged.begin(), staged.end());
    CHECK(std::equal(all.begin(), all.end(), staged.begin(), staged.end()));
    CHECK(std::adjacent_find(all.begin(), all.end()) == all.end());
    CHECK(static_cast<int>(all.size()) == game.count_moves());
    for (const chess::Move move : all) {
        chess::Move read = chess::no_move;
        CHECK(chess::parse_uci(game, chess::format_uci(move), read).empty() && read == move);
        read = chess::no_move;
        CHECK(chess::parse_uci(game, chess::format_uci(move, chess::CastlingText::takes_rook), read).empty() && read == move);
        read = chess::no_move;
        CHECK(chess::parse_san(game, chess::format_san(game, move), read).empty() && read == move);
    }
}

// legal() of all 16-bit numbers against the list of moves.
template <class G>
void check_legality(const G& game) {
    chess::MoveList all;
    game.legal_moves(all);
    for (int bits = 0; bits < 1 << 16; ++bits) {
        const auto move = static_cast<chess::Move>(bits);
        CHECK(game.legal(move) == (std::find(all.begin(), all.end(), move) != all.end()));
    }
}

template <class G>
void check_random_games(int games, std::uint64_t seed) {
    Random random(seed);
    for (int round = 0; round < games; ++round) {
        G game;
        if (round == 0) check_legality(game);
        while (!game.over()) {
            check_position(game);
            Moves<G> moves;
            game.moves(moves);
            const chess::Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
            const G next = game.play(move);
            const bool progress = game.takes(move) || game.piece_on(chess::from_of(move)) == chess::pawn;
            CHECK(next.clock() == (progress ? 0 : game.clock() + 1) && next.ply() == game.ply() + 1);
            CHECK(game.irreversible(move) == (progress || next.castling_rooks() != game.castling_rooks()));
            if (random.below(200) == 0) check_legality(game);
            game = next;
        }
        check_position(game);
        Moves<G> none;
        if (game.drawn_by_rule()) game.moves(none);
        CHECK(none.empty());
    }
}
