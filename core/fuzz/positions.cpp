// A libFuzzer target: for any text a parser returns a position or a one-sentence error, and a position that it accepts can be
// played, written and read back. Build with clang++ -fsanitize=fuzzer,address (make fuzz).
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/game/hooks.hpp"
#include "zermelo/games/antichess/rules.hpp"
#include "zermelo/games/breakthrough.hpp"
#include "zermelo/games/checkers/notation.hpp"
#include "zermelo/games/chess/notation.hpp"
#include "zermelo/games/connect_four/rules.hpp"
#include "zermelo/games/go/notation.hpp"
#include "zermelo/games/hex.hpp"
#include "zermelo/games/othello/notation.hpp"
#include "zermelo/games/pacman/notation.hpp"

using namespace zermelo;

namespace {

void require(bool condition) {
    if (!condition) std::abort();
}

void check_error(const std::string& error) {
    require(!error.empty() && error.size() < 400 && error.find('\n') == std::string::npos);
}

template <class G>
void check_moves(const G& game) {
    if (game.over()) return;
    Moves<G> moves;
    game.moves(moves);
    require(!moves.empty());
    for (const auto move : moves) require(!(game.play(move) == game));
}

void connect_four(std::string_view text) {
    std::string error;
    if (const auto game = ConnectFour<7, 6>::parse(text, error)) check_moves(*game);
    else check_error(error);
}

template <int Size>
void breakthrough(std::string_view text) {
    using G = Breakthrough<Size>;
    std::string error;
    const auto game = G::parse(text, error);
    if (!game) return check_error(error);
    require(G::parse(game->format(), error) == game);
    check_moves(*game);
    if (const auto win = game->winning_move()) require(game->play(*win).over());
}

void hex(std::string_view text) {
    std::string error;
    const auto game = Hex::parse(text, 11, error);
    if (!game) return check_error(error);
    const auto again = Hex::parse(game->format(), 11, error);
    require(again && again->key() == game->key() && again->format() == game->format());
    check_moves(*game);
    std::int32_t features[2];
    game->features(features);
}

void othello_board(std::string_view text) {
    Othello game;
    if (const std::string error = othello::parse_position(text, game); !error.empty()) return check_error(error);
    Othello again;
    require(othello::parse_position(othello::format_position(game), again).empty() && again == game);
    check_moves(game);
}

void othello_game(std::string_view text) {
    std::vector<int> moves;
    Othello end;
    if (const std::string error = othello::parse_game(text, Othello(), moves, end); !error.empty()) return check_error(error);
    std::vector<int> again;
    Othello same;
    require(othello::parse_game(othello::format_game(moves), Othello(), again, same).empty() && same == end);
}

void othello_problem(std::string_view text) {
    othello::Problem problem;
    if (const std::string error = othello::parse_obf(text, problem); !error.empty()) check_error(error);
}

template <class G>
void chess_position(std::string_view text) {
    G game;
    if (const std::string error = chess::parse_position(text, game); !error.empty()) return check_error(error);
    G again;
    require(chess::parse_fen(chess::format_fen(game), again).empty() && again == game);
    require(game.key() == game.fresh_key());
    check_moves(game);
}

template <class G>
void chess_move(std::string_view text) {
    const G start;
    chess::Move move = chess::no_move;
    if (const std::string error = chess::parse_san(start, text, move); !error.empty()) check_error(error);
    else require(start.legal(move));
    if (const std::string error = chess::parse_uci(start, text, move); !error.empty()) check_error(error);
    else require(start.legal(move));
}

template <int Size>
void checkers_position(std::string_view text) {
    BasicCheckers<Size> game, again;
    if (const std::string error = checkers::parse_position(text, game); !error.empty()) return check_error(error);
    require(checkers::parse_position(checkers::format_fen(game), again).empty() && again == game && again.key() == game.key());
    check_moves(game);
    game.evaluate();
    checkers::Move move = checkers::no_move;
    if (const std::string error = checkers::parse_move(game, text, move); !error.empty()) check_error(error);
    else require(game.legal(move));
}

void go_position(std::string_view text) {
    std::string error;
    const auto game = go::parse_position<9>(text, 9, {}, error);
    if (!game) return check_error(error);
    const auto again = go::parse_position<9>(go::format_position(*game), 9, {}, error);
    require(again && *again == *game && again->key() == game->key());
    check_moves(*game);
}

template <class G>
void recorded_games(std::string_view text) {
    PgnReader<G> reader(text);
    PgnGame<G> game, again;
    std::string error;
    while (reader.next(game, error)) {
        if (!error.empty()) {
            check_error(error);
            continue;
        }
        const std::string written = format_pgn(game);
        require(PgnReader<G>(written).next(again, error) && error.empty());
        require(again.line.moves.size() == game.line.moves.size());
    }
}

void pacman_position(const pacman::Pacman& game) {
    std::string error;
    const auto again = pacman::NotationReader(error).read(pacman::write_notation(game));
    require(again && *again == game && again->key() == game.key());
    std::array<std::int32_t, pacman::Pacman::feature_names.size()> features{};
    game.features(features.data());
    if (game.over()) return;
    Moves<pacman::Pacman> moves;
    game.moves(moves);
    require(!moves.empty());
    for (const auto move : moves) game.play(move).features(features.data());
}

void pacman_layout(std::string_view text) {
    std::string error;
    if (const auto layout = pacman::read_layout(text, error)) pacman_position(pacman::Pacman(*layout, pacman::Role::random));
    else check_error(error);
}

void pacman_notation(std::string_view text) {
    std::string error;
    if (const auto game = pacman::NotationReader(error).read(text)) pacman_position(*game);
    else check_error(error);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    connect_four(text);
    breakthrough<8>(text);
    breakthrough<5>(text);
    hex(text);
    othello_board(text);
    othello_game(text);
    othello_problem(text);
    chess_position<Chess>(text);
    chess_position<AntiChess>(text);
    chess_move<Chess>(text);
    chess_move<AntiChess>(text);
    checkers_position<8>(text);
    checkers_position<4>(text);
    go_position(text);
    recorded_games<Chess>(text);
    recorded_games<Checkers>(text);
    pacman_layout(text);
    pacman_notation(text);
    return 0;
}
