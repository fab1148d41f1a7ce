import { type Db, driver, type Tx } from '../../server/db/client.ts';
import type { Invariant } from './invariant.ts';

// Written from the contract alone: it shares nothing with what fills the tables, so that a slip in one of the two shows.

type Mbps = { downloadSpeedMbps: number; uploadSpeedMbps: number };

/** A subscription that has a user name, as far as the network is concerned. */
type User = {
  username: string;
  status: string;
  isArchived: boolean;
  isHeld: boolean;
  speed: Mbps;
  throttle: Mbps | null;
  ipv4: { mode: 'none' } | { mode: 'static'; address: string } | { mode: 'pool'; poolName: string } | null;
};

/** What has to be true of the RADIUS tables: they hold what the subscriptions' states mean, and nothing else. */
export const networkInvariants: Invariant[] = [
  {
    name: 'the network knows of every user what their subscription says',
    async broken(db: Db | Tx) {
      // A password is made by machine; whatever it is, there is one.
      const stored = await driver(db)<{ what: string }[]>`
        select 'radcheck ' || username || ' ' || attribute || ' ' || op || ' ' ||
          case when attribute = 'Cleartext-Password' and value <> '' then '(a password)' else value end as what
        from radius.radcheck
        union all
        select 'radreply ' || username || ' ' || attribute || ' ' || op || ' ' || value from radius.radreply
        union all
        select 'radusergroup ' || username || ' ' || groupname || ' ' || priority from radius.radusergroup`;
      const users = await driver(db)<User[]>`
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
      const [is, should] = [stored.map(({ what }) => what).sort(), users.flatMap(rowsOf).sort()];
      return [
        ...without(is, should).map((row) => `${row} is there`),
        ...without(should, is).map((row) => `${row} is missing`),
      ];
    },
  },
];

/** The rows of a user, in words. One whose subscription has ended for good has none. */
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

/** A throttle makes nothing faster. */
function lower(speed: number, throttle = Number.POSITIVE_INFINITY): number {
  return Math.min(speed, throttle);
}

/** Whole megabits, and whole kilobits where there is a fraction. */
function rate(mbps: number): string {
  return mbps % 1 === 0 ? `${mbps}M` : `${Math.round(mbps * 1000)}k`;
}

/** What of a list is left when everything in another is taken from it, as often as it is in there. */
function without(list: string[], other: string[]): string[] {
  const taken = new Map<string, number>();
  for (const item of other) taken.set(item, (taken.get(item) ?? 0) + 1);
  return list.filter((item) => {
    const left = taken.get(item) ?? 0;
    taken.set(item, left - 1);
    return left <= 0;
  });
}
