// Checks of a foreign game before it is used: a few random games, in which every function is called twice and every promise of
// foreign.h that can be checked is checked. Guards around each buffer reveal writes out of bounds. A library that crashes takes
// the process with it: run the trial in another process if that matters.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "zermelo/game/foreign.hpp"

namespace zermelo {

// A buffer between two guards.
class Guarded {
public:
    explicit Guarded(std::size_t bytes) : bytes_(bytes), memory_(guard + (bytes + 15) / 16 * 16 + guard, fill) {
        std::memset(data(), 0, bytes_);
    }
    Guarded(const Guarded& other) : Guarded(other.bytes_) { *this = other; }
    Guarded& operator=(const Guarded& other) {
        std::memcpy(data(), other.data(), bytes_);
        return *this;
    }

    unsigned char* data() { return align(memory_.data()); }
    const unsigned char* data() const { return align(memory_.data()); }
    bool intact() const {
        const unsigned char* begin = data();
        const auto untouched = [](unsigned char byte) { return byte == fill; };
        return std::all_of(memory_.data(), begin, untouched) &&
               std::all_of(begin + bytes_, memory_.data() + memory_.size(), untouched);
    }
    bool operator==(const Guarded& other) const { return std::memcmp(data(), other.data(), bytes_) == 0; }

private:
    static constexpr std::size_t guard = 256;
    static constexpr unsigned char fill = 0xA5;

    template <class Byte>
    static Byte* align(Byte* memory) {
        const auto address = reinterpret_cast<std::uintptr_t>(memory) + guard - 16;
        return memory + ((address + 15) / 16 * 16 - reinterpret_cast<std::uintptr_t>(memory));
    }

    std::size_t bytes_;
    std::vector<unsigned char> memory_;
};

class ForeignTrial {
public:
    explicit ForeignTrial(const zermelo_game& game) : game_(game), players_(ForeignTable(game).players) {}

    // What is wrong, in one sentence without a full stop; empty if nothing is.
    std::string run(int games, int plies, std::uint64_t seed) {
        Random random(seed);
        for (int number = 0; number < games && problem_.empty(); ++number) play_out(plies, random);
        return problem_;
    }

private:
    bool fail(const std::string& sentence) {
        if (problem_.empty()) {
            problem_ = sentence;
            if (!line_.empty()) {
                problem_ += " (after the moves";
                for (std::size_t at = line_.size() > 12 ? line_.size() - 12 : 0; at < line_.size(); ++at)
                    problem_ += (at == 0 ? " " : at + 12 == line_.size() ? " ... " : ", ") + std::to_string(line_[at]);
                problem_ += ")";
            }
        }
        return false;
    }
    bool check(const char* function, std::int32_t status, const Guarded& written) {
        if (status != ZERMELO_OK) return fail(std::string(function) + " gave the status " + std::to_string(status));
        if (!written.intact()) return fail(std::string(function) + " writes past the room it was given");
        return true;
    }

    void play_out(int plies, Random& random) {
        line_.clear();
        Guarded state(game_.state_size);
        if (!check("start", game_.start(state.data()), state)) return;
        zermelo_view view{};
        if (!read_view(state, view)) return;
        // Long games are allowed; an audit checks that every game ends.
        for (int ply = 0; ply < plies && !view.over; ++ply) {
            std::vector<std::int32_t> moves;
            const bool chance = view.player < 0;
            if (!(chance ? list_chances(state, moves) : list_moves(state, moves)) || !check_optional(state, moves, chance)) return;
            const std::int32_t move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
            Guarded next(state), again(state), room(sizeof(zermelo_view));
            for (Guarded* made : {&next, &again}) {
                const std::int32_t status = game_.play(made->data(), move, reinterpret_cast<zermelo_view*>(room.data()));
                if (!check("play", status, *made) || !check("play", status, room)) return;
            }
            zermelo_view after{};
            std::memcpy(&after, room.data(), sizeof after);
            const std::string played = "play(" + std::to_string(move) + ")";
            if (!(next == again)) {
                fail(played + " gave two different states");
                return;
            }
            line_.push_back(move);
            state = next;
            if (!read_view(state, view)) return;
            const bool has_utility = view.over && !game_.payoffs;
            if (after.player != view.player || !after.over != !view.over || (has_utility && after.utility != view.utility)) {
                fail(played + " does not write of the state what view writes");
                return;
            }
        }
        if (view.over && game_.payoffs) check_values(state, "payoffs", game_.payoffs, players_);
    }

    bool read_view(const Guarded& state, zermelo_view& view) {
        Guarded room(sizeof(zermelo_view)), again(sizeof(zermelo_view));
        const Guarded before(state);
        if (!check("view", game_.view(state.data(), reinterpret_cast<zermelo_view*>(room.data())), room)) return false;
        if (!check("view", game_.view(state.data(), reinterpret_cast<zermelo_view*>(again.data())), again)) return false;
        if (!(before == state) || !state.intact()) return fail("view changes the state");
        std::memcpy(&view, room.data(), sizeof view);
        if (!(room == again)) return fail("view gave two different answers for one state");
        if (const char* promise = broken_promise(game_, players_, view)) return fail(std::string("view: ") + promise);
        return true;
    }

    bool list_moves(const Guarded& state, std::vector<std::int32_t>& moves) {
        Guarded room(sizeof(std::int32_t) * game_.most_moves);
        const Guarded before(state);
        const auto* listed = reinterpret_cast<const std::int32_t*>(room.data());
        std::int32_t count = 0;
        if (!check("moves", game_.moves(state.data(), reinterpret_cast<std::int32_t*>(room.data()), &count), room)) return false;
        if (!(before == state) || !state.intact()) return fail("moves changes the state");
        if (const char* promise = broken_promise(game_, listed, count)) return fail(std::string("moves: ") + promise);
        moves.assign(listed, listed + count);
        std::int32_t second = 0;
        if (!check("moves", game_.moves(state.data(), reinterpret_cast<std::int32_t*>(room.data()), &second), room)) return false;
        if (second != count || !std::equal(moves.begin(), moves.end(), listed))
            return fail("moves gave two different answers for one state");
        return all_different("moves", moves);
    }

    bool all_different(const char* function, std::vector<std::int32_t> moves) {
        std::sort(moves.begin(), moves.end());
        const auto twin = std::adjacent_find(moves.begin(), moves.end());
        return twin == moves.end() || fail(std::string(function) + " lists the move " + std::to_string(*twin) + " twice");
    }

    // The outcomes where chance moves.
    bool list_chances(const Guarded& state, std::vector<std::int32_t>& moves) {
        Guarded room(sizeof(std::int32_t) * game_.most_moves), weights(sizeof(std::int64_t) * game_.most_moves);
        Guarded second(sizeof(std::int32_t) * game_.most_moves), heavy(sizeof(std::int64_t) * game_.most_moves);
        const Guarded before(state);
        std::int32_t count = 0, again = 0;
        const auto call = [&](Guarded& moves, Guarded& weights, std::int32_t& count) {
            const std::int32_t status = game_.chances(state.data(), reinterpret_cast<std::int32_t*>(moves.data()),
                                                      reinterpret_cast<std::int64_t*>(weights.data()), &count);
            return check("chances", status, moves) && check("chances", status, weights);
        };
        if (!call(room, weights, count)) return false;
        if (!(before == state) || !state.intact()) return fail("chances changes the state");
        const auto* listed = reinterpret_cast<const std::int32_t*>(room.data());
        if (const char* promise = broken_promise(game_, listed, reinterpret_cast<const std::int64_t*>(weights.data()), count))
            return fail(std::string("chances: ") + promise);
        if (!call(second, heavy, again)) return false;
        const auto same = [&](const Guarded& one, const Guarded& other, std::size_t size) {
            return std::memcmp(one.data(), other.data(), size * static_cast<std::size_t>(count)) == 0;
        };
        if (again != count || !same(room, second, sizeof(std::int32_t)) || !same(weights, heavy, sizeof(std::int64_t)))
            return fail("chances gave two different answers for one state");
        moves.assign(listed, listed + count);
        return all_different("chances", moves);
    }

    // The payoffs or static values of `count` players.
    bool check_values(const Guarded& state, const char* function, std::int32_t (*write)(const void*, std::int32_t*), std::uint32_t count) {
        constexpr std::int32_t unwritten = std::numeric_limits<std::int32_t>::min();
        const std::string name = function;
        Guarded values(sizeof(std::int32_t) * count), again(values);
        const Guarded before(state);
        for (Guarded* room : {&values, &again}) {
            auto* begin = reinterpret_cast<std::int32_t*>(room->data());
            std::fill_n(begin, count, unwritten);
            if (!check(function, write(state.data(), begin), *room)) return false;
            const auto missing = std::find(begin, begin + count, unwritten);
            if (missing != begin + count) return fail(name + " writes nothing for player " + std::to_string(missing - begin));
        }
        if (!(before == state) || !state.intact()) return fail(name + " changes the state");
        if (!(values == again)) return fail(name + " gave two different answers for one state");
        const char* promise = broken_promise(reinterpret_cast<const std::int32_t*>(values.data()), count);
        return !promise || fail(name + ": " + promise);
    }

    // The optional functions.
    bool check_optional(const Guarded& state, const std::vector<std::int32_t>& moves, bool chance) {
        const Guarded before(state);
        if (game_.evaluate && !check_values(state, "evaluate", game_.evaluate, game_.payoffs ? players_ : 1)) return false;
        if (game_.key) {
            std::uint64_t one = 0, other = 0;
            if (!check("key", game_.key(state.data(), &one), state)) return false;
            if (!check("key", game_.key(state.data(), &other), state)) return false;
            if (one != other) return fail("key gave two different answers for one state");
        }
        std::int32_t rank = 0;
        if (game_.rank && !chance && !check("rank", game_.rank(state.data(), moves.front(), &rank), state)) return false;
        if (game_.write_state &&
            !writes("write_state", [&](char* text, std::uint32_t room) { return game_.write_state(state.data(), text, room); }))
            return false;
        if (game_.write_move && !writes("write_move", [&](char* text, std::uint32_t room) {
                return game_.write_move(state.data(), moves.front(), text, room);
            }))
            return false;
        return before == state || fail("a function that only looks at a state changes it");
    }

    template <class Write>
    bool writes(const char* function, Write&& write) {
        Guarded text(text_room);
        std::memset(text.data(), 'x', text_room);
        if (!check(function, write(reinterpret_cast<char*>(text.data()), static_cast<std::uint32_t>(text_room)), text)) return false;
        return std::memchr(text.data(), 0, text_room) || fail(std::string(function) + " does not end its text with a zero byte");
    }

    static constexpr std::size_t text_room = 256;  // a function must respect the size that it is given

    const zermelo_game game_;
    const std::uint32_t players_;
    std::string problem_;
    std::vector<std::int32_t> line_;
};

}  // namespace zermelo
