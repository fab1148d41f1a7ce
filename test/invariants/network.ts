import type { Db, Tx } from '../../server/db/client.ts';
import { driverOf } from '../fixtures/driver-of.ts';
import { type Invariant, invariant } from './invariant.ts';

// Written from the contract. It shares no code with the domain, so that a mistake in one of them shows as a difference.

/** The most octets of a total. */
const MOST_OCTETS = 2 ** 52;

type Mbps = { downloadSpeedMbps: number; uploadSpeedMbps: number };

/** The network's view of a subscription with a user name. */
type User = {
  username: string;
  status: string;
  isArchived: boolean;
  isHeld: boolean;
  speed: Mbps;
  throttle: Mbps | null;
  ipv4: { mode: 'none' } | { mode: 'static'; address: string } | { mode: 'pool'; poolName: string } | null;
};

/** Invariants of the RADIUS tables: they follow from the subscriptions. */
export const networkInvariants: Invariant[] = [
  // The shortest retention of ended sessions is 95 days, and their days stay for longer. So a subscription with a session or a day
  // that is older than 92 days is left out, and one of which a day has as much as a total can have.
  invariant(
    'the days of usage of a subscription add up to the counted octets of its sessions',
    `select subscription_id || ' has ' || s.down || ' down and ' || s.up || ' up, its days ' || coalesce(d.down, 0)
       || ' and ' || coalesce(d.up, 0) as what
     from (
       select provider_id, subscription_id, sum(counted_octets - counted_upload) as down, sum(counted_upload) as up
       from network_session group by 1, 2 having min(created_at) > now() - interval '92 days'
     ) s
     left join (
       select provider_id, subscription_id, sum(download) as down, sum(upload) as up, min(day) as first,
         max(greatest(download, upload)) as most
       from network_usage_day group by 1, 2
     ) d using (provider_id, subscription_id)
     where (s.down <> coalesce(d.down, 0) or s.up <> coalesce(d.up, 0)) and (d.first < current_date - 92) is not true
       and (d.most = ${MOST_OCTETS}) is not true`,
  ),
  {
    name: 'the RADIUS rows of each user follow from the subscription',
    async broken(db: Db | Tx) {
      // Passwords are random. Each user has one.
      const stored = await driverOf(db)<{ what: string }[]>`
        select 'radcheck ' || username || ' ' || attribute || ' ' || op || ' ' ||
          case when attribute = 'Cleartext-Password' and value <> '' then '(a password)' else value end as what
        from radius.radcheck
        union all
        select 'radreply ' || username || ' ' || attribute || ' ' || op || ' ' || value from radius.radreply
        union all
        select 'radusergroup ' || username || ' ' || groupname || ' ' || priority from radius.radusergroup`;
      const users = await driverOf(db)<User[]>`
        select s.radius_username as username, s.status, s.archived_at is not null as "isArchived",
          o.held_at is not null as "isHeld", s.terms_speed as speed, s.ipv4, (
            select u.throttled_to from billing_cycle c
            join network_usage u on u.provider_id = c.provider_id and u.billing_cycle_id = c.id
              and u.plan_id = c.plan_id and u.throttled_at is not null
            where c.provider_id = s.provider_id and c.subscription_id = s.id and c.status in ('ACTIVE', 'OVERDUE')
          ) as throttle
        from subscription s
        join subscriber o on o.provider_id = s.provider_id and o.id = s.subscriber_id
        where s.radius_username is not null`;
      const [actual, expected] = [stored.map(({ what }) => what).sort(), users.flatMap(rowsOf).sort()];
      return [
        ...without(actual, expected).map((row) => `${row} is extra`),
        ...without(expected, actual).map((row) => `${row} is missing`),
      ];
    },
  },
];

/** The expected rows of a user. An ended subscription has none. */
function rowsOf({ username, status, isArchived, isHeld, speed, throttle, ipv4 }: User): string[] {
  if (isArchived || status === 'CANCELLED' || status === 'MIGRATED_OUT') return [];
  const up = lower(speed.uploadSpeedMbps, throttle?.uploadSpeedMbps);
  const down = lower(speed.downloadSpeedMbps, throttle?.downloadSpeedMbps);
  const served = (status === 'ACTIVE' || status === 'AWAITING_PAYMENT_FOR_UPGRADE') && !isHeld;
  return [
    `radcheck ${username} Cleartext-Password := (a password)`,
    `radreply ${username} Mikrotik-Rate-Limit := ${rate(up)}/${rate(down)}`,
    `radreply ${username} WISPr-Bandwidth-Max-Up := ${Math.round(up * 1e6)}`,
    `radreply ${username} WISPr-Bandwidth-Max-Down := ${Math.round(down * 1e6)}`,
    `radreply ${username} Acct-Interim-Interval := 300`,
    ...(ipv4?.mode === 'static' ? [`radreply ${username} Framed-IP-Address := ${ipv4.address}`] : []),
    ...(ipv4?.mode === 'pool' ? [`radreply ${username} Framed-Pool := ${ipv4.poolName}`] : []),
    ...(served ? [] : [`radusergroup ${username} suspended -1`]),
  ];
}

/** A throttle never raises a speed. */
function lower(speed: number, throttle = Number.POSITIVE_INFINITY): number {
  return Math.min(speed, throttle);
}

/** A rate in whole megabits, or in kilobits for fractions. */
function rate(mbps: number): string {
  return mbps % 1 === 0 ? `${mbps}M` : `${Math.round(mbps * 1000)}k`;
}

/** The items of a list without those of another, counting repetitions. */
function without(list: string[], other: string[]): string[] {
  const taken = new Map<string, number>();
  for (const item of other) taken.set(item, (taken.get(item) ?? 0) + 1);
  return list.filter((item) => {
    const left = taken.get(item) ?? 0;
    taken.set(item, left - 1);
    return left <= 0;
  });
}
