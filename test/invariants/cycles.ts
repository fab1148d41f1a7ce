import { invariant } from './invariant.ts';

/** Invariants of billing cycles and their subscriptions. */
export const cycleInvariants = [
  invariant(
    'a period of a subscription has one cycle',
    `select subscription_id || ' has ' || count(*) || ' cycles from ' || starts_at as what
     from billing_cycle group by provider_id, subscription_id, starts_at having count(*) > 1`,
  ),
  invariant(
    'cycles that are scheduled or running do not overlap',
    `select a.id || ' overlaps ' || b.id as what from billing_cycle a
     join billing_cycle b on b.provider_id = a.provider_id and b.subscription_id = a.subscription_id and b.id > a.id
       and tstzrange(a.starts_at, a.expires_at) && tstzrange(b.starts_at, b.expires_at)
     where a.status in ('SCHEDULED', 'ACTIVE', 'OVERDUE') and b.status in ('SCHEDULED', 'ACTIVE', 'OVERDUE')`,
  ),
  invariant(
    'a subscription in service has one running cycle with the same end, any other has none',
    `select s.id || ' is ' || s.status || ' until ' || coalesce(s.expires_at::text, 'never') || ' with ' ||
       count(c.id) || ' cycles running until ' || coalesce(max(c.expires_at)::text, 'never') as what
     from subscription s left join billing_cycle c on c.provider_id = s.provider_id and c.subscription_id = s.id
       and c.status in ('ACTIVE', 'OVERDUE')
     group by s.provider_id, s.id
     having count(c.id) <> (case when s.status in ('ACTIVE', 'AWAITING_PAYMENT_FOR_UPGRADE') then 1 else 0 end)
       or max(c.expires_at) <> s.expires_at`,
  ),
  invariant(
    'a subscription in service has the price and speed of its running cycle',
    `select s.id || ' has ' || coalesce(s.terms_price::text, 'no price') || ' and ' ||
       coalesce(s.terms_speed::text, 'no speed') || ', its cycle ' || c.terms_price || ' and ' || c.terms_speed as what
     from subscription s join billing_cycle c on c.provider_id = s.provider_id and c.subscription_id = s.id
       and c.status in ('ACTIVE', 'OVERDUE')
     where (s.terms_price, s.terms_speed) is distinct from (c.terms_price, c.terms_speed)`,
  ),
  invariant(
    'a subscription in service has one running service period with its MRR, any other has none',
    `select s.id || ' is ' || s.status || ' at ' || coalesce(s.terms_price::text, 'no price') || ' for ' ||
       coalesce(s.terms_days::text, 'no') || ' days with ' || count(p.mrr) || ' periods of ' || coalesce(max(p.mrr)::text, 'nothing') as what
     from subscription s left join service_period p on p.provider_id = s.provider_id and p.subscription_id = s.id
       and p.ends_at is null
     group by s.provider_id, s.id
     having count(p.mrr) <> (case when s.status in ('ACTIVE', 'AWAITING_PAYMENT_FOR_UPGRADE') then 1 else 0 end)
       or max(p.mrr) is distinct from (case when s.status in ('ACTIVE', 'AWAITING_PAYMENT_FOR_UPGRADE')
         then round(s.terms_price * 30.0 / least(s.terms_days, 360)) end)`,
  ),
  invariant(
    'the service periods of a subscription follow each other, and service begins and ends where they do not touch',
    `select subscription_id || ' has a period from ' || starts_at || ' to ' || coalesce(ends_at::text, 'now') as what
     from (
       select *, lag(ends_at) over periods as before, lag(ends) over periods as before_ends,
         lead(begins) over periods as next_begins, row_number() over periods as n
       from service_period window periods as (partition by provider_id, subscription_id order by starts_at)
     ) p
     where n > 1 and before is null or before > starts_at or before < starts_at and not begins
       or begins <> coalesce(before_ends, true) or ends <> (ends_at is not null and coalesce(next_begins, true))
       or is_first <> (n = 1)`,
  ),
  invariant(
    'the totals of what is in service are those of the running service periods',
    `select provider_id || ' has ' || t.n || ' of ' || t.mrr || ' ' || currency || ', its periods ' || p.n || ' of ' || p.mrr as what
     from (select provider_id, currency, sum(in_service) as n, sum(mrr) as mrr from service_total group by 1, 2) t
     full join (select provider_id, currency, count(*) as n, sum(mrr) as mrr from service_period where ends_at is null group by 1, 2) p
       using (provider_id, currency)
     where coalesce(t.n, 0) <> coalesce(p.n, 0) or coalesce(t.mrr, 0) <> coalesce(p.mrr, 0)`,
  ),
  invariant(
    'the stored number of ended sessions is that of the sessions',
    `select provider_id || ' has ' || coalesce(c.n, 0) || ', stored ' || coalesce(r.n, 0) as what
     from (select provider_id, count(*) as n from network_session where ended_at is not null group by 1) c
     full join (select provider_id, sum(n) as n from row_count where resource = 'network_session ended' group by 1) r
       using (provider_id)
     where coalesce(c.n, 0) <> coalesce(r.n, 0)`,
  ),
  invariant(
    'a renewal has the price of its cycle, which only an upgrade raises',
    `select c.id || ' costs ' || c.terms_price || ' and was invoiced at ' || i.subtotal as what
     from billing_cycle c join invoice i on i.provider_id = c.provider_id and i.billing_cycle_id = c.id
     where i.kind <> 'UPGRADE' and i.status <> 'VOID' and c.terms_price <> i.subtotal
       and (i.status = 'OPEN' or c.terms_price < i.subtotal)`,
  ),
  invariant(
    'a cycle ends with the period of its invoice',
    `select c.id || ' ends at ' || c.expires_at || ', its invoice has ' || (i.lines -> 0 ->> 'periodEnd') as what
     from billing_cycle c join invoice i on i.provider_id = c.provider_id and i.billing_cycle_id = c.id
     where i.kind <> 'UPGRADE' and i.status <> 'VOID' and (i.lines -> 0 ->> 'periodEnd')::timestamptz <> c.expires_at`,
  ),
  invariant(
    'a scheduled cycle has the pending plan, or else the current one',
    `select n.id || ' is of ' || n.plan_id || ', its subscription of ' || s.plan_id || ', then ' ||
       coalesce(s.next_plan_id, 'nothing else') as what
     from billing_cycle n
     join subscription s on s.provider_id = n.provider_id and s.id = n.subscription_id
     join invoice i on i.provider_id = n.provider_id and i.billing_cycle_id = n.id and i.status <> 'VOID' and i.kind = 'RENEWAL'
     where n.status = 'SCHEDULED'
       and n.plan_id <> (case when s.next_plan_at <= n.starts_at then s.next_plan_id else s.plan_id end)`,
  ),
  invariant(
    'a scheduled cycle starts where a running cycle ends',
    `select c.id || ' of ' || c.subscription_id || ' is scheduled and follows nothing' as what
     from billing_cycle c where c.status = 'SCHEDULED' and not exists (
       select from billing_cycle r where r.provider_id = c.provider_id and r.subscription_id = c.subscription_id
         and r.status in ('ACTIVE', 'OVERDUE') and r.expires_at = c.starts_at)`,
  ),
  invariant(
    'a running cycle has its renewal or a window for it, unless its service is to end; only such a cycle has a window',
    `select c.id || ' has ' || case when w.id is null then 'no window' else 'a window at ' || w.opens_at end as what
     from billing_cycle c
     join subscription s on s.provider_id = c.provider_id and s.id = c.subscription_id
     left join renewal_window w on w.provider_id = c.provider_id and w.id = c.id
     left join billing_cycle n on n.provider_id = c.provider_id and n.subscription_id = c.subscription_id
       and n.status = 'SCHEDULED' and n.id <> c.id
     where case when w.id is null
       then c.status = 'ACTIVE' and n.id is null and s.cancel_at is null and s.plan_removal_at is null
       else c.status <> 'ACTIVE' or n.id is not null
         or (w.subscription_id, w.subscriber_id) <> (c.subscription_id, c.subscriber_id)
         or w.opens_at <> c.expires_at - least(interval '72 hours', (c.expires_at - c.starts_at) / 2) end`,
  ),
  invariant(
    'an overdue cycle is followed by an unpaid scheduled cycle',
    `select c.id || ' is overdue with nothing to pay' as what
     from billing_cycle c where c.status = 'OVERDUE' and not exists (
       select from billing_cycle n where n.provider_id = c.provider_id and n.subscription_id = c.subscription_id
         and n.status = 'SCHEDULED' and n.starts_at = c.expires_at and n.payment_status = 'PENDING')`,
  ),
  invariant(
    'a renewed cycle starts at the end of the last one, any other when it is paid',
    `select c.id || ' starts at ' || c.starts_at || ', by ' || i.kind || ' paid at ' ||
       coalesce(i.paid_at::text, 'no time') as what
     from billing_cycle c
     join invoice i on i.provider_id = c.provider_id and i.billing_cycle_id = c.id and i.kind <> 'UPGRADE'
     where case when i.kind = 'RENEWAL' then not exists (
         select from billing_cycle p where p.provider_id = c.provider_id and p.subscription_id = c.subscription_id
           and p.expires_at = c.starts_at)
       else i.paid_at not between c.starts_at - interval '1 millisecond' and c.starts_at end is not false`,
  ),
  invariant(
    'a cycle that has started has one paid invoice',
    `select c.id || ' is ' || c.status || ' with ' || count(i.id) || ' paid invoices' as what
     from billing_cycle c left join invoice i on i.provider_id = c.provider_id and i.billing_cycle_id = c.id
       and i.status = 'PAID' and i.kind <> 'UPGRADE'
     group by c.provider_id, c.id
     having (c.status in ('ACTIVE', 'OVERDUE', 'SUSPENDED') and count(i.id) <> 1) or count(i.id) > 1`,
  ),
  invariant(
    'a scheduled cycle is paid exactly if its invoice is',
    `select c.id || ' is ' || c.payment_status || ', its invoice ' || i.status as what
     from billing_cycle c join invoice i on i.provider_id = c.provider_id and i.billing_cycle_id = c.id
     where c.status = 'SCHEDULED' and i.status <> 'VOID' and (c.payment_status = 'COMPLETED') <> (i.status = 'PAID')`,
  ),
  invariant(
    'a subscriber is suspended under a hold or after all service ended, and active otherwise',
    `select o.id || ' is ' || o.status || case when o.held_at is null then '' else ', held' end || ', with ' ||
       s.in_service || ' in service and ' || s.lost || ' lost' as what
     from subscriber o cross join lateral (
       select count(*) filter (where status in ('ACTIVE', 'AWAITING_PAYMENT_FOR_UPGRADE')) as in_service,
         count(*) filter (where status in ('INACTIVE', 'MIGRATED_OUT')) as lost,
         count(*) filter (where status not in ('CANCELLED', 'MIGRATED_OUT')) as open
       from subscription where provider_id = o.provider_id and subscriber_id = o.id) s
     where case o.status
       when 'active' then o.held_at is not null or (s.in_service = 0 and s.lost > 0)
       when 'suspended' then o.held_at is null and (s.in_service > 0 or s.lost = 0)
       else s.open > 0 end`,
  ),
];
