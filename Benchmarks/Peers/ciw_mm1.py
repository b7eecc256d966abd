"""M/M/1 at rho = 0.9 in Ciw, as a network of one node.

usage: ciw_mm1.py CUSTOMERS
"""

import sys
import time

import ciw


def main():
    customers = int(sys.argv[1])
    network = ciw.create_network(
        arrival_distributions=[ciw.dists.Exponential(rate=1.0)],
        service_distributions=[ciw.dists.Exponential(rate=1 / 0.9)],
        number_of_servers=[1],
    )
    ciw.seed(42)
    start = time.perf_counter()
    simulation = ciw.Simulation(network)
    simulation.simulate_until_max_customers(customers)
    seconds = time.perf_counter() - start
    stays = [r.exit_date - r.arrival_date for r in simulation.get_all_records()]
    print(f"customersPerSecond={len(stays) / seconds:.3f}")
    print(f"mean={sum(stays) / len(stays):.9f}")


main()
