// CRC-32 as zlib, PNG and Ethernet reckon it: any change of up to 32 neighbouring bits changes it.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace zermelo {

namespace detail {

inline constexpr auto crc_steps = [] {
    std::array<std::uint32_t, 256> steps{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t rest = byte;
        for (int bit = 0; bit < 8; ++bit) rest = rest >> 1 ^ (rest & 1 ? 0xEDB88320u : 0);
        steps[byte] = rest;
    }
    return steps;
}();

}  // namespace detail

constexpr std::uint32_t crc32(std::span<const std::uint8_t> bytes) {
    std::uint32_t rest = ~std::uint32_t{0};
    for (const std::uint8_t byte : bytes) rest = rest >> 8 ^ detail::crc_steps[(rest ^ byte) & 0xff];
    return ~rest;
}

}  // namespace zermelo
