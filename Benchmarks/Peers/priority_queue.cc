// std::priority_queue as a pending-event set: 16-byte entries (time, sequence above payload).
//
// usage: priority_queue hold|cancel SIZE WARM HOLDS FILE
//        priority_queue mm1 CUSTOMERS [FILE]
#include "peer.h"

#include <queue>

struct Entry {
    std::int64_t time;
    std::uint64_t key;  // sequence : 40 | payload : 24

    bool operator>(const Entry &other) const {
        return time != other.time ? time > other.time : key > other.key;
    }
};

struct Queue {
    std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> entries;
    std::uint64_t sequence = 0;

    void reserve(std::size_t count) {
        std::vector<Entry> storage;
        storage.reserve(count);
        entries = decltype(entries)(std::greater<Entry>(), std::move(storage));
    }

    std::uint64_t schedule(std::int64_t time, std::uint64_t payload) {
        const std::uint64_t key = sequence++ << 24 | payload;
        entries.push({time, key});
        return key;
    }

    Entry pop() {
        const Entry first = entries.top();
        entries.pop();
        return first;
    }
};

static void hold(std::uint64_t size, std::uint64_t warm, std::uint64_t holds, const Table &table) {
    Queue queue;
    queue.reserve(size);
    Checksum checksum;
    std::uint64_t k = 0;
    const std::int64_t *increments = table.values.data();
    const std::uint64_t mask = table.mask();
    for (; k < size; ++k) queue.schedule(increments[k & mask], k);
    auto run = [&](std::uint64_t count) {
        for (std::uint64_t i = 0; i < count; ++i, ++k) {
            const Entry event = queue.pop();
            const std::uint64_t payload = event.key & 0xFFFFFF;
            checksum.add(event.time, payload);
            queue.schedule(event.time + increments[k & mask], payload);
        }
    };
    run(warm);
    Stopwatch watch;
    run(holds);
    report_hold(watch.seconds(), holds, checksum);
}

// Cancelled timeouts stay in the heap and are passed over: the usual way with this container.
static void cancel(
    std::uint64_t size, std::uint64_t warm, std::uint64_t holds, const Table &table) {
    Queue queue;
    queue.reserve(size * 2);
    Checksum checksum;
    std::uint64_t k = 0;
    const std::int64_t *increments = table.values.data();
    const std::uint64_t mask = table.mask();
    std::vector<std::uint64_t> timeout(size / 2);
    for (; k < size / 2; ++k) {
        queue.schedule(increments[k & mask], 2 * k);
        timeout[k] = queue.schedule(kTimeout, 2 * k + 1);
    }
    auto run = [&](std::uint64_t count) {
        for (std::uint64_t i = 0; i < count;) {
            const Entry event = queue.pop();
            const std::uint64_t payload = event.key & 0xFFFFFF, session = payload >> 1;
            const bool is_timeout = payload & 1;
            if (is_timeout && timeout[session] != event.key) continue;
            checksum.add(event.time, payload);
            if (!is_timeout) queue.schedule(event.time + increments[k & mask], payload);
            timeout[session] = queue.schedule(event.time + kTimeout, payload | 1);
            ++i, ++k;
        }
    };
    run(warm);
    Stopwatch watch;
    run(holds);
    report_hold(watch.seconds(), holds, checksum);
}

template <typename Gap, typename Service>
static void mm1(std::uint64_t customers, Gap gap, Service service) {
    Stopwatch watch;
    Queue queue;
    Line line;
    std::int64_t sojourn = 0;
    std::uint64_t arrived = 0, left = 0;
    queue.schedule(gap(arrived), 0);
    while (left < customers) {
        const Entry event = queue.pop();
        if ((event.key & 1) == 0) {
            if (line.empty()) queue.schedule(event.time + service(left), 1);
            line.push(event.time);
            queue.schedule(event.time + gap(++arrived), 0);
        } else {
            sojourn += event.time - line.pop();
            ++left;
            if (!line.empty()) queue.schedule(event.time + service(left), 1);
        }
    }
    report_mm1(watch.seconds(), customers, sojourn);
}

int main(int count, char **arguments) {
    const std::string what = count > 1 ? arguments[1] : "";
    if ((what == "hold" || what == "cancel") && count == 6) {
        const auto run = what == "hold" ? hold : cancel;
        run(number(arguments[2]), number(arguments[3]), number(arguments[4]), Table(arguments[5]));
    } else if (what == "mm1" && count == 3) {
        Random random;
        const auto drawn = [&](double mean) {
            return static_cast<std::int64_t>(random.exponential(mean) + 0.5);
        };
        mm1(
            number(arguments[2]), [&](std::uint64_t) { return drawn(1e9); },
            [&](std::uint64_t) { return drawn(9e8); });
    } else if (what == "mm1" && count == 4) {
        const Table table(arguments[3]);
        const std::uint64_t half = table.values.size() / 2, mask = half - 1;
        const std::int64_t *values = table.values.data();
        mm1(
            number(arguments[2]), [=](std::uint64_t n) { return values[n & mask]; },
            [=](std::uint64_t n) { return values[half + (n & mask)]; });
    } else {
        return 64;
    }
    return 0;
}
