// A large block of memory that the system zeroes as it is touched, on large pages where it fills some: a random access misses the
// cache anyway, but need not miss the page tables too.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace zermelo {

class Memory {
public:
    static constexpr std::size_t large_page = std::size_t{2} << 20;

    Memory() = default;
    // Throws std::bad_alloc if the system refuses. Not from calloc, which clears memory that it has given out before.
    explicit Memory(std::size_t bytes) {
        const std::size_t alignment = bytes < large_page ? 64 : large_page;
        bytes_ = bytes + alignment;
#if defined(__linux__)
        memory_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory_ == MAP_FAILED) memory_ = nullptr;
#else
        memory_ = std::calloc(bytes_, 1);
#endif
        if (!memory_) throw std::bad_alloc();
        std::size_t space = bytes_;
        start_ = memory_;
        std::align(alignment, bytes, start_, space);
    }
    Memory(Memory&& other) noexcept { swap(other); }
    Memory& operator=(Memory&& other) noexcept {
        swap(other);
        return *this;
    }
    ~Memory() {
        if (!memory_) return;
#if defined(__linux__)
        munmap(memory_, bytes_);
#else
        std::free(memory_);
#endif
    }

    // Its start, on a large page or at least on a cache line.
    void* get() const { return start_; }

    // Ask for large pages for a part that is about to be used, if it fills some. Advice only, so no check.
    static void advise([[maybe_unused]] void* start, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__)
        if (bytes >= large_page) madvise(start, bytes, MADV_HUGEPAGE);
#endif
    }

private:
    void swap(Memory& other) noexcept {
        std::swap(memory_, other.memory_), std::swap(start_, other.start_), std::swap(bytes_, other.bytes_);
    }

    void* memory_ = nullptr;
    void* start_ = nullptr;
    std::size_t bytes_ = 0;
};

}  // namespace zermelo
