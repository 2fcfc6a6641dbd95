// A minimal test framework: CHECK prints the place of a failure and counts it; main returns report().
#pragma once

#include <cstdio>

inline int failures = 0;

#define CHECK(condition)                                                       \
    do {                                                                       \
        if (!(condition)) {                                                    \
            std::printf("%s:%d: %s is false\n", __FILE__, __LINE__, #condition); \
            ++failures;                                                        \
        }                                                                      \
    } while (false)

inline int report(const char* name) {
    std::printf("%s: %s\n", name, failures ? "FAILED" : "ok");
    return failures ? 1 : 0;
}
