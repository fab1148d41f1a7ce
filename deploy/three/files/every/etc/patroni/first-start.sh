#!/bin/sh
# Patroni runs this once, on the first primary of a new cluster: the role and the database of Demarc, and the role of the backups.
set -eu
# Patroni gives the password of the superuser in PGPASSFILE.
PGHOST={{SELF}} PGPORT=5432 PGSSLMODE=require
export PGHOST PGPORT PGSSLMODE
sh {{ROOT}}/etc/patroni/make-database.sh {{ROOT}}/etc/patroni/demarc.password
# The role reads the whole cluster as a standby does, and no table by a query.
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username postgres --dbname postgres <<'SQL'
\set password `printf %s "$BACKUP_PASSWORD"`
create role backup login replication password :'password';
SQL
