// The simulator of ns-3, with a scheduler of its choice or of the one named.
//
// usage: ns3 SCHEDULER hold|cancel SIZE WARM HOLDS FILE
//        ns3 SCHEDULER mm1 CUSTOMERS
#include "peer.h"

#include <ns3/event-id.h>
#include <ns3/nstime.h>
#include <ns3/object-factory.h>
#include <ns3/simulator.h>

using ns3::NanoSeconds;
using ns3::Simulator;

static const std::int64_t *increments;
static std::uint64_t mask, k, until;
static Checksum checksum;
static std::vector<ns3::EventId> timeouts;

static std::int64_t now() { return Simulator::Now().GetNanoSeconds(); }

static void held(std::uint64_t payload) {
    checksum.add(now(), payload);
    Simulator::Schedule(NanoSeconds(increments[k++ & mask]), &held, payload);
    if (k == until) Simulator::Stop();
}

static void cancelling(std::uint64_t payload) {
    checksum.add(now(), payload);
    if ((payload & 1) == 0) {
        Simulator::Cancel(timeouts[payload >> 1]);
        Simulator::Schedule(NanoSeconds(increments[k & mask]), &cancelling, payload);
    }
    timeouts[payload >> 1] = Simulator::Schedule(NanoSeconds(kTimeout), &cancelling, payload | 1);
    if (++k == until) Simulator::Stop();
}

static void hold(
    bool cancels, std::uint64_t size, std::uint64_t warm, std::uint64_t holds, const Table &table) {
    increments = table.values.data();
    mask = table.mask();
    if (cancels) {
        timeouts.resize(size / 2);
        for (; k < size / 2; ++k) {
            Simulator::Schedule(NanoSeconds(increments[k & mask]), &cancelling, 2 * k);
            timeouts[k] = Simulator::Schedule(NanoSeconds(kTimeout), &cancelling, 2 * k + 1);
        }
    } else {
        for (; k < size; ++k) Simulator::Schedule(NanoSeconds(increments[k & mask]), &held, k);
    }
    until = k + warm;
    if (warm > 0) Simulator::Run();
    until = k + holds;
    Stopwatch watch;
    Simulator::Run();
    report_hold(watch.seconds(), holds, checksum);
}

static Random draws;
static Line line;
static std::int64_t sojourn;
static std::uint64_t left_count;

static ns3::Time drawn(double mean) {
    return NanoSeconds(static_cast<std::int64_t>(draws.exponential(mean) + 0.5));
}

static void departs() {
    sojourn += now() - line.pop();
    if (++left_count == until) Simulator::Stop();
    if (!line.empty()) Simulator::Schedule(drawn(9e8), &departs);
}

static void arrives() {
    if (line.empty()) Simulator::Schedule(drawn(9e8), &departs);
    line.push(now());
    Simulator::Schedule(drawn(1e9), &arrives);
}

int main(int count, char **arguments) {
    if (count < 2) return 64;
    if (std::string(arguments[1]) != "default") {
        ns3::ObjectFactory factory;
        factory.SetTypeId(arguments[1]);
        Simulator::SetScheduler(factory);
    }
    --count;
    ++arguments;
    const std::string what = count > 1 ? arguments[1] : "";
    if ((what == "hold" || what == "cancel") && count == 6) {
        hold(
            what == "cancel", number(arguments[2]), number(arguments[3]), number(arguments[4]),
            Table(arguments[5]));
    } else if (what == "mm1" && count == 3) {
        until = number(arguments[2]);
        Stopwatch watch;
        Simulator::Schedule(drawn(1e9), &arrives);
        Simulator::Run();
        report_mm1(watch.seconds(), until, sojourn);
    } else {
        return 64;
    }
    std::fflush(stdout);
    std::_Exit(0);
}
