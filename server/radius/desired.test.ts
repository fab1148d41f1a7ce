import { expect, test } from 'vitest';
import { newPassword, newUsername } from './credentials.ts';
import { type DesiredUser, desiredRows, type Ipv4, isPoolName, type Speed } from './desired.ts';

type Served = Exclude<DesiredUser, { access: 'removed' }>;

function rowsOf(changes: Partial<Served> = {}): string[] {
  return desiredRows({
    username: 'u1',
    access: 'in_service',
    password: 'p1',
    speed: { downloadSpeedMbps: 50, uploadSpeedMbps: 10 },
    ipv4: { mode: 'none' },
    ...changes,
  }).map((row) =>
    row.table === 'radusergroup'
      ? `${row.table}: ${row.username} ${row.groupname} ${row.priority}`
      : `${row.table}: ${row.username} ${row.attribute} ${row.op} ${row.value}`,
  );
}

function valueFor(attribute: string, changes: Partial<Served>): string | undefined {
  return rowsOf(changes)
    .find((row) => row.includes(` ${attribute} `))
    ?.split(' := ')[1];
}

const inService = [
  'radcheck: u1 Cleartext-Password := p1',
  'radreply: u1 Mikrotik-Rate-Limit := 10M/50M',
  'radreply: u1 WISPr-Bandwidth-Max-Up := 10000000',
  'radreply: u1 WISPr-Bandwidth-Max-Down := 50000000',
  'radreply: u1 Acct-Interim-Interval := 300',
];

test('in service: rows for password, speeds and interval, and none for an address', () => {
  expect(rowsOf()).toEqual(inService);
});

test('suspended: all rows stay, and the suspended group is added', () => {
  expect(rowsOf({ access: 'suspended' })).toEqual([...inService, 'radusergroup: u1 suspended -1']);
});

test('a removed subscription has no RADIUS rows', () => {
  expect(desiredRows({ username: 'u1', access: 'removed' })).toEqual([]);
});

test.each<[Ipv4, string[]]>([
  [{ mode: 'none' }, []],
  [{ mode: 'static', address: '203.0.113.9' }, ['radreply: u1 Framed-IP-Address := 203.0.113.9']],
  [{ mode: 'pool', poolName: 'cgnat 2' }, ['radreply: u1 Framed-Pool := cgnat 2']],
])('the reply attributes of the address %o', (ipv4, added) => {
  expect(rowsOf({ ipv4 })).toEqual([...inService, ...added]);
});

test.each<[Speed, string, string, string]>([
  [{ downloadSpeedMbps: 2.5, uploadSpeedMbps: 1 }, '1M/2500k', '1000000', '2500000'],
  [{ downloadSpeedMbps: 1_000, uploadSpeedMbps: 0.1 }, '100k/1000M', '100000', '1000000000'],
  [{ downloadSpeedMbps: 1.1, uploadSpeedMbps: 2.2 }, '2200k/1100k', '2200000', '1100000'],
  // Less than a kilobit is one: RouterOS takes 0 for unlimited.
  [{ downloadSpeedMbps: 0.0004, uploadSpeedMbps: 0.0001 }, '1k/1k', '100', '400'],
  [{ downloadSpeedMbps: 0.12345, uploadSpeedMbps: 1.0004 }, '1000k/123k', '1000400', '123450'],
])('the rate limit of the speed %o', (speed, rate, up, down) => {
  expect(valueFor('Mikrotik-Rate-Limit', { speed })).toBe(rate);
  expect(valueFor('WISPr-Bandwidth-Max-Up', { speed })).toBe(up);
  expect(valueFor('WISPr-Bandwidth-Max-Down', { speed })).toBe(down);
});

test('a speed above 32 bits in bit/s is limited to 32 bits', () => {
  const speed = { downloadSpeedMbps: 1_000, uploadSpeedMbps: 100_000 };
  expect(valueFor('WISPr-Bandwidth-Max-Up', { speed })).toBe('4294967295');
});

test.each(['`id`', '"%{User-Name}"', "it's", 'a\nb', '', 'x'.repeat(254), 'é'.repeat(127)])(
  'pool name %j is refused',
  (poolName) => {
    expect(isPoolName(poolName)).toBe(false);
    expect(() => rowsOf({ ipv4: { mode: 'pool', poolName } })).toThrow('RADIUS');
  },
);

test.each(['10.0.0', 'router.example', '10.0.0.1/32', '::1', ''])(
  'the static address %j is refused',
  (address) => {
    expect(() => rowsOf({ ipv4: { mode: 'static', address } })).toThrow('RADIUS');
  },
);

test('generated credentials have only unambiguous characters and are unique', () => {
  const usernames = Array.from({ length: 2_000 }, newUsername);
  const passwords = Array.from({ length: 2_000 }, newPassword);
  for (const username of usernames) expect(username).toMatch(/^[a-hjkmnp-z2-9]{12}$/);
  for (const password of passwords) expect(password).toMatch(/^[a-hjkmnp-zA-HJ-NP-Z2-9]{16}$/);
  expect(new Set([...usernames, ...passwords]).size).toBe(4_000);
});
