// Blocks of wins, losses and draws, compressed as runs.
//
// A block is the first result, then the lengths of runs, all in exponential Golomb code. A run has the result of the run before the
// last, since most blocks have two results in turn, or after an extra 0 the third result. A block with one result only has no bits;
// its length in the list of lengths tells which.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "zermelo/tables/retrograde.hpp"

namespace zermelo {

inline constexpr std::size_t block_results = 4096;
inline constexpr std::uint16_t uniform_block = 0xfff0;  // plus the result: the length of a block without bits

// 32 results in a word, the first in the lowest two bits.
using ResultBlock = std::array<std::uint64_t, block_results / 32>;

namespace detail {

inline constexpr int golomb_order = 1;

class BitWriter {
public:
    void write(std::uint32_t number) {
        number += 1u << golomb_order;
        const int width = std::bit_width(number);
        append(0, width - 1 - golomb_order);
        append(number, width);
    }
    std::vector<std::uint8_t> take() { return std::move(bytes_); }

private:
    std::vector<std::uint8_t> bytes_;
    int free_ = 0;  // bits of the last byte

    void append(std::uint32_t bits, int count) {
        while (count-- > 0) {
            if (free_ == 0) bytes_.push_back(0), free_ = 8;
            bytes_.back() = static_cast<std::uint8_t>(bytes_.back() | (bits >> count & 1) << --free_);
        }
    }
};

// Reads zeros behind the end.
class BitReader {
public:
    explicit BitReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    std::uint32_t read() {
        while (held_ <= 56) {
            bits_ |= static_cast<std::uint64_t>(at_ < bytes_.size() ? bytes_[at_] : 0) << (56 - held_);
            ++at_, held_ += 8;
        }
        const int zeros = std::countl_zero(bits_ | std::uint64_t{1} << (63 - most_zeros)), width = zeros + 1 + golomb_order;
        bits_ <<= zeros;
        const auto number = static_cast<std::uint32_t>(bits_ >> (64 - width));
        bits_ <<= width;
        held_ -= zeros + width;
        return number - (1u << golomb_order);
    }

private:
    std::span<const std::uint8_t> bytes_;
    std::size_t at_ = 0;
    std::uint64_t bits_ = 0;  // the next ones, from the highest
    int held_ = 0;

    static constexpr int most_zeros = 12;  // in front of the length of a block
};

// The result that an imaginary run before the first has: any other.
constexpr Result after(Result first) { return static_cast<Result>((static_cast<int>(first) + 1) % 3); }

inline void fill(ResultBlock& block, std::size_t from, std::size_t to, Result result) {
    const std::uint64_t pattern = static_cast<std::uint64_t>(result) * 0x5555555555555555u;
    for (std::size_t word = from / 32; word * 32 < to; ++word) {
        const std::size_t first = word * 32 < from ? from % 32 : 0, last = std::min<std::size_t>(to - word * 32, 32);
        const std::uint64_t mask = ~std::uint64_t{0} >> (64 - 2 * (last - first)) << (2 * first);
        block[word] = (block[word] & ~mask) | (pattern & mask);
    }
}

}  // namespace detail

struct EncodedBlock {
    std::uint16_t length;  // as in the list of lengths
    std::vector<std::uint8_t> bytes;
};

// Compresses the results of a block; those without a value may become anything.
inline EncodedBlock encode_block(std::span<const std::optional<Result>> results) {
    std::vector<std::pair<Result, std::uint32_t>> runs;
    std::uint32_t free = 0;  // results without a value before the first run
    for (const std::optional<Result>& result : results) {
        if (runs.empty() && !result) ++free;
        else if (result && (runs.empty() || *result != runs.back().first)) runs.emplace_back(*result, 1 + std::exchange(free, 0));
        else ++runs.back().second;
    }
    if (runs.size() < 2) return {static_cast<std::uint16_t>(uniform_block + (runs.empty() ? 0 : static_cast<int>(runs[0].first))), {}};
    detail::BitWriter bits;
    bits.write(static_cast<std::uint32_t>(runs[0].first));
    Result before_last = runs[0].first, last = detail::after(before_last);
    for (const auto& [result, length] : runs) {
        if (result != before_last) bits.write(0);
        bits.write(length);
        before_last = std::exchange(last, result);
    }
    std::vector<std::uint8_t> bytes = bits.take();
    return {static_cast<std::uint16_t>(bytes.size()), std::move(bytes)};
}

// Never reads or writes out of bounds, whatever the bytes are.
inline void decode_block(std::uint16_t length, std::span<const std::uint8_t> bytes, ResultBlock& block) {
    if (length >= uniform_block) return detail::fill(block, 0, block_results, static_cast<Result>(length - uniform_block));
    detail::BitReader bits(bytes);
    Result before_last = static_cast<Result>(bits.read() % 3), last = detail::after(before_last);
    for (std::size_t at = 0; at < block_results;) {
        std::uint32_t run = bits.read();
        Result result = before_last;
        if (run == 0) {
            result = static_cast<Result>(3 - static_cast<int>(last) - static_cast<int>(before_last));
            run = std::max(bits.read(), 1u);
        }
        detail::fill(block, at, std::min<std::size_t>(at + run, block_results), result);
        at += run;
        before_last = std::exchange(last, result);
    }
}

}  // namespace zermelo
