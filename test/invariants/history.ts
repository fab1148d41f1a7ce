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

/** Resources whose status everybody sees, and the tables of their rows. */
const withStatus = [
  { resource: subscriberResource, table: 'subscriber' },
  { resource: subscriptionResource, table: 'subscription' },
  { resource: billingCycleResource, table: 'billing_cycle' },
  { resource: invoiceResource, table: 'invoice' },
  { resource: paymentResource, table: 'payment' },
  { resource: chargeResource, table: 'charge' },
  { resource: installationResource, table: 'installation' },
];

/** What is announced whenever it is noted: each move that emits, and the makings and edits that do. */
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
  ['subscription.create', 'subscription.created'],
  ['installation.create', 'installation.created'],
  ['charge.create', 'subscriber.charge.created'],
  ['refund.create', 'refund.issued'],
  ['plan.create', 'plan.created'],
  ['plan.update', 'plan.updated'],
];

/** States in which time makes rows. */
const madeIn: Partial<Record<string, string[]>> = { billingCycle: ['SCHEDULED'], invoice: ['OPEN', 'PAID'] };

/** What due work does to a resource's status: the states that an action leaves, null for a making, and those it leads to. */
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

/** Statuses one after the other, as audit entries tell of them: every move of a row, announced or not. */
function chain({ resource, table }: (typeof withStatus)[number]): string {
  return `
    with step as (
      select provider_id, resource_id, created_at, id, place, case when was is not null then array[was] end as froms,
        array[became] as tos
      from ${auditedChanges} own where resource_type = '${resource.name}' and tells
      union all
      select provider_id, resource_id, created_at, id, place, froms, tos
      from ${auditedChanges} due join ${movesOf(resource)} on move.action = due.action where by_time
    )
    select resource_id || ' went from ' || coalesce(froms::text, 'nothing') || ' to ' || tos::text ||
      ' where it was ' || coalesce(before::text, 'nothing') as what
    from (
      select *, lag(tos) over (partition by provider_id, resource_id order by created_at, id, place) as before
      from step) moved
    where coalesce(not froms && before, (froms is null) <> (before is null))
    union all
    select r.id || ' is ' || r.status || '; the last that was noted is ' || coalesce(last.tos::text, 'nothing')
    from ${table} r left join lateral (
      select tos from step where provider_id = r.provider_id and resource_id = r.id
      order by created_at desc, id desc, place desc limit 1) last on true
    where coalesce(r.status <> all (last.tos), true)`;
}

/** The same as events tell it, of those whose every move is announced. */
function told(object: string, table: string): string {
  return `
    with story as (
      select provider_id, resource_id, type, occurred_at, id, body::jsonb -> 'data' as data
      from event where body::jsonb -> 'data' ->> 'object' = '${object}'
    ), chained as (
      select resource_id, type, data -> 'current' ->> 'status' as became, data -> 'previous' ->> 'status' as was,
        lag(data -> 'current' ->> 'status') over story_of as before, lag(type) over story_of as type_before
      from story window story_of as (partition by provider_id, resource_id order by occurred_at, id))
    select resource_id || ': ' || type || ' tells ' || coalesce(was || ' to ', '') || became || ' where it was ' ||
      coalesce(before, 'nothing') as what
    from chained
    -- The removal of a plan is told twice, and by the same words.
    where coalesce(was, became) is distinct from before and before is not null
      and not (type = 'subscription.deactivated' and type_before = 'subscription.plan_removed')
      -- An upgrade that waited ends with what becomes of the plan; the contract has no status in those events.
      and not (type in ('subscription.plan_change_applied', 'subscription.plan_change_rejected')
        and before = 'AWAITING_PAYMENT_FOR_UPGRADE' and became = 'ACTIVE')
    union all
    select r.id || ' is ' || r.status || '; the last that was told is ' || coalesce(last.status, 'nothing')
    from ${table} r left join lateral (
      select data -> 'current' ->> 'status' as status from story
      where provider_id = r.provider_id and resource_id = r.id order by occurred_at desc, id desc limit 1) last on true
    where r.status is distinct from last.status`;
}

/** Whether an event of a type tells of a move, where edits are told by the same type. */
function tellsOfMove(type: EventType): string {
  const isShared = eventEntry(type).previous === 'changed' && type === 'subscription.updated';
  return isShared ? `body::jsonb -> 'data' -> 'previous' ? 'status'` : 'true';
}

function announcedOnce(): string {
  const pairs = announcedActions.map(([action, type]) => `('${action}', '${type}')`).join(', ');
  const moves = [...new Set(announcedActions.map(([, type]) => type))].map(
    (type) => `(type = '${type}' and ${tellsOfMove(type)})`,
  );
  return `
    with announced (action, type) as (values ${pairs}),
    done as (
      select a.*, p.type from ${auditedChanges} a join announced p on p.action = a.action
      -- An edit may go by the name of a move: a cancellation that waits for its time is no move yet.
      where a.by_time or a.resource_type = 'plan' or a.tells or a.action ~ '[.](create|update|set_hold|lift_hold)$'
      union all
      select a.*, 'subscription.deactivated' from ${auditedChanges} a where action = 'subscription.removePlan'
    ), noted as (
      select provider_id, resource_id, correlation_id, type,
        -- One entry of due work tells of several instants, of which it names the last.
        coalesce(case when by_time then (
          select max(e.occurred_at) from event e
          where e.provider_id = done.provider_id and e.correlation_id = done.correlation_id
            and e.resource_id = done.resource_id and e.type = done.type and e.occurred_at <= done.created_at
        ) end, created_at) as at
      from done
    ), told as (
      select provider_id, resource_id, correlation_id, occurred_at as at, type from event where ${moves.join(' or ')}
    )
    select coalesce(n.resource_id, t.resource_id) || ': ' || coalesce(n.type, t.type) || ' happened ' ||
      coalesce(n.times, 0) || ' times and was told ' || coalesce(t.times, 0) || ' times at ' || coalesce(n.at, t.at) as what
    from (select *, count(*) as times from noted group by 1, 2, 3, 4, 5) n
    full join (select *, count(*) as times from told group by 1, 2, 3, 4, 5) t
      using (provider_id, resource_id, correlation_id, at, type)
    where n.times is distinct from t.times`;
}

/** What has to be true of events and audit entries. */
export const historyInvariants: Invariant[] = [
  ...withStatus.map((each) =>
    invariant(`the moves of every ${each.resource.name} follow one another up to where it is`, chain(each)),
  ),
  invariant('events tell the story of every subscriber', told('subscriber', 'subscriber')),
  invariant('events tell the story of every subscription', told('subscription', 'subscription')),
  invariant('events tell the story of every installation', told('installation', 'installation')),
  invariant('what happened was told once, and what was told happened', announcedOnce()),
  invariant(
    'an event is of the provider, the resource and the time that it says',
    `select id || ' says otherwise' as what from event
     where body::jsonb ->> 'id' <> id or body::jsonb ->> 'providerId' <> provider_id or body::jsonb ->> 'type' <> type
       or body::jsonb -> 'data' -> 'current' ->> 'id' <> resource_id
       or (body::jsonb ->> 'occurredAt')::timestamptz <> occurred_at`,
  ),
  invariant(
    'nothing falls due before it happens',
    `select resource_id || ' changed at ' || created_at || ' before it was made at ' || made as what from (
       select resource_id, created_at,
         min(created_at) filter (where action like '%.create') over (partition by provider_id, resource_id) as made
       from ${auditedChanges} a) done where created_at < made`,
  ),
];
