#!/bin/sh
# Connects FreeRADIUS's stock configuration to Demarc's database. The steps are those of docs/guides/connect-freeradius.md.
set -eu
raddb=${RADDB:-/etc/freeradius/3.0}
cd "$raddb"
[ ! -e policy.d/demarc ] || exit 0
password=$(cat "${RADIUS_PASSWORD_FILE:-/run/secrets/radius_password}")
sed -i -E \
  -e 's/^\tdialect = .*/\tdialect = "postgresql"/' \
  -e 's/^\tdriver = .*/\tdriver = "rlm_sql_postgresql"/' \
  -e "s/^\tradius_db = .*/\tserver = \"${RADIUS_DATABASE_HOST:-127.0.0.1}\"\n\tport = ${RADIUS_DATABASE_PORT:-5432}\n\tlogin = \"demarc_radius\"\n\tpassword = \"$password\"\n\tradius_db = \"${RADIUS_DATABASE:-demarc}\"/" \
  -e 's/^#[[:space:]]*read_clients = .*/\tread_clients = yes/' \
  mods-available/sql
ln -sf ../mods-available/sql mods-enabled/sql
cat > policy.d/demarc <<'POLICY'
# A packet counts for the server that sent it. NAS-IP-Address in the packet is text that any server can write.
demarc_source {
	update request {
		&NAS-IP-Address !* ANY
		&NAS-IPv6-Address !* ANY
	}
	if (&Packet-Src-IPv6-Address) {
		update request {
			&NAS-IPv6-Address := "%{Packet-Src-IPv6-Address}"
		}
	}
	else {
		update request {
			&NAS-IP-Address := "%{Packet-Src-IP-Address}"
		}
	}
}
POLICY
sed -i -E 's/^(authorize|preacct) \{/&\n\tdemarc_source/' sites-available/default
