#!/bin/sh
# Copies the files of one machine to their places, readable by the program that needs them and nothing else. Run as root, beside tree/.
# Usage: install.sh [ACCOUNT [ROOT]]; ACCOUNT is that of Demarc (demarc). The packages have to be installed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
account=${1:-demarc}
root=${2:-}
id "$account" > /dev/null 2>&1 || useradd --system --home-dir /opt/demarc --shell /usr/sbin/nologin "$account"

cd "$here/tree"
find . -type d | while read -r folder; do mkdir -p "$root/$folder"; done
# owner GROUP MODE FOLDER: the files below it, which root owns.
own() {
  [ -d "./$3" ] || return 0
  find "./$3" -type f | while read -r file; do install -o root -g "$1" -m "$2" "$file" "$root/$file"; done
}
own root 644 etc/default
own root 644 etc/chrony
own root 644 etc/systemd
own etcd 640 etc/etcd
own postgres 640 etc/patroni
own haproxy 640 etc/haproxy
own redis 640 etc/redis
own postgres 640 etc/demarc-backup
own "$(id -gn "$account")" 640 etc/demarc
own root 600 etc/demarc/radius
own root 755 usr/local/sbin
chmod 755 "$root/etc/patroni/first-start.sh"
# libpq ignores a file of passwords that a group can read.
[ ! -e "$root/etc/demarc-backup/pgpass" ] || { chown postgres "$root/etc/demarc-backup/pgpass" && chmod 600 "$root/etc/demarc-backup/pgpass"; }
[ ! -e "$root/etc/redis/redis.conf" ] || install -d -o redis -g redis -m 750 "$root/var/lib/redis"
# The processes of Demarc read the age of the newest backup from the names.
[ ! -d "$root/etc/demarc-backup" ] || {
  install -d -o postgres -g postgres -m 755 "$root/var/backups/demarc"
  install -d -o postgres -g postgres -m 700 "$root/var/backups/demarc/wal"
}
install -d -o etcd -g etcd -m 700 "$root/var/lib/etcd"
install -d -o postgres -g postgres -m 755 "$root/var/lib/postgresql" "$root/var/run/postgresql"
