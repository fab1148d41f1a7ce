#!/bin/sh
# Makes the role and the database of Demarc, as the superuser. The role owns the database and may make the role of FreeRADIUS; it is
# no superuser.
# Usage: make-database.sh [FILE WITH THE PASSWORD]
set -eu
password=$(cat "${1:-/run/secrets/database_password}")
psql --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres --set "password=$password" <<'SQL'
create role demarc login createrole password :'password';
create database demarc owner demarc encoding 'UTF8' template template0 lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8';
SQL
