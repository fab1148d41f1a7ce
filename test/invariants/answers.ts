import { prefixes } from '../../server/contract/resource-names.ts';
import { type Invariant, invariant } from './invariant.ts';

/** Tables whose rows are never deleted. */
const lasting = {
  subscriber: 'subscriber',
  subscription: 'subscription',
  plan: 'plan',
  demarcationPoint: 'demarcation_point',
  payment: 'payment',
  refund: 'refund',
  charge: 'charge',
  installation: 'installation',
} as const;

/** Invariants of stored answers and of the totals of lists. */
export const answerInvariants: Invariant[] = [
  invariant(
    'the resource of a stored answer exists',
    Object.entries(lasting)
      .map(
        ([name, table]) => `
        select key || ' was answered with ' || resource_id as what from idempotency_key k
        where status between 200 and 299 and starts_with(resource_id, '${prefixes[name as keyof typeof lasting]}_')
          and not exists (select from ${table} where provider_id = k.provider_id and id = k.resource_id)`,
      )
      .join(' union all '),
  ),
  invariant(
    'ids of events and emails are in the order of their creation',
    ['event', 'mail']
      .map(
        (table) => `
        select '${table} ' || id || ' is before ' || before as what from (
          select id, created_at, lag(id) over newer as before, lag(created_at) over newer as created_before
          from ${table} window newer as (partition by provider_id order by id)
        ) r where created_at < created_before`,
      )
      .join(' union all '),
  ),
  invariant(
    'counted totals equal the number of rows',
    ['subscriber', 'subscription', 'invoice', 'payment', 'event']
      .map(
        (table) => `
        select '${table} of ' || p.id || ': counted ' || counted.n || ', there ' || there.n as what
        from provider p
        cross join lateral (
          select coalesce(sum(n), 0) as n from row_count where provider_id = p.id and resource = '${table}') counted
        cross join lateral (select count(*) as n from ${table} where provider_id = p.id) there
        where counted.n <> there.n`,
      )
      .join(' union all '),
  ),
  invariant(
    'counted totals of each status equal the number of rows',
    ['subscriber', 'subscription', 'invoice', 'payment']
      .map(
        (table) => `
        select '${table} ' || coalesce(counted.status, there.status) || ' of ' || coalesce(counted.provider_id, there.provider_id)
          || ': counted ' || coalesce(counted.n, 0) || ', there ' || coalesce(there.n, 0) as what
        from (
          select provider_id, substr(resource, length('${table} ') + 1) as status, sum(n) as n
          from row_count join provider p on p.id = provider_id
          where starts_with(resource, '${table} ') group by 1, 2
        ) counted
        full join (select provider_id, status, count(*) as n from ${table} group by 1, 2) there
          using (provider_id, status)
        where coalesce(counted.n, 0) <> coalesce(there.n, 0)`,
      )
      .join(' union all '),
  ),
];
