// SplitMix64: small, fast, reproducible random numbers, and mixing of keys.
#pragma once

#include <cstdint>

namespace zermelo {

// Spread the bits of a key over the whole word.
constexpr std::uint64_t mix(std::uint64_t x) {
    x += 0x9E3779B97F4A7C15ull;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
}

class Random {
public:
    explicit constexpr Random(std::uint64_t seed) : state_(seed) {}
    constexpr std::uint64_t next() { return mix(state_++); }
    // A number from 0 to limit - 1.
    constexpr std::uint32_t below(std::uint32_t limit) {
        return static_cast<std::uint32_t>(((next() >> 32) * limit) >> 32);
    }

private:
    std::uint64_t state_;
};

}  // namespace zermelo
