#!/usr/bin/env python3
"""Read the tables of a sweep with DuckDB.

Usage: check_sweeps.py PERFBENCH. Needs: pip install duckdb
"""

import pathlib
import subprocess
import sys
import tempfile

import duckdb

SWEEP = [
    "sweep", "--replications", "3", "--set", "duration=2m", "--set", "warmup=0s",
    "--vary", "networks.MAX.timeout=2s..8s:3", "--vary", "app.multiScene=true,false",
]


def check(perfbench: str, folder: pathlib.Path) -> None:
    for form in ["csv", "ndjson"]:
        output = folder / f"table.{form}"
        subprocess.run([perfbench, *SWEEP, "--format", form, "-o", str(output)], check=True)
    csv = f"read_csv('{folder / 'table.csv'}', header = true)"
    described = f"select column_name, column_type from (describe from {csv})"
    types = dict(duckdb.sql(described).fetchall())
    assert types["point"] == types["count"] == types["p95"] == "BIGINT", types
    assert types["value"] == "DOUBLE" and types["networks.MAX.timeout"] == "VARCHAR", types
    json = f"read_json('{folder / 'table.ndjson'}', format = 'newline_delimited')"
    figures = (
        "select point, replication, name, count, p95, value from {}"
        " where kind = 'metric' and scope = 'replication' order by all"
    )
    rows = duckdb.sql(figures.format(csv)).fetchall()
    assert rows == duckdb.sql(figures.format(json)).fetchall()
    assert len({(point, replication) for point, replication, *_ in rows}) == 6 * 3, len(rows)
    [(points, settings)] = duckdb.sql(
        f'select count(distinct point), count(distinct "set") from {json}'
    ).fetchall()
    assert points == settings == 6, (points, settings)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        check(sys.argv[1], pathlib.Path(name))
    print("sweeps: csv and ndjson are read")
    sys.exit(0)
