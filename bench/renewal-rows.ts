import type { Sql } from 'postgres';

/**
 * Subscriptions of one transaction. Each of them updates the same total, and a version of a row can be removed only after its
 * transaction, so the cost of one grows with their number.
 */
const CHUNK = 5_000;

/**
 * Gives a provider with subscribers a plan, and each of them a subscription whose renewal window has opened within the
 * last twelve hours.
 */
export async function fillDue(sql: Sql, providerId: string): Promise<void> {
  await sql`
    insert into plan (
      id, provider_id, plan_name, plan_type, download_speed_mbps, upload_speed_mbps, price_amount, price_currency,
      billing_cycle_days, grace_days, status, is_active, created_at, updated_at
    ) values (
      'pln_' || lpad('1', 26, '0'), ${providerId}, 'Home 20', 'RESIDENTIAL', 20, 10, 299900, 'KES', 30, 3, 'enabled',
      true, now() - interval '1 year', now() - interval '1 year'
    )`;
  const subscribers = await sql<{ id: string }[]>`
    select id from subscriber where provider_id = ${providerId} order by id`;
  for (let done = 0; done < subscribers.length; done += CHUNK) {
    const ids = subscribers.slice(done, done + CHUNK).map(({ id }) => id);
    await subscribe(sql, providerId, ids);
  }
  await sql`
    insert into billing_cycle (
      id, provider_id, subscription_id, subscriber_id, plan_id, status, payment_status, starts_at, expires_at,
      grace_ends_at, terms_price, terms_speed, created_at, updated_at
    )
    select 'cyc_' || right(id, 26), provider_id, id, subscriber_id, plan_id, 'ACTIVE', 'COMPLETED', started_at,
      expires_at, expires_at + interval '3 days', terms_price, terms_speed, started_at, started_at
    from subscription where provider_id = ${providerId}`;
  await sql`
    insert into renewal_window (provider_id, id, subscription_id, subscriber_id, opens_at)
    select provider_id, id, subscription_id, subscriber_id, expires_at - interval '3 days'
    from billing_cycle where provider_id = ${providerId}`;
  await sql`vacuum analyze`;
}

/** Gives each subscriber of a provider with due renewals the credit that covers one. */
export async function fillCredit(sql: Sql, providerId: string): Promise<void> {
  await sql`
    insert into credit (provider_id, subscriber_id, currency, balance, moved_at)
    select provider_id, subscriber_id, currency, terms_price, started_at from subscription where provider_id = ${providerId}`;
  await sql`vacuum analyze credit`;
}

async function subscribe(sql: Sql, providerId: string, ids: string[]): Promise<void> {
  await sql`
    insert into subscription (
      id, provider_id, subscriber_id, plan_id, status, started_at, expires_at, currency, terms_price, terms_days, terms_speed,
      radius_username, created_at, updated_at
    )
    select 'sbn_' || right(id, 26), provider_id, id, 'pln_' || lpad('1', 26, '0'), 'ACTIVE', at - interval '27 days',
      at + interval '3 days', 'KES', 299900, 30, '{"uploadSpeedMbps": 10, "downloadSpeedMbps": 20}',
      right(provider_id, 8) || right(id, 10), at - interval '27 days', at - interval '27 days'
    from (
      select *, date_trunc('milliseconds', now()) - (hashtext(id) % 43200 + 43200) / 2 * interval '1 second' as at
      from subscriber where provider_id = ${providerId} and id = any(${ids})
    ) s`;
}

/**
 * The renewals of a provider in one statement: the next cycle, its numbered invoice and its email,
 * `billing.cycle_ending` and the audit entries, with the same indexes, constraints and triggers. It takes no locks and makes no
 * decisions.
 */
export async function renewInSql(sql: Sql, providerId: string): Promise<void> {
  await sql`
    with due as materialized (
      select c.id, c.subscription_id, c.subscriber_id, c.plan_id, c.starts_at, c.expires_at, w.opens_at as at,
        c.grace_ends_at, c.created_at, p.plan_name, p.price_amount, p.price_currency, p.billing_cycle_days,
        p.grace_days, p.data_cap_mb, jsonb_build_object('downloadSpeedMbps', p.download_speed_mbps,
          'uploadSpeedMbps', p.upload_speed_mbps) as speed, gen_random_uuid()::text as correlation, row_number() over (order by w.opens_at, w.id) as n,
        lpad(to_hex((extract(epoch from w.opens_at) * 1000)::bigint), 12, '0') as stamp
      from renewal_window w join billing_cycle c on c.provider_id = w.provider_id and c.id = w.id
      join subscription s on s.provider_id = c.provider_id and s.id = c.subscription_id
      join plan p on p.provider_id = s.provider_id and p.id = s.plan_id
      where w.provider_id = ${providerId} and w.opens_at <= now() and c.status = 'ACTIVE'
    ), next_cycle as materialized (
      select due.*, 'cyc_' || stamp || lpad(n::text, 14, '0') as next_id,
        'inv_' || stamp || lpad(n::text, 14, '0') as invoice_id,
        expires_at + billing_cycle_days * interval '24 hours' as next_expires_at,
        expires_at + (billing_cycle_days + grace_days) * interval '24 hours' as next_grace_ends_at
      from due
    ), billed as materialized (
      select next_cycle.*, jsonb_build_array(jsonb_build_object(
          'description', plan_name || ', ' || billing_cycle_days || ' days', 'quantity', 1,
          'unitAmount', price_amount, 'amount', price_amount, 'currency', price_currency,
          'periodStart', expires_at, 'periodEnd', next_expires_at)) as lines
      from next_cycle
    ), cycles as (
      insert into billing_cycle (
        id, provider_id, subscription_id, subscriber_id, plan_id, status, payment_status, starts_at, expires_at,
        grace_ends_at, terms_price, terms_speed, terms_data_cap_mb, created_at, updated_at
      )
      select next_id, ${providerId}, subscription_id, subscriber_id, plan_id, 'SCHEDULED', 'PENDING', expires_at,
        next_expires_at, next_grace_ends_at, price_amount, speed, data_cap_mb, at, at
      from next_cycle
    ), numbers as (
      update provider set last_invoice_number = last_invoice_number + (select count(*) from due)
      where id = ${providerId} returning last_invoice_number - (select count(*) from due) as before
    ), invoices as (
      insert into invoice (
        id, provider_id, number, subscriber_id, subscription_id, billing_cycle_id, kind, period_start, status, currency,
        lines, subtotal, tax_rate, tax, total, amount_paid, amount_refunded, amount_due, issued_at, due_at, created_at, updated_at
      )
      select invoice_id, ${providerId}, 'INV-' || lpad((before + n)::text, greatest(6, length((before + n)::text)), '0'),
        subscriber_id, subscription_id, next_id, 'RENEWAL', expires_at, 'OPEN', price_currency, lines, price_amount, 0, 0,
        price_amount, 0, 0, price_amount, at, expires_at, at, at
      from billed, numbers
    ), opened as (
      delete from renewal_window using due
      where renewal_window.provider_id = ${providerId} and renewal_window.id = due.id
    ), events as (
      insert into event (
        id, provider_id, type, resource_id, body, correlation_id, occurred_at, created_at, updated_at
      )
      select 'evt_' || stamp || lpad(n::text, 20, '0'), ${providerId}, 'billing.cycle_ending', id,
        jsonb_build_object(
          'id', 'evt_' || stamp || lpad(n::text, 20, '0'), 'type', 'billing.cycle_ending', 'apiVersion', '2026-01-15',
          'occurredAt', at, 'providerId', ${providerId}::text, 'correlationId', correlation, 'livemode', true,
          'data', jsonb_build_object('object', 'billing_cycle', 'current', jsonb_build_object(
            'id', id, 'subscriptionId', subscription_id, 'planId', plan_id, 'status', 'ACTIVE',
            'paymentStatus', 'COMPLETED', 'startsAt', starts_at, 'expiresAt', expires_at, 'graceEndsAt', grace_ends_at,
            'createdAt', created_at, 'updatedAt', created_at)))::text,
        correlation, at, at, at
      from due
    ), mails as (
      insert into mail (
        provider_id, id, subscriber_id, kind, fact_id, facts, status, attempts, correlation_id, created_at, updated_at
      )
      select ${providerId}, 'mai_' || stamp || lpad(n::text, 14, '0'), subscriber_id, 'INVOICE', invoice_id,
        jsonb_build_object('amount', price_amount, 'currency', price_currency, 'invoiceId', invoice_id, 'at', expires_at),
        'HELD', 0, correlation, at, at
      from next_cycle
    )
    insert into audit_entry (
      id, provider_id, actor_type, actor_name, action, resource_type, resource_id, changes, affected, correlation_id,
      created_at, updated_at
    )
    select 'aud_' || stamp || lpad(n::text, 14, '0'), ${providerId}, 'system', 'billing run',
      'subscription.renewal_window', 'subscription', subscription_id, '{}', json_build_object(
        'billingCycle.create', json_build_array(next_id), 'invoice.create', json_build_array(invoice_id))::text,
      correlation, at, at
    from billed`;
}

/**
 * The number of rows of each kind that a provider's renewals created, as one text.
 * @param withAudit whether audit entries count; their number differs between commits
 */
export async function rowsLeft(sql: Sql, providerId: string, withAudit: boolean): Promise<string> {
  const rows = await sql<{ kind: string; n: string }[]>`
    select 'cycle ' || status || ' ' || payment_status as kind, count(*) as n
      from billing_cycle where provider_id = ${providerId} group by 1
    union all
    select 'invoice ' || kind || ' ' || status, count(*) from invoice
      where provider_id = ${providerId} and number is not null group by 1
    union all
    select type, count(*) from event where provider_id = ${providerId} group by 1
    union all
    select 'mail ' || kind || ' ' || status, count(*) from mail where provider_id = ${providerId} group by 1
    union all
    select action, count(*) from audit_entry where ${withAudit} and provider_id = ${providerId} and actor_type = 'system'
        and resource_type = 'subscription' group by 1
    order by kind`;
  return rows.map(({ kind, n }) => `${kind}: ${n}`).join('\n');
}
