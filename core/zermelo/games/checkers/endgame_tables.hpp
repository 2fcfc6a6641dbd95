// The loaded checkers endgame tables, how to probe them, and their file format. Results are of the game without draws by rule.
//
// The file of an endgame, numbers little-endian:
//
//     8   magic
//     4   version
//     4   size of the board
//     8   name, padded with zeros
//     4   CRC-32 of everything before
//         the slices, in the order in which they are built:
//         1   lead of the first side
//         1   lead of the second
//         8   for each side to move: wins, losses and draws of the player to move, six numbers
//         4   bytes in all blocks
//         2   for each block of 4096 positions: its length (see result_blocks.hpp)
//             the blocks
//         4   CRC-32 of this slice up to here
//
// Slices without positions are left out. Positions with a capture have no value of their own; a probe plays their captures. A
// checksum is compared when the file is read, so a damaged file is never probed.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/base/checksum.hpp"
#include "zermelo/games/checkers/endgame_slice.hpp"
#include "zermelo/tables/result_blocks.hpp"

namespace zermelo::checkers {

// Wins, losses and draws of the player to move, where it is the first side and where it is the second.
using Totals = std::array<std::array<std::uint64_t, 3>, 2>;

namespace detail {

inline void append(std::vector<std::uint8_t>& bytes, std::uint64_t number, int length) {
    for (int byte = 0; byte < length; ++byte) bytes.push_back(static_cast<std::uint8_t>(number >> (8 * byte)));
}
inline std::uint64_t number_at(std::span<const std::uint8_t> bytes, std::size_t at, int length) {
    std::uint64_t number = 0;
    for (int byte = length - 1; byte >= 0; --byte) number = number << 8 | bytes[at + static_cast<std::size_t>(byte)];
    return number;
}

// Decompressed blocks of all tables, shared by all threads without locks. Each block has one slot. A reader compares the slot's
// block before and after it reads; a writer leaves the slot alone while another is at work on it.
class BlockCache {
public:
    explicit BlockCache(std::size_t bytes)
        : count_(std::bit_floor(std::max(bytes / sizeof(Slot), std::size_t{1}))), slots_(static_cast<Slot*>(std::calloc(count_, sizeof(Slot)))) {
        if (!slots_) throw std::bad_alloc();
    }

    std::optional<Result> find(std::uint64_t block, std::size_t at) const {
        Slot& slot = slot_of(block);
        if (std::atomic_ref(slot.block).load(std::memory_order_acquire) != block) return std::nullopt;
        const std::uint64_t word = std::atomic_ref(slot.words[at / 32]).load(std::memory_order_acquire);
        if (std::atomic_ref(slot.block).load(std::memory_order_relaxed) != block) return std::nullopt;
        return static_cast<Result>(word >> (at % 32 * 2) & 3);
    }

    void store(std::uint64_t block, const ResultBlock& results) const {
        Slot& slot = slot_of(block);
        const std::atomic_ref held(slot.block);
        std::uint64_t before = held.load(std::memory_order_relaxed);
        if (before == busy || !held.compare_exchange_strong(before, busy, std::memory_order_acquire)) return;
        for (std::size_t word = 0; word < results.size(); ++word) std::atomic_ref(slot.words[word]).store(results[word], std::memory_order_release);
        held.store(block, std::memory_order_release);
    }

private:
    static constexpr std::uint64_t busy = 1;  // blocks are numbered from 2

    struct Slot {
        std::uint64_t block;
        ResultBlock words;
    };
    struct Free {
        void operator()(Slot* slots) const { std::free(slots); }
    };
    std::size_t count_;
    std::unique_ptr<Slot[], Free> slots_;  // from calloc, so that slots without a block take no memory

    Slot& slot_of(std::uint64_t block) const { return slots_[block & (count_ - 1)]; }
};

inline std::atomic<std::uint64_t> next_block{2};

}  // namespace detail

// One slice of a table, from the bytes of a file.
template <int Size>
class TableSlice {
public:
    static constexpr std::size_t fixed = 2 + 6 * 8 + 4;

    // Reads the slice that starts at `at` and moves `at` behind it. Null if it is damaged or cut off.
    static std::shared_ptr<const TableSlice> read(const SliceForces& forces, std::span<const std::uint8_t> file, std::size_t& at) {
        auto slice = std::shared_ptr<TableSlice>(new TableSlice(forces));
        const std::size_t blocks = (slice->index_.size() + block_results - 1) / block_results;
        if (file.size() - at < fixed + 2 * blocks + 4) return nullptr;
        const std::span bytes = file.subspan(at);
        const std::size_t length = fixed + 2 * blocks + detail::number_at(bytes, fixed - 4, 4);
        if (bytes.size() < length + 4 || crc32(bytes.first(length)) != detail::number_at(bytes, length, 4)) return nullptr;
        if (bytes[0] != forces.first.lead || bytes[1] != forces.second.lead) return nullptr;
        for (std::size_t total = 0; total < 6; ++total) slice->totals_[total / 3][total % 3] = detail::number_at(bytes, 2 + 8 * total, 8);
        std::size_t start = 0;
        for (std::size_t block = 0; block < blocks; ++block) {
            const auto block_length = static_cast<std::uint16_t>(detail::number_at(bytes, fixed + 2 * block, 2));
            if (block_length > uniform_block + 2) return nullptr;
            slice->places_.push_back({static_cast<std::uint32_t>(start), block_length});
            if (block_length < uniform_block) start += block_length;
        }
        if (fixed + 2 * blocks + start != length) return nullptr;
        slice->bytes_.assign(bytes.begin() + static_cast<std::ptrdiff_t>(length - start), bytes.begin() + static_cast<std::ptrdiff_t>(length));
        slice->first_block_ = detail::next_block.fetch_add(blocks);
        at += length + 4;
        return slice;
    }

    const SliceIndex<Size>& index() const { return index_; }
    const Totals& totals() const { return totals_; }

    Result at(std::size_t number, const detail::BlockCache& cache) const {
        const std::size_t block = number / block_results, place = number % block_results;
        const auto [start, length] = places_[block];
        if (length >= uniform_block) return static_cast<Result>(length - uniform_block);
        if (const std::optional<Result> found = cache.find(first_block_ + block, place)) return *found;
        ResultBlock results;
        decode_block(length, std::span(bytes_).subspan(start, length), results);
        cache.store(first_block_ + block, results);
        return static_cast<Result>(results[place / 32] >> (place % 32 * 2) & 3);
    }

private:
    struct Place {
        std::uint32_t start;
        std::uint16_t length;
    };

    SliceIndex<Size> index_;
    Totals totals_{};
    std::vector<Place> places_;
    std::vector<std::uint8_t> bytes_;
    std::uint64_t first_block_ = 0;

    explicit TableSlice(const SliceForces& forces) : index_(forces) {}
};

// The slices of an endgame that have positions, in the order of the file.
template <int Size>
std::vector<SliceForces> filled_slices(const SliceForces& endgame) {
    std::vector<SliceForces> slices = slices_of<Size>(endgame);
    std::erase_if(slices, [](const SliceForces& slice) { return SliceIndex<Size>(slice).size() == 0; });
    return slices;
}

// The table of one endgame, complete or, while it is built, its first slices.
template <int Size>
class EndgameTable {
public:
    static constexpr std::string_view magic = "ZermChk\x1a";
    static constexpr std::uint32_t version = 1;
    static constexpr std::size_t head = 28;

    explicit EndgameTable(const SliceForces& endgame) : endgame_(endgame), order_(filled_slices<Size>(endgame)) {}

    // The bytes of a file before its slices.
    std::vector<std::uint8_t> header() const {
        std::vector<std::uint8_t> bytes(magic.begin(), magic.end());
        detail::append(bytes, version, 4);
        detail::append(bytes, Size, 4);
        std::string name = name_of(endgame_);
        name.resize(8);
        bytes.insert(bytes.end(), name.begin(), name.end());
        detail::append(bytes, crc32(bytes), 4);
        return bytes;
    }

    // Reads a file; returns an empty string, or what is wrong.
    static std::string read(std::span<const std::uint8_t> file, std::optional<EndgameTable>& table) {
        const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
        if (file.size() < head || text.substr(0, magic.size()) != magic) return "it is not a checkers endgame table";
        if (const std::uint64_t found = detail::number_at(file, 8, 4); found != version)
            return "it has version " + std::to_string(found) + " of the format, and this program reads version " + std::to_string(version);
        if (crc32(file.first(head - 4)) != detail::number_at(file, head - 4, 4)) return "its header is damaged";
        if (const std::uint64_t size = detail::number_at(file, 12, 4); size != Size)
            return "it is for a board of size " + std::to_string(size) + ", not " + std::to_string(Size);
        std::string_view name = text.substr(16, 8);
        name = name.substr(0, name.find('\0'));
        const std::optional<SliceForces> endgame = parse_endgame(name);
        if (!endgame || name_of(*endgame) != name) return "it holds no endgame of two to six pieces";
        table.emplace(*endgame);
        const std::size_t length = table->resume(file);
        const std::size_t read = table->slices_.size(), all = table->order_.size();
        if (read < all) return "slice " + std::to_string(read + 1) + " of " + std::to_string(all) + " is damaged or cut off";
        return length == file.size() ? "" : "it has extra bytes at its end";
    }

    // Reads the undamaged slices at the start of a file, which may be incomplete; returns how many bytes of it to keep.
    std::size_t resume(std::span<const std::uint8_t> file) {
        const std::vector<std::uint8_t> expected = header();
        if (file.size() < head || !std::equal(expected.begin(), expected.end(), file.begin())) return 0;
        std::size_t at = head;
        while (!complete()) {
            auto slice = TableSlice<Size>::read(next(), file, at);
            if (!slice) break;
            slices_.push_back(std::move(slice));
        }
        return at;
    }

    const SliceForces& endgame() const { return endgame_; }
    const std::vector<std::shared_ptr<const TableSlice<Size>>>& slices() const { return slices_; }
    const std::vector<SliceForces>& order() const { return order_; }
    bool complete() const { return slices_.size() == order_.size(); }
    const SliceForces& next() const { return order_[slices_.size()]; }
    void add(std::shared_ptr<const TableSlice<Size>> slice) { slices_.push_back(std::move(slice)); }

private:
    SliceForces endgame_;
    std::vector<SliceForces> order_;
    std::vector<std::shared_ptr<const TableSlice<Size>>> slices_;
};

template <int Size>
class EndgameTables {
public:
    using Game = BasicCheckers<Size>;

    explicit EndgameTables(std::size_t cache_bytes) : cache_bytes_(cache_bytes) {}

    // Adds a slice, unless it is loaded.
    void load(std::shared_ptr<const TableSlice<Size>> slice) {
        const std::lock_guard lock(mutex_);
        const SliceForces& forces = slice->index().forces();
        auto& place = of_[code(forces.first, forces.second)];
        if (place.load(std::memory_order_relaxed)) return;
        if (!cache_) cache_ = std::make_unique<detail::BlockCache>(cache_bytes_);
        of_[code(forces.second, forces.first)].store(slice.get(), std::memory_order_release);
        place.store(slice.get(), std::memory_order_release);
        most_pieces_ = std::max(most_pieces_.load(), forces.pieces());
        kept_.push_back(std::move(slice));
    }
    void load(const EndgameTable<Size>& table) {
        for (const auto& slice : table.slices()) load(slice);
    }

    std::size_t cache_bytes() const { return cache_bytes_; }
    const detail::BlockCache& cache() const { return *cache_; }
    const TableSlice<Size>* find(const Force& own, const Force& other) const { return of_[code(own, other)].load(std::memory_order_acquire); }

    // Whether there are tables of so many pieces.
    bool may_hold(const Game& game) const { return std::popcount(game.black() | game.white()) <= most_pieces_.load(std::memory_order_relaxed); }

    // The result for the player to move, if tables hold the position.
    std::optional<Result> probe(const Game& game) const {
        if (!may_hold(game)) [[likely]] return std::nullopt;
        return look_up(black_to_move(game));
    }

    // The same with Black to move.
    std::optional<Result> look_up(const Game& game) const {
        if (!game.black()) return Result::loss;
        if (game.template jumpers<0>()) return best_capture(game);
        const auto [own, other] = forces_of(game);
        const TableSlice<Size>* slice = find(own, other);
        if (!slice) return std::nullopt;
        return slice->at(slice->index().number(game, own < other), *cache_);
    }

private:
    std::array<std::atomic<const TableSlice<Size>*>, 1 << 18> of_{};
    std::atomic<int> most_pieces_{0};
    std::mutex mutex_;
    std::vector<std::shared_ptr<const TableSlice<Size>>> kept_;  // never freed: a thread may be probing one
    std::size_t cache_bytes_;
    std::unique_ptr<detail::BlockCache> cache_;

    static std::size_t code(const Force& own, const Force& other) {
        const auto bits = [](const Force& force) { return static_cast<std::size_t>(force.men | force.kings << 3 | force.lead << 6); };
        return bits(own) | bits(other) << 9;
    }

    std::optional<Result> best_capture(const Game& game) const {
        std::optional<Result> best = Result::loss;
        bool unknown = false;
        game.template each_move_of<0>([&](Move, const Change& change) {
            if (best == Result::win) return;
            const std::optional<Result> reached = look_up(game.template after<0>(change).turned());
            if (!reached) unknown = true;
            else if (*reached != Result::win) best = before(*reached);
        });
        return unknown && best != Result::win ? std::nullopt : best;
    }
};

// Those of the whole program, with up to 64 MB of decompressed blocks.
template <int Size>
inline EndgameTables<Size> endgame_tables(64 << 20);

// In a won endgame of up to four pieces a capture or a man's move comes within so many plies (KKvKM on the 8x8 board).
inline constexpr int longest_without_progress = 38, progress_pieces = 4;

}  // namespace zermelo::checkers

namespace zermelo {

// The hook HasResultTable of game/hooks.hpp (and see conversion.hpp). A win counts only where the rule of 40 moves is
// unlikely to come first, and is certain where it cannot.
template <int Size>
inline std::optional<TableResult> probe_result(const BasicCheckers<Size>& game) {
    if (!checkers::endgame_tables<Size>.may_hold(game)) [[likely]] return std::nullopt;
    const std::optional<Result> found = checkers::endgame_tables<Size>.probe(game);
    if (!found) return std::nullopt;
    if (*found == Result::draw || !game.rules().forty_moves) return TableResult{*found, true};
    if (game.clock() + checkers::longest_without_progress > game.clock_limit) return std::nullopt;
    return TableResult{*found, std::popcount(game.black() | game.white()) <= checkers::progress_pieces};
}

}  // namespace zermelo
