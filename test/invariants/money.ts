import { auditedChanges } from './audited-changes.ts';
import { invariant } from './invariant.ts';

/** Invariants of invoices, payments, charges and refunds. */
export const moneyInvariants = [
  invariant(
    'a period has one invoice of a kind that is not VOID',
    `select subscription_id || ' has ' || count(*) || ' ' || kind || ' invoices from ' || period_start as what
     from invoice where status <> 'VOID' group by provider_id, subscription_id, kind, period_start
     having count(*) > 1`,
  ),
  invariant(
    'a subscription has at most one open invoice of a kind, which fits its status',
    `select s.id || ' is ' || s.status || ' with ' || count(*) || ' open invoices: ' || string_agg(i.kind, ', ') as what
     from invoice i join subscription s on s.provider_id = i.provider_id and s.id = i.subscription_id
     where i.status = 'OPEN' group by s.provider_id, s.id, i.kind
     having count(*) > 1 or s.status <> all (case i.kind
       when 'RENEWAL' then array['ACTIVE', 'AWAITING_PAYMENT_FOR_UPGRADE']
       when 'UPGRADE' then array['AWAITING_PAYMENT_FOR_UPGRADE']
       when 'REACTIVATION' then array['INACTIVE'] else array['PENDING'] end)`,
  ),
  invariant(
    'an open renewal belongs to the scheduled cycle',
    `select i.id || ' bills a cycle that is ' || coalesce(c.status, 'not there') as what
     from invoice i left join billing_cycle c on c.provider_id = i.provider_id and c.id = i.billing_cycle_id
     where i.kind = 'RENEWAL' and i.status = 'OPEN'
       and (c.status is distinct from 'SCHEDULED' or c.starts_at <> i.period_start)`,
  ),
  invariant(
    'the amounts of an invoice add up',
    `select id || ' is ' || status || ': total ' || total || ', due ' || amount_due || ', paid ' || amount_paid ||
       ', refunded ' || amount_refunded as what
     from invoice where case status
       when 'OPEN' then amount_due <> total or amount_paid <> 0 or amount_refunded <> 0 or paid_at is not null
       when 'PAID' then amount_due <> 0 or amount_paid + amount_refunded <> total or paid_at is null
       else amount_due <> 0 or amount_paid <> 0 or amount_refunded <> 0 end
     or total <> (select coalesce(sum((line ->> 'amount')::bigint), 0) from jsonb_array_elements(lines) line) + tax`,
  ),
  invariant(
    'the paid and refunded amounts of an invoice are those of its payments and settlements',
    `select i.id || ' has paid ' || i.amount_paid || ', refunded ' || i.amount_refunded || '; its payments ' ||
       p.kept || ' and ' || p.given_back || ', from credit ' || s.taken || ' and ' || s.returned as what
     from invoice i cross join lateral (
       select coalesce(sum(amount - refunded_amount), 0) as kept, coalesce(sum(refunded_amount), 0) as given_back
       from payment where provider_id = i.provider_id and invoice_id = i.id and status = 'COMPLETED'
         and credited_amount = 0) p
     cross join lateral (
       select coalesce(-sum(amount), 0) as taken, coalesce(sum(amount) filter (where amount > 0), 0) as returned
       from balance_transaction where provider_id = i.provider_id and invoice_id = i.id) s
     where i.status <> 'VOID'
       and (i.amount_paid <> p.kept + s.taken or i.amount_refunded <> p.given_back + s.returned)`,
  ),
  invariant(
    'a paid charge is paid once in full, by a payment and credit, and is REFUNDED if that is refunded in full',
    `select c.id || ' of ' || c.amount || ' is ' || c.status || '; payments ' || p.n || ', paid ' || p.paid ||
       ', given back ' || p.given_back || ', from credit ' || s.taken as what
     from charge c cross join lateral (
       select count(*) as n, coalesce(sum(amount), 0) as paid, coalesce(sum(refunded_amount), 0) as given_back
       from payment where provider_id = c.provider_id and charge_id = c.id and status = 'COMPLETED'
         and not refund_due and credited_amount = 0) p
     cross join lateral (
       select coalesce(-sum(amount), 0) as taken from balance_transaction
       where provider_id = c.provider_id and charge_id = c.id) s
     where case c.status
       when 'PAID' then p.n > 1 or p.paid + s.taken <> c.amount or p.given_back >= c.amount
       when 'REFUNDED' then p.n <> 1 or p.given_back <> c.amount
       else p.paid <> p.given_back or s.taken <> 0 end`,
  ),
  invariant(
    'the refunded amount of a payment is the sum of its refunds, and of late money that its gateway returned',
    `select p.id || ' has ' || p.refunded_amount || '; its refunds ' || made.amount || ', late money ' || late.amount as what
     from payment p cross join lateral (
       select coalesce(sum(amount), 0) as amount from refund where provider_id = p.provider_id and payment_id = p.id) made
     cross join lateral (
       select coalesce(sum(amount), 0) as amount from gateway_refund
       where provider_id = p.provider_id and payment_id = p.id and refund_id is null) late
     where p.refunded_amount not in (made.amount, made.amount + late.amount)`,
  ),
  invariant(
    'a target has at most one payment that is pending or completed',
    `select target || ' has ' || count(*) || ' payments under way or completed' as what
     from payment where status in ('PENDING', 'PROCESSING', 'COMPLETED')
     group by provider_id, target having count(*) > 1`,
  ),
  invariant(
    'received money equals paid invoices and charges plus credit and money that is due for refund',
    `select provider_id || ' received ' || sum(received) || ' and accounts for ' || sum(held) as what
     from (
       select provider_id, amount - refunded_amount as received,
         case when refund_due then amount - refunded_amount else 0 end as held
         from payment where status = 'COMPLETED' and credited_amount = 0
       union all select provider_id, credited_amount, 0 from payment
       union all select provider_id, amount, 0 from balance_transaction where type in ('REFUND', 'ADJUSTMENT')
       union all select provider_id, 0, balance from credit
       union all select provider_id, 0, amount_paid from invoice
       union all select provider_id, 0, -amount from balance_transaction where charge_id is not null
       union all select c.provider_id, 0, p.amount - p.refunded_amount from charge c
         join payment p on p.provider_id = c.provider_id and p.charge_id = c.id and p.status = 'COMPLETED'
         where not p.refund_due and p.credited_amount = 0) book
     group by provider_id having sum(received) <> sum(held)`,
  ),
  invariant(
    'the credit of a subscriber is the sum of its balance transactions, and not negative',
    `select subscriber_id || ' has ' || sum(balance) || ' ' || currency || ', by its transactions ' || sum(amount) as what
     from (
       select provider_id, subscriber_id, currency, balance, 0 as amount from credit
       union all select provider_id, subscriber_id, currency, 0, amount from balance_transaction) book
     group by provider_id, subscriber_id, currency having sum(balance) <> sum(amount) or sum(balance) < 0`,
  ),
  invariant(
    'payments on account and kept, and adjustments, equal settlements, their refunds and credit',
    `select subscriber_id || ' in ' || currency || ': payments and adjustments ' || sum(received) || ', used and left ' ||
       sum(used) as what
     from (
       select provider_id, subscriber_id, currency, credited_amount as received, 0 as used from payment
       union all select provider_id, subscriber_id, currency,
         case type when 'ADJUSTMENT' then amount else 0 end,
         case when type in ('SETTLEMENT', 'REFUND') then -amount else 0 end from balance_transaction
       union all select provider_id, subscriber_id, currency, 0, balance from credit) book
     group by provider_id, subscriber_id, currency having sum(received) <> sum(used)`,
  ),
  invariant(
    'each balance transaction begins where the one before ended',
    `select id || ' of ' || amount || ' ends at ' || ending_balance || ', after ' || before as what
     from (
       select id, amount, ending_balance, coalesce(lag(ending_balance) over chain, 0) as before from balance_transaction
       window chain as (partition by provider_id, subscriber_id, currency order by id)) chained
     where ending_balance <> before + amount`,
  ),
  invariant(
    'a pending payment has a target that is still due',
    `select p.id || ' waits for ' || p.target || ', which is ' || coalesce(i.status, c.status, s.status, 'unknown') as what
     from payment p
     left join invoice i on i.provider_id = p.provider_id and p.target = 'invoice:' || i.id
     left join charge c on c.provider_id = p.provider_id and p.target = 'charge:' || c.id
     left join subscription s on s.provider_id = p.provider_id and p.target = 'first:' || s.id
     where p.status = 'PENDING'
       and not coalesce(i.status = 'OPEN', c.status = 'PENDING', s.status = 'PENDING', p.target = 'account:' || p.id)`,
  ),
  invariant(
    'invoice numbers have no gap and no repeat',
    `select p.id || ' gave ' || p.last_invoice_number || ' numbers to ' || count(i.id) || ' invoices, ' ||
       count(distinct i.number) || ' of them different, the highest ' || coalesce(max(substr(i.number, 5)::bigint), 0) as what
     from provider p left join invoice i on i.provider_id = p.id
     group by p.id
     having count(i.id) <> p.last_invoice_number or count(distinct i.number) <> p.last_invoice_number
       or coalesce(max(substr(i.number, 5)::bigint), 0) <> p.last_invoice_number`,
  ),
  invariant(
    'invoices of one transaction are numbered in order of issue',
    // Rows with one correlation id belong to one transaction.
    `select id || ' has number ' || number || ', after ' || earlier as what from (
       select i.id, i.number, lag(i.number) over issued as earlier
       from invoice i join ${auditedChanges} a on a.provider_id = i.provider_id and a.resource_id = i.id
         and a.action = 'invoice.create'
       window issued as (partition by i.provider_id, a.correlation_id order by i.issued_at, i.id)) numbered
     where substr(number, 5)::bigint < substr(earlier, 5)::bigint`,
  ),
];
