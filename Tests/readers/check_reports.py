#!/usr/bin/env python3
"""Read the golden reports with their real readers.

Needs: pip install check-jsonschema duckdb
"""

import pathlib
import subprocess
import sys

import duckdb

ROOT = pathlib.Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "Tests/AKSPerfTests/Reports/Golden"


def check_json() -> None:
    schema = ROOT / "schema/report.schema.json"
    validator = ["check-jsonschema"]
    subprocess.run(validator + ["--check-metaschema", str(schema)], check=True)
    report = GOLDEN / "report.json"
    subprocess.run(validator + ["--schemafile", str(schema), str(report)], check=True)

    rows = duckdb.sql(
        f"select m.name, m.p95 from (select unnest(metrics) as m from read_json('{report}'))"
        " where m.name = 'time_to_show' and m.labels.format = 'interstitial'"
    ).fetchall()
    assert rows and rows[0][1] > 0, rows


def check_csv() -> None:
    table = f"read_csv('{GOLDEN / 'report.csv'}', header = true)"
    described = f"select column_name, column_type from (describe from {table})"
    types = dict(duckdb.sql(described).fetchall())
    for column in ["replication", "count", "never", "numerator", "denominator", "p95", "max"]:
        assert types[column] == "BIGINT", (column, types[column])
    for column in ["value", "low", "high", "sd", "p95_low"]:
        assert types[column] == "DOUBLE", (column, types[column])

    twice = duckdb.sql(
        "select scope, replication, kind, name, count(*) from"
        f" {table} group by all having count(*) > count(distinct (format, placeholder, network,"
        " device, radio, geo, strategy, config, source, outcome, reason, first_launch, suspended,"
        ' backend, found, "of", callback))'
    ).fetchall()
    assert not twice, twice

    [(pooled, parts)] = duckdb.sql(
        "select sum(count) filter (scope = 'pooled'), sum(count) filter (scope = 'replication')"
        f" from {table} where kind = 'metric'"
    ).fetchall()
    assert pooled == parts > 0, (pooled, parts)


if __name__ == "__main__":
    check_json()
    check_csv()
    print("reports: json and csv are read")
    sys.exit(0)
