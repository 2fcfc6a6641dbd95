// CRC-32 as in zlib, PNG and Ethernet. It detects every error burst of up to 32 bits.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

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

// The content of a file of weights without its last line, "# crc32 1a2b3c4d", the checksum of all bytes before it. None if it does
// not match. zermelo.native.weights writes and checks the same line in Python.
inline std::optional<std::string_view> without_checksum(std::string_view file) {
    constexpr std::size_t length = 17;  // of the last line
    if (file.size() < length) return std::nullopt;
    const std::string_view content = file.substr(0, file.size() - length);
    std::uint32_t checksum = crc32({reinterpret_cast<const std::uint8_t*>(content.data()), content.size()});
    std::string line = "# crc32 00000000\n";
    for (std::size_t at = length - 1; at-- > length - 9; checksum >>= 4) line[at] = "0123456789abcdef"[checksum & 15];
    return file.ends_with(line) ? std::optional(content) : std::nullopt;
}

}  // namespace zermelo
