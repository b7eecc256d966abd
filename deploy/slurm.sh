#!/usr/bin/env bash
# A run or a sweep in shards on Slurm, one task of an array for each:
#
#     sbatch deploy/slurm.sh run scenario.json5 --replications 320
#     perfbench merge parts/*.part
#
# A task whose part is there ends at once, so the same line again makes only what is missing; so does
# `sbatch --array=3,7 deploy/slurm.sh …` with the shards that merge names. Number arrays from 1.
# PERFBENCH is the program, PARTS the folder of the parts, which all nodes must see.
#SBATCH --job-name=perfbench
#SBATCH --array=1-16
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=2
#SBATCH --mem-per-cpu=1G
#SBATCH --output=%x-%A_%a.log
set -euo pipefail

shards=16
parts=${PARTS:-parts}

mkdir -p "$parts"
exec "${PERFBENCH:-perfbench}" "$@" --shard "auto/$shards" --output "$parts" \
    --jobs "${SLURM_CPUS_PER_TASK:-1}"
