#!/bin/sh
# Makes a certificate for PostgreSQL, by a CA that exists for nothing else. Its key is not kept.
# Usage: make-certificate.sh DIR NAME…: DIR gets server.key, server.pem and ca.pem. A NAME is what stands in DATABASE_URL.
set -eu
folder=${1:?Usage: make-certificate.sh DIR NAME…}
shift
: "${1:?Usage: make-certificate.sh DIR NAME…}"
umask 077
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
names=
for name in "$@"; do
  case $name in
    *:*) kind=IP ;;
    *[!0-9.]*) kind=DNS ;;
    *) kind=IP ;;
  esac
  names="$names${names:+, }$kind:$name"
done
key='-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes'
openssl req -x509 $key -days 3650 -subj '/CN=Demarc database CA' -keyout "$made/ca.key" -out "$made/ca.pem" 2> /dev/null
openssl req -new $key -subj "/CN=$1" -keyout "$made/server.key" -out "$made/request" 2> /dev/null
printf 'subjectAltName = %s\n' "$names" > "$made/names"
openssl x509 -req -in "$made/request" -CA "$made/ca.pem" -CAkey "$made/ca.key" -CAcreateserial -days 3650 \
  -extfile "$made/names" -out "$made/server.pem" 2> /dev/null
mkdir -p "$folder"
chmod 644 "$made/server.pem" "$made/ca.pem"
mv "$made/server.key" "$made/server.pem" "$made/ca.pem" "$folder/"
