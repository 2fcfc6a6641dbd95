// Tapered weights: each feature has one for the middlegame and one for the endgame. Both are packed in one word, so that one addition
// adds both: the middlegame's in the lower half, the endgame's in the upper. In files of weights a line has a feature's name
// and two whole numbers.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace zermelo {

// Two sums in one word. Adding, subtracting and multiplying by a count act on both.
using Pair = std::int64_t;

constexpr Pair make_pair(int middlegame, int endgame) { return middlegame + Pair{endgame} * (Pair{1} << 32); }
constexpr int middlegame_of(Pair pair) { return static_cast<std::int32_t>(pair); }
constexpr int endgame_of(Pair pair) { return static_cast<std::int32_t>((pair - middlegame_of(pair)) >> 32); }

inline constexpr int largest_weight = 9999;  // sums over a board fit 32 bits

namespace detail {

inline std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    line = line.substr(0, line.find('#'));
    for (std::size_t at = 0; at < line.size();) {
        const std::size_t begin = std::min(line.find_first_not_of(" \t\r", at), line.size());
        at = std::min(line.find_first_of(" \t\r", begin), line.size());
        if (at > begin) words.push_back(line.substr(begin, at - begin));
    }
    return words;
}

}  // namespace detail

// Parse lines of a feature's name and two numbers, with `#` comments; missing features have weight 0. Returns an empty string, or one
// sentence with the error; `out` is then unchanged.
template <class Names, std::size_t N>
std::string parse_weights(const Names& names, std::string_view text, std::array<Pair, N>& out) {
    std::array<Pair, N> read{};
    std::array<bool, N> known{};
    for (int line = 1; !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::vector<std::string_view> words = detail::words_of(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (words.empty()) continue;
        const auto wrong = [&](const std::string& what) { return "line " + std::to_string(line) + ": " + what; };
        if (words.size() != 3) return wrong("a feature's name and two numbers are expected");
        std::size_t feature = 0;
        int numbers[2];
        while (feature < N && names[feature] != words[0]) ++feature;
        if (feature == N) return wrong("'" + std::string(words[0]) + "' is not a feature");
        if (known[feature]) return wrong(std::string(words[0]) + " is given twice");
        for (int at = 0; at < 2; ++at) {
            const std::string_view word = words[at + 1];
            const auto [rest, error] = std::from_chars(word.data(), word.data() + word.size(), numbers[at]);
            if (error != std::errc() || rest != word.data() + word.size() || numbers[at] < -largest_weight || numbers[at] > largest_weight)
                return wrong("'" + std::string(word) + "' is not a whole number up to " + std::to_string(largest_weight));
        }
        known[feature] = true;
        read[feature] = make_pair(numbers[0], numbers[1]);
    }
    out = read;
    return "";
}

// The lines that `parse_weights` reads, without features of weight 0.
template <class Names, std::size_t N>
std::string format_weights(const Names& names, const std::array<Pair, N>& weights) {
    std::string text;
    for (std::size_t feature = 0; feature < N; ++feature) {
        if (!weights[feature]) continue;
        text.append(names[feature]);
        for (const int half : {middlegame_of(weights[feature]), endgame_of(weights[feature])})
            text.append(1, ' ').append(std::to_string(half));
        text += '\n';
    }
    return text;
}

}  // namespace zermelo
