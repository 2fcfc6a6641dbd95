// The features of a move in Go and their weights (gammas), which priors.hpp multiplies. The weights begin with values set by hand;
// `zermelo train go` learns others (games/go/model.hpp).
//
// In text each line has the name of a feature and its gamma. A pattern is named by its three rows, with X for stones of the player to
// move, O for the opponent's, a dot for empty points, - beyond the edge and + for the move itself: "pattern.XOX/.+./...". Its turns
// and reflections are the same feature. Features that are not named have a gamma of 1.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/games/go/patterns.hpp"

namespace zermelo::go {

// The features; those with several values take a range of numbers.
namespace feature {
enum : int {
    pass_first,        // a pass after a stone
    pass_after_pass,
    capture_to_save,   // of a chain next to an own one in atari
    capture_few,       // of one or two stones
    capture_many,
    save,              // a chain in atari
    save_in_vain,      // the chain is lost in a ladder
    atari,             // on a chain with two liberties
    atari_ladder,      // that takes the chain in a ladder
    self_atari_few,    // of one or two stones
    self_atari_many,
    fill_eye,
    line,                                // from the edge: 1, 2, 3, 4, 5, further
    distance = line + 6,                 // from the last move: 2, 3 ... 16, further
    second_distance = distance + 16,     // from the move before it
    pattern = second_distance + 16,      // the class of the points around
};

inline constexpr std::array<std::string_view, line> names{
    "pass_first", "pass_after_pass", "capture_to_save", "capture_few",    "capture_many",    "save",
    "save_in_vain", "atari",         "atari_ladder",    "self_atari_few", "self_atari_many", "fill_eye",
};

// A range of features, which a number tells apart.
struct Range {
    std::string_view name;
    int first, count, number;  // of the first
};
inline constexpr std::array<Range, 3> ranges{{{"line.", line, 6, 1}, {"distance.", distance, 16, 2}, {"second_distance.", second_distance, 16, 2}}};
inline constexpr std::string_view pattern_prefix = "pattern.";

// No move has two features of one group.
enum Group : std::uint8_t { group_takes, group_attacks, group_self_atari, group_eye, group_line, group_distance, group_second_distance, group_pattern, groups };
constexpr Group group_of(int index) {
    if (index >= pattern) return group_pattern;
    if (index >= second_distance) return group_second_distance;
    if (index >= distance) return group_distance;
    if (index >= line) return group_line;
    if (index == fill_eye) return group_eye;
    if (index >= self_atari_few) return group_self_atari;
    return index >= atari ? group_attacks : group_takes;
}
}  // namespace feature

class Gammas {
public:
    static constexpr float least = 1e-4f, most = 1e4f;

    // Set by hand.
    Gammas() : of_(static_cast<std::size_t>(feature::pattern + pattern_tables().class_count), 1.0f) {
        using namespace feature;
        const auto set = [&](int first, std::initializer_list<float> values) { std::copy(values.begin(), values.end(), of_.begin() + first); };
        set(pass_first, {0.02f, 0.5f, 30, 8, 25, 12, 0.3f, 2, 8, 0.3f, 0.05f, 0.01f});
        set(line, {0.3f, 0.8f, 1.6f, 1.5f, 1.2f, 1});
        set(distance, {4, 3.5f, 3, 2.5f, 2.2f, 2, 1.7f, 1.5f, 1.3f, 1.2f, 1.1f});
        set(second_distance, {1.6f, 1.5f, 1.4f, 1.3f, 1.2f, 1.1f});
        const PatternTables& tables = pattern_tables();
        for (unsigned word = 0; word < 65536; ++word)
            if (tables.urgent(static_cast<Around>(word))) (*this)[pattern + tables.classes[word]] = 3;
    }

    int count() const { return static_cast<int>(of_.size()); }
    float operator[](int index) const { return of_[static_cast<std::size_t>(index)]; }
    float& operator[](int index) { return of_[static_cast<std::size_t>(index)]; }

    // With four digits.
    std::string save() const {
        std::string out;
        const auto write = [&](std::string name, int index) {
            if ((*this)[index] == 1) return;
            char digits[32];
            const auto end = std::to_chars(digits, digits + sizeof digits, (*this)[index], std::chars_format::general, 4).ptr;
            out.append(name).append(" ").append(digits, end).append("\n");
        };
        for (std::size_t at = 0; at < feature::names.size(); ++at) write(std::string(feature::names[at]), static_cast<int>(at));
        for (const feature::Range& range : feature::ranges)
            for (int at = 0; at < range.count; ++at) write(std::string(range.name) + std::to_string(range.number + at), range.first + at);
        const PatternTables& tables = pattern_tables();
        int next = 0;
        for (unsigned word = 0; word < 65536; ++word)
            if (tables.classes[word] == next) write(std::string(feature::pattern_prefix) + letters(static_cast<Around>(word)), feature::pattern + next++);
        return out;
    }

    // Reads what `save` wrote; lines that begin with # are comments. Returns an empty string, or what is wrong; then nothing has changed.
    std::string load(std::string_view text) {
        std::vector<float> read(of_.size(), 1.0f);
        for (int number = 1; !text.empty(); ++number) {
            const std::string_view line = text.substr(0, text.find('\n'));
            text.remove_prefix(std::min(text.size(), line.size() + 1));
            if (line.empty() || line[0] == '#') continue;
            const std::string place = "line " + std::to_string(number) + ": ";
            const std::size_t space = line.find(' ');
            if (space == std::string_view::npos) return place + "expected a feature and its gamma";
            const auto index = index_of(line.substr(0, space));
            if (!index) return place + "'" + std::string(line.substr(0, std::min<std::size_t>(space, 40))) + "' is not a feature";
            float gamma = 0;
            const auto [end, error] = std::from_chars(line.data() + space + 1, line.data() + line.size(), gamma);
            if (error != std::errc() || end != line.data() + line.size() || !(gamma >= least && gamma <= most))
                return place + "a gamma is a number from 0.0001 to 10000";
            read[static_cast<std::size_t>(*index)] = gamma;
        }
        of_ = std::move(read);
        return "";
    }

private:
    static constexpr std::string_view colour_letters = ".XO-";

    static std::string letters(Around around) {
        std::string out = ".../.+./...";
        for (int direction = 0; direction < 8; ++direction) out[place_of(direction)] = colour_letters[around_at(around, direction)];
        return out;
    }
    // The place of a direction in a pattern's text, which has three rows with slashes between them.
    static std::size_t place_of(int direction) {
        const std::size_t letter = detail::letter_of_direction[static_cast<std::size_t>(direction)];
        return letter + letter / 3;
    }

    static std::optional<int> index_of(std::string_view name) {
        const auto named = std::find(feature::names.begin(), feature::names.end(), name);
        if (named != feature::names.end()) return static_cast<int>(named - feature::names.begin());
        for (const feature::Range& range : feature::ranges) {
            if (!name.starts_with(range.name)) continue;
            const std::string_view digits = name.substr(range.name.size());
            int number = 0;
            const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
            if (error != std::errc() || end != digits.data() + digits.size() || number < range.number || number >= range.number + range.count) return std::nullopt;
            return range.first + number - range.number;
        }
        if (!name.starts_with(feature::pattern_prefix)) return std::nullopt;
        name.remove_prefix(feature::pattern_prefix.size());
        if (name.size() != 11) return std::nullopt;
        Around around = 0;
        for (int direction = 0; direction < 8; ++direction) {
            const std::size_t colour = colour_letters.find(name[place_of(direction)]);
            if (colour == std::string_view::npos) return std::nullopt;
            around |= around_bits(static_cast<Colour>(colour), direction);
        }
        if (letters(around) != name) return std::nullopt;
        return feature::pattern + pattern_tables().classes[around];
    }

    std::vector<float> of_;
};

// Those that games are searched with; load others before the first search.
inline Gammas& shipped_gammas() {
    static Gammas gammas;
    return gammas;
}

}  // namespace zermelo::go
