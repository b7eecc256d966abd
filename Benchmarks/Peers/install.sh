#!/usr/bin/env bash
# Puts peers into Benchmarks/.peers, which git ignores; what is there already is left alone.
# usage: install.sh [cpp|simpy|ciw|cimba|ns3]…   all of them without a name
#
# What cannot be had is no error here: its reason goes to .peers/NAME.missing, for the table. What
# can be used leaves .peers/NAME.ready.
set -uo pipefail
cd "$(dirname "$0")"
peers=$(realpath ..)/.peers
mkdir -p "$peers/bin"
# One at a time: tests run side by side.
exec 9> "$peers/lock"
if command -v flock > /dev/null; then flock 9; fi

missing() {
    echo "$2" > "$peers/$1.missing"
    echo "$1: $2" >&2
    return 1
}

# Compiles a source of this folder when it is newer than its program.
compile() {
    local name=$1 source=$2
    shift 2
    local program=$peers/bin/$name
    [[ -x $program && $program -nt $source && $program -nt peer.h ]] && return
    g++ -std=c++17 -O3 -DNDEBUG "$source" -o "$program" "$@" 2> "$peers/$name.log"
}

python() {
    [[ -x $peers/venv/bin/python ]] && return
    python3 -m venv "$peers/venv" > "$peers/venv.log" 2>&1 || { rm -rf "$peers/venv"; false; }
}

# Installs the packages that a peer in Python needs; the first has the name of its module.
package() {
    local name=$1
    shift
    python || missing "$name" 'no python3 with venv' || return
    "$peers/venv/bin/python" -c "import $name" 2> /dev/null && return
    "$peers/venv/bin/python" -m pip install -q --disable-pip-version-check "$@" \
        > "$peers/$name.log" 2>&1 || missing "$name" "pip cannot install $name"
}

compiler() { command -v g++ > /dev/null || missing "$1" 'no g++'; }

install_cpp() {
    compiler cpp || return
    compile priority_queue priority_queue.cc || missing cpp 'its source does not compile'
}

install_simpy() { package simpy simpy json5; }

install_ciw() { package ciw ciw; }

# The wheel brings the engine as a library of C functions; the peer calls those.
install_cimba() {
    package cimba cimba || return
    compiler cimba || return
    local folder
    folder=$(echo "$peers"/venv/lib/python3*/site-packages/cimba)
    compile cimba cimba.cc "$folder/libcimba_py.so" "-Wl,-rpath,$folder" \
        || missing cimba 'its engine cannot be linked'
}

# Debian's packages, unpacked here and not installed in the system.
install_ns3() {
    compiler ns3 || return
    local root=$peers/ns3 library
    if [[ ! -d $root/usr ]]; then
        command -v apt-get > /dev/null || missing ns3 'no apt-get' || return
        rm -rf "$root.part"
        mkdir -p "$root.part"
        (
            cd "$root.part"
            apt-get download -q libns3-dev libns3.37 libgsl27 libgslcblas0 \
                || { apt-get update -q && apt-get download -q libns3-dev libns3.37 libgsl27 \
                    libgslcblas0; } \
                && for archive in *.deb; do dpkg -x "$archive" . || exit 1; done
        ) > "$peers/ns3.log" 2>&1 || missing ns3 'apt-get cannot download libns3-dev' || return
        mv "$root.part" "$root"
    fi
    library=$(dirname "$(find "$root" -name 'libns3-core.so' -print -quit)")
    compile ns3 ns3.cc "-I$root/usr/include" "-L$library" -lns3-core "-Wl,-rpath,$library" \
        "-Wl,-rpath-link,$library" -Wl,--disable-new-dtags \
        || missing ns3 'its source does not compile'
}

for name in "${@:-cpp simpy ciw cimba ns3}"; do
    for peer in $name; do
        rm -f "$peers/$peer.missing"
        if "install_$peer"; then touch "$peers/$peer.ready"; else rm -f "$peers/$peer.ready"; fi
    done
done
exit 0
