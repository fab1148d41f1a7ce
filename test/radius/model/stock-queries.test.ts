import { expect, test } from 'vitest';
import { radclient } from '../freeradius.ts';
import { useNetwork } from '../network.ts';
import { type Attributes, statementsOf } from './stock-queries.ts';

// The model of bad routers sends no packets: it runs the statements that FreeRADIUS would run for them.

const network = useNetwork({ keepsEventTimestamp: true });

const NOW = Math.floor(Date.now() / 1_000);
const counters = { 'Acct-Input-Octets': 5, 'Acct-Output-Octets': 7, 'Acct-Output-Gigawords': 3 };
const addresses = { 'Framed-IP-Address': '100.64.0.9', 'Framed-IPv6-Prefix': '2001:db8:1:2::/64' };
const from = (packet: Attributes): Attributes => ({ 'User-Name': 'model', 'NAS-Port': 7, ...packet });

const start = from({ 'Acct-Status-Type': 'Start', 'Event-Timestamp': NOW - 500, ...addresses });
const interim = from({
  'Acct-Status-Type': 'Interim-Update',
  'Event-Timestamp': NOW - 400,
  'Acct-Session-Time': 60,
  ...counters,
  ...addresses,
});
const stop = from({
  'Acct-Status-Type': 'Stop',
  'Event-Timestamp': NOW - 300,
  'Acct-Session-Time': 61,
  'Acct-Terminate-Cause': 'User-Request',
  ...counters,
});
const boot = { 'Acct-Status-Type': 'Accounting-On', 'Event-Timestamp': NOW - 200 };
const off = { 'Acct-Status-Type': 'Accounting-Off', 'Event-Timestamp': NOW - 200 };

test.each<[string, Attributes[]]>([
  ['a session', [start, interim, stop]],
  ['an interim first', [interim, stop]],
  ['a Stop first', [stop, stop, start]],
  ['a Stop without figures', [start, interim, from({ 'Acct-Status-Type': 'Stop', 'Event-Timestamp': NOW })]],
  ['a reused id', [start, stop, start, interim, stop]],
  ['Accounting-On', [start, boot, start, interim]],
  ['Accounting-Off', [interim, off, stop]],
  ['a user name with special characters', [{ ...start, 'User-Name': "o'neil,é@x" }]],
])('%s: a real FreeRADIUS and the model write the same rows', async (title, packets) => {
  const { sql } = network.api;
  const session = title.replaceAll(' ', '-');
  const rows = async (nas: string) =>
    (await sql`select * from radius.radacct where nasipaddress = ${nas} order by radacctid`).map(
      ({ radacctid: _id, acctuniqueid: _unique, nasipaddress: _nas, ...row }) => row,
    );
  const sent = '127.0.7.1';
  const modelled = '127.0.7.2';
  await sql`delete from radius.radacct where nasipaddress in (${sent}, ${modelled})`;
  for (const packet of packets) {
    const full = { 'Acct-Session-Id': session, 'NAS-IP-Address': sent, ...packet };
    const lines = Object.entries(full).map(([name, value]) =>
      typeof value === 'string' && /Name|Id$/.test(name) ? `${name} = "${value}"` : `${name} = ${value}`,
    );
    await radclient(network.radius.ports.accounting, 'acct', [...lines, `Packet-Src-IP-Address = ${sent}`]);
    await sql.begin(async (tx) => {
      await tx`set local search_path = radius`;
      for (const statement of statementsOf({ ...full, 'NAS-IP-Address': modelled }, NOW)) {
        if ((await tx.unsafe(statement)).count > 0) break;
      }
    });
  }
  const expected = await rows(sent);
  expect(expected.length).toBeGreaterThan(0);
  expect(await rows(modelled)).toEqual(expected);
  expect(network.radius.log()).not.toContain('ERROR: rlm_sql');
});
