"""The reference mediation model in SimPy: a process for each session, load and attempt.

It reads the frozen scenario itself and knows only the keys that occur there. Counts of loads, fills
and shows agree with perfbench within sampling error; random numbers are Python's.

usage: simpy_reference.py SCENARIO SECONDS SEED FIRST_MINUTE_RATE RATE SERVERS
"""

import math
import random
import statistics
import sys
import time

import json5
import simpy

NORMAL = statistics.NormalDist()
Z95 = NORMAL.inv_cdf(0.95)
UNITS = {
    "ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0,
    "B": 1.0, "kB": 1e3, "MB": 1e6, "kbps": 125.0, "Mbps": 125e3,
}
# 10 segments of 1460 bytes.
INITIAL_WINDOW = 14600.0


def quantity(value):
    """Seconds, bytes or bytes a second of a text such as "20ms"; a number stays as it is."""
    if not isinstance(value, str):
        return float(value)
    digits = value.rstrip("".join(set("".join(UNITS))))
    return float(digits) * UNITS[value[len(digits):]]


class Law:
    """A quantity, or a distribution of one."""

    def __init__(self, spec):
        self.form, parameters = "constant", spec
        if isinstance(spec, dict):
            ((self.form, parameters),) = spec.items()
        if self.form == "lognormal":
            self.median = quantity(parameters["median"])
            self.sigma = math.log(quantity(parameters["p95"]) / self.median) / Z95
        elif self.form in ("exponential", "geometric"):
            self.mean = quantity(parameters["mean"])
        elif self.form == "constant":
            self.value = quantity(spec)
        else:
            sys.exit(f"a law of the form {self.form}")

    def draw(self, draws):
        if self.form == "constant":
            return self.value
        if self.form == "lognormal":
            return self.median * math.exp(self.sigma * draws.gauss(0, 1))
        if self.form == "exponential":
            return draws.expovariate(1 / self.mean)
        # The number of trials until the first success.
        return max(1, math.ceil(math.log(draws.random()) / math.log(1 - 1 / self.mean)))

    def quantile(self, p):
        return self.median * math.exp(self.sigma * NORMAL.inv_cdf(p))


class Network:
    def __init__(self, spec, backends):
        self.backend, self.cdn = spec["backend"], spec["cdn"]
        self.service = backends[self.backend]
        self.cdn_service = backends[self.cdn]
        self.init = Law(spec["init"])
        self.prepare = Law(spec["prepare"])
        self.up = quantity(spec["requestSize"])
        self.down = quantity(spec["responseSize"])
        self.fill = spec["fill"]
        self.price = {name: Law(law) for name, law in spec["price"].items()}
        self.creative = {name: Law(law) for name, law in spec["creative"].items()}
        self.timeout = quantity(spec["timeout"])
        self.overhead = Law(spec["showOverhead"])


class Placeholder:
    def __init__(self, spec, networks):
        self.format = spec["format"]
        self.entries = [(networks[e["network"]], e.get("floor", 0.0)) for e in spec["waterfall"]]
        self.deadline = quantity(spec["deadline"])
        retry = spec.get("retry", {}).get("exponential")
        self.retry = retry and (quantity(retry["base"]), quantity(retry["cap"]))
        self.depth = spec["cache"]["depth"]
        self.refills = spec["cache"].get("refill") == "onDismiss"
        self.expiry = 4 * 3600.0 if self.format == "appOpen" else 3600.0


class World:
    def __init__(self, spec, seed, first_rate, rate, servers):
        self.env = simpy.Environment()
        self.draws = random.Random(seed)
        self.rates = (first_rate, rate)
        backends = {k: Law(v["service"]) for k, v in spec["backends"].items()}
        self.networks = {k: Network(v, backends) for k, v in spec["networks"].items()}
        self.placeholders = {
            k: Placeholder(v, self.networks) for k, v in spec["placeholders"].items()
        }
        self.config_service = backends[spec["config"]["backend"]]
        self.config_refresh = quantity(spec["config"]["refresh"])
        self.config_size = quantity(spec["config"]["size"])
        self.config_station = simpy.Resource(self.env, capacity=servers)
        launch, users = spec["launch"], spec["users"]
        consent = launch["consent"]
        self.first_frame, self.sdk_start = Law(launch["firstFrame"]), Law(launch["sdkStart"])
        self.init_timeout = quantity(launch["initTimeout"])
        self.consent_request, self.dwell = Law(consent["request"]), Law(consent["dwell"])
        self.form_share, self.given = consent["formShare"], consent["given"]
        self.first_launch, self.remove_ads = users["firstLaunch"], users["removeAds"]
        self.config_age = Law(users["configAge"])
        self.radios = {
            k: (Law(v["rtt"]), quantity(v["down"]), quantity(v["up"]))
            for k, v in spec["radios"].items()
        }
        self.classes = [(c["weight"], self.radios[c["radio"]]) for c in spec["sessions"]]
        self.correlation = spec["demandCorrelation"]
        self.persistence = quantity(spec["fillPersistence"])
        self.duration = {k: Law(v) for k, v in spec["adDuration"].items()}
        self.completion = spec["completion"]
        self.patience = Law(spec["patience"])
        self.journey = compiled(spec["journeys"]["game"])
        self.sessions = self.attempts = self.loads = self.fills = self.shows = 0
        self.env.process(self.launches())

    def launches(self):
        first, rate = self.rates
        # The k-th event of a unit-rate process, through the inverse of the cumulative rate.
        mass = 0.0
        while True:
            mass += self.draws.expovariate(1.0)
            at = mass / first if mass < 60 * first else 60 + (mass - 60 * first) / rate
            yield self.env.timeout(at - self.env.now)
            self.sessions += 1
            self.env.process(Session(self).run())


def compiled(steps):
    """Steps with their quantities read."""
    rows = []
    for step in steps:
        if step == "end":
            rows.append(("end",))
        elif "wait" in step:
            rows.append(("wait", Law(step["wait"])))
        elif "load" in step:
            rows.append(("load", step["load"]))
        elif "appOpen" in step:
            rows.append(("appOpen", step["appOpen"], quantity(step["splash"])))
        elif "show" in step:
            rows.append(("show", step["show"], step["ifNotReady"], quantity(step["budget"])))
        elif "repeat" in step:
            rows.append(("repeat", Law(step["repeat"]), compiled(step["steps"])))
        elif "choose" in step:
            branches = [(b["weight"], compiled(b["steps"])) for b in step["choose"]]
            rows.append(("choose", branches))
        else:
            sys.exit(f"a step {step}")
    return rows


class Transfer:
    """A download under slow start and an equal share of the session's radio."""

    def __init__(self, session, size):
        self.session, self.env, self.left = session, session.env, size
        self.window, self.updated = INITIAL_WINDOW, session.env.now
        self.changed = None

    def start_round(self):
        self.windowed = self.window < self.rate * self.session.rtt
        self.window_left, self.round_end = self.window, self.env.now + self.session.rtt

    def advance(self):
        arrived = min(self.left, self.rate * (self.env.now - self.updated))
        self.updated = self.env.now
        if self.windowed:
            arrived = min(arrived, self.window_left)
            self.window_left -= arrived
        self.left -= arrived

    def set_rate(self, rate):
        self.advance()
        self.rate = rate
        if not self.windowed and self.window < rate * self.session.rtt:
            self.start_round()
        if self.changed is not None and not self.changed.triggered:
            self.changed.succeed()

    def wait(self):
        """Seconds until something changes; None when all bytes have arrived."""
        self.advance()
        crumb = self.rate * 1e-9
        while self.left > crumb:
            if not self.windowed or self.left <= self.window_left:
                return max(self.left / self.rate, 1e-9)
            if self.window_left > crumb or self.env.now < self.round_end:
                left = self.window_left / self.rate
                return max(self.round_end - self.env.now, left, 1e-9)
            self.window *= 2
            self.start_round()
        return None

    def run(self):
        transfers = self.session.transfers
        transfers.append(self)
        self.rate = self.session.down / len(transfers)
        self.start_round()
        self.session.share_radio(self)
        try:
            while (wait := self.wait()) is not None:
                self.changed = self.env.event()
                yield self.env.timeout(wait) | self.changed
        finally:
            transfers.remove(self)
            self.session.share_radio(None)


class Slot:
    def __init__(self, placeholder):
        self.placeholder = placeholder
        self.ads = []
        self.load = None
        self.backoff = None
        self.failures = 0


class Session:
    def __init__(self, world):
        self.world, self.env, draws = world, world.env, world.draws
        (_, (rtt, self.down, self.up)) = draws.choices(
            world.classes, [weight for weight, _ in world.classes])[0]
        self.rtt = rtt.draw(draws)
        self.is_first = draws.random() < world.first_launch
        self.ads_removed = draws.random() < world.remove_ads
        has_form = draws.random() < world.form_share
        self.refuses = has_form and draws.random() >= world.given
        start = self.env.now
        self.first_frame = self.prompts_done = start + 0.0
        self.first_frame += world.first_frame.draw(draws)
        if self.is_first:
            self.prompts_done += world.consent_request.draw(draws)
            if has_form:
                self.prompts_done = max(self.first_frame, self.prompts_done)
                self.prompts_done += world.dwell.draw(draws)
        longest = max(network.init.draw(draws) for network in world.networks.values())
        self.ads_ready = self.prompts_done + world.sdk_start.draw(draws)
        self.ads_ready += min(world.init_timeout, longest)
        self.slots = {name: Slot(p) for name, p in world.placeholders.items()}
        self.connections, self.transfers = {}, []
        self.demands, self.demand_start = {}, None
        self.waiting = None
        self.is_over = False
        if self.is_first or world.config_age.draw(draws) > world.config_refresh:
            self.config_fetch = self.env.process(self.fetch_config())

    # The journey.

    def run(self):
        yield self.env.timeout(self.first_frame - self.env.now)
        yield from self.steps(self.world.journey)
        self.is_over = True
        for slot in self.slots.values():
            slot.backoff = None
            if slot.load is not None:
                slot.load.interrupt()

    def steps(self, rows):
        draws = self.world.draws
        for row in rows:
            if row[0] == "appOpen":
                slot = self.slots[row[1]]
                yield from self.opportunity(slot, "load", row[2])
                continue
            if self.env.now < self.prompts_done:
                yield self.env.timeout(self.prompts_done - self.env.now)
            if row[0] == "wait":
                yield self.env.timeout(row[1].draw(draws))
            elif row[0] == "load":
                self.call_load(self.slots[row[1]])
            elif row[0] == "show":
                limit = min(row[3], self.world.patience.draw(draws))
                yield from self.opportunity(self.slots[row[1]], row[2], limit)
            elif row[0] == "repeat":
                for _ in range(int(row[1].draw(draws) + 0.5)):
                    yield from self.steps(row[2])
            elif row[0] == "choose":
                weights = [weight for weight, _ in row[1]]
                yield from self.steps(draws.choices(row[1], weights)[0][1])

    def opportunity(self, slot, if_not_ready, limit):
        if self.ads_removed or self.refuses:
            return
        self.purge(slot)
        if slot.ads:
            yield from self.present(slot, slot.ads.pop(0))
            return
        if if_not_ready == "wait" and slot.load is None and slot.backoff is None:
            return
        came = self.env.event()
        self.waiting = (slot, if_not_ready, came)
        if if_not_ready == "load":
            self.call_load(slot)
        yield came | self.env.timeout(limit)
        self.waiting = None
        if came.triggered and came.value is not None:
            yield from self.present(slot, came.value)

    def present(self, slot, ad):
        draws, world, form = self.world.draws, self.world, slot.placeholder.format
        yield self.env.timeout(ad[0].overhead.draw(draws))
        world.shows += 1
        duration = world.duration[form].draw(draws)
        if draws.random() >= world.completion[form]:
            duration *= draws.random()
        yield self.env.timeout(duration)
        self.top_up(slot)

    # Slots and loads.

    def purge(self, slot):
        limit = self.env.now - slot.placeholder.expiry
        slot.ads = [ad for ad in slot.ads if ad[1] > limit]

    def has_room(self, slot):
        return len(slot.ads) + (slot.load is not None) < slot.placeholder.depth

    def call_load(self, slot):
        self.purge(slot)
        if self.ads_removed or (self.refuses and self.env.now >= self.prompts_done):
            return
        if self.has_room(slot):
            slot.backoff = None
            self.world.loads += 1
            slot.load = self.env.process(self.load(slot))

    def top_up(self, slot):
        idle = slot.load is None and slot.backoff is None
        if slot.placeholder.refills and idle and self.has_room(slot):
            self.call_load(slot)

    def load(self, slot):
        placeholder = slot.placeholder
        deadline = self.env.timeout(placeholder.deadline)
        attempt = None
        try:
            if self.ads_ready > self.env.now:
                yield self.env.timeout(self.ads_ready - self.env.now) | deadline
            if self.refuses and not deadline.processed:
                self.load_failed(slot, retries=False)
                return
            for network, floor in placeholder.entries:
                if deadline.processed:
                    break
                self.world.attempts += 1
                attempt = self.env.process(self.attempt(network, floor, placeholder.format))
                yield attempt | self.env.timeout(network.timeout) | deadline
                if attempt.triggered:
                    if attempt.value:
                        self.load_filled(slot, network)
                        return
                else:
                    attempt.interrupt()
            self.load_failed(slot, retries=True)
        except simpy.Interrupt:
            if attempt is not None and attempt.is_alive:
                attempt.interrupt()

    def load_filled(self, slot, network):
        slot.load = None
        slot.failures = 0
        self.world.fills += 1
        ad = (network, self.env.now)
        if self.waiting is not None and self.waiting[0] is slot and not self.waiting[2].triggered:
            self.waiting[2].succeed(ad)
        else:
            slot.ads.append(ad)
        self.top_up(slot)

    def load_failed(self, slot, retries):
        slot.load = None
        slot.failures += 1
        if retries and slot.placeholder.retry:
            base, cap = slot.placeholder.retry
            slot.backoff = token = object()
            delay = min(cap, base * 2 ** slot.failures)
            self.env.process(self.retry(slot, token, delay))
        if self.waiting is not None and self.waiting[0] is slot:
            _, purpose, came = self.waiting
            if not came.triggered and (purpose == "load" or slot.backoff is None):
                came.succeed(None)

    def retry(self, slot, token, delay):
        yield self.env.timeout(delay)
        if slot.backoff is token:
            slot.backoff = None
            if self.has_room(slot):
                self.call_load(slot)

    # Attempts and requests.

    def attempt(self, network, floor, form):
        draws = self.world.draws
        try:
            yield self.env.timeout(network.prepare.draw(draws))
            yield from self.exchange(network.backend, network.service, network.up, network.down)
            price = self.bid(network, form)
            if price is None or price < floor:
                return False
            size = network.creative[form].draw(draws)
            yield from self.exchange(network.cdn, network.cdn_service, 0.0, size)
            return True
        except simpy.Interrupt:
            return False

    def connected(self, host):
        """When the connection is there: three round trips, or now while it is warm."""
        now = self.env.now
        used = self.connections.get(host)
        if used is not None and used > now:
            return used
        if used is not None and now - used <= 60.0:
            return now
        self.connections[host] = now + 3 * self.rtt
        return self.connections[host]

    def exchange(self, host, service, up, down):
        arrival = self.connected(host) + self.rtt / 2 + up / self.up
        answer = arrival + service.draw(self.world.draws) + self.rtt / 2
        yield self.env.timeout(answer - self.env.now)
        yield from Transfer(self, down).run()
        self.connections[host] = max(self.env.now, self.connections[host])

    def share_radio(self, skipped):
        for transfer in self.transfers:
            if transfer is not skipped:
                transfer.set_rate(self.down / len(self.transfers))

    def fetch_config(self):
        world = self.world
        yield self.env.timeout(3 * self.rtt + self.rtt / 2)
        with world.config_station.request() as turn:
            yield turn
            yield self.env.timeout(world.config_service.draw(world.draws))
        yield self.env.timeout(self.rtt / 2)
        if not self.is_over:
            yield from Transfer(self, world.config_size).run()

    def bid(self, network, form):
        """Fill and price as one draw, which stays for a while and may be the common one."""
        draws = self.world.draws
        now = self.env.now
        if self.demand_start is None or now - self.demand_start >= self.world.persistence:
            self.demands, self.demand_start = {None: draws.random()}, now
        key = (network, form)
        if key not in self.demands:
            is_common = draws.random() < self.world.correlation
            self.demands[key] = self.demands[None] if is_common else draws.random()
        u, fill = self.demands[key], network.fill[form]
        if u >= fill:
            return None
        return network.price[form].quantile(max(1 - u / fill, 2.0 ** -54))


def main():
    path, seconds, seed, first_rate, rate, servers = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        spec = json5.load(file)
    start = time.perf_counter()
    world = World(spec, int(seed), float(first_rate), float(rate), int(servers))
    world.env.run(until=float(seconds))
    print(f"seconds={time.perf_counter() - start:.6f}")
    for name in ("sessions", "attempts", "loads", "fills", "shows"):
        print(f"{name}={getattr(world, name)}")


main()
