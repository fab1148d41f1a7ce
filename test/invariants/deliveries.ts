import { driverOf } from '../fixtures/driver-of.ts';
import { type Invariant, invariant } from './invariant.ts';

/** 1 for an attempt without a result: it is running, or its process died and the lease has not expired. */
const running = '(case when d.attempt_id is null then 0 else 1 end)';

/** Invariants of deliveries and their attempts. Attempts of old deliveries are not kept. */
export const deliveryInvariants: Invariant[] = [
  invariant(
    'an event has one delivery per webhook',
    `select event_id || ' goes to ' || webhook_id || ' by ' || count(*) as what from delivery
     group by provider_id, event_id, webhook_id having count(*) > 1`,
  ),
  {
    name: 'a webhook has a delivery of each event that it subscribes to',
    // Earlier subscriptions of a webhook are unknown. Ids are in order of creation, also in real time.
    async broken(db) {
      const missing = await driverOf(db)<{ event: string; type: string; webhook: string; changed: string }[]>`
        with active as materialized (
          select w.provider_id, w.id, w.events, (
            select max(split_part(a.id, '_', 2) collate "C") from audit_entry a
            where a.provider_id = w.provider_id and a.resource_id = w.id) as changed
          from webhook w where w.status = 'ACTIVE'
        )
        select e.id as event, e.type, w.id as webhook, w.changed
        from active w join event e on e.provider_id = w.provider_id
        where exists (
            select from unnest(w.events) wanted (pattern)
            where pattern in ('*', e.type) or (pattern like '%.*' and starts_with(e.type, rtrim(pattern, '*'))))
          and not exists (select from delivery d where d.provider_id = e.provider_id and d.event_id = e.id
            and d.webhook_id = w.id and d.recorded_at = e.recorded_at)`;
      return missing
        .filter(({ event, changed }) => restOfId(event) > changed)
        .map(({ event, type, webhook }) => `${event} (${type}) has no delivery to ${webhook}`);
    },
  },
  invariant(
    'a delivery has an event, unless it is a test',
    `select d.id || ' has no event' as what from delivery d
     where d.test_body is null and not exists (select 1 from event e
       where e.provider_id = d.provider_id and e.id = d.event_id and e.recorded_at = d.recorded_at)`,
  ),
  invariant(
    'a delivered delivery has a successful attempt',
    `select d.id || ' counts as delivered without a successful attempt' as what from delivery d
     where d.delivered_at > now() - interval '30 days' and not exists (select 1 from delivery_attempt a
       where a.provider_id = d.provider_id and a.delivery_id = d.id and a.response_status between 200 and 299
         and a.error is null)`,
  ),
  invariant(
    'attempts are numbered from 1, and each finished attempt is logged',
    `select d.id || ' began ' || d.attempts || ' attempts, of which ' || coalesce(a.numbers, '{}')::text ||
       ' are logged' as what
     from delivery d left join lateral (
       select array_agg(number order by number) as numbers from delivery_attempt
       where provider_id = d.provider_id and delivery_id = d.id) a on true
     where d.recorded_at > now() - interval '30 days' and coalesce(a.numbers, '{}') <>
       array(select generate_series(1, d.attempts - ${running}))`,
  ),
];

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';

/** An event's 32 hex digits as the 26 characters after the prefix of any other id, so that the two can be compared. */
function restOfId(eventId: string): string {
  const hex = /^evt_([0-9a-f]{32})$/.exec(eventId)?.[1];
  if (!hex) return '';
  let rest = '';
  for (let bits = BigInt(`0x${hex}`); rest.length < 26; bits >>= 5n)
    rest = CROCKFORD[Number(bits & 31n)] + rest;
  return rest;
}
