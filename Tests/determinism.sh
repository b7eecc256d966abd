#!/usr/bin/env bash
# Compares the results of one scenario, byte for byte, between builds, jobs and environments.
# usage: determinism.sh DEBUG_BINARY RELEASE_BINARY [SCENARIO]
set -euo pipefail

debug=$(realpath "$1")
release=$(realpath "$2")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

if [[ -n ${3:-} ]]; then
    cp "$3" "$scratch/scenario.json5"
else
    "$release" init "$scratch/scenario.json5" 2> /dev/null
fi
cd "$scratch"

short=(--replications 4 --set duration=2m --set warmup=0s)

# Runs a command line and compares its result with the first one of the same form.
same() {
    local form=$1 what=$2
    shift 2
    "$@" --format "$form" --output "$scratch/result"
    if [[ ! -e $scratch/first.$form ]]; then
        mv "$scratch/result" "$scratch/first.$form"
    elif ! cmp "$scratch/first.$form" "$scratch/result"; then
        echo "error: $form differs: $what" >&2
        exit 1
    fi
    echo "same $form: $what"
}

for form in json csv text; do
    same $form 'release, 1 job' "$release" run scenario.json5 "${short[@]}" --jobs 1
    same $form 'release, 1 job again' "$release" run scenario.json5 "${short[@]}" --jobs 1
    same $form 'release, 2 jobs' "$release" run scenario.json5 "${short[@]}" --jobs 2
    same $form 'release, 7 jobs' "$release" run scenario.json5 "${short[@]}" --jobs 7
    same $form 'another locale and time zone' env LC_ALL=tr_TR.UTF-8 LANG=de_DE TZ=Asia/Tokyo \
        "$release" run scenario.json5 "${short[@]}"
    same $form 'an empty environment' env -i "$release" run scenario.json5 "${short[@]}"
done
same json 'debug, 2 jobs' "$debug" run scenario.json5 "${short[@]}" --jobs 2

# Shards of both builds, in any order; the debug build merges what the release build has made too.
mkdir -p parts
for shard in 3 1 2; do
    binary=$release
    if (( shard == 2 )); then binary=$debug; fi
    "$binary" run scenario.json5 "${short[@]}" --shard "$shard/3" --output parts
done
for form in json csv text; do
    same $form 'three shards' "$release" merge parts/*.part
    same $form 'three shards, merged by the debug build' "$debug" merge parts/*.part
done

mkdir -p elsewhere
cd elsewhere
same json 'another folder' "$release" run "$scratch/scenario.json5" "${short[@]}"
same json 'standard input' bash -c '"$0" run - "$@" < '"$scratch/scenario.json5" \
    "$release" "${short[@]}"
