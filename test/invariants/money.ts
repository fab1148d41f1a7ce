import { auditedChanges } from './audited-changes.ts';
import { invariant } from './invariant.ts';

/** What has to be true of invoices, payments, charges and refunds. */
export const moneyInvariants = [
  invariant(
    'a period is invoiced once for a kind, void ones aside',
    `select subscription_id || ' has ' || count(*) || ' ' || kind || ' invoices from ' || period_start as what
     from invoice where status <> 'VOID' group by provider_id, subscription_id, kind, period_start
     having count(*) > 1`,
  ),
  invariant(
    'a subscription has one open invoice at most of a kind, and can be brought on by paying it',
    `select s.id || ' is ' || s.status || ' with ' || count(*) || ' open invoices: ' || string_agg(i.kind, ', ') as what
     from invoice i join subscription s on s.provider_id = i.provider_id and s.id = i.subscription_id
     where i.status = 'OPEN' group by s.provider_id, s.id, i.kind
     having count(*) > 1 or s.status <> all (case i.kind
       when 'RENEWAL' then array['ACTIVE', 'AWAITING_PAYMENT_FOR_UPGRADE']
       when 'UPGRADE' then array['AWAITING_PAYMENT_FOR_UPGRADE']
       when 'REACTIVATION' then array['INACTIVE'] else array['PENDING'] end)`,
  ),
  invariant(
    'an open renewal asks for the cycle that is scheduled',
    `select i.id || ' asks for a cycle that is ' || coalesce(c.status, 'not there') as what
     from invoice i left join billing_cycle c on c.provider_id = i.provider_id and c.id = i.billing_cycle_id
     where i.kind = 'RENEWAL' and i.status = 'OPEN'
       and (c.status is distinct from 'SCHEDULED' or c.starts_at <> i.period_start)`,
  ),
  invariant(
    'what an invoice asks, got and gave back adds up',
    `select id || ' is ' || status || ': total ' || total || ', due ' || amount_due || ', paid ' || amount_paid ||
       ', refunded ' || amount_refunded as what
     from invoice where case status
       when 'OPEN' then amount_due <> total or amount_paid <> 0 or amount_refunded <> 0 or paid_at is not null
       when 'PAID' then amount_due <> 0 or amount_paid + amount_refunded <> total or paid_at is null
       else amount_due <> 0 or amount_paid <> 0 or amount_refunded <> 0 end
     or total <> (select coalesce(sum((line ->> 'amount')::bigint), 0) from jsonb_array_elements(lines) line) + tax`,
  ),
  invariant(
    'an invoice was paid by the payments that name it',
    `select i.id || ' says paid ' || i.amount_paid || ', refunded ' || i.amount_refunded || '; its payments ' ||
       p.kept || ' and ' || p.given_back as what
     from invoice i cross join lateral (
       select coalesce(sum(amount - refunded_amount), 0) as kept, coalesce(sum(refunded_amount), 0) as given_back
       from payment where provider_id = i.provider_id and invoice_id = i.id and status = 'COMPLETED') p
     where i.status <> 'VOID' and (i.amount_paid <> p.kept or i.amount_refunded <> p.given_back)`,
  ),
  invariant(
    'a charge was paid once, and in full; given back in full it is refunded',
    `select c.id || ' of ' || c.amount || ' is ' || c.status || '; payments ' || p.n || ', paid ' || p.paid ||
       ', given back ' || p.given_back as what
     from charge c cross join lateral (
       select count(*) as n, coalesce(sum(amount), 0) as paid, coalesce(sum(refunded_amount), 0) as given_back
       from payment where provider_id = c.provider_id and charge_id = c.id and status = 'COMPLETED'
         and not refund_due) p
     where case c.status
       when 'PAID' then p.n <> 1 or p.paid <> c.amount or p.given_back >= c.amount
       when 'REFUNDED' then p.n <> 1 or p.given_back <> c.amount
       else p.paid <> p.given_back end`,
  ),
  invariant(
    'a payment was given back as much as its refunds say',
    `select p.id || ' says ' || p.refunded_amount || '; its refunds ' || coalesce(sum(r.amount), 0) as what
     from payment p left join refund r on r.provider_id = p.provider_id and r.payment_id = p.id
     group by p.provider_id, p.id having p.refunded_amount <> coalesce(sum(r.amount), 0)`,
  ),
  invariant(
    'one thing is paid for once',
    `select target || ' has ' || count(*) || ' payments under way or completed' as what
     from payment where status in ('PENDING', 'PROCESSING', 'COMPLETED')
     group by provider_id, target having count(*) > 1`,
  ),
  invariant(
    'money received is what invoices and charges hold, or waits to be given back',
    `select provider_id || ' received ' || sum(received) || ' and accounts for ' || sum(held) as what
     from (
       select provider_id, amount - refunded_amount as received,
         case when refund_due then amount - refunded_amount else 0 end as held from payment where status = 'COMPLETED'
       union all select provider_id, 0, amount_paid from invoice
       union all select c.provider_id, 0, p.amount - p.refunded_amount from charge c
         join payment p on p.provider_id = c.provider_id and p.charge_id = c.id and p.status = 'COMPLETED'
         where not p.refund_due) book
     group by provider_id having sum(received) <> sum(held)`,
  ),
  invariant(
    'a payment that waits is for something that is still owed',
    `select p.id || ' waits for ' || p.target || ', which is ' || coalesce(i.status, c.status, s.status, 'unknown') as what
     from payment p
     left join invoice i on i.provider_id = p.provider_id and p.target = 'invoice:' || i.id
     left join charge c on c.provider_id = p.provider_id and p.target = 'charge:' || c.id
     left join subscription s on s.provider_id = p.provider_id and p.target = 'first:' || s.id
     where p.status = 'PENDING'
       and not coalesce(i.status = 'OPEN', c.status = 'PENDING', s.status = 'PENDING', false)`,
  ),
  invariant(
    'the numbers of invoices have no gap and none comes twice',
    `select p.id || ' gave ' || p.last_invoice_number || ' numbers to ' || count(i.id) || ' invoices, ' ||
       count(distinct i.number) || ' of them different, the highest ' || coalesce(max(substr(i.number, 5)::bigint), 0) as what
     from provider p left join invoice i on i.provider_id = p.id
     group by p.id
     having count(i.id) <> p.last_invoice_number or count(distinct i.number) <> p.last_invoice_number
       or coalesce(max(substr(i.number, 5)::bigint), 0) <> p.last_invoice_number`,
  ),
  invariant(
    'invoices issued together are numbered in the order of their issue',
    // What shares a correlation id is one transaction.
    `select id || ' has number ' || number || ', after ' || earlier as what from (
       select i.id, i.number, lag(i.number) over issued as earlier
       from invoice i join ${auditedChanges} a on a.provider_id = i.provider_id and a.resource_id = i.id
         and a.action = 'invoice.create'
       window issued as (partition by i.provider_id, a.correlation_id order by i.issued_at, i.id)) numbered
     where substr(number, 5)::bigint < substr(earlier, 5)::bigint`,
  ),
];
