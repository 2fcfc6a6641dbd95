// Builds the slices of a checkers endgame table, and compares finished ones with the values of their successors.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "zermelo/games/checkers/endgame_tables.hpp"

namespace zermelo::checkers {

// The slices that must be loaded before one can be built are those of the endgames of `leads_to`, and those before it.
inline std::vector<SliceForces> leads_to(const SliceForces& endgame) {
    std::vector<SliceForces> found;
    const auto add = [&](const Force& one, const Force& two) {
        if (one.pieces() == 0 || two.pieces() == 0) return;
        const SliceForces reached = ordered(one, two);
        if (std::find(found.begin(), found.end(), reached) == found.end()) found.push_back(reached);
    };
    const auto add_moves_of = [&](const Force& own, const Force& other) {
        const Force crowned{own.men - 1, own.kings + 1, 0};
        for (int men = 0; men <= other.men; ++men)
            for (int kings = 0; kings <= other.kings; ++kings) {
                const Force rest{other.men - men, other.kings - kings, 0};
                if (men + kings > 0) add(own, rest);
                if (own.men > 0) add(crowned, rest);
            }
    };
    add_moves_of(endgame.first, endgame.second);
    add_moves_of(endgame.second, endgame.first);
    return found;
}

// Bytes needed to build a slice, without the loaded tables and their cache.
template <int Size>
std::size_t bytes_to_build(const SliceForces& forces) {
    return SliceIndex<Size>(forces).size() * ResultRetrograde<EndgameSlice<Size, Result (*)(const BasicCheckers<Size>&)>>::bits_per_position / 8;
}

namespace detail {

// Compresses the results of a slice into the bytes of a file.
template <int Size>
std::vector<std::uint8_t> encode_slice(const SliceIndex<Size>& index, const std::vector<Result>& results, const RetrogradeProgress& progress, int threads) {
    std::vector<EncodedBlock> blocks((index.size() + block_results - 1) / block_results);
    std::vector<Totals> totals(blocks.size());
    share_work(blocks.size(), 1, threads, progress, [&](std::size_t block) {
        std::vector<std::optional<Result>> values;
        for (std::size_t number = block * block_results; number < std::min((block + 1) * block_results, index.size()); ++number) {
            const Result result = results[number];
            constexpr std::size_t place[] = {2, 0, 1};
            ++totals[block][index.is_second(number)][place[static_cast<std::size_t>(result)]];
            values.push_back(index.position(number).template jumpers<0>() ? std::nullopt : std::optional(result));
        }
        blocks[block] = encode_block(values);
    });
    Totals all{};
    std::size_t length = 0;
    for (std::size_t block = 0; block < blocks.size(); ++block) {
        for (std::size_t total = 0; total < 6; ++total) all[total / 3][total % 3] += totals[block][total / 3][total % 3];
        length += blocks[block].bytes.size();
    }
    std::vector<std::uint8_t> bytes{static_cast<std::uint8_t>(index.forces().first.lead), static_cast<std::uint8_t>(index.forces().second.lead)};
    for (std::size_t total = 0; total < 6; ++total) append(bytes, all[total / 3][total % 3], 8);
    append(bytes, length, 4);
    for (const EncodedBlock& block : blocks) append(bytes, block.length, 2);
    for (const EncodedBlock& block : blocks) bytes.insert(bytes.end(), block.bytes.begin(), block.bytes.end());
    append(bytes, crc32(bytes), 4);
    return bytes;
}

}  // namespace detail

// Builds the next slice of a table, adds it and loads it. Returns its bytes for the file, or nothing if it was stopped.
template <int Size>
std::vector<std::uint8_t> build_next_slice(EndgameTable<Size>& table, EndgameTables<Size>& tables, RetrogradeProgress& progress, int threads) {
    const SliceForces forces = table.next();
    const SliceIndex<Size> index(forces);
    std::atomic<bool> missing{false};
    const auto probe = [&](const BasicCheckers<Size>& game) {
        const std::optional<Result> result = tables.look_up(game);
        if (!result) missing = true;
        return result.value_or(Result::draw);
    };
    const EndgameSlice<Size, decltype(probe)> slice(index, probe);
    const std::vector<Result> results = ResultRetrograde(slice, progress, threads).run();
    if (missing) throw std::invalid_argument(name_of(forces) + " leads to an endgame that is not loaded");
    if (results.empty()) return {};
    std::vector<std::uint8_t> bytes = detail::encode_slice(index, results, progress, threads);
    if (progress.stopped()) return {};
    std::size_t at = 0;
    auto finished = TableSlice<Size>::read(forces, bytes, at);
    tables.load(finished);
    table.add(std::move(finished));
    return bytes;
}

// Builds and loads all tables of up to this many pieces that are not loaded; false if it was stopped.
template <int Size>
bool build_tables(EndgameTables<Size>& tables, int most_pieces, RetrogradeProgress& progress, int threads) {
    for (int pieces = 2; pieces <= most_pieces; ++pieces)
        for (const SliceForces& endgame : endgames(pieces)) {
            EndgameTable<Size> table(endgame);
            if (table.complete() || tables.find(table.next().first, table.next().second)) continue;
            while (!table.complete())
                if (build_next_slice(table, tables, progress, threads).empty()) return false;
        }
    return true;
}

// Compares every position of a slice with its successors; returns a position whose value is wrong, if there is one. The endgame and
// those it leads to must be loaded.
template <int Size>
std::optional<BasicCheckers<Size>> find_contradiction(const TableSlice<Size>& slice, const EndgameTables<Size>& tables,
                                                      const RetrogradeProgress& progress, int threads) {
    std::mutex mutex;
    std::optional<BasicCheckers<Size>> wrong;
    std::atomic<bool> missing{false};
    share_work(slice.index().size(), 1 << 12, threads, progress, [&](std::size_t number) {
        const BasicCheckers<Size> game = slice.index().position(number);
        if (game.template jumpers<0>()) return;
        Result best = Result::loss;
        game.template each_move_of<0>([&](Move, const Change& change) {
            const std::optional<Result> reached = tables.look_up(game.template after<0>(change).turned());
            if (!reached) missing = true;
            else if (best != Result::win && *reached != Result::win) best = before(*reached);
        });
        if (slice.at(number, tables.cache()) == best || missing) return;
        const std::lock_guard lock(mutex);
        wrong = game;
    });
    if (missing) throw std::invalid_argument(name_of(slice.index().forces()) + " leads to an endgame that is not loaded");
    return wrong;
}

}  // namespace zermelo::checkers
