// PGN: reading, round trips, and errors with their line.
#include "games/chess/chess_checks.hpp"
#include "zermelo/games/antichess/rules.hpp"
#include "zermelo/games/chess/notation.hpp"

using namespace zermelo::chess;

template <class G>
static std::vector<PgnGame<G>> read(std::string_view text, std::vector<std::string>* errors = nullptr) {
    PgnReader<G> reader(text);
    std::vector<PgnGame<G>> games;
    PgnGame<G> game;
    std::string error;
    while (reader.next(game, error)) {
        if (error.empty()) games.push_back(game);
        else if (errors) errors->push_back(error);
        else CHECK(error.empty());
    }
    return games;
}

static void test_reading() {
    const auto games = read<Chess>(
        "\xef\xbb\xbf[Event \"A \\\"big\\\" one\"]\r\n[Site \"\"]\r\n\r\n"
        "{Before\r\n all} 1. e4 {king's} {pawn} e5!? (1... c5 2. Nf3 (2. c3 $5 ; a line\n) d6) 2.Nf3 Nc6 3. Bb5 $1 $14 a6 1-0\n"
        "\n% not for us [\n[Event \"no result\"]\n1 d4 d5\n2 c4\n[Event \"set up\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 30\"]\n\n30. 0-0 *\n");
    CHECK(games.size() == 3);
    CHECK(*games[0].tag("Event") == "A \"big\" one" && games[0].tag("Site")->empty() && !games[0].tag("Date"));
    CHECK(games[0].result == "1-0" && games[0].line.comment == "Before all" && games[0].line.moves.size() == 6);
    const auto& moves = games[0].line.moves;
    CHECK(moves[0].comment == "king's pawn" && moves[1].annotations == std::vector<int>{5});
    CHECK(moves[1].variations.size() == 1 && moves[1].variations[0].moves.size() == 3);
    const auto& inner = moves[1].variations[0].moves[1].variations;
    CHECK(inner.size() == 1 && inner[0].moves[0].annotations == std::vector<int>{5} && inner[0].moves[0].comment == "a line");
    CHECK((moves[4].annotations == std::vector<int>{1, 14}));
    CHECK(games[1].result == "*" && games[1].line.moves.size() == 3);
    CHECK(games[2].start.ply() == 58 && special_of(games[2].line.moves[0].move) == castles);
    CHECK(*read<Chess>("[Event \"a \"b\" \\ c\" ] *")[0].tag("Event") == "a \"b\" \\ c");
    CHECK(read<Chess>("").empty() && read<Chess>(" \n").empty() && read<Chess>("*").size() == 1);
}

static void test_errors() {
    const auto error = [](std::string_view text) {
        std::vector<std::string> errors;
        read<Chess>(text, &errors);
        CHECK(errors.size() == 1);
        return errors.empty() ? "" : errors[0].substr(errors[0].find(": ") + 2);
    };
    CHECK(error("1. e4 e4") == "e4 is not a legal move here");
    CHECK(error("1. e4 {no end") == "a comment has no end");
    CHECK(error("1. e4 (1. d4") == "a variation has no end");
    CHECK(error("1. e4 ) e5") == "a ) closes no variation");
    CHECK(error("(1. e4) e5") == "a variation has no move to replace");
    CHECK(error("$1 e4") == "an annotation has no move before it");
    CHECK(error("1. e4 $999") == "an annotation is $ and a number up to 255");
    CHECK(error("[Event") == "a tag is written as [Name \"value\"]");
    CHECK(error("[Event \"x\ny\"]") == "the value of a tag has no end");
    CHECK(error("[Event \"x\" y]") == "the value of a tag has no end");
    CHECK(error("[FEN \"8/8 w - -\"]\n\n*") == "the tag FEN: the board has only 2 ranks at character 4");
    std::vector<std::string> places;
    read<Chess>("1. e4\n{no\nend", &places);
    CHECK(places.size() == 1 && places[0].starts_with("line 2 of the text, in the game that begins in line 1: a comment"));
    std::string deep = "1. e4";
    for (int level = 0; level < 1000; ++level) deep += " (1. d4";
    CHECK(error(deep) == "variations are nested too deeply");
    // The next game is still read, and the error names the line.
    std::vector<std::string> errors;
    CHECK(read<Chess>("[Event \"1\"]\n\n1. e4\ne9 *\n[Event \"2\"]\n\n1. d4 *\n", &errors).size() == 1);
    CHECK(errors.size() == 1 && errors[0].starts_with("line 4 of the text, in the game that begins in line 1: 'e9' is not a move"));
}

// A random game with random comments, annotations and variations.
template <class G>
static PgnLine random_line(G game, Random& random, int length, int depth) {
    const auto comment = [&] { return random.below(4) ? std::string() : "said " + std::to_string(random.below(1000)); };
    PgnLine line{comment(), {}};
    for (int ply = 0; ply < length && !game.over(); ++ply) {
        Moves<G> moves;
        game.moves(moves);
        const auto any = [&] { return moves[random.below(static_cast<std::uint32_t>(moves.size()))]; };
        PgnMove one{any(), {}, comment(), {}};
        while (random.below(3) == 0) one.annotations.push_back(static_cast<int>(random.below(256)));
        while (depth > 0 && random.below(6) == 0) {
            PgnLine other = random_line(game, random, 5, depth - 1);
            one.variations.push_back(std::move(other));
        }
        game = game.play(one.move);
        line.moves.push_back(std::move(one));
    }
    return line;
}

static bool same(const PgnLine& one, const PgnLine& other) {
    if (one.comment != other.comment || one.moves.size() != other.moves.size()) return false;
    for (std::size_t at = 0; at < one.moves.size(); ++at) {
        const PgnMove &left = one.moves[at], &right = other.moves[at];
        if (left.move != right.move || left.annotations != right.annotations || left.comment != right.comment) return false;
        if (left.variations.size() != right.variations.size()) return false;
        for (std::size_t of = 0; of < left.variations.size(); ++of)
            if (!same(left.variations[of], right.variations[of])) return false;
    }
    return true;
}

template <class G>
static void test_round_trips() {
    Random random(31);
    std::string text;
    std::vector<PgnGame<G>> written;
    for (int round = 0; round < 60; ++round) {
        PgnGame<G> game;
        if (round % 2) game.start = game.start.play(make_move(12, 20)).play(make_move(52, 44));
        game.tags = {{"White", "a \\ \"b\""}, {"ECO", "A00"}};
        game.result = round % 3 ? "0-1" : "1/2-1/2";
        game.line = random_line(game.start, random, 60, 3);
        text += format_pgn(game) + "\n";
        written.push_back(std::move(game));
    }
    const auto games = read<G>(text);
    CHECK(games.size() == written.size());
    for (std::size_t at = 0; at < std::min(games.size(), written.size()); ++at) {
        CHECK(games[at].start == written[at].start && games[at].result == written[at].result);
        CHECK(*games[at].tag("White") == "a \\ \"b\"" && *games[at].tag("ECO") == "A00" && *games[at].tag("Date") == "????.??.??");
        CHECK(same(games[at].line, written[at].line));
        CHECK(format_pgn(games[at]) == format_pgn(written[at]) || games[at].tags != written[at].tags);
    }
    std::size_t start = 0;
    for (std::size_t end; (end = text.find('\n', start)) != std::string::npos; start = end + 1) CHECK(end - start < 80);
}

// A line is filled up to 73 characters, which leaves room for closing brackets.
static void test_wrapping() {
    for (const std::size_t letters : {35, 36}) {
        PgnGame<Chess> game;
        game.line.comment = std::string(35, 'x') + ' ' + std::string(letters, 'y');
        const char between = letters == 35 ? ' ' : '\n';
        CHECK(format_pgn(game).find('{' + std::string(35, 'x') + between + std::string(letters, 'y') + '}') != std::string::npos);
    }
}

int main() {
    test_wrapping();
    test_reading();
    test_errors();
    test_round_trips<Chess>();
    test_round_trips<AntiChess>();
    return report("pgn");
}
