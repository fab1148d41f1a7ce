import { beforeAll, describe, expect, test } from 'vitest';
import { type Partner, useApi } from './api.ts';
import { activeSubscription, expectRefused } from './helpers.ts';

const api = useApi();
let partner: Partner;

type Reported = {
  ip?: string;
  ipv6?: string;
  prefix?: string;
  delegated?: string;
  station?: string;
  from: string;
  to?: string;
};

/** Adds the accounting of a session of a new subscription. Times are minutes before now. @returns the subscription's id */
async function session(of: Partner, { ip, ipv6, prefix, delegated, station, from, to }: Reported) {
  const { subscription } = await activeSubscription(of);
  await api.sql`
    insert into radius.radacct (acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime, acctstoptime,
      framedipaddress, framedipv6address, framedipv6prefix, delegatedipv6prefix, callingstationid, acctterminatecause)
    values (${subscription.id}, ${subscription.id}, ${subscription.radiusUsername}, '192.0.2.1', ${from}, null,
      ${ip ?? null}, ${ipv6 ?? null}, ${prefix ?? null}, ${delegated ?? null}, ${station ?? ''}, null)`;
  const [made] = (await of.get(`/v1/network-sessions?subscriptionId=${subscription.id}`)).body.data;
  // A clock of the router that is far off is replaced, so the times of the past are set here.
  await api.sql`update network_session set started_at = ${from}, ended_at = ${to ?? null}, heard_at = now(), is_counted = ${to !== undefined} where id = ${made.id}`;
  return made.id as string;
}

const find = async (query: Record<string, string>, of = partner) => {
  const answer = await of.get(`/v1/network-sessions?${new URLSearchParams({ ...query, limit: '100' })}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.map(({ id }: { id: string }) => id).sort();
};

const [T1, T2, T3] = [
  '2026-05-03T18:00:00.000Z',
  '2026-05-03T19:00:00.000Z',
  '2026-05-03T20:00:00.000Z',
] as const;

beforeAll(async () => {
  partner = await api.partner();
});

describe('the address of a session', () => {
  test('who had an IPv4 address at a time: the start is included, the end is not', async () => {
    const ip = '100.64.2.4';
    const first = await session(partner, { ip, from: T1, to: T2 });
    const second = await session(partner, { ip, from: T2, to: T3 });
    const open = await session(partner, { ip, from: T3 });
    await session(partner, { ip: '100.64.2.40', from: T1 });
    const all = [first, second, open].sort();
    expect(await find({ address: ip })).toEqual(all);
    expect(await find({ address: ip, at: '2026-05-03T18:10:00Z' })).toEqual([first]);
    expect(await find({ address: ip, at: T2 })).toEqual([second]);
    expect(await find({ address: ip, at: '2026-05-03T19:59:59.999Z' })).toEqual([second]);
    expect(await find({ address: ip, at: '2026-06-01T00:00:00Z' })).toEqual([open]);
    expect(await find({ address: ip, at: '2026-05-03T17:59:59.999Z' })).toEqual([]);
  });

  test('an IPv6 address finds itself, in each form, and the prefixes that contain it', async () => {
    const single = await session(partner, { ipv6: '2001:db8:1::7', from: T1 });
    const framed = await session(partner, { prefix: '2001:db8:2:5::/64', from: T1 });
    // A server may report a prefix with the bits of a host.
    const delegated = await session(partner, { delegated: '2001:db8:3:45::1/56', from: T1 });
    expect(await find({ address: '2001:DB8:1:0:0:0:0:7' })).toEqual([single]);
    expect(await find({ address: '2001:db8:2:5:aaaa::1' })).toEqual([framed]);
    expect(await find({ address: '2001:db8:2:6::1' })).toEqual([]);
    expect(await find({ address: '2001:db8:3:ff::9' })).toEqual([delegated]);
    expect(await find({ address: '2001:db8:3:100::9' })).toEqual([]);
  });

  test.each(['4C:5E:0C:AA:00:01', '4c-5e-0c-aa-00-01', '4c5e.0caa.0001', '4C5E0CAA0001'])(
    'a MAC address finds the device in any form: %s',
    async (address) => {
      const of = await api.partner();
      const colons = await session(of, { station: '4C:5E:0C:AA:00:01', from: T1, to: T2 });
      const hotspot = await session(of, { station: '4c-5e-0c-aa-00-01:Lobby', from: T1 });
      await session(of, { station: '4C:5E:0C:AA:00:02', from: T1 });
      expect(await find({ address }, of)).toEqual([colons, hotspot].sort());
      expect(await find({ address, at: T3 }, of)).toEqual([hotspot]);
    },
  );

  test('the sessions of other partners are not found', async () => {
    await session(await api.partner(), { ip: '100.64.9.9', station: '4C:5E:0C:BB:00:01', from: T1 });
    expect(await find({ address: '100.64.9.9' })).toEqual([]);
    expect(await find({ address: '4C:5E:0C:BB:00:01' })).toEqual([]);
  });

  test.each([
    '100.64.2',
    '100.64.2.256',
    '100.64.2.4/24',
    'fe80::1%eth0',
    '2001:db8::/64',
    ':::',
    'router',
    '4C:5E:0C:12:34',
    "1.2.3.4'--",
  ])('400 INVALID_FORMAT for %s', async (address) => {
    const answer = await partner.get(`/v1/network-sessions?${new URLSearchParams({ address })}`);
    expectRefused(answer, 400, { field: 'address', code: 'INVALID_FORMAT' });
  });

  test('each kind of address has an index', async () => {
    await api.sql`set enable_seqscan = off`;
    const plan = async (condition: string) => {
      const rows = await api.sql.unsafe(
        `explain select id from network_session where provider_id = 'prv_x' and ${condition}`,
      );
      return rows.map((row) => Object.values(row)[0]).join('\n');
    };
    expect(await plan(`framed_ip_address = '100.64.2.4'`)).toContain('network_session_ipv4');
    expect(await plan(`framed_ipv6_address = '2001:db8::1'`)).toContain('network_session_ipv6');
    const prefixes = `any(array(select network(set_masklen('2001:db8::1'::inet, n)) from generate_series(0, 128) n))`;
    expect(await plan(`network(framed_ipv6_prefix) = ${prefixes}`)).toContain('network_session_ipv6_prefix');
    expect(await plan(`network(delegated_ipv6_prefix) = ${prefixes}`)).toContain(
      'network_session_delegated_prefix',
    );
    const digits = `left(translate(lower(calling_station_id), ':-.', ''), 12)`;
    expect(await plan(`${digits} = '4c5e0caa0001'`)).toContain('network_session_mac');
  });
});
