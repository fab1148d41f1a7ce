#!/bin/sh
# Restores a dump of backup.sh into the empty database of DATABASE_URL, in one transaction: all of it or nothing.
# Usage: DATABASE_URL=postgres://… deploy/postgres/restore.sh FILE
set -eu

file=${1:?Usage: restore.sh FILE}
: "${DATABASE_URL:?DATABASE_URL is not set}"
. "$(dirname "$0")/connection.sh"

tables=$(psql "$DATABASE_ADDRESS" -XAtc "select count(*) from pg_tables where schemaname in ('public', 'radius', 'drizzle')")
if [ "$tables" != 0 ]; then
  echo "The database has $tables tables. Restore into an empty one: a restore replaces nothing." >&2
  exit 1
fi
# FreeRADIUS signs in with this role. Without it, `npm run radius:role` makes it and its grants after the restore.
acl=
if [ "$(psql "$DATABASE_ADDRESS" -XAtc "select count(*) from pg_roles where rolname = 'demarc_radius'")" = 0 ]; then
  acl=--no-acl
fi
# The schema `public` is in every database.
list=$(mktemp)
trap 'rm -f "$list"' EXIT
pg_restore --list "$file" | grep -v ' SCHEMA - public ' > "$list"
pg_restore --single-transaction --exit-on-error --no-owner $acl --use-list="$list" --dbname="$DATABASE_ADDRESS" "$file"
PGOPTIONS='-c client_min_messages=error' psql "$DATABASE_ADDRESS" -XqAtc 'analyze' \
  -c "select 'subscribers ' || count(*) from subscriber" \
  -c "select 'invoices    ' || count(*) from invoice" \
  -c "select 'payments    ' || count(*) from payment" \
  -c "select 'events      ' || count(*) from event"
