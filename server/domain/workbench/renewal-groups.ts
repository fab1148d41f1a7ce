import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { invoice } from '../../../drizzle/schema/billing.ts';
import { subscription } from '../../../drizzle/schema/subscription.ts';
import type { EventEnvelope } from '../../contract/events.ts';
import { toMajor } from '../../contract/money.ts';
import { day, money, type Sentence, say } from '../../contract/sentence.ts';
import { arrayParameter, isOneOf } from '../../db/statement.ts';
import type { Scope } from '../../work/scope.ts';

/** How an entry names its renewal: by the invoice, by the cycle that it pays for, or by an end of that cycle. */
export type RenewalStep =
  | { invoiceId: string }
  | { billingCycleId: string }
  | { subscriptionId: string; startsAt: string }
  | { subscriptionId: string; endsAt: string };

/**
 * The renewal of which an event is a routine step. What a person has to know, such as an overdue cycle or a changed plan, is not a
 * step.
 */
export function stepOfEvent({
  type,
  data: { current, changedFields },
}: EventEnvelope): RenewalStep | undefined {
  const text = (name: string) => (typeof current[name] === 'string' ? (current[name] as string) : '');
  if (type === 'billing.cycle_started') return { billingCycleId: text('id') };
  if (type === 'billing.cycle_ending')
    return { subscriptionId: text('subscriptionId'), startsAt: text('expiresAt') };
  // Beside the start of its cycle, a renewal moves the end of the subscription alone.
  if (type === 'subscription.updated' && changedFields?.every((field) => field === 'expiresAt'))
    return { subscriptionId: text('id'), endsAt: text('expiresAt') };
  return type === 'payment.received' && text('invoiceId') ? { invoiceId: text('invoiceId') } : undefined;
}

type Renewals = {
  /** A sentence for each renewal, by its key. */
  sentences: Record<string, Sentence>;
  /** The key of the renewal of a step; null where it belongs to none. */
  groupOf: (step: RenewalStep) => string | null;
};

/** The renewals of a subscriber to which these steps belong. Amounts are in major units. */
export async function renewalsOf(
  scope: Scope,
  subscriberId: string,
  steps: readonly RenewalStep[],
): Promise<Renewals> {
  if (steps.length === 0) return { sentences: {}, groupOf: () => null };
  const own = scope.db
    .select({ id: subscription.id })
    .from(subscription)
    .where(and(eq(subscription.providerId, scope.providerId), eq(subscription.subscriberId, subscriberId)));
  const {
    id,
    billingCycleId,
    subscriptionId,
    periodStart,
    status,
    total,
    amountDue,
    currency,
    dueAt,
    lines,
  } = invoice;
  const rows = await scope.db
    .select({
      id,
      billingCycleId,
      subscriptionId,
      periodStart,
      status,
      total,
      amountDue,
      currency,
      dueAt,
      lines,
    })
    .from(invoice)
    .where(
      and(
        eq(invoice.providerId, scope.providerId),
        inArray(invoice.subscriptionId, own),
        eq(invoice.kind, 'RENEWAL'),
        ne(invoice.status, 'VOID'),
        // A subscriber has as many renewals as cycles, and a page some tens of steps.
        or(
          isOneOf(id, textsOf(steps, 'invoiceId')),
          isOneOf(billingCycleId, textsOf(steps, 'billingCycleId')),
          sql`${periodStart} = any(${arrayParameter(textsOf(steps, 'startsAt'))}::timestamptz[])`,
          sql`${lines} -> 0 ->> 'periodEnd' = any(${arrayParameter(textsOf(steps, 'endsAt'))}::text[])`,
        ),
      ),
    );
  const keys = new Map<string | null, string>(
    rows.flatMap((row) => [
      [row.id, row.id],
      [row.billingCycleId, row.id],
      [periodKey(row.subscriptionId, 'from', row.periodStart.toISOString()), row.id],
      [periodKey(row.subscriptionId, 'until', row.lines[0]?.periodEnd), row.id],
    ]),
  );
  const groupOf = (step: RenewalStep) => {
    if ('invoiceId' in step) return keys.get(step.invoiceId) ?? null;
    if ('billingCycleId' in step) return keys.get(step.billingCycleId) ?? null;
    const key =
      'startsAt' in step
        ? periodKey(step.subscriptionId, 'from', step.startsAt)
        : periodKey(step.subscriptionId, 'until', step.endsAt);
    return keys.get(key) ?? null;
  };
  const used = new Set(steps.map(groupOf));
  return {
    groupOf,
    sentences: Object.fromEntries(
      rows.filter((row) => used.has(row.id)).map((row) => [row.id, sentenceOf(row)]),
    ),
  };
}

/** What steps have in a field. */
const textsOf = (steps: readonly RenewalStep[], field: string) =>
  steps.flatMap((step) => (step as Record<string, string>)[field] || []);

const periodKey = (subscriptionId: string, end: 'from' | 'until', at: string | null | undefined) =>
  `${subscriptionId} ${end} ${at}`;

type RenewalRow = Pick<
  typeof invoice.$inferSelect,
  'status' | 'total' | 'amountDue' | 'currency' | 'dueAt' | 'lines'
>;

function sentenceOf({ status, total, amountDue, currency, dueAt, lines }: RenewalRow): Sentence {
  const until = lines[0]?.periodEnd;
  const price = money(toMajor(status === 'PAID' ? total : amountDue, currency), currency);
  if (status === 'OPEN') return say`Renewal: ${price} is due on ${day(dueAt.toISOString())}.`;
  return until ? say`Renewed until ${day(until)} for ${price}.` : say`Renewed for ${price}.`;
}
