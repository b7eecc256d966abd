// The event list of Cimba, through the C functions of the library that the package `cimba` brings.
//
// usage: cimba hold|cancel SIZE WARM HOLDS FILE
//        cimba mm1 CUSTOMERS
#include "peer.h"

extern "C" {
typedef void cmb_event_func(void *subject, void *object);
void cmb_event_queue_initialize(double start_time);
std::uint64_t cmb_event_schedule(
    cmb_event_func *action, void *subject, void *object, double time, std::int64_t priority);
bool cmb_event_execute_next(void);
bool cmb_event_cancel(std::uint64_t handle);
double cmb_time(void);
}

// Times are whole nanoseconds below 2^53, exact as doubles.
static std::uint64_t at(std::int64_t time, cmb_event_func *action, std::uint64_t payload) {
    return cmb_event_schedule(
        action, reinterpret_cast<void *>(payload), nullptr, static_cast<double>(time), 0);
}

static const std::int64_t *increments;
static std::uint64_t mask, k;
static Checksum checksum;
static std::vector<std::uint64_t> timeouts;

static std::int64_t now() { return static_cast<std::int64_t>(cmb_time()); }

static void held(void *subject, void *) {
    const auto payload = reinterpret_cast<std::uint64_t>(subject);
    const std::int64_t time = now();
    checksum.add(time, payload);
    at(time + increments[k++ & mask], held, payload);
}

static void cancelling(void *subject, void *) {
    const auto payload = reinterpret_cast<std::uint64_t>(subject);
    const std::int64_t time = now();
    checksum.add(time, payload);
    if ((payload & 1) == 0) {
        cmb_event_cancel(timeouts[payload >> 1]);
        at(time + increments[k & mask], cancelling, payload);
    }
    timeouts[payload >> 1] = at(time + kTimeout, cancelling, payload | 1);
    ++k;
}

static void hold(
    bool cancels, std::uint64_t size, std::uint64_t warm, std::uint64_t holds, const Table &table) {
    increments = table.values.data();
    mask = table.mask();
    if (cancels) {
        timeouts.resize(size / 2);
        for (; k < size / 2; ++k) {
            at(increments[k & mask], cancelling, 2 * k);
            timeouts[k] = at(kTimeout, cancelling, 2 * k + 1);
        }
    } else {
        for (; k < size; ++k) at(increments[k & mask], held, k);
    }
    for (std::uint64_t i = 0; i < warm; ++i) cmb_event_execute_next();
    Stopwatch watch;
    for (std::uint64_t i = 0; i < holds; ++i) cmb_event_execute_next();
    report_hold(watch.seconds(), holds, checksum);
}

static Random draws;
static Line line;
static std::int64_t sojourn;
static std::uint64_t left_count;

static std::int64_t drawn(double mean) {
    return static_cast<std::int64_t>(draws.exponential(mean) + 0.5);
}

static void departs(void *, void *) {
    const std::int64_t time = now();
    sojourn += time - line.pop();
    ++left_count;
    if (!line.empty()) at(time + drawn(9e8), departs, 0);
}

static void arrives(void *, void *) {
    const std::int64_t time = now();
    if (line.empty()) at(time + drawn(9e8), departs, 0);
    line.push(time);
    at(time + drawn(1e9), arrives, 0);
}

int main(int count, char **arguments) {
    const std::string what = count > 1 ? arguments[1] : "";
    cmb_event_queue_initialize(0);
    if ((what == "hold" || what == "cancel") && count == 6) {
        hold(
            what == "cancel", number(arguments[2]), number(arguments[3]), number(arguments[4]),
            Table(arguments[5]));
    } else if (what == "mm1" && count == 3) {
        const std::uint64_t customers = number(arguments[2]);
        Stopwatch watch;
        at(drawn(1e9), arrives, 0);
        while (left_count < customers) cmb_event_execute_next();
        report_mm1(watch.seconds(), customers, sojourn);
    } else {
        return 64;
    }
    // The engine complains of events that are still pending when it is taken down.
    std::fflush(stdout);
    std::_Exit(0);
}
