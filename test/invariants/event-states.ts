import { type Invariant, invariant } from './invariant.ts';

/** The events of each resource in the order of their ids. */
const EVENTS = `
  select provider_id, resource_id, correlation_id, occurred_at, id, type, body::jsonb -> 'data' as data
  from event where type not like 'network.%' and type <> 'subscriber.deleted'`;

/** Events of steps that are one change to a reader. */
const ONE_CHANGE = `('subscription.plan_change_applied', 'subscription.override_applied', 'subscription.updated')`;

/** Invariants of the states that events show. */
export const eventStateInvariants: Invariant[] = [
  invariant(
    'the greater id of two events of a resource is that of the later event',
    `select resource_id || ': ' || id || ' occurred before ' || before as what from (
       select *, lag(id) over earlier as before, lag(occurred_at) over earlier as at_before from (${EVENTS}) e
       window earlier as (partition by provider_id, resource_id order by id)) chained
     where occurred_at < at_before`,
  ),
  invariant(
    'the events of a change of terms show one state',
    `select resource_id || ' at ' || occurred_at || ': ' || string_agg(type || ' ' || state, ', ' order by id) as what from (
       select *, jsonb_build_array(data -> 'current' -> 'planId', data -> 'current' -> 'price', data -> 'current' -> 'expiresAt',
         data -> 'current' -> 'currentCycle' -> 'planId')::text as state
       from (${EVENTS}) e where type in ${ONE_CHANGE}
         -- A cancellation that the same request withdraws, or an upgrade that it drops, is a move of its own.
         and (type <> 'subscription.updated' or data -> 'changedFields' ?| array['planId', 'price', 'expiresAt'])) shown
     group by provider_id, resource_id, correlation_id, occurred_at
     having count(distinct state) > 1 and bool_or(type <> 'subscription.updated')`,
  ),
  invariant(
    'what an event had before is what the event before it shows',
    `select resource_id || ': ' || type || ' had ' || key || ' ' || value || ' where ' || type_before || ' shows ' ||
       coalesce(before -> key, 'null') as what
     from (
       select *, lag(data -> 'current') over earlier as before, lag(type) over earlier as type_before,
         lag(occurred_at) over earlier as at_before
       from (${EVENTS}) e window earlier as (partition by provider_id, resource_id order by id)) chained,
       jsonb_each(data -> 'previous')
     where before is not null and before -> key is distinct from value
       -- The events of one change show the state after all of it.
       and not (type in ${ONE_CHANGE} and type_before in ${ONE_CHANGE} and occurred_at = at_before)
       -- A plan removal emits two events with the same statuses.
       and not (type = 'subscription.deactivated' and type_before = 'subscription.plan_removed')
       -- The contract fixes it: nothing was pending before a queued change, also where it replaces another. An upgrade is queued and
       -- applied in one instant, with one event.
       and not (type in ('subscription.plan_change_queued', 'subscription.plan_change_applied') and key = 'nextPlanId')`,
  ),
];
