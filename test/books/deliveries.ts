import { rule } from './rule.ts';

/** An attempt that was begun and that nobody has told of yet: under way, or its process died and its lease runs. */
const underWay = '(case when d.attempt_id is null then 0 else 1 end)';

/** What has to be true of deliveries and their attempts. Of an old delivery the attempts are not kept. */
export const deliveryRules = [
  rule(
    'an event goes to a webhook by one delivery',
    `select event_id || ' goes to ' || webhook_id || ' by ' || count(*) as what from delivery
     group by provider_id, event_id, webhook_id having count(*) > 1`,
  ),
  rule(
    'a webhook gets each event that it wants',
    // What it wanted before its last change is not known any more. Ids tell what came after, by real time as well.
    `select e.id || ' (' || e.type || ') is not on its way to ' || w.id as what
     from webhook w join event e on e.provider_id = w.provider_id and public.webhook_wants(w.events, e.type)
     where w.status = 'ACTIVE'
       and (case when e.id ~ '^evt_[0-9a-f]{32}$' then
         split_part(public.id_text('evt', ('x' || substr(e.id, 5))::bit(128)), '_', 2) end) collate "C" > (
         select max(split_part(a.id, '_', 2) collate "C") from audit_entry a
         where a.provider_id = w.provider_id and a.resource_id = w.id)
       and not exists (select 1 from delivery d where d.provider_id = e.provider_id and d.event_id = e.id
         and d.webhook_id = w.id and d.recorded_at = e.recorded_at)`,
  ),
  rule(
    'a delivery is of an event, but for a test that holds its own body',
    `select d.id || ' is of no event' as what from delivery d
     where d.test_body is null and not exists (select 1 from event e
       where e.provider_id = d.provider_id and e.id = d.event_id and e.recorded_at = d.recorded_at)`,
  ),
  rule(
    'what was delivered was taken',
    `select d.id || ' counts as delivered; nobody took it' as what from delivery d
     where d.delivered_at > now() - interval '30 days' and not exists (select 1 from delivery_attempt a
       where a.provider_id = d.provider_id and a.delivery_id = d.id and a.response_status between 200 and 299
         and a.error is null)`,
  ),
  rule(
    'attempts are numbered from 1 on, each logged when it has ended',
    `select d.id || ' began ' || d.attempts || ' attempts, of which ' || coalesce(a.numbers, '{}')::text ||
       ' are logged' as what
     from delivery d left join lateral (
       select array_agg(number order by number) as numbers from delivery_attempt
       where provider_id = d.provider_id and delivery_id = d.id) a on true
     where d.recorded_at > now() - interval '30 days' and coalesce(a.numbers, '{}') <>
       array(select generate_series(1, d.attempts - ${underWay}))`,
  ),
];
