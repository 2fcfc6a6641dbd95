// A decoder of deflate streams (RFC 1951), so that the core reads compressed tables without a library. Invalid input is
// rejected.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace zermelo {

namespace detail {

class Inflater {
public:
    Inflater(std::span<const std::uint8_t> packed, std::span<std::uint8_t> out) : packed_(packed), out_(out) {}

    bool run() {
        bool last = false;
        while (!last) {
            last = take(1);
            const unsigned kind = take(2);
            if (kind == 0 ? !copy_stored() : kind == 1 ? !(fixed_codes() && unpack()) : kind != 2 || !(read_codes() && unpack()))
                return false;
        }
        return written_ == out_.size() && !overrun_;
    }

private:
    static constexpr int longest = 15, quick = 10;  // bits of a code; codes up to `quick` are decoded by one lookup

    // A canonical Huffman code: symbols in the order of their codes, and the number of codes of each length.
    struct Code {
        std::array<std::uint16_t, longest + 1> count{};
        std::array<std::uint16_t, 288> symbols{};
        std::array<std::uint16_t, 1 << quick> at_once{};  // symbol << 4 | length; 0 where the code is longer

        bool build(std::span<const std::uint8_t> lengths) {
            count.fill(0);
            at_once.fill(0);
            for (const std::uint8_t length : lengths) ++count[length];
            count[0] = 0;
            std::array<std::uint16_t, longest + 2> place{}, code{};
            int left = 1;
            for (int length = 1; length <= longest; ++length) {
                left = 2 * left - count[length];
                if (left < 0) return false;  // oversubscribed
                place[length + 1] = static_cast<std::uint16_t>(place[length] + count[length]);
                code[length + 1] = static_cast<std::uint16_t>((code[length] + count[length]) << 1);
            }
            for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol) {
                const int length = lengths[symbol];
                if (length == 0) continue;
                symbols[place[length]++] = static_cast<std::uint16_t>(symbol);
                const unsigned bits = code[length]++;
                if (length > quick) continue;
                unsigned turned = 0;  // the first bit of a code is the lowest in the stream
                for (int bit = 0; bit < length; ++bit) turned |= (bits >> bit & 1) << (length - 1 - bit);
                for (unsigned at = turned; at < 1u << quick; at += 1u << length)
                    at_once[at] = static_cast<std::uint16_t>(symbol << 4 | static_cast<unsigned>(length));
            }
            return true;
        }
    };

    std::span<const std::uint8_t> packed_;
    std::span<std::uint8_t> out_;
    std::size_t read_ = 0, written_ = 0;
    std::uint64_t bits_ = 0;
    int held_ = 0;
    bool overrun_ = false;
    Code literals_, distances_;

    void fill() {
        while (held_ <= 56 && read_ < packed_.size()) {
            bits_ |= static_cast<std::uint64_t>(packed_[read_++]) << held_;
            held_ += 8;
        }
    }
    void drop(int count) {
        if (count > held_) overrun_ = true;
        bits_ >>= count;
        held_ = std::max(held_ - count, 0);
    }
    unsigned take(int count) {
        fill();
        const auto value = static_cast<unsigned>(bits_ & ((std::uint64_t{1} << count) - 1));
        drop(count);
        return value;
    }

    // The next symbol, or -1.
    int symbol(const Code& code) {
        fill();
        if (const unsigned found = code.at_once[bits_ & ((1u << quick) - 1)]) {
            drop(static_cast<int>(found & 15));
            return overrun_ ? -1 : static_cast<int>(found >> 4);
        }
        int value = 0, first = 0, place = 0;
        for (int length = 1; length <= longest; ++length) {
            value |= static_cast<int>(bits_ >> (length - 1) & 1);
            const int count = code.count[length];
            if (value - first < count) {
                drop(length);
                return overrun_ ? -1 : code.symbols[place + value - first];
            }
            place += count;
            first = (first + count) << 1;
            value <<= 1;
        }
        return -1;
    }

    bool copy_stored() {
        drop(held_ & 7);
        const unsigned length = take(16), check = take(16);
        if (overrun_ || (length ^ check) != 0xffff || length > out_.size() - written_) return false;
        for (unsigned at = 0; at < length; ++at) out_[written_++] = static_cast<std::uint8_t>(take(8));
        return !overrun_;
    }

    bool fixed_codes() {
        std::array<std::uint8_t, 288> lengths;
        for (int symbol = 0; symbol < 288; ++symbol)
            lengths[symbol] = static_cast<std::uint8_t>(symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8);
        std::array<std::uint8_t, 30> fives;
        fives.fill(5);
        return literals_.build(lengths) && distances_.build(fives);
    }

    // The code lengths are themselves Huffman-coded.
    bool read_codes() {
        constexpr std::array<std::uint8_t, 19> order{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
        const unsigned literals = 257 + take(5), distances = 1 + take(5), short_codes = 4 + take(4);
        if (literals > 286 || distances > 30) return false;
        std::array<std::uint8_t, 19> short_lengths{};
        for (unsigned at = 0; at < short_codes; ++at) short_lengths[order[at]] = static_cast<std::uint8_t>(take(3));
        if (!literals_.build(short_lengths)) return false;
        std::array<std::uint8_t, 286 + 30> lengths{};
        for (unsigned at = 0; at < literals + distances;) {
            const int decoded = symbol(literals_);
            if (decoded < 0 || (decoded == 16 && at == 0)) return false;
            const std::uint8_t length = static_cast<std::uint8_t>(decoded < 16 ? decoded : decoded == 16 ? lengths[at - 1] : 0);
            const unsigned times = decoded < 16 ? 1 : decoded == 16 ? 3 + take(2) : decoded == 17 ? 3 + take(3) : 11 + take(7);
            if (times > literals + distances - at) return false;
            for (unsigned again = 0; again < times; ++again) lengths[at++] = length;
        }
        const std::span<const std::uint8_t> all(lengths);
        return literals_.build(all.subspan(0, literals)) && distances_.build(all.subspan(literals, distances));
    }

    bool unpack() {
        while (true) {
            const int decoded = symbol(literals_);
            if (decoded < 0 || decoded > 285) return false;
            if (decoded == 256) return true;
            if (decoded < 256) {
                if (written_ == out_.size()) return false;
                out_[written_++] = static_cast<std::uint8_t>(decoded);
                continue;
            }
            const unsigned length = length_of(decoded);
            const int code = symbol(distances_);
            if (code < 0 || code > 29) return false;
            const unsigned back = distance_of(code);
            if (overrun_ || back > written_ || length > out_.size() - written_) return false;
            for (unsigned at = 0; at < length; ++at, ++written_) out_[written_] = out_[written_ - back];
        }
    }

    // Lengths start at 3 and distances at 1, in steps that double every four and every two symbols.
    unsigned length_of(int symbol) {
        if (symbol == 285) return 258;
        const int at = symbol - 257, more = at < 8 ? 0 : at / 4 - 1;
        return 3 + (at < 8 ? static_cast<unsigned>(at) : (4 + static_cast<unsigned>(at % 4)) << more) + take(more);
    }
    unsigned distance_of(int symbol) {
        const int more = symbol < 4 ? 0 : symbol / 2 - 1;
        return 1 + (symbol < 4 ? static_cast<unsigned>(symbol) : (2 + static_cast<unsigned>(symbol % 2)) << more) + take(more);
    }
};

}  // namespace detail

// True if `packed` is a complete deflate stream of exactly out.size() bytes.
inline bool inflate(std::span<const std::uint8_t> packed, std::span<std::uint8_t> out) {
    return detail::Inflater(packed, out).run();
}

}  // namespace zermelo
