#!/bin/sh
# Keeps accounting on the disk while the database does not answer, and gives it to the database afterwards. It runs after configure.sh,
# and can run again. docs/operations/three-machines.md explains it.
set -eu
cd "${RADDB:-/etc/freeradius/3.0}"
cat > mods-available/demarc_buffer <<'MODULE'
# One file for each minute, with what arrived in it.
detail demarc_buffer {
	filename = ${radacctdir}/demarc-buffer/detail-%Y%m%d-%H%G
	permissions = 0600
	header = "%t"
}
# The reader deletes a file with a line that it cannot read, such as a text of 253 control characters, and with it the packets of other
# routers. So a packet is written with what the accounting queries read, and without texts of more than 200 characters.
attr_filter demarc_buffer_fields {
	key = "any"
	filename = ${modconfdir}/attr_filter/demarc_buffer
}
MODULE
cat > mods-config/attr_filter/demarc_buffer <<'FIELDS'
DEFAULT
	User-Name =~ "^(?s).{0,200}$",
	Realm =~ "^(?s).{0,200}$",
	NAS-Identifier =~ "^(?s).{0,200}$",
	NAS-Port-Id =~ "^(?s).{0,200}$",
	Acct-Session-Id =~ "^(?s).{0,200}$",
	Acct-Unique-Session-Id =~ "^(?s).{0,200}$",
	Called-Station-Id =~ "^(?s).{0,200}$",
	Calling-Station-Id =~ "^(?s).{0,200}$",
	Connect-Info =~ "^(?s).{0,200}$",
	NAS-IP-Address =* ANY,
	NAS-IPv6-Address =* ANY,
	NAS-Port =* ANY,
	NAS-Port-Type =* ANY,
	Event-Timestamp =* ANY,
	Acct-Status-Type =* ANY,
	Acct-Session-Time =* ANY,
	Acct-Authentic =* ANY,
	Acct-Terminate-Cause =* ANY,
	Acct-Input-Octets =* ANY,
	Acct-Input-Gigawords =* ANY,
	Acct-Output-Octets =* ANY,
	Acct-Output-Gigawords =* ANY,
	Service-Type =* ANY,
	Framed-Protocol =* ANY,
	Framed-IP-Address =* ANY,
	Framed-IPv6-Address =* ANY,
	Framed-IPv6-Prefix =* ANY,
	Framed-Interface-Id =* ANY,
	Delegated-IPv6-Prefix =* ANY
FIELDS
ln -sf ../mods-available/demarc_buffer mods-enabled/demarc_buffer
cat > policy.d/demarc-buffer <<'POLICY'
# A router repeats a packet for some seconds only. A packet on the disk is answered as one in the database.
demarc_accounting {
	sql {
		fail = 1
	}
	if (fail) {
		demarc_buffer_fields.preacct
		demarc_buffer
	}
}
# A refusal would be shown to a customer whose password is right. Without an answer the router repeats the request.
demarc_authorize {
	sql {
		fail = 1
	}
	if (fail) {
		do_not_respond
	}
}
POLICY
cat > sites-available/demarc-buffer <<'SITE'
# Reads the files of demarc_buffer. A packet stays in its file until the database has it; the files are read in the order of time.
# The packet has the time of its arrival already, and the address of its sender.
server demarc-buffer {
	listen {
		type = detail
		filename = "${radacctdir}/demarc-buffer/detail-*"
		load_factor = 90
		poll_interval = 1
		retry_interval = 5
		track = yes
	}
	preacct {
		preprocess
		acct_unique
	}
	accounting {
		sql
	}
}
SITE
ln -sf ../sites-available/demarc-buffer sites-enabled/demarc-buffer
sed -i -E -e '/^accounting \{/,/^\}/ s/^\t-sql$/\tdemarc_accounting/' -e '/^authorize \{/,/^\}/ s/^\t-sql$/\tdemarc_authorize/' \
  sites-available/default
# Half a minute after a lost connection no other one would be tried.
sed -i -E 's/^(\t\t)retry_delay = .*/\1retry_delay = 2/' mods-available/sql
