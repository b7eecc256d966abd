#!/usr/bin/env bash
# A run or a sweep in shards by GNU parallel, on this machine or with --sshlogin on several:
#
#     bash deploy/parallel.sh run scenario.json5 --replications 320 > report.txt
#
# The same line again makes only the parts that are missing, and the result anew.
# PERFBENCH is the program, PARTS the folder of the parts, SHARDS their number.
set -euo pipefail

shards=${SHARDS:-16}
parts=${PARTS:-parts}
perfbench=${PERFBENCH:-perfbench}

mkdir -p "$parts"
seq "$shards" | parallel --quote --halt soon,fail=1 \
    "$perfbench" "$@" --shard "{}/$shards" --output "$parts" --jobs 1
exec "$perfbench" merge "$parts"/shard-*-of-"$shards".part
