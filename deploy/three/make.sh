#!/bin/sh
# Makes the files of the three machines from files/ and a file of addresses.
# Usage: make.sh LAYOUT DIR
# DIR gets one/, two/ and three/, each to be copied to its machine, and secrets/. Secrets that exist stay; the rest is made again.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
layout=${1:?Usage: make.sh LAYOUT DIR}
out=${2:?Usage: make.sh LAYOUT DIR}
ROOT=
. "$(cd "$(dirname "$layout")" && pwd)/$(basename "$layout")"
: "${ONE:?}" "${TWO:?}" "${THREE:?}" "${NETWORK:?}" "${DOMAIN:?}" "${ACCOUNT:?}"

# What runs on each machine besides what runs on every one: two of each, but the store.
roles_of() {
  case $1 in
    one) echo web radius ;;
    two) echo web jobs radius ;;
    three) echo jobs store ;;
  esac
}

# The units that `systemctl enable --now` gets, in this order.
units_of() {
  echo etcd patroni haproxy
  for role in $(roles_of "$1"); do
    case $role in
      web | jobs) echo "demarc-$role" ;;
      radius) echo freeradius ;;
      store) echo redis-server demarc-wal demarc-base-backup.timer ;;
    esac
  done
}

umask 077
secrets=$out/secrets
mkdir -p "$secrets"
for name in superuser replicator patroni backup demarc radius redis metrics; do
  [ -e "$secrets/$name" ] || openssl rand -hex 24 > "$secrets/$name"
done
[ -e "$secrets/key" ] || openssl rand -base64 32 > "$secrets/key"
# One certificate for all that the machines say to each other, and one for browsers until a public CA has signed another.
[ -e "$secrets/inside/server.key" ] ||
  sh "$here/../postgres/make-certificate.sh" "$secrets/inside" "$ONE" "$TWO" "$THREE" 127.0.0.1
[ -e "$secrets/site/server.key" ] || sh "$here/../postgres/make-certificate.sh" "$secrets/site" "$DOMAIN"

# A line of sed for each {{NAME}} of a template. No value has `|`, `&` or a backslash.
values() {
  printf 's|{{%s}}|%s|g\n' NAME "$1" SELF "$2" OTHER "$3" ANOTHER "$4" ROOT "${ROOT:+$ROOT/$1}" ONE "$ONE" TWO "$TWO" THREE "$THREE" NETWORK "$NETWORK" \
    LOOPBACK "${LOOPBACK:-$2}" DOMAIN "$DOMAIN" ACCOUNT "$ACCOUNT"
  for file in "$secrets"/*; do
    [ ! -f "$file" ] || printf 's|{{secret %s}}|%s|g\n' "$(basename "$file")" "$(cat "$file")"
  done
}

machine() {
  name=$1
  tree=$out/$name/tree
  rm -rf "${out:?}/$name"
  mkdir -p "$tree/etc/etcd" "$tree/etc/patroni" "$tree/etc/haproxy" "$tree/etc/demarc" "$tree/etc/systemd/system"
  values "$@" > "$out/values"
  for role in every $(roles_of "$name"); do
    (cd "$here/files/$role" && find . -type f) | while read -r file; do
      mkdir -p "$tree/$(dirname "$file")"
      # Two roles may have parts of one file.
      sed -f "$out/values" "$here/files/$role/$file" >> "$tree/$file"
    done
    case $role in
      web | jobs)
        sed "s/^\(User\|Group\)=demarc$/\1=$ACCOUNT/" "$here/../systemd/demarc.service" \
          > "$tree/etc/systemd/system/demarc-$role.service"
        ;;
      radius)
        mkdir -p "$tree/etc/demarc/radius"
        cp "$here/../freeradius/configure.sh" "$here/../freeradius/buffer.sh" "$tree/etc/demarc/radius/"
        cp "$secrets/inside/ca.pem" "$tree/etc/demarc/radius/demarc-ca.pem"
        ;;
      store)
        mkdir -p "$tree/etc/redis"
        cp "$secrets/inside/server.key" "$secrets/inside/server.pem" "$secrets/inside/ca.pem" "$tree/etc/redis/"
        cp "$secrets/inside/ca.pem" "$tree/etc/demarc-backup/"
        ;;
    esac
  done
  rm "$out/values"
  if grep -r '{{' "$tree"; then
    echo 'These lines have a name without a value.' >&2
    exit 1
  fi
  cp "$secrets/inside/ca.pem" "$tree/etc/demarc/"
  for program in etcd patroni; do
    cp "$secrets/inside/server.key" "$secrets/inside/server.pem" "$secrets/inside/ca.pem" "$tree/etc/$program/"
  done
  cp "$here/../postgres/make-database.sh" "$tree/etc/patroni/"
  cp "$secrets/demarc" "$tree/etc/patroni/demarc.password"
  # HAProxy reads a certificate and its key from one file.
  cat "$secrets/inside/server.pem" "$secrets/inside/server.key" > "$tree/etc/haproxy/inside.pem"
  cat "$secrets/site/server.pem" "$secrets/site/server.key" > "$tree/etc/haproxy/site.pem"
  cp "$secrets/inside/ca.pem" "$tree/etc/haproxy/inside-ca.pem"
  cp "$here/install.sh" "$out/$name/"
  units_of "$name" | xargs > "$out/$name/units"
}
machine one "$ONE" "$TWO" "$THREE"
machine two "$TWO" "$ONE" "$THREE"
machine three "$THREE" "$ONE" "$TWO"
echo "Keep a copy of $secrets apart from the backups. Without secrets/key the stored secrets of partners are lost."
