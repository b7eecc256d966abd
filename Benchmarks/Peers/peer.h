// What the peers in C++ share: the work of the benchmarks, as Sources/benchmarks/Engine has it.
#pragma once

#include <chrono>
#include <cinttypes>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

// Increments from a file, used over and over.
struct Table {
    std::vector<std::int64_t> values;

    explicit Table(const char *path) {
        std::FILE *file = std::fopen(path, "rb");
        if (!file) {
            std::perror(path);
            std::exit(1);
        }
        std::int64_t value;
        while (std::fread(&value, sizeof value, 1, file) == 1) values.push_back(value);
        std::fclose(file);
    }

    // Two to some power.
    std::uint64_t mask() const { return values.size() - 1; }
};

// A hash over what was popped, in order.
struct Checksum {
    std::uint64_t state = 0;

    void add(std::int64_t time, std::uint64_t payload) {
        state = (state ^ (static_cast<std::uint64_t>(time) + payload)) * 0x9E3779B97F4A7C15u;
    }
};

// One event in ten is a timeout that is not cancelled: exponential work of mean 1 s outlasts it
// with probability 1/10.
constexpr std::int64_t kTimeout = 2302585093;

// xoshiro256+ of Blackman and Vigna, for exponential times.
struct Random {
    std::uint64_t s[4] = {1, 0x9E3779B97F4A7C15u, 0xD1B54A32D192ED03u, 0x8CB92BA72F3D8DD7u};

    std::uint64_t next() {
        const std::uint64_t result = s[0] + s[3], t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = (s[3] << 45) | (s[3] >> 19);
        return result;
    }

    double exponential(double mean) {
        return -std::log((static_cast<double>(next() >> 11) + 0.5) * 0x1p-53) * mean;
    }
};

// Wall-clock seconds since it was made.
struct Stopwatch {
    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();

    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }
};

// Arrival times of customers that have not left, first come, first served.
struct Line {
    static constexpr std::uint64_t kMask = (1 << 16) - 1;
    std::vector<std::int64_t> times = std::vector<std::int64_t>(kMask + 1);
    std::uint64_t first = 0, end = 0;

    bool empty() const { return first == end; }
    void push(std::int64_t time) { times[end++ & kMask] = time; }
    std::int64_t pop() { return times[first++ & kMask]; }
};

inline void report_hold(double seconds, std::uint64_t holds, const Checksum &checksum) {
    std::printf("ns=%.6f\n", seconds * 1e9 / static_cast<double>(holds));
    std::printf("checksum=%016" PRIx64 "\n", checksum.state);
}

inline void report_mm1(double seconds, std::uint64_t customers, std::int64_t sojourn) {
    std::printf("customersPerSecond=%.3f\n", static_cast<double>(customers) / seconds);
    std::printf("sojourn=%" PRId64 "\n", sojourn);
    std::printf("mean=%.9f\n", static_cast<double>(sojourn) / static_cast<double>(customers) / 1e9);
}

inline std::uint64_t number(const char *text) { return std::strtoull(text, nullptr, 10); }
