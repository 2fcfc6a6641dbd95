// PGN and PDN: tags, comments, annotations ($1 or !?), nested variations, several games in a text.
// The reader goes from game to game. For a game with an error it returns one sentence with the line, and goes on with the next
// game. Each game of the program says in a `PgnDialect` how its moves and positions are written.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace zermelo {

// Has parse_move(game, text, move) and parse_fen(text, game), which return an empty string or what is wrong; format_move(game, move),
// format_fen(game), start(), is_start(game), and ply(game), which is even where the first player moves.
template <class G>
struct PgnDialect;

struct PgnMove;

// Moves, with the comment before the first.
struct PgnLine {
    std::string comment;
    std::vector<PgnMove> moves;
};

struct PgnMove {
    std::uint32_t move = 0;
    std::vector<int> annotations;     // numeric annotation glyphs
    std::string comment;              // after the move
    std::vector<PgnLine> variations;  // alternatives to the move
};

template <class G>
struct PgnGame {
    std::vector<std::pair<std::string, std::string>> tags;  // in their order in the text
    G start;
    PgnLine line;
    std::string result = "*";

    const std::string* tag(std::string_view name) const {
        for (const auto& [key, value] : tags)
            if (key == name) return &value;
        return nullptr;
    }
};

namespace pgn {

inline constexpr std::array<std::string_view, 7> glyphs{"", "!", "?", "!!", "??", "!?", "?!"};  // annotations 1 to 6
inline bool is_space(char letter) { return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r'; }
inline bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }
inline bool is_result(std::string_view word) {
    return word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*";
}

}  // namespace pgn

template <class G>
class PgnReader {
public:
    // `line` is the number of the first line, if the text is part of a longer one.
    explicit PgnReader(std::string_view text, std::size_t line = 1) : text_(text), line_(line) {
        if (text_.starts_with("\xef\xbb\xbf")) at_ = 3;  // a byte order mark
    }

    // Read the next game; false at the end of the text. After an error the rest of the game is skipped.
    bool next(PgnGame<G>& game, std::string& error) {
        error.clear();
        depth_ = 0;
        game = {};
        game.start = PgnDialect<G>::start();
        skip_blank();
        if (at_ >= text_.size()) return false;
        const std::size_t start_line = line_;
        const bool has_tags = read_tags(game, error);
        if (has_tags && read_start(game, error)) read_moves(game, error);
        if (!error.empty()) {
            error = "line " + std::to_string(line_) + " of the text, in the game that begins in line " +
                    std::to_string(start_line) + ": " + error;
            if (!has_tags) skip_tags();
            skip_game();
        }
        return true;
    }

    // The position in the text, and its line.
    std::size_t place() const { return at_; }
    std::size_t line() const { return line_; }

private:
    static constexpr std::size_t deepest = 50;  // nesting of variations

    std::string_view text_;
    std::size_t at_ = 0, line_;
    std::size_t depth_ = 0;  // how deeply the variation that is being read is nested

    char here() const { return text_[at_]; }
    bool ended() const { return at_ >= text_.size(); }
    bool at_line_start() const { return at_ == 0 || text_[at_ - 1] == '\n'; }
    void step() { line_ += text_[at_++] == '\n'; }
    void skip_line() {
        while (!ended() && here() != '\n') step();
    }
    // Also skips lines that begin with % (the PGN escape).
    void skip_blank() {
        while (!ended() && (pgn::is_space(here()) || (here() == '%' && at_line_start()))) {
            if (here() == '%') skip_line();
            else step();
        }
    }
    // Skip the rest of a game: up to a line with a tag, or past the result, which does not stand in a comment or a variation.
    void skip_game() {
        for (skip_blank(); !ended() && !at_next_game(); skip_blank()) {
            if (here() == ';') {
                skip_line();
            } else if (here() == '{') {
                while (!ended() && here() != '}' && !at_tag()) step();
                if (!ended() && here() == '}') step();
            } else if (here() == '(') {
                ++depth_;
                step();
            } else if (here() == ')') {
                depth_ -= depth_ > 0;
                step();
            } else if (pgn::is_result(read_word()) && depth_ == 0) {
                return;
            }
        }
    }
    // Skip the lines with tags, from the middle of one of them.
    void skip_tags() {
        do {
            skip_line();
            if (!ended()) step();
        } while (!ended() && here() == '[');
    }
    bool at_next_game() const { return here() == '[' && at_line_start(); }
    // Whether [Name " begins the line; a comment may have a line that begins with [%clk 0:01:00].
    bool at_tag() const {
        if (!at_next_game()) return false;
        const std::size_t name = text_.find_first_of(" \t\n\"%", at_);
        const std::size_t value = text_.find_first_not_of(" \t", std::min(name, text_.size()));
        return value < text_.size() && text_[value] == '"' && name > at_ + 1;
    }

    bool read_tags(PgnGame<G>& game, std::string& error) {
        for (skip_blank(); !ended() && here() == '['; skip_blank()) {
            std::string name, value;
            step();
            skip_blank();
            while (!ended() && !pgn::is_space(here()) && here() != '"' && here() != ']') name += here(), step();
            skip_blank();
            if (name.empty() || ended() || here() != '"') return fail(error, "a tag is written as [Name \"value\"]");
            // Some programs do not escape quotation marks: the value ends with the one before the bracket.
            for (step(); !ended() && here() != '\n' && !ends_tag(); step()) {
                const std::string_view two = text_.substr(at_, 2);
                if (two == "\\\"" || two == "\\\\") step();
                value += here();
            }
            if (ended() || here() == '\n') return fail(error, "the value of a tag has no end");
            while (here() != ']') step();
            step();
            game.tags.emplace_back(std::move(name), std::move(value));
        }
        return true;
    }

    bool ends_tag() const {
        if (here() != '"') return false;
        std::size_t after = at_ + 1;
        while (after < text_.size() && text_[after] != '\n' && pgn::is_space(text_[after])) ++after;
        return after < text_.size() && text_[after] == ']';
    }

    bool read_start(PgnGame<G>& game, std::string& error) {
        if (const std::string* fen = game.tag("FEN"))
            if (const std::string wrong = PgnDialect<G>::parse_fen(*fen, game.start); !wrong.empty())
                return fail(error, "the tag FEN: " + wrong);
        return true;
    }

    // A line that is being read: its moves, and the positions before and after the last one.
    struct Open {
        PgnLine* line;
        G before, after;
    };

    void read_moves(PgnGame<G>& game, std::string& error) {
        std::vector<Open> open{{&game.line, game.start, game.start}};
        for (skip_blank(); !ended(); skip_blank()) {
            Open& now = open.back();
            std::vector<PgnMove>& moves = now.line->moves;
            depth_ = open.size() - 1;
            if (at_next_game()) break;  // this one has no result
            if (here() == '{' || here() == ';') {
                std::string& comment = moves.empty() ? now.line->comment : moves.back().comment;
                const std::size_t start = at_, start_line = line_;
                if (!read_comment(comment)) {
                    at_ = start, line_ = start_line;  // the place of the error
                    return void(fail(error, "a comment has no end"));
                }
            } else if (here() == '(') {
                if (moves.empty()) return void(fail(error, "a variation has no move to replace"));
                if (open.size() > deepest) return void(fail(error, "variations are nested too deeply"));
                step();
                moves.back().variations.emplace_back();
                open.push_back({&moves.back().variations.back(), now.before, now.before});
            } else if (here() == ')') {
                if (open.size() == 1) return void(fail(error, "a ) closes no variation"));
                step();
                open.pop_back();
            } else {
                const std::string_view word = read_word();
                if (pgn::is_result(word) && open.size() == 1) return void(game.result = word);
                if (!read_one(word, now, error)) return;
            }
        }
        if (open.size() > 1) fail(error, "a variation has no end");
    }

    std::string_view read_word() {
        const std::size_t start = at_;
        const auto breaks = [](char letter) { return std::string_view("{}();$").find(letter) != std::string_view::npos; };
        while (!ended() && !pgn::is_space(here()) && (at_ == start || !breaks(here()))) step();
        return text_.substr(start, at_ - start);
    }

    // Consecutive comments are joined.
    bool read_comment(std::string& comment) {
        const bool to_line_end = here() == ';';
        const char end = to_line_end ? '\n' : '}';
        if (!comment.empty()) comment += ' ';
        std::string said;
        for (step(); !ended() && here() != end && !at_tag(); step()) {
            const bool space = pgn::is_space(here());
            if (!space) said += here();
            else if (!said.empty() && said.back() != ' ') said += ' ';
        }
        if (!said.empty() && said.back() == ' ') said.pop_back();
        comment += said;
        if (to_line_end) return true;
        if (ended() || at_tag()) return false;
        step();
        return true;
    }

    // A move, a move number, or an annotation.
    bool read_one(std::string_view word, Open& now, std::string& error) {
        std::vector<PgnMove>& moves = now.line->moves;
        std::size_t digits = 0;
        while (digits < word.size() && pgn::is_digit(word[digits])) ++digits;
        // 12. or 12... or 12.Nf3 or 12; 0-0 is a move.
        if (digits && (digits == word.size() || word[digits] == '.')) {
            while (digits < word.size() && word[digits] == '.') ++digits;
            word.remove_prefix(digits);
        }
        while (!word.empty() && word[0] == '.') word.remove_prefix(1);
        if (word.empty()) return true;
        const std::size_t body = std::min(word.find_last_not_of("!?") + 1, word.size());
        if (word[0] == '$') {
            int number = word.size() < 2 ? 256 : 0;
            for (const char letter : word.substr(1))
                number = pgn::is_digit(letter) && number < 256 ? 10 * number + letter - '0' : 256;
            if (number > 255) return fail(error, "an annotation is $ and a number up to 255");
            if (moves.empty()) return fail(error, "an annotation has no move before it");
            moves.back().annotations.push_back(number);
            return true;
        }
        if (body > 0) {
            typename G::Move move{};
            if (std::string wrong = PgnDialect<G>::parse_move(now.after, word.substr(0, body), move); !wrong.empty())
                return fail(error, std::move(wrong));
            moves.push_back({move, {}, {}, {}});
            now.before = now.after;
            now.after = now.after.play(move);
        }
        for (std::size_t at = 1; at < pgn::glyphs.size(); ++at)
            if (word.substr(body) == pgn::glyphs[at] && !moves.empty())
                moves.back().annotations.push_back(static_cast<int>(at));
        return true;
    }

    static bool fail(std::string& error, std::string sentence) {
        error = std::move(sentence);
        return false;
    }
};

namespace pgn {

// Writes words, wrapped below 80 characters, with room for closing brackets.
class PgnText {
public:
    void word(const std::string& word) {
        if (!text_.empty()) {
            const bool fits = width_ + 1 + opening_.size() + word.size() < 74;
            text_ += fits ? ' ' : '\n';
            width_ = fits ? width_ + 1 : 0;
        }
        text_ += opening_ + word;
        width_ += opening_.size() + word.size();
        opening_.clear();
    }
    // A comment is wrapped between words, and must not contain a closing brace.
    void comment(std::string_view said) {
        if (said.empty()) return;
        std::string part = "{";
        for (const char letter : said) {
            if (is_space(letter)) word(part), part.clear();
            else if (letter != '}') part += letter;
        }
        word(part + "}");
    }
    template <class G>
    void line(const PgnLine& line, G game, int ply) {
        comment(line.comment);
        bool number = true;  // the second player's moves are numbered only after a comment or a variation
        for (const PgnMove& one : line.moves) {
            const std::string count = std::to_string(ply / 2 + 1);
            if (ply % 2 == 0) word(count + ".");
            else if (number) word(count + "...");
            const auto move = static_cast<typename G::Move>(one.move);
            word(PgnDialect<G>::format_move(game, move));
            for (const int annotation : one.annotations) word(std::string(1, '$').append(std::to_string(annotation)));
            comment(one.comment);
            for (const PgnLine& variation : one.variations) {
                if (variation.moves.empty()) continue;
                opening_ += '(';
                this->line(variation, game, ply);
                text_ += ')', ++width_;
            }
            number = !one.comment.empty() || !one.variations.empty();
            game = game.play(move);
            ++ply;
        }
    }
    const std::string& text() const { return text_; }

private:
    std::string text_, opening_;  // opening_ is written before the next word, without a space
    std::size_t width_ = 0;
};

}  // namespace pgn

// The seven standard tags come first, with question marks for unknown values.
template <class G>
std::string format_pgn(const PgnGame<G>& game) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 7> seven{
        {{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"}, {"White", "?"}, {"Black", "?"},
         {"Result", ""}}};
    std::string text;
    const auto write = [&](std::string_view name, std::string_view value) {
        text.append("[").append(name).append(" \"");
        for (const char letter : value) {
            if (letter == '"' || letter == '\\') text += '\\';
            text += letter == '\n' ? ' ' : letter;
        }
        text += "\"]\n";
    };
    for (const auto& [name, unknown] : seven) {
        const std::string* known = game.tag(name);
        write(name, name == "Result" ? std::string_view(game.result) : known ? std::string_view(*known) : unknown);
    }
    for (const auto& tag : game.tags) {
        const auto is_it = [&](const auto& one) { return one.first == tag.first; };
        if (tag.first == "SetUp" || tag.first == "FEN" || std::any_of(seven.begin(), seven.end(), is_it)) continue;
        write(tag.first, tag.second);
    }
    if (!PgnDialect<G>::is_start(game.start)) {
        write("SetUp", "1");
        write("FEN", PgnDialect<G>::format_fen(game.start));
    }
    pgn::PgnText moves;
    moves.line(game.line, game.start, PgnDialect<G>::ply(game.start));
    moves.word(game.result);
    return text + "\n" + moves.text() + "\n";
}

}  // namespace zermelo
