// The loaded chess endgame tables, and how to probe them for the distance to mate of a position with few pieces.
//
// A loaded table is never changed or freed, so any number of threads may probe without locks. Tables ignore the fifty-move rule
// and have no positions with castling rights.
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

#include "zermelo/games/chess/endgame_slice.hpp"
#include "zermelo/tables/packed.hpp"

namespace zermelo::chess {

class EndgameTable {
public:
    EndgameTable(const Material& material, std::vector<std::uint8_t> bytes)
        : index_(material), packed_(std::make_unique<Packed>(material.name(), std::move(bytes))) {}

    // Reads a table from the bytes of its file; on failure returns null and sets `error`.
    static std::unique_ptr<EndgameTable> read(std::vector<std::uint8_t> file, std::string& error) {
        auto packed = std::make_unique<Packed>();
        error = packed->read(std::move(file));
        if (!error.empty()) return nullptr;
        const std::optional<Material> material = parse_material(packed->name());
        if (!material || material->name() != packed->name()) error = "it holds no endgame of three or four pieces";
        else if (EndgameIndex(*material).size() != packed->size()) error = "its number of positions is not that of " + packed->name();
        if (!error.empty()) return nullptr;
        return std::unique_ptr<EndgameTable>(new EndgameTable(*material, std::move(packed)));
    }

    const Material& material() const { return index_.material(); }
    const EndgameIndex& index() const { return index_; }
    const Packed& packed() const { return *packed_; }

    // Nothing if the table is damaged here.
    std::optional<Distance> at(std::size_t number) const {
        std::uint8_t byte = 0;
        if (!packed_->get(number, byte)) return std::nullopt;
        return Distance::of_byte(byte);
    }

private:
    EndgameTable(const Material& material, std::unique_ptr<Packed> packed) : index_(material), packed_(std::move(packed)) {}

    EndgameIndex index_;
    std::unique_ptr<Packed> packed_;
};

class EndgameTables {
public:
    // Adds a table, unless an undamaged one of the same endgame is loaded.
    void load(std::shared_ptr<const EndgameTable> table) {
        const std::lock_guard lock(mutex_);
        auto& slot = of_[table->material().code()];
        if (const EndgameTable* loaded = slot.load(std::memory_order_relaxed); loaded && !loaded->packed().damaged()) return;
        slot.store(table.get(), std::memory_order_release);
        kept_.push_back(std::move(table));
    }

    const EndgameTable* find(const Material& material) const { return of_[material.code()].load(std::memory_order_acquire); }

    std::vector<const EndgameTable*> loaded() const {
        std::vector<const EndgameTable*> tables;
        for (const auto& slot : of_)
            if (const EndgameTable* table = slot.load(std::memory_order_acquire)) tables.push_back(table);
        return tables;
    }

    // The distance to mate, if a table holds the position. For a position with many pieces this is one comparison.
    std::optional<Distance> probe(const Position& at) const {
        if (std::popcount(at.occupied()) > Material::most_pieces) [[likely]] return std::nullopt;
        return at.castling_rooks() ? std::nullopt : look_up(at);
    }

private:
    std::array<std::atomic<const EndgameTable*>, Material::codes> of_{};
    std::mutex mutex_;
    std::vector<std::shared_ptr<const EndgameTable>> kept_;  // never freed: a thread may be probing one

    std::optional<Distance> look_up(const Position& at) const {
        if (Orthodox::dead(at)) return Distance();
        const auto [material, placement] = describe(at);
        const EndgameTable* table = find(material);
        if (!table) return std::nullopt;
        const std::size_t number = table->index().number(placement);
        return number == EndgameIndex::none ? std::nullopt : table->at(number);
    }
};

// Those of the whole program.
inline EndgameTables endgame_tables;

// The hook HasEndgameTable of game/hooks.hpp. A mate counts only if it comes before a draw by the fifty-move rule can.
inline std::optional<Distance> probe_table(const Chess& game) {
    const std::optional<Distance> found = endgame_tables.probe(game);
    return found && game.clock() + found->plies() <= Chess::clock_limit ? found : std::nullopt;
}

}  // namespace zermelo::chess
