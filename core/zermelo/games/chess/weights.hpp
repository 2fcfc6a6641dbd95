// The weights of the features of a position: two for each, for the middlegame and for the endgame, in centipawns. They come as
// text from the caller (`load`); without it only material counts.
//
// Both are kept in one word, so that one addition adds both: the middlegame's in the lower half, the endgame's above it.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/games/chess/features.hpp"
#include "zermelo/games/chess/see.hpp"

namespace zermelo::chess {

// Two sums in one word: additions, subtractions and multiplications by counts go through to both.
using Pair = std::int64_t;

constexpr Pair make_pair(int middlegame, int endgame) { return middlegame + Pair{endgame} * (Pair{1} << 32); }
constexpr int middlegame_of(Pair pair) { return static_cast<std::int32_t>(pair); }
constexpr int endgame_of(Pair pair) { return static_cast<std::int32_t>((pair - middlegame_of(pair)) >> 32); }

class Weights {
public:
    static constexpr int largest = 9999;  // of one weight: no sum over a board passes 32 bits

    constexpr Weights() {
        std::array<Pair, feature_count> plain{};
        for (int piece = pawn; piece <= queen; ++piece)
            plain[first_of(Family::material) + piece] = make_pair(exchange_values[piece], exchange_values[piece]);
        assign(plain);
    }

    constexpr Pair operator[](int feature) const { return of_[feature]; }
    // What a piece on a square is worth, material and square together; seen by its side.
    constexpr Pair placed(Piece piece, int square) const { return placed_[piece][square]; }
    // Changes with every change: what was reckoned with other weights is not used.
    constexpr std::uint32_t version() const { return version_; }

    constexpr void assign(const std::array<Pair, feature_count>& weights) {
        of_ = weights;
        ++version_;
        for (int piece = pawn; piece <= king; ++piece)
            for (int square = 0; square < 64; ++square)
                placed_[piece][square] = (piece == king ? 0 : of_[first_of(Family::material) + piece]) +
                                         of_[first_of(Family::pawn_square) + 64 * piece + square];
    }

    // Lines of a feature's name and two numbers, `#` for comments; features that are not named count nothing. Returns an empty
    // string, or one sentence on what is wrong; the weights are then unchanged.
    std::string load(std::string_view text) {
        std::array<Pair, feature_count> read{};
        std::array<bool, feature_count> known{};
        for (int line = 1; !text.empty(); ++line) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            const std::vector<std::string_view> words = words_of(text.substr(0, end));
            text.remove_prefix(std::min(end + 1, text.size()));
            if (words.empty()) continue;
            const auto wrong = [&](const std::string& what) { return "line " + std::to_string(line) + ": " + what; };
            if (words.size() != 3) return wrong("a feature's name and two numbers are expected");
            int feature = 0, numbers[2];
            while (feature < feature_count && feature_names[feature] != words[0]) ++feature;
            if (feature == feature_count) return wrong("'" + std::string(words[0]) + "' is not a feature");
            if (known[feature]) return wrong(std::string(words[0]) + " is given twice");
            for (int at = 0; at < 2; ++at) {
                const std::string_view word = words[at + 1];
                const auto [rest, error] = std::from_chars(word.data(), word.data() + word.size(), numbers[at]);
                if (error != std::errc() || rest != word.data() + word.size() || numbers[at] < -largest || numbers[at] > largest)
                    return wrong("'" + std::string(word) + "' is not a whole number up to " + std::to_string(largest));
            }
            known[feature] = true;
            read[feature] = make_pair(numbers[0], numbers[1]);
        }
        assign(read);
        return "";
    }

    // The lines `load` reads; a feature without weight is left out.
    std::string save() const {
        std::string text;
        for (int feature = 0; feature < feature_count; ++feature) {
            if (!of_[feature]) continue;
            text.append(feature_names[feature]);
            for (const int half : {middlegame_of(of_[feature]), endgame_of(of_[feature])})
                text.append(1, ' ').append(std::to_string(half));
            text += '\n';
        }
        return text;
    }

private:
    std::array<Pair, feature_count> of_{};
    std::array<std::array<Pair, 64>, 6> placed_{};
    std::uint32_t version_ = 0;

    static std::vector<std::string_view> words_of(std::string_view line) {
        std::vector<std::string_view> words;
        line = line.substr(0, line.find('#'));
        for (std::size_t at = 0; at < line.size();) {
            const std::size_t begin = std::min(line.find_first_not_of(" \t\r", at), line.size());
            at = std::min(line.find_first_of(" \t\r", begin), line.size());
            if (at > begin) words.push_back(line.substr(begin, at - begin));
        }
        return words;
    }
};

// The weights of the whole program: load them before searching, from one thread.
inline constinit Weights weights;

}  // namespace zermelo::chess
