import { invariant } from './invariant.ts';

/** Invariants of single rows: columns that fit each other. */
export const rowInvariants = [
  invariant(
    'a cycle ends after its start, and its grace not before its end',
    `select id || ' runs from ' || starts_at || ' to ' || expires_at || ', its grace to ' || grace_ends_at as what
     from billing_cycle where expires_at <= starts_at or grace_ends_at < expires_at`,
  ),
  invariant(
    'charges and refunds have positive amounts, prices are not negative',
    `select id || ' has ' || amount as what from charge where amount <= 0
     union all select id || ' has ' || amount from refund where amount <= 0
     union all select id || ' has ' || amount from gateway_refund where amount <= 0
     union all select id || ' has ' || price_amount from plan where price_amount < 0
     union all select id || ' has ' || price_override from subscription where price_override < 0`,
  ),
  invariant(
    'a plan has a cycle of 1 to 366 days and a grace of 0 to 90, and is active until it is deleted',
    `select id || ' is ' || status || ' for ' || billing_cycle_days || ' days with a grace of ' || grace_days as what
     from plan where billing_cycle_days not between 1 and 366 or grace_days not between 0 and 90
       or is_active = (status = 'deleted')`,
  ),
  invariant(
    'the fee of an installation is free or charged, and only a fee is waited for',
    `select id || ' is ' || status || ' with a fee of ' || fee_amount || ', free: ' || free as what
     from installation where fee_amount < 0 or not free and (fee_amount = 0 or charge_id is null)
       or free and status = 'PENDING_PAYMENT'`,
  ),
  invariant(
    'an activated installation has its instant',
    `select id || ' has none' as what from installation where status = 'ACTIVATED' and installed_at is null`,
  ),
  invariant(
    'the last digit of an account number is the Luhn check digit of the others',
    `select id || ' has ' || account_number as what from subscriber
     where account_number !~ '^[1-9][0-9]{7}$' or (
       select sum(case when place % 2 = 0 then digit else digit * 2 % 10 + digit * 2 / 10 end) % 10
       from (select place, substr(account_number, place, 1)::int as digit from generate_series(1, 8) place) each) <> 0`,
  ),
  invariant(
    'an erased subscriber is terminated',
    `select id || ' is ' || status as what from subscriber where erased_at is not null and status <> 'terminated'`,
  ),
  invariant(
    'an upgrade hold has its plan, end, amount and price, and no other subscription has one of them',
    `select id || ' is ' || status as what from subscription
     where num_nonnulls(upgrade_plan_id, upgrade_expires_at, upgrade_amount, upgrade_price)
       <> (case status when 'AWAITING_PAYMENT_FOR_UPGRADE' then 4 else 0 end)`,
  ),
  invariant(
    'what is pending has the instant at which it applies',
    `select id || ' has one without the other' as what from subscription
     where (next_plan_id is null) <> (next_plan_at is null)
       or (pending_overrides is null) <> (pending_overrides_at is null)`,
  ),
];
