// An array of bytes in compressed blocks, each decompressed when it is first read, and its file format. Any number of threads may
// read. A block with a wrong checksum has no values.
//
// The file, numbers little-endian:
//
//     8   magic
//     4   version
//     8   name of the content, padded with zeros
//     8   bytes in the array
//     4   bytes in a block of it (the last block may have fewer)
//     4   blocks
//     8   for each block: its compressed length, and the CRC-32 of the compressed bytes
//     4   CRC-32 of everything before
//         the blocks, each deflated
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/base/checksum.hpp"
#include "zermelo/base/inflate.hpp"

namespace zermelo {

class Packed {
public:
    static constexpr std::string_view magic = "ZermEnd\x1a";
    static constexpr std::uint32_t version = 1, largest_block = 1 << 20;

    Packed() = default;
    // An array that was never compressed.
    Packed(std::string name, std::vector<std::uint8_t> bytes)
        : name_(std::move(name)), size_(bytes.size()), block_size_(std::max<std::size_t>(bytes.size(), 1)), whole_(std::move(bytes)) {
        places_.resize(1);
        open_ = std::make_unique<std::atomic<const std::uint8_t*>[]>(1);
        open_[0] = whole_.data();
    }
    ~Packed() {
        for (std::size_t block = 0; block < places_.size(); ++block)
            if (const std::uint8_t* bytes = open_[block]; bytes != whole_.data()) delete[] bytes;
    }
    Packed(const Packed&) = delete;
    Packed& operator=(const Packed&) = delete;

    const std::string& name() const { return name_; }
    std::size_t size() const { return size_; }
    std::size_t blocks() const { return places_.size(); }
    bool damaged() const { return damaged_.load(std::memory_order_relaxed); }

    // Reads a file and checks its header; returns an empty string, or what is wrong. Blocks are checked when they are first read.
    std::string read(std::vector<std::uint8_t> file) {
        constexpr std::size_t fixed = 36;
        const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
        if (file.size() < fixed + 4 || text.substr(0, magic.size()) != magic) return "it is not an endgame table";
        if (const std::uint64_t found = number(file, 8, 4); found != version)
            return "it has version " + std::to_string(found) + " of the format, and this program reads version " + std::to_string(version);
        const std::uint64_t blocks = number(file, 32, 4);
        const std::size_t head = fixed + 8 * blocks;
        if (file.size() < head + 4) return "it is cut off";
        if (crc32(std::span(file).first(head)) != number(file, head, 4)) return "its header is damaged";
        size_ = number(file, 20, 8), block_size_ = number(file, 28, 4);
        if (block_size_ == 0 || block_size_ > largest_block || blocks != size_ / block_size_ + (size_ % block_size_ != 0))
            return "its header has sizes that do not match";
        std::vector<Place> places(blocks);
        std::size_t at = head + 4;
        for (std::size_t block = 0; block < blocks; ++block) {
            const std::uint64_t length = number(file, fixed + 8 * block, 4);
            places[block] = {at, length, static_cast<std::uint32_t>(number(file, fixed + 8 * block + 4, 4))};
            at += length;
        }
        if (file.size() < at) return "it is cut off";
        if (file.size() > at) return "it has extra bytes at its end";
        name_ = text.substr(12, 8);
        name_ = name_.substr(0, name_.find('\0'));
        places_ = std::move(places);
        open_ = std::make_unique<std::atomic<const std::uint8_t*>[]>(blocks);
        file_ = std::move(file);
        return "";
    }

    // Sets `found` to one byte of the array; returns false if its block is damaged.
    bool get(std::size_t at, std::uint8_t& found) const {
        const std::uint8_t* block = bytes_of(at / block_size_);
        if (block) found = block[at % block_size_];
        return block != nullptr;
    }

    // The index of the first damaged block, or `blocks()` if there is none.
    std::size_t first_damaged() const {
        std::size_t block = 0;
        while (block < places_.size() && bytes_of(block)) ++block;
        return block;
    }

private:
    struct Place {
        std::size_t at = 0, length = 0;
        std::uint32_t check = 0;
    };

    std::string name_;
    std::size_t size_ = 0, block_size_ = 1;
    std::vector<std::uint8_t> file_, whole_;
    std::vector<Place> places_;
    mutable std::unique_ptr<std::atomic<const std::uint8_t*>[]> open_;  // the decompressed blocks
    mutable std::atomic<bool> damaged_{false};

    static std::uint64_t number(const std::vector<std::uint8_t>& file, std::size_t at, int bytes) {
        std::uint64_t value = 0;
        for (int byte = bytes - 1; byte >= 0; --byte) value = value << 8 | file[at + static_cast<std::size_t>(byte)];
        return value;
    }

    const std::uint8_t* bytes_of(std::size_t block) const {
        const std::uint8_t* bytes = open_[block].load(std::memory_order_acquire);
        return bytes ? bytes : unpack(block);
    }

    // Two threads may both decompress a block; the first to finish publishes it.
    const std::uint8_t* unpack(std::size_t block) const {
        const std::span packed = std::span(file_).subspan(places_[block].at, places_[block].length);
        const std::size_t length = std::min(block_size_, size_ - block * block_size_);
        auto fresh = std::make_unique<std::uint8_t[]>(length);
        if (crc32(packed) != places_[block].check || !inflate(packed, {fresh.get(), length})) {
            damaged_.store(true, std::memory_order_relaxed);
            return nullptr;
        }
        const std::uint8_t* published = nullptr;
        if (!open_[block].compare_exchange_strong(published, fresh.get(), std::memory_order_acq_rel)) return published;
        return fresh.release();
    }
};

}  // namespace zermelo
