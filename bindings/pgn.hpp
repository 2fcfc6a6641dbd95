// Games of PGN and PDN files in Python: plain tuples and lists, which zermelo.records.pgn makes readable.
#pragma once

#include <nanobind/stl/pair.h>

#include "run.hpp"
#include "zermelo/game/pgn.hpp"

namespace zermelo::python {

// A line is (comment, moves), a move (move, annotations, comment, variations).
template <class G>
nb::tuple line_to_python(const PgnLine& line, G game) {
    nb::list moves;
    for (const PgnMove& one : line.moves) {
        nb::list annotations, variations;
        for (const int annotation : one.annotations) annotations.append(annotation);
        for (const PgnLine& variation : one.variations) variations.append(line_to_python(variation, game));
        const nb::bytes comment(one.comment.data(), one.comment.size());
        moves.append(nb::make_tuple(Face<G>::to_python(game, static_cast<typename G::Move>(one.move)), nb::tuple(annotations), comment, variations));
        game = game.play(static_cast<typename G::Move>(one.move));
    }
    return nb::make_tuple(nb::bytes(line.comment.data(), line.comment.size()), moves);
}

template <class G>
PgnLine line_from_python(nb::handle given, G game) {
    PgnLine line{nb::cast<std::string>(given[0]), {}};
    for (const nb::handle one : nb::cast<nb::list>(given[1])) {
        const auto move = Face<G>::from_python(game, one[0]);
        PgnMove written{move, nb::cast<std::vector<int>>(one[1]), nb::cast<std::string>(one[2]), {}};
        for (const nb::handle variation : nb::cast<nb::list>(one[3])) written.variations.push_back(line_from_python(variation, game));
        line.moves.push_back(std::move(written));
        game = game.play(move);
    }
    return line;
}

// All games of a text: (tags, start, line, result, error, place, number); a game that could not be read has an error. It
// begins at that place, in the line of that number, where the text itself begins in line `number`.
template <class G>
nb::list read_pgn(nb::bytes text, std::size_t number) {
    PgnReader<G> reader({text.c_str(), text.size()}, number);
    PgnGame<G> game;
    std::string error;
    nb::list games;
    for (std::size_t place = reader.place(); reader.next(game, error); place = reader.place(), number = reader.line()) {
        nb::list tags;
        for (const auto& [name, value] : game.tags)
            tags.append(nb::make_tuple(nb::bytes(name.data(), name.size()), nb::bytes(value.data(), value.size())));
        games.append(nb::make_tuple(tags, game.start, line_to_python(game.line, game.start), game.result,
                                    nb::bytes(error.data(), error.size()), place, number));
    }
    return games;
}

template <class G>
std::string write_pgn(const std::vector<std::pair<std::string, std::string>>& tags, const G& start, nb::tuple line,
                      const std::string& result) {
    return format_pgn(PgnGame<G>{tags, start, line_from_python(line, start), result});
}

}  // namespace zermelo::python
