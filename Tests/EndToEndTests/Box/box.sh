#!/bin/bash
# A throw-away systemd for tests: PID 1, logind, D-Bus, the journal and the manager of one user, in namespaces of their
# own, over a writable layer on top of this machine's root. Another user, visitor, is logged in nowhere. Needs root and
# systemd-nspawn.
#
#   box.sh up STATE SHARE        boots; SHARE appears as /share; returns once the user's manager is up
#   box.sh root STATE COMMAND…   runs a command as root in it
#   box.sh user STATE COMMAND…   runs a command as the user gardener, with runtime folder and session bus
#   box.sh down STATE            powers it off
set -euo pipefail

verb=$1
state=$(readlink -f "$2")
shift 2

leader() { cat "$state/leader"; }

enter() { exec nsenter --target "$(leader)" --mount --uts --ipc --net --pid --cgroup -- "$@"; }

# The box's own systemd: process 1 of a pid namespace in our cgroup.
find_leader() {
    local folder pid
    while IFS= read -r folder; do
        while IFS= read -r pid; do
            if [ "$(awk '/^NSpid/ { print $NF }' "/proc/$pid/status" 2>/dev/null)" = 1 ] \
                && [[ $(readlink "/proc/$pid/exe") = */systemd ]]; then
                printf '%s\n' "$pid"
                return 0
            fi
        done <"$folder"
    done < <(find "$cgroup" -name cgroup.procs)
    return 1
}

# Notes what the boot does next, for the report of one that does not come to its end.
step() { printf '%s\n' "$1" >"$state/step"; }

# Fails if the box has ended. Its limit is that of the test, which ends a boot that hangs.
expect_running() {
    kill -0 "$(cat "$state/outer")" 2>/dev/null && return
    local status=0
    wait "$(cat "$state/outer")" || status=$?
    printf 'box.sh: the box ended with status %s while it was to %s; its console:\n' "$status" "$(cat "$state/step")" >&2
    tail -n 50 "$state/console" >&2
    exit 1
}

up() {
    local share
    share=$(readlink -f "$1")
    cgroup=/sys/fs/cgroup/unified
    [ -d "$cgroup" ] || cgroup=/sys/fs/cgroup
    step "get a control group"
    # Its name is no other box's, even if the number of this process was that of a box that left its group behind.
    cgroup=$(mktemp -d "$cgroup/gardenbox.XXXXXXXX")
    printf '%s\n' "$cgroup" >"$state/cgroup"
    (
        # A systemd that finds itself in the machine's root cgroup would move every process of the machine.
        printf '%s\n' "$BASHPID" >"$cgroup/cgroup.procs"
        exec setsid unshare --mount --propagation private --cgroup --pid --fork --kill-child --mount-proc \
            bash "$(readlink -f "$0")" inside "$state" "$share"
    ) </dev/null >"$state/console" 2>&1 &
    printf '%s\n' $! >"$state/outer"
    step "start its systemd"
    until find_leader >"$state/leader"; do
        expect_running
        sleep 0.05
    done
    step "start the manager of its user"
    until nsenter --target "$(leader)" --all -- test -S /run/user/1500/systemd/private 2>/dev/null; do
        expect_running
        sleep 0.05
    done
    step "finish its boot"
    nsenter --target "$(leader)" --all -- systemctl is-system-running --wait >"$state/running" || true
    # nspawn lays a file that is deleted already over /proc/kmsg; on that no service's sandbox can lay its own.
    nsenter --target "$(leader)" --all -- umount /proc/kmsg 2>/dev/null || true
}

add_user() {
    echo "$1:x:$2:$2::/home/$1:/bin/bash" >>"$tree/etc/passwd"
    echo "$1:x:$2:" >>"$tree/etc/group"
    echo "$1:*:19000:0:99999:7:::" >>"$tree/etc/shadow"
    mkdir -p "$tree/home/$1"
    chown "$2:$2" "$tree/home/$1"
}

# In the namespaces: lays the writable root, makes the user, leaves out the machine's own services, and boots.
inside() {
    local share=$1 layers=$state/layers tree units unit
    umount --recursive --lazy /sys/fs/cgroup
    mount -t cgroup2 cgroup2 /sys/fs/cgroup
    mount -t tmpfs -o mode=755 tmpfs /run
    mkdir -p /sys/fs/cgroup/payload
    printf '%s\n' $$ >/sys/fs/cgroup/payload/cgroup.procs
    mkdir -p "$layers"
    mount -t tmpfs tmpfs "$layers"
    tree=$layers/root
    mkdir "$layers/upper" "$layers/work" "$tree"
    mount -t overlay overlay -o "lowerdir=/,upperdir=$layers/upper,workdir=$layers/work" "$tree"
    echo 11111111111111111111111111111111 >"$tree/etc/machine-id"
    add_user gardener 1500
    # Logged in nowhere: no manager, no runtime folder.
    add_user visitor 1501
    mkdir -p "$tree/var/log/journal"
    rm -rf "$tree"/var/log/journal/*
    units=$tree/etc/systemd/system
    rm -rf "$units"/*.wants "$units"/*.requires "$tree"/etc/systemd/user/*.wants
    for unit in systemd-{timesyncd,udevd,udev-trigger,sysctl,modules-load,networkd,resolved,binfmt,pstore,random-seed} \
        systemd-{machine-id-commit,firstboot,hwdb-update,journal-catalog-update,update-done,remount-fs} \
        ldconfig console-getty; do
        ln -sf /dev/null "$units/$unit.service"
    done
    cat >"$units/box.target" <<'END'
[Unit]
Requires=basic.target dbus.socket
Wants=systemd-logind.service systemd-user-sessions.service user@1500.service
After=basic.target systemd-logind.service
AllowIsolate=yes
END
    # A sleep runs the whole cycle of logind and systemd-sleep(8), up to the kernel's part.
    mkdir "$layers/power"
    echo "freeze mem disk" >"$layers/power/state"
    echo "s2idle [deep]" >"$layers/power/mem_sleep"
    echo "[platform]" >"$layers/power/disk"
    mkdir -p "$tree/etc/systemd/sleep.conf.d"
    printf '[Sleep]\nSuspendState=mem\n' >"$tree/etc/systemd/sleep.conf.d/box.conf"
    exec systemd-nspawn --quiet --directory="$tree" --register=no --keep-unit --private-network --machine=gardenbox \
        --link-journal=no --console=pipe --kill-signal=SIGRTMIN+3 --bind="$share:/share" \
        --bind="$layers/power:/sys/power" --boot \
        -- systemd.unit=box.target systemd.show_status=0
}

# A box of which the boot failed has no leader to be asked. All its processes end, too: they would keep inotify instances and
# more from the boxes of other tests.
down() {
    local try cgroup outer
    cgroup=$(cat "$state/cgroup" 2>/dev/null) || return 0
    outer=$(cat "$state/outer" 2>/dev/null) || outer=
    # SIGRTMIN+4 is poweroff.target.
    if [ -s "$state/leader" ] && kill -s RTMIN+4 "$(leader)" 2>/dev/null; then
        for ((try = 0; try < 100; try++)); do
            kill -0 "$outer" 2>/dev/null || break
            sleep 0.1
        done
    fi
    [ -z "$outer" ] || kill -KILL "$outer" 2>/dev/null || true
    for ((try = 0; try < 100; try++)); do
        find "$cgroup" -name cgroup.kill -exec sh -c 'echo 1 >"$1"' sh {} \; 2>/dev/null || true
        find "$cgroup" -depth -type d -exec rmdir {} + 2>/dev/null && break
        sleep 0.1
    done
}

case $verb in
    up) up "$@" ;;
    inside) inside "$@" ;;
    # nsenter keeps what nspawn drops: with CAP_SYS_TIME and its kin a command in the box could change the machine.
    root)
        enter setpriv --inh-caps=-all \
            --bounding-set=-sys_time,-sys_module,-sys_rawio,-sys_boot,-syslog,-mac_admin,-mac_override,-audit_control \
            env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 HOME=/root "$@"
        ;;
    user)
        enter setpriv --reuid 1500 --regid 1500 --init-groups --inh-caps=-all \
            env -i -C /home/gardener HOME=/home/gardener USER=gardener LOGNAME=gardener SHELL=/bin/bash LANG=C.UTF-8 \
            PATH=/home/gardener/.local/bin:/usr/local/bin:/usr/bin:/bin XDG_RUNTIME_DIR=/run/user/1500 \
            DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/1500/bus "$@"
        ;;
    down) down ;;
esac
