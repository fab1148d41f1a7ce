// Renewals as most billing code does them: one subscription after the other, each in a transaction of its own.
import { randomUUID } from 'node:crypto';
import { and, eq, lte, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { bigint, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import pg from 'pg';

const instant = (name) => timestamp(name, { withTimezone: true, precision: 3 });
const stamps = { createdAt: instant('created_at'), updatedAt: instant('updated_at') };
const money = (name) => bigint(name, { mode: 'number' });

const provider = pgTable('provider', { id: text('id'), lastInvoiceNumber: money('last_invoice_number') });
const plan = pgTable('plan', {
  id: text('id'),
  providerId: text('provider_id'),
  planName: text('plan_name'),
  downloadSpeedMbps: money('download_speed_mbps'),
  uploadSpeedMbps: money('upload_speed_mbps'),
  priceAmount: money('price_amount'),
  priceCurrency: text('price_currency'),
  billingCycleDays: money('billing_cycle_days'),
  graceDays: money('grace_days'),
  dataCapMb: money('data_cap_mb'),
});
const subscription = pgTable('subscription', {
  id: text('id'),
  providerId: text('provider_id'),
  subscriberId: text('subscriber_id'),
  planId: text('plan_id'),
});
const billingCycle = pgTable('billing_cycle', {
  id: text('id'),
  providerId: text('provider_id'),
  subscriptionId: text('subscription_id'),
  subscriberId: text('subscriber_id'),
  planId: text('plan_id'),
  status: text('status'),
  paymentStatus: text('payment_status'),
  startsAt: instant('starts_at'),
  expiresAt: instant('expires_at'),
  graceEndsAt: instant('grace_ends_at'),
  termsPrice: money('terms_price'),
  termsSpeed: jsonb('terms_speed'),
  termsDataCapMb: money('terms_data_cap_mb'),
  ...stamps,
});
const renewalWindow = pgTable('renewal_window', {
  id: text('id'),
  providerId: text('provider_id'),
  opensAt: instant('opens_at'),
});
const invoice = pgTable('invoice', {
  id: text('id'),
  providerId: text('provider_id'),
  number: text('number'),
  subscriberId: text('subscriber_id'),
  subscriptionId: text('subscription_id'),
  billingCycleId: text('billing_cycle_id'),
  kind: text('kind'),
  periodStart: instant('period_start'),
  status: text('status'),
  currency: text('currency'),
  lines: jsonb('lines'),
  subtotal: money('subtotal'),
  taxRate: money('tax_rate'),
  tax: money('tax'),
  total: money('total'),
  amountPaid: money('amount_paid'),
  amountRefunded: money('amount_refunded'),
  amountDue: money('amount_due'),
  issuedAt: instant('issued_at'),
  dueAt: instant('due_at'),
  ...stamps,
});
const event = pgTable('event', {
  id: text('id'),
  providerId: text('provider_id'),
  type: text('type'),
  resourceId: text('resource_id'),
  body: text('body'),
  correlationId: text('correlation_id'),
  occurredAt: instant('occurred_at'),
  ...stamps,
});
const email = pgTable('mail', {
  id: text('id'),
  providerId: text('provider_id'),
  subscriberId: text('subscriber_id'),
  kind: text('kind'),
  factId: text('fact_id'),
  facts: jsonb('facts'),
  status: text('status'),
  attempts: money('attempts'),
  correlationId: text('correlation_id'),
  ...stamps,
});
const auditEntry = pgTable('audit_entry', {
  id: text('id'),
  providerId: text('provider_id'),
  actorType: text('actor_type'),
  actorName: text('actor_name'),
  action: text('action'),
  resourceType: text('resource_type'),
  resourceId: text('resource_id'),
  changes: text('changes'),
  affected: text('affected'),
  correlationId: text('correlation_id'),
  ...stamps,
});

const DAY_MS = 86_400_000;
const days = (from, n) => new Date(from.getTime() + n * DAY_MS);
const newId = (prefix) => `${prefix}_${randomUUID().replaceAll('-', '')}`;

async function renew(db, providerId, { id: cycleId, opensAt: at }) {
  await db.transaction(async (tx) => {
    const [cycle] = await tx
      .select()
      .from(billingCycle)
      .where(and(eq(billingCycle.providerId, providerId), eq(billingCycle.id, cycleId)))
      .for('update');
    const opened = await tx
      .delete(renewalWindow)
      .where(and(eq(renewalWindow.providerId, providerId), eq(renewalWindow.id, cycleId)))
      .returning({ id: renewalWindow.id });
    if (opened.length === 0 || cycle?.status !== 'ACTIVE') return;
    const [{ subscription: of, plan: terms }] = await tx
      .select()
      .from(subscription)
      .innerJoin(plan, and(eq(plan.providerId, subscription.providerId), eq(plan.id, subscription.planId)))
      .where(and(eq(subscription.providerId, providerId), eq(subscription.id, cycle.subscriptionId)));
    const now = { createdAt: at, updatedAt: at };
    const correlationId = randomUUID();
    const ids = { cycle: newId('cyc'), invoice: newId('inv'), event: newId('evt') };
    const expiresAt = days(cycle.expiresAt, terms.billingCycleDays);
    await tx.insert(billingCycle).values({
      id: ids.cycle,
      providerId,
      subscriptionId: of.id,
      subscriberId: of.subscriberId,
      planId: terms.id,
      status: 'SCHEDULED',
      paymentStatus: 'PENDING',
      startsAt: cycle.expiresAt,
      expiresAt,
      graceEndsAt: days(expiresAt, terms.graceDays),
      termsPrice: terms.priceAmount,
      termsSpeed: { downloadSpeedMbps: terms.downloadSpeedMbps, uploadSpeedMbps: terms.uploadSpeedMbps },
      termsDataCapMb: terms.dataCapMb,
      ...now,
    });
    const [{ number }] = await tx
      .update(provider)
      .set({ lastInvoiceNumber: sql`${provider.lastInvoiceNumber} + 1` })
      .where(eq(provider.id, providerId))
      .returning({ number: provider.lastInvoiceNumber });
    const amount = { currency: terms.priceCurrency, amount: terms.priceAmount };
    await tx.insert(invoice).values({
      id: ids.invoice,
      providerId,
      number: `INV-${String(number).padStart(6, '0')}`,
      subscriberId: of.subscriberId,
      subscriptionId: of.id,
      billingCycleId: ids.cycle,
      kind: 'RENEWAL',
      periodStart: cycle.expiresAt,
      status: 'OPEN',
      currency: terms.priceCurrency,
      lines: [
        {
          description: `${terms.planName}, ${terms.billingCycleDays} days`,
          quantity: 1,
          unitAmount: terms.priceAmount,
          ...amount,
          periodStart: cycle.expiresAt,
          periodEnd: expiresAt,
        },
      ],
      subtotal: terms.priceAmount,
      taxRate: 0,
      tax: 0,
      total: terms.priceAmount,
      amountPaid: 0,
      amountRefunded: 0,
      amountDue: terms.priceAmount,
      issuedAt: at,
      dueAt: cycle.expiresAt,
      ...now,
    });
    const { id, planId, status, paymentStatus, startsAt, graceEndsAt, createdAt } = cycle;
    const current = {
      id,
      subscriptionId: of.id,
      planId,
      status,
      paymentStatus,
      startsAt,
      graceEndsAt,
      createdAt,
    };
    await tx.insert(event).values({
      id: ids.event,
      providerId,
      type: 'billing.cycle_ending',
      resourceId: cycle.id,
      body: JSON.stringify({
        id: ids.event,
        type: 'billing.cycle_ending',
        apiVersion: '2026-01-15',
        occurredAt: at,
        providerId,
        correlationId,
        livemode: true,
        data: { object: 'billing_cycle', current: { ...current, expiresAt: cycle.expiresAt } },
      }),
      correlationId,
      occurredAt: at,
      ...now,
    });
    await tx.insert(email).values({
      id: newId('mai'),
      providerId,
      subscriberId: of.subscriberId,
      kind: 'INVOICE',
      factId: ids.invoice,
      facts: { ...amount, invoiceId: ids.invoice, at: cycle.expiresAt },
      status: 'HELD',
      attempts: 0,
      correlationId,
      ...now,
    });
    await tx.insert(auditEntry).values({
      id: newId('aud'),
      providerId,
      actorType: 'system',
      actorName: 'billing run',
      action: 'subscription.renewal_window',
      resourceType: 'subscription',
      resourceId: of.id,
      changes: '{}',
      affected: JSON.stringify({ 'billingCycle.create': [ids.cycle], 'invoice.create': [ids.invoice] }),
      correlationId,
      ...now,
    });
  });
}

process.once('message', async ({ databaseUrl, providerId }) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  const db = drizzle(pool);
  const started = performance.now();
  const due = await db
    .select({ id: renewalWindow.id, opensAt: renewalWindow.opensAt })
    .from(renewalWindow)
    .where(and(eq(renewalWindow.providerId, providerId), lte(renewalWindow.opensAt, new Date())))
    .orderBy(renewalWindow.opensAt, renewalWindow.id);
  for (const window of due) await renew(db, providerId, window);
  const ms = performance.now() - started;
  await pool.end();
  process.send({ result: { ms } });
});
process.on('disconnect', () => process.exit(0));
