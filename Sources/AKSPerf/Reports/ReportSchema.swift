/// The JSON Schema (draft 2020-12) of `JSONReport`; `schema/report.schema.json` is the same text.
public enum ReportSchema {
  /// The whole schema file.
  public static let json = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "perfbench report",
      "description": "What `perfbench run --format json` writes. Latencies are microseconds.",
      "type": "object",
      "required": [
        "schema", "scenario", "set", "seed", "replications", "intervals", "fingerprint", "events",
        "virtual_duration_us", "window_us", "sessions", "metrics", "counts", "ratios", "slo",
        "gauges", "series", "hazards", "warnings", "model_version"
      ],
      "properties": {
        "schema": {"const": "perfbench.report/1"},
        "scenario": {
          "type": "object",
          "required": ["name", "digest"],
          "properties": {"name": {"type": "string"}, "digest": {"type": "string"}},
          "additionalProperties": false
        },
        "set": {
          "description": "Keys set on top of the scenario's file, as path=value.",
          "type": "array",
          "items": {"type": "string"}
        },
        "seed": {"type": "integer", "minimum": 0},
        "replications": {"type": "integer", "minimum": 1},
        "intervals": {
          "description": "What intervals come from.",
          "enum": ["replications", "single-run", "none"]
        },
        "fingerprint": {"type": "string"},
        "events": {"type": "integer", "minimum": 0},
        "virtual_duration_us": {
          "type": "integer",
          "minimum": 0,
          "description": "Sum over replications."
        },
        "window_us": {
          "type": "array",
          "items": {"type": "integer", "minimum": 0},
          "minItems": 2,
          "maxItems": 2
        },
        "sessions": {
          "type": "object",
          "required": ["started", "ended", "peak_concurrent"],
          "properties": {
            "started": {"type": "integer", "minimum": 0},
            "ended": {"type": "integer", "minimum": 0},
            "peak_concurrent": {"type": "integer", "minimum": 0}
          },
          "additionalProperties": false
        },
        "metrics": {"type": "array", "items": {"$ref": "#/$defs/metric"}},
        "counts": {"type": "array", "items": {"$ref": "#/$defs/count"}},
        "ratios": {"type": "array", "items": {"$ref": "#/$defs/ratio"}},
        "slo": {"type": "array", "items": {"$ref": "#/$defs/objective"}},
        "gauges": {"type": "array", "items": {"$ref": "#/$defs/gauge"}},
        "series": {"type": "array", "items": {"$ref": "#/$defs/series"}},
        "hazards": {"type": "array", "items": {"$ref": "#/$defs/hazard"}},
        "warnings": {"type": "array", "items": {"type": "string"}},
        "model_version": {"type": "string"},
        "provenance": {
          "description": "What depends on the machine; only when asked for.",
          "type": "object"
        }
      },
      "additionalProperties": false,
      "$defs": {
        "interval": {
          "description": "95 % interval; null when the data cannot say.",
          "type": ["array", "null"],
          "items": {"type": "number"},
          "minItems": 2,
          "maxItems": 2
        },
        "labels": {
          "description": "Empty for the total.",
          "type": "object",
          "propertyNames": {
            "enum": [
              "format", "placeholder", "network", "device", "radio", "geo", "strategy",
              "config", "source", "outcome", "reason", "first_launch", "suspended", "backend",
              "callback", "found", "rule", "of"
            ]
          },
          "additionalProperties": {"type": "string"}
        },
        "metric": {
          "description": "Percentiles are exact to 0.05 %, the rest is exact.",
          "type": "object",
          "required": [
            "name", "labels", "unit", "count", "never", "mean", "sd", "min", "p50", "p75",
            "p90", "p95", "p99", "p999", "max", "ci95", "thin"
          ],
          "properties": {
            "name": {"type": "string"},
            "labels": {"$ref": "#/$defs/labels"},
            "unit": {"const": "us"},
            "count": {"type": "integer", "minimum": 0},
            "never": {
              "type": "integer",
              "minimum": 0,
              "description": "Samples of +∞: in count and percentiles, not in the rest."
            },
            "mean": {"type": ["number", "null"]},
            "sd": {"type": ["number", "null"]},
            "min": {"type": ["integer", "null"], "minimum": 0},
            "p50": {"type": ["integer", "null"], "minimum": 0},
            "p75": {"type": ["integer", "null"], "minimum": 0},
            "p90": {"type": ["integer", "null"], "minimum": 0},
            "p95": {"type": ["integer", "null"], "minimum": 0},
            "p99": {"type": ["integer", "null"], "minimum": 0},
            "p999": {"type": ["integer", "null"], "minimum": 0},
            "max": {"type": ["integer", "null"], "minimum": 0},
            "ci95": {
              "type": "object",
              "required": ["mean", "p50", "p75", "p90", "p95", "p99", "p999"],
              "properties": {
                "mean": {"$ref": "#/$defs/interval"},
                "p50": {"$ref": "#/$defs/interval"},
                "p75": {"$ref": "#/$defs/interval"},
                "p90": {"$ref": "#/$defs/interval"},
                "p95": {"$ref": "#/$defs/interval"},
                "p99": {"$ref": "#/$defs/interval"},
                "p999": {"$ref": "#/$defs/interval"}
              },
              "additionalProperties": false
            },
            "thin": {
              "description": "Percentiles with too few samples above them.",
              "type": "array",
              "items": {"enum": ["p50", "p75", "p90", "p95", "p99", "p999"]}
            }
          },
          "additionalProperties": false
        },
        "count": {
          "type": "object",
          "required": ["name", "labels", "unit", "value", "ci95"],
          "properties": {
            "name": {"type": "string"},
            "labels": {"$ref": "#/$defs/labels"},
            "unit": {"type": "string"},
            "value": {
              "type": "integer",
              "minimum": 0,
              "description": "Sum over replications."
            },
            "ci95": {"$ref": "#/$defs/interval"}
          },
          "additionalProperties": false
        },
        "ratio": {
          "type": "object",
          "required": ["name", "labels", "unit", "numerator", "denominator", "value", "ci95"],
          "properties": {
            "name": {"type": "string"},
            "labels": {"$ref": "#/$defs/labels"},
            "unit": {"type": "string"},
            "numerator": {"type": "integer", "minimum": 0},
            "denominator": {"type": "integer", "minimum": 0},
            "value": {"type": ["number", "null"]},
            "ci95": {"$ref": "#/$defs/interval"}
          },
          "additionalProperties": false
        },
        "objective": {
          "type": "object",
          "required": [
            "metric", "labels", "check", "level", "value", "ci95", "count", "limit", "share",
            "share_ci95", "verdict", "reason"
          ],
          "properties": {
            "metric": {"type": "string"},
            "labels": {"$ref": "#/$defs/labels"},
            "check": {"type": "string"},
            "level": {"enum": ["error", "warn"]},
            "value": {"type": ["number", "null"]},
            "ci95": {"$ref": "#/$defs/interval"},
            "count": {"type": "integer", "minimum": 0},
            "limit": {"type": "number"},
            "share": {"type": ["number", "null"]},
            "share_ci95": {"$ref": "#/$defs/interval"},
            "verdict": {"enum": ["pass", "fail", "undecided"]},
            "reason": {"type": ["string", "null"]}
          },
          "additionalProperties": false
        },
        "gauge": {
          "type": "object",
          "required": ["name", "labels", "unit", "mean", "peak", "ci95"],
          "properties": {
            "name": {"type": "string"},
            "labels": {"$ref": "#/$defs/labels"},
            "unit": {"type": "string"},
            "mean": {"type": ["number", "null"]},
            "peak": {"type": "number"},
            "ci95": {"$ref": "#/$defs/interval"}
          },
          "additionalProperties": false
        },
        "series": {
          "type": "object",
          "required": ["name", "labels", "step_us", "values"],
          "properties": {
            "name": {"type": "string"},
            "labels": {"$ref": "#/$defs/labels"},
            "step_us": {"type": "integer", "minimum": 0},
            "values": {"type": "array", "items": {"type": ["number", "null"]}}
          },
          "additionalProperties": false
        },
        "hazard": {
          "type": "object",
          "required": ["rule", "labels", "count", "first"],
          "properties": {
            "rule": {"type": "string"},
            "labels": {"$ref": "#/$defs/labels"},
            "count": {"type": "integer", "minimum": 0},
            "first": {
              "type": "object",
              "required": ["replication", "session", "time_us"],
              "properties": {
                "replication": {"type": "integer", "minimum": 0},
                "session": {"type": "integer", "minimum": 0},
                "time_us": {"type": "integer", "minimum": 0}
              },
              "additionalProperties": false
            }
          },
          "additionalProperties": false
        }
      }
    }

    """#
}
