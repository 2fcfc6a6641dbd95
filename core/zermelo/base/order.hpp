// Orders short lists, such as moves. The standard algorithms are written for long ones and take far longer to compile.
#pragma once

#include <cstddef>
#include <utility>

namespace zermelo {

// Sort so that `before(a, b)` comes first; equals keep their order.
template <class Items, class Before>
void sort_stably(Items& items, const Before& before) {
    for (std::size_t end = 1; end < items.size(); ++end)
        for (std::size_t at = end; at > 0 && before(items[at], items[at - 1]); --at) std::swap(items[at], items[at - 1]);
}

// Move one item to the front; the others keep their order.
template <class Items>
void move_to_front(Items& items, std::size_t place) {
    for (std::size_t at = place; at > 0; --at) std::swap(items[at], items[at - 1]);
}

}  // namespace zermelo
