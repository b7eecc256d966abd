"""M/M/1 at rho = 0.9 in SimPy, as its documentation writes a queue: a process per customer.

usage: simpy_mm1.py CUSTOMERS
"""

import random
import sys
import time

import simpy


def customer(env, server, draws, stays):
    arrived = env.now
    with server.request() as turn:
        yield turn
        yield env.timeout(draws.expovariate(1 / 0.9))
    stays[0] += env.now - arrived
    stays[1] += 1


def arrivals(env, server, draws, stays, customers):
    for _ in range(customers):
        yield env.timeout(draws.expovariate(1.0))
        env.process(customer(env, server, draws, stays))


def main():
    customers = int(sys.argv[1])
    draws = random.Random(42)
    stays = [0.0, 0]
    start = time.perf_counter()
    env = simpy.Environment()
    server = simpy.Resource(env, capacity=1)
    env.process(arrivals(env, server, draws, stays, customers))
    env.run()
    seconds = time.perf_counter() - start
    print(f"customersPerSecond={stays[1] / seconds:.3f}")
    print(f"mean={stays[0] / stays[1]:.9f}")


main()
