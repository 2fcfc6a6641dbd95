// Distances of checkers endgames in plies: how long the game takes if the winner hurries and the loser delays, without draws by
// rule. One byte per position (see Distance): the slices of an endgame one after another, with positions that have a capture.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "zermelo/games/checkers/endgame_tables.hpp"
#include "zermelo/tables/packed.hpp"

namespace zermelo::checkers {

// The numbers of all positions of an endgame.
template <int Size>
class DistanceIndex {
public:
    explicit DistanceIndex(const SliceForces& endgame) {
        for (const SliceForces& slice : filled_slices<Size>(endgame)) {
            slices_.emplace_back(slice);
            starts_.push_back(size_);
            size_ += slices_.back().size();
        }
    }

    std::size_t size() const { return size_; }
    const std::vector<SliceIndex<Size>>& slices() const { return slices_; }
    std::size_t start(std::size_t slice) const { return starts_[slice]; }

    // Black is to move.
    std::size_t number(const BasicCheckers<Size>& game) const {
        const auto [own, other] = forces_of(game);
        const SliceForces forces = ordered(own, other);
        std::size_t slice = 0;
        while (slices_[slice].forces() != forces) ++slice;
        return starts_[slice] + slices_[slice].number(game, own < other);
    }

private:
    std::vector<SliceIndex<Size>> slices_;
    std::vector<std::size_t> starts_;
    std::size_t size_ = 0;
};

template <int Size>
std::string endgame_name_of(const BasicCheckers<Size>& game) {
    const auto endgame_of = [](Force force) { return Force{force.men, force.kings, 0}; };
    const auto [own, other] = forces_of(game);
    return name_of(ordered(endgame_of(own), endgame_of(other)));
}

// The distances of one endgame, from a file or just built.
template <int Size>
struct DistanceTable {
    DistanceIndex<Size> index;
    std::shared_ptr<const Packed> bytes;
};

template <int Size>
class DistanceTables {
public:
    void load(const SliceForces& endgame, std::shared_ptr<const Packed> bytes) {
        const std::lock_guard lock(mutex_);
        tables_.insert_or_assign(name_of(endgame), DistanceTable<Size>{DistanceIndex<Size>(endgame), std::move(bytes)});
    }
    std::map<std::string, DistanceTable<Size>> all() const {
        const std::lock_guard lock(mutex_);
        return tables_;
    }

    // For the player to move; nothing if there is no table.
    std::optional<Distance> probe(const BasicCheckers<Size>& game) const {
        const std::lock_guard lock(mutex_);
        return probe(tables_, black_to_move(game));
    }
    // The same with Black to move.
    static std::optional<Distance> probe(const std::map<std::string, DistanceTable<Size>>& tables, const BasicCheckers<Size>& game) {
        if (!game.has_moves()) return Distance::of_plies(0);
        if (!game.white() || std::popcount(game.black() | game.white()) > most_table_pieces) return std::nullopt;
        const auto table = tables.find(endgame_name_of(game));
        std::uint8_t byte = 0;
        if (table == tables.end() || !table->second.bytes->get(table->second.index.number(game), byte)) return std::nullopt;
        return Distance::of_byte(byte);
    }

private:
    mutable std::mutex mutex_;
    std::map<std::string, DistanceTable<Size>> tables_;
};

// Those of the whole program.
template <int Size>
inline DistanceTables<Size> distance_tables;

// A slice for Retrograde. `Probe` returns the distance of a position of another slice; Black is to move.
template <int Size, class Probe>
class DistanceSlice {
public:
    DistanceSlice(const SliceIndex<Size>& index, Probe probe) : index_(index), moves_(index, nullptr), probe_(std::move(probe)) {}

    std::size_t size() const { return index_.size(); }

    Successors successors(std::size_t number) const {
        const BasicCheckers<Size> game = index_.position(number);
        Successors found{true, 0, {}};
        game.template each_move_of<0>([&](Move, const Change& change) {
            if (moves_.stays(game, change, index_.is_second(number))) {
                ++found.inside;
            } else {
                found.add_outside(probe_(game.template after<0>(change).turned()).before());
            }
        });
        if (found.inside == 0 && !found.outside) found.outside = Distance::of_plies(0);
        return found;
    }

    template <class Visit>
    void visit_predecessors(std::size_t number, Visit&& visit) const {
        moves_.visit_predecessors(number, visit);
    }

private:
    const SliceIndex<Size>& index_;
    EndgameSlice<Size, std::nullptr_t> moves_;
    Probe probe_;
};

// Returns the distances of an endgame, or nothing if it was stopped. Throws std::invalid_argument if it leads to an endgame whose
// distances are not loaded, and std::overflow_error if a distance does not fit into a byte.
template <int Size>
std::vector<std::uint8_t> build_distances(const SliceForces& endgame, const DistanceTables<Size>& tables, RetrogradeProgress& progress, int threads) {
    const DistanceIndex<Size> index(endgame);
    const auto others = tables.all();
    std::vector<std::uint8_t> bytes(index.size());
    std::atomic<bool> missing{false};
    for (std::size_t at = 0; at < index.slices().size(); ++at) {
        const auto probe = [&](const BasicCheckers<Size>& game) {
            if (!game.has_moves()) return Distance::of_plies(0);
            if (endgame_name_of(game) == name_of(endgame)) return Distance::of_byte(bytes[index.number(game)]);
            const std::optional<Distance> distance = DistanceTables<Size>::probe(others, game);
            if (!distance) missing = true;
            return distance.value_or(Distance());
        };
        const DistanceSlice<Size, decltype(probe)> slice(index.slices()[at], probe);
        const std::vector<std::uint8_t> found = Retrograde(slice, progress, threads).run();
        if (missing) throw std::invalid_argument(name_of(endgame) + " leads to an endgame whose distances are not loaded");
        if (found.empty()) return {};
        std::copy(found.begin(), found.end(), bytes.begin() + static_cast<std::ptrdiff_t>(index.start(at)));
    }
    return bytes;
}

}  // namespace zermelo::checkers
