// The endings of chess whose tables are loaded, for everyone to ask: the distance to mate of a position with few pieces.
//
// A table is never changed and never given back once it is loaded, so that any number of threads may ask without locks. The
// count of fifty moves is no part of a table, and positions in which somebody may still castle are in none.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "zermelo/tables/chess_ending_slice.hpp"
#include "zermelo/tables/packed.hpp"

namespace zermelo::chess {

class EndingTable {
public:
    EndingTable(const Material& material, std::vector<std::uint8_t> bytes)
        : index_(material), packed_(std::make_unique<Packed>(material.name(), std::move(bytes))) {}

    // A table from the bytes of its file; on failure nothing, and one sentence in `error`.
    static std::unique_ptr<EndingTable> read(std::vector<std::uint8_t> file, std::string& error) {
        auto packed = std::make_unique<Packed>();
        error = packed->read(std::move(file));
        if (!error.empty()) return nullptr;
        const std::optional<Material> material = parse_material(packed->name());
        if (!material || material->name() != packed->name()) error = "it holds no ending of three or four pieces";
        else if (EndingIndex(*material).size() != packed->size()) error = "it has another number of positions than " + packed->name();
        if (!error.empty()) return nullptr;
        return std::unique_ptr<EndingTable>(new EndingTable(*material, std::move(packed)));
    }

    const Material& material() const { return index_.material(); }
    const EndingIndex& index() const { return index_; }
    const Packed& packed() const { return *packed_; }

    // Nothing where the table is damaged.
    std::optional<Distance> at(std::size_t number) const {
        std::uint8_t byte = 0;
        if (!packed_->get(number, byte)) return std::nullopt;
        return Distance::of_byte(byte);
    }

private:
    EndingTable(const Material& material, std::unique_ptr<Packed> packed) : index_(material), packed_(std::move(packed)) {}

    EndingIndex index_;
    std::unique_ptr<Packed> packed_;
};

class Endings {
public:
    // Takes a table; one that is there already stays, unless it has turned out to be damaged.
    void load(std::shared_ptr<const EndingTable> table) {
        const std::lock_guard lock(mutex_);
        auto& slot = of_[table->material().code()];
        if (const EndingTable* there = slot.load(std::memory_order_relaxed); there && !there->packed().damaged()) return;
        slot.store(table.get(), std::memory_order_release);
        kept_.push_back(std::move(table));
    }

    const EndingTable* find(const Material& material) const { return of_[material.code()].load(std::memory_order_acquire); }

    std::vector<const EndingTable*> loaded() const {
        std::vector<const EndingTable*> tables;
        for (const auto& slot : of_)
            if (const EndingTable* table = slot.load(std::memory_order_acquire)) tables.push_back(table);
        return tables;
    }

    // The distance to mate, where a table knows it. For a position with many pieces this is one comparison.
    std::optional<Distance> probe(const Position& at) const {
        if (std::popcount(at.occupied()) > Material::most_pieces) [[likely]] return std::nullopt;
        return at.castling_rooks() ? std::nullopt : look_up(at);
    }

private:
    std::array<std::atomic<const EndingTable*>, Material::codes> of_{};
    std::mutex mutex_;
    std::vector<std::shared_ptr<const EndingTable>> kept_;  // all that were ever loaded: somebody may be asking

    std::optional<Distance> look_up(const Position& at) const {
        if (Orthodox::dead(at)) return Distance();
        const auto [material, placement] = describe(at);
        const EndingTable* table = find(material);
        if (!table) return std::nullopt;
        const std::size_t number = table->index().number(placement);
        return number == EndingIndex::none ? std::nullopt : table->at(number);
    }
};

// The endings of the whole program.
inline Endings endings;

// What a search asks (see search/game.hpp). A table does not count the fifty moves: a mate is certain only if it comes in time.
inline std::optional<Distance> probe_table(const Chess& game) {
    const std::optional<Distance> found = endings.probe(game);
    return found && game.clock() + found->plies() <= Chess::clock_limit ? found : std::nullopt;
}

}  // namespace zermelo::chess
