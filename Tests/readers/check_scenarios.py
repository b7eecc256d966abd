#!/usr/bin/env python3
"""Read scenarios with real validators of JSON Schema, as an editor does.

Needs: pip install check-jsonschema json5
"""

import copy
import json
import pathlib
import subprocess
import sys

import json5
import jsonschema

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMA = ROOT / "schema/scenario.schema.json"
FIXTURES = ROOT / "Tests/AKSPerfTests/Fixtures"


def check_files() -> list:
    """Every scenario of the product fits; returns the example."""
    subprocess.run(["check-jsonschema", "--check-metaschema", str(SCHEMA)], check=True)
    schema = json.loads(SCHEMA.read_text())
    validator = jsonschema.Draft202012Validator(schema)
    # A file that others include holds a part; the rest of its keys is theirs.
    part = {key: value for key, value in schema.items() if key != "anyOf"}
    files = sorted(ROOT.glob("scenarios/**/*.json5")) + [FIXTURES / "scenario-example.json5"]
    for file in files:
        scenario = json5.loads(file.read_text())
        judge = validator if "name" in scenario else jsonschema.Draft202012Validator(part)
        errors = [e.json_path + ": " + e.message[:200] for e in judge.iter_errors(scenario)]
        assert not errors, (str(file), errors)
    return [validator, scenario, len(files)]


def check_refusals(validator: jsonschema.Draft202012Validator, example: dict) -> int:
    """A key that no object knows is refused in every object but those of names."""
    named = {
        "geos", "radios", "devices", "backends", "networks", "placeholders", "journeys", "slo",
        "sweep", "where",
    }
    count = 0

    def walk(value: object, path: list) -> None:
        nonlocal count
        if isinstance(value, dict):
            if not path or path[-1] not in named or len(path) > 1:
                broken = copy.deepcopy(example)
                place = broken
                for step in path:
                    place = place[step]
                place["unheardOf"] = 1
                assert not validator.is_valid(broken), path
                count += 1
            for key, inner in value.items():
                walk(inner, path + [key])
        elif isinstance(value, list):
            for index, inner in enumerate(value):
                walk(inner, path + [index])

    walk(example, [])
    return count


def check_distributions(validator: jsonschema.Draft202012Validator, example: dict) -> None:
    fitting = [
        0, "5s", {"exponential": {"mean": "1s"}}, {"uniform": ["1s", "2s"], "max": "1.5s"},
        {"uniform": {"from": 0, "to": "2s"}}, {"discrete": [["1s", 2], {"value": 0, "weight": 1}]},
        {"truncated": {"of": {"pareto": {"minimum": "1s", "shape": 2}}, "to": "9s"}},
        {"empirical": {"file": "a.csv", "column": "x", "unit": "ms", "where": {"host": ["a", "b"]}}},
    ]
    broken = [
        5, "5", "5 s", "-5s", None, [], {}, {"min": "1s"}, {"uniform": ["1s"]},
        {"exponential": {"mean": "1s"}, "uniform": ["1s", "2s"]}, {"lognormal": {"p90": "1s"}},
        {"exponential": {"mean": 5}},
    ]
    for value in fitting:
        assert validator.is_valid(example | {"patience": value}), value
    for value in broken:
        assert not validator.is_valid(example | {"patience": value}), value


if __name__ == "__main__":
    validator, example, files = check_files()
    objects = check_refusals(validator, example)
    check_distributions(validator, example)
    print(f"scenarios: {files} fit the schema; an unknown key is refused in {objects} objects")
    sys.exit(0)
