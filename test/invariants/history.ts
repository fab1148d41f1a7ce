import { type EventType, eventEntry } from '../../server/contract/event-catalogue.ts';
import { billingCycleResource } from '../../server/domain/model/billing-cycle/resource.ts';
import { chargeResource } from '../../server/domain/model/charge/resource.ts';
import { installationResource } from '../../server/domain/model/installation/resource.ts';
import { invoiceResource } from '../../server/domain/model/invoice/resource.ts';
import { paymentResource } from '../../server/domain/model/payment/resource.ts';
import { planResource } from '../../server/domain/model/plan/resource.ts';
import { subscriberResource } from '../../server/domain/model/subscriber/resource.ts';
import { subscriptionResource } from '../../server/domain/model/subscription/resource.ts';
import { auditedChanges } from './audited-changes.ts';
import { type Invariant, invariant } from './invariant.ts';

/** Resources with a public status, and their tables. */
const withStatus = [
  { resource: subscriberResource, table: 'subscriber' },
  { resource: subscriptionResource, table: 'subscription' },
  { resource: billingCycleResource, table: 'billing_cycle' },
  { resource: invoiceResource, table: 'invoice' },
  { resource: paymentResource, table: 'payment' },
  { resource: chargeResource, table: 'charge' },
  { resource: installationResource, table: 'installation' },
];

/** Audit actions that emit an event, with its type. */
const announcedActions: [action: string, type: EventType][] = [
  ...[...withStatus.map(({ resource }) => resource), planResource].flatMap(({ name, machine }) =>
    (machine?.moves ?? []).flatMap((move): [string, EventType][] =>
      move.emits ? [[`${name}.${move.on}`, move.emits]] : [],
    ),
  ),
  ['subscriber.create', 'subscriber.created'],
  ['subscriber.set_hold', 'subscriber.updated'],
  ['subscriber.lift_hold', 'subscriber.updated'],
  ['subscriber.update', 'subscriber.updated'],
  ['subscriber.erase', 'subscriber.deleted'],
  ['subscription.create', 'subscription.created'],
  ['installation.create', 'installation.created'],
  ['charge.create', 'subscriber.charge.created'],
  ['refund.create', 'refund.issued'],
  ['plan.create', 'plan.created'],
  ['plan.update', 'plan.updated'],
];

/** Statuses in which due work creates rows. */
const madeIn: Partial<Record<string, string[]>> = { billingCycle: ['SCHEDULED'], invoice: ['OPEN', 'PAID'] };

/** The moves of due work as SQL values: action, statuses before (null for a creation) and statuses after. */
function movesOf({ name, machine }: (typeof withStatus)[number]['resource']): string {
  const set = (states: readonly string[]) => `array[${states.map((state) => `'${state}'`).join(', ')}]`;
  const rows = [
    `('${name}.create', null::text[], ${set(madeIn[name] ?? ['none'])})`,
    ...(machine?.moves ?? []).map(
      ({ on, from, to }) => `('${name}.${on}', ${set([from].flat())}, ${set([to])})`,
    ),
  ];
  return `(values ${rows.join(', ')}) as move (action, froms, tos)`;
}

/** Checks with the audit entries that each move of a row starts at the status of the last one. */
function chain({ resource, table }: (typeof withStatus)[number]): string {
  return `
    with step as (
      select provider_id, resource_id, created_at, id, place, case when was is not null then array[was] end as froms,
        array[became] as tos
      from ${auditedChanges} own where resource_type = '${resource.name}' and is_move
      union all
      select provider_id, resource_id, created_at, id, place, froms, tos
      from ${auditedChanges} due join ${movesOf(resource)} on move.action = due.action where by_time
    )
    select resource_id || ' moved from ' || coalesce(froms::text, 'nothing') || ' to ' || tos::text ||
      ' where it was ' || coalesce(before::text, 'nothing') as what
    from (
      select *, lag(tos) over (partition by provider_id, resource_id order by created_at, id, place) as before
      from step) moved
    where coalesce(not froms && before, (froms is null) <> (before is null))
    union all
    select r.id || ' is ' || r.status || '; the last audit entry has ' || coalesce(last.tos::text, 'nothing')
    from ${table} r left join (
      select distinct on (provider_id, resource_id) provider_id, resource_id, tos from step
      order by provider_id, resource_id, created_at desc, id desc, place desc) last
      on last.provider_id = r.provider_id and last.resource_id = r.id
    where coalesce(r.status <> all (last.tos), true)`;
}

/** Checks the same with the events, for resources whose every move emits one. */
function eventChain(object: string, table: string): string {
  return `
    with changes as (
      select provider_id, resource_id, type, occurred_at, id, body::jsonb -> 'data' as data
      from event where body::jsonb -> 'data' ->> 'object' = '${object}'
        -- The status of an erased subscriber stays, and the event does not have it.
        and type <> 'subscriber.deleted'
    ), chained as (
      select resource_id, type, data -> 'current' ->> 'status' as became, data -> 'previous' ->> 'status' as was,
        lag(data -> 'current' ->> 'status') over chain_of as before, lag(type) over chain_of as type_before
      from changes window chain_of as (partition by provider_id, resource_id order by occurred_at, id))
    select resource_id || ': ' || type || ' has ' || coalesce(was || ' to ', '') || became || ' where it was ' ||
      coalesce(before, 'nothing') as what
    from chained
    -- A plan removal emits two events with the same statuses.
    where coalesce(was, became) is distinct from before and before is not null
      and not (type = 'subscription.deactivated' and type_before = 'subscription.plan_removed')
      -- An upgrade hold ends with an event about the plan, which has no previous status in the contract.
      and not (type in ('subscription.plan_change_applied', 'subscription.plan_change_rejected')
        and before = 'AWAITING_PAYMENT_FOR_UPGRADE' and became = 'ACTIVE')
    union all
    select r.id || ' is ' || r.status || '; the last event has ' || coalesce(last.status, 'nothing')
    from ${table} r left join (
      select distinct on (provider_id, resource_id) provider_id, resource_id, data -> 'current' ->> 'status' as status
      from changes order by provider_id, resource_id, occurred_at desc, id desc) last
      on last.provider_id = r.provider_id and last.resource_id = r.id
    where r.status is distinct from last.status`;
}

/** The condition under which an event of a type is about a move, as updates may emit the same type. */
function isAboutMove(type: EventType): string {
  const isShared = eventEntry(type).previous === 'changed' && type === 'subscription.updated';
  return isShared ? `body::jsonb -> 'data' -> 'previous' ? 'status'` : 'true';
}

function announcedOnce(): string {
  const pairs = announcedActions.map(([action, type]) => `('${action}', '${type}')`).join(', ');
  const moves = [...new Set(announcedActions.map(([, type]) => type))].map(
    (type) => `(type = '${type}' and ${isAboutMove(type)})`,
  );
  return `
    with announced (action, type) as (values ${pairs}),
    done as (
      select a.*, p.type from ${auditedChanges} a join announced p on p.action = a.action
      -- An update may have the action of a move. A pending cancellation is no move yet.
      where a.by_time or a.resource_type = 'plan' or a.is_move or a.action ~ '[.](create|update|erase|set_hold|lift_hold)$'
      union all
      select a.*, 'subscription.deactivated' from ${auditedChanges} a where action = 'subscription.remove_plan'
    ), recorded as (
      select provider_id, resource_id, correlation_id, type,
        -- One entry of due work covers several instants and has the last of them.
        coalesce(case when by_time then (
          select max(e.occurred_at) from event e
          where e.provider_id = done.provider_id and e.correlation_id = done.correlation_id
            and e.resource_id = done.resource_id and e.type = done.type and e.occurred_at <= done.created_at
        ) end, created_at) as at
      from done
    ), emitted as (
      select provider_id, resource_id, correlation_id, occurred_at as at, type from event where ${moves.join(' or ')}
    )
    select coalesce(n.resource_id, t.resource_id) || ': ' || coalesce(n.type, t.type) || ' happened ' ||
      coalesce(n.times, 0) || ' times and has ' || coalesce(t.times, 0) || ' events at ' || coalesce(n.at, t.at) as what
    from (select *, count(*) as times from recorded group by 1, 2, 3, 4, 5) n
    full join (select *, count(*) as times from emitted group by 1, 2, 3, 4, 5) t
      using (provider_id, resource_id, correlation_id, at, type)
    where n.times is distinct from t.times`;
}

/** Invariants of events and audit entries. */
export const historyInvariants: Invariant[] = [
  ...withStatus.map((each) =>
    invariant(`the moves of each ${each.resource.name} form a chain to its status`, chain(each)),
  ),
  invariant(
    'the events of each subscriber form a chain to its status',
    eventChain('subscriber', 'subscriber'),
  ),
  invariant(
    'the events of each subscription form a chain to its status',
    eventChain('subscription', 'subscription'),
  ),
  invariant(
    'the events of each installation form a chain to its status',
    eventChain('installation', 'installation'),
  ),
  invariant('each announced change has one event, and each event its change', announcedOnce()),
  invariant(
    'the columns of an event equal its body',
    `select id || ' differs from its body' as what from event
     where body::jsonb ->> 'id' <> id or body::jsonb ->> 'providerId' <> provider_id or body::jsonb ->> 'type' <> type
       or body::jsonb -> 'data' -> 'current' ->> 'id' <> resource_id
       or (body::jsonb ->> 'occurredAt')::timestamptz <> occurred_at`,
  ),
  invariant(
    'no resource changes before its creation',
    `select resource_id || ' changed at ' || created_at || ' before it was made at ' || made as what from (
       select resource_id, created_at,
         min(created_at) filter (where action like '%.create') over (partition by provider_id, resource_id) as made
       from ${auditedChanges} a) done where created_at < made`,
  ),
];
