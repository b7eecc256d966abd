#!/usr/bin/env bash
# Runs the scripts of deploy/ for real, GNU parallel's and Slurm's, kills tasks on the way, and
# compares what is merged with one run, byte for byte. Needs Debian, root and no running Slurm.
# usage: deploy.sh PERFBENCH [DURATION]     (of virtual time; long enough for tasks to be killed)
set -euo pipefail

PERFBENCH=$(realpath "$1")
export PERFBENCH
deploy=$(realpath "$(dirname "$0")/../deploy")
scratch=$(mktemp -d)
daemons=()

finish() {
    local process
    for process in "${daemons[@]}"; do kill "$process" 2> /dev/null || true; done
    wait 2> /dev/null || true
    rm -rf "$scratch"
}
trap finish EXIT

install=()
command -v parallel > /dev/null || install+=(parallel)
command -v slurmctld > /dev/null || install+=(slurm-wlm slurm-client)
command -v munged > /dev/null || install+=(munge)
if (( ${#install[@]} > 0 )); then
    apt-get update -q > /dev/null
    DEBIAN_FRONTEND=noninteractive apt-get install -qy "${install[@]}" > /dev/null
fi

cd "$scratch"
"$PERFBENCH" init scenario.json5 2> /dev/null
run=(run scenario.json5 --replications 16 --set "duration=${2:-100m}" --quiet)
"$PERFBENCH" "${run[@]}" --format json --output whole.json

# Says how a result of parts compares with that of one run.
same() {
    cmp "$1" "$2" || {
        echo "error: $3 is not the result of one run" >&2
        exit 1
    }
    echo "same: $3"
}

echo '== GNU parallel'
export PARTS=$scratch/by-parallel SHARDS=16
setsid bash "$deploy/parallel.sh" "${run[@]}" > cut.txt 2> /dev/null &
victim=$!
for _ in $(seq 600); do
    if compgen -G "$PARTS/*.part" > /dev/null; then break; fi
    sleep 0.1
done
kill -KILL -- "-$victim" 2> /dev/null || true
wait "$victim" 2> /dev/null || true
# Tasks that were under way go on or not; either way nothing of them is half there.
echo "killed with $(find "$PARTS" -name '*.part' | wc -l) of 16 parts there"
bash "$deploy/parallel.sh" "${run[@]}" > parallel.txt
"$PERFBENCH" merge --format json --output parallel.json "$PARTS"/*.part
"$PERFBENCH" merge --output whole.txt "$PARTS"/*.part
same parallel.json whole.json 'GNU parallel'
same parallel.txt whole.txt 'its text'

echo '== Slurm'
slurm=$scratch/slurm
mkdir -p "$slurm/state" "$slurm/spool" /run/munge
host=$(hostname -s)
dd if=/dev/urandom of="$slurm/munge.key" bs=1024 count=1 2> /dev/null
chmod 600 "$slurm/munge.key"
chmod 755 "$scratch" "$slurm"
cat > "$slurm/slurm.conf" <<CONF
ClusterName=perfbench
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
SlurmctldPort=26817
SlurmdPort=26818
AuthType=auth/munge
AuthInfo=socket=$slurm/munge.socket
CredType=cred/munge
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
JobCompType=jobcomp/none
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
StateSaveLocation=$slurm/state
SlurmdSpoolDir=$slurm/spool
SlurmctldPidFile=$slurm/slurmctld.pid
SlurmdPidFile=$slurm/slurmd.pid
SlurmctldLogFile=$slurm/slurmctld.log
SlurmdLogFile=$slurm/slurmd.log
SchedulerParameters=sched_interval=2
MinJobAge=300
KillWait=2
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=4000 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF=$slurm/slurm.conf
munged --foreground --force --key-file="$slurm/munge.key" --socket="$slurm/munge.socket" \
    --pid-file="$slurm/munged.pid" --log-file="$slurm/munged.log" --seed-file="$slurm/munged.seed" > /dev/null 2>&1 &
daemons+=($!)
sleep 1
slurmctld -D > /dev/null 2>&1 &
daemons+=($!)
slurmd -D > /dev/null 2>&1 &
daemons+=($!)
for _ in $(seq 60); do
    if sinfo --noheader --format=%T 2> /dev/null | grep -q idle; then break; fi
    sleep 1
done
sinfo --noheader --format='%n %T' | grep -q idle || {
    tail -n 20 "$slurm"/*.log >&2
    echo 'error: Slurm does not start' >&2
    exit 1
}

export PARTS=$scratch/by-slurm
array=(sbatch --wait --parsable --array=1-16 --cpus-per-task=1 --mem-per-cpu=500M
    "--output=$slurm/%a.log" "$deploy/slurm.sh" "${run[@]}")
"${array[@]}" > job &
waiting=$!
# The first task that runs is killed, as a node that fails would kill it.
for _ in $(seq 300); do
    task=$(squeue --noheader --states=R --format='%F_%K' 2> /dev/null | head -n 1)
    if [[ -n $task ]]; then break; fi
    sleep 0.1
done
scancel --signal=KILL --full "$task"
echo "killed task $task"
code=0
wait "$waiting" || code=$?
there=$(find "$PARTS" -name '*.part' | wc -l)
echo "the array ended with code $code and $there of 16 parts"
find "$PARTS" -name '*.part' -exec stat --format='%n %y' {} + | sort > before
if (( there < 16 )); then
    status=0
    "$PERFBENCH" merge "$PARTS"/*.part > /dev/null 2> missing.txt || status=$?
    cat missing.txt
    (( status == 3 )) || { echo "error: merge ended with $status, not 3" >&2; exit 1; }
fi
"${array[@]}" > /dev/null
find "$PARTS" -name '*.part' -exec stat --format='%n %y' {} + | sort > after
# What was there has been left alone.
[[ -z $(comm -23 before after) ]] || { echo 'error: a part was made again' >&2; exit 1; }
"$PERFBENCH" merge --format json --output slurm.json "$PARTS"/*.part
same slurm.json whole.json 'Slurm'
