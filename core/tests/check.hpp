// The whole of the core's test framework: a check that says where it failed, and a count.
#pragma once

#include <cstdio>

inline int failures = 0;

#define CHECK(condition)                                                            \
    do {                                                                            \
        if (!(condition)) {                                                         \
            std::printf("%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
            ++failures;                                                             \
        }                                                                           \
    } while (false)

inline int report(const char* name) {
    std::printf("%s: %s\n", name, failures ? "FAILED" : "ok");
    return failures ? 1 : 0;
}
