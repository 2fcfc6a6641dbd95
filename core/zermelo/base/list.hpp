// A list of at most N items without heap allocation, as for moves.
#pragma once

#include <cstddef>

namespace zermelo {

template <class T, std::size_t N>
class List {
public:
    void push_back(T item) { items_[size_++] = item; }
    void clear() { size_ = 0; }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    T& operator[](std::size_t at) { return items_[at]; }
    const T& operator[](std::size_t at) const { return items_[at]; }
    T* begin() { return items_; }
    T* end() { return items_ + size_; }
    const T* begin() const { return items_; }
    const T* end() const { return items_ + size_; }
    void resize(std::size_t size) { size_ = size; }

private:
    T items_[N];
    std::size_t size_ = 0;
};

}  // namespace zermelo
