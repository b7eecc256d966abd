#!/usr/bin/env bash
# Writes an endless stream of raw 32-bit numbers of the simulator's generator to standard output.
set -euo pipefail
cd "$(dirname "$0")"
swift build -c release --scratch-path ../../.build/random >&2
exec ../../.build/random/release/stream
