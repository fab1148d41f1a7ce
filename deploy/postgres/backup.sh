#!/bin/sh
# Backs up the PostgreSQL of DATABASE_URL with pg_dump: one file in a folder, checked and complete or not there at all.
# Usage: DATABASE_URL=postgres://… deploy/postgres/backup.sh DIR [KEEP]
# The roles of the cluster and SECRETS_KEY are not in it: keep them apart (docs/operations/back-up-and-restore.md).
set -eu

folder=${1:?Usage: backup.sh DIR [KEEP]}
keep=${2:-14}
: "${DATABASE_URL:?DATABASE_URL is not set}"
. "$(dirname "$0")/connection.sh"

umask 077
mkdir -p "$folder"
name=demarc-$(date -u +%Y%m%dT%H%M%SZ).dump
trap 'rm -f "$folder/$name.unfinished"' EXIT

# Events that get their place in the feed after the dump get another one after its restore, and a reader would get them again.
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --dbname="$DATABASE_ADDRESS" --command='do $$ begin
  if to_regprocedure($s$public.place_events(int)$s$) is not null and not pg_is_in_recovery() then
    while public.place_events(2000) = 2000 loop end loop;
  end if;
end $$'
# Grants stay in the dump: the role of FreeRADIUS needs its own.
pg_dump --format=custom --no-owner --dbname="$DATABASE_ADDRESS" --file="$folder/$name.unfinished"
pg_restore --list "$folder/$name.unfinished" > /dev/null
mv "$folder/$name.unfinished" "$folder/$name"
echo "$folder/$name"

# The newest stay. Names sort by time.
ls -1 "$folder" | grep -E '^demarc-[0-9]{8}T[0-9]{6}Z\.dump$' | sort -r | tail -n "+$((keep + 1))" | while read -r old; do
  rm -f "$folder/$old"
  echo "removed $old"
done
