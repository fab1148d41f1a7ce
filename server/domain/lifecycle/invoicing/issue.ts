import { eq, sql } from 'drizzle-orm';
import { provider } from '../../../../drizzle/schema/provider.ts';
import type { invoiceKinds } from '../../../contract/enums.ts';
import { instantText } from '../../../contract/instant-text.ts';
import { invoiceNumber, invoiceNumbers } from '../../../contract/invoice-rules.ts';
import { ZERO } from '../../../contract/money.ts';
import { createEach } from '../../../state/record.ts';
import { transitionEach } from '../../../state/transition.ts';
import { insertRows } from '../../../state/write-rows.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { enqueueEmails, type FactDraft } from '../../messaging/email/enqueue.ts';
import type { invoiceFor } from '../../model/billing-cycle/rules.ts';
import { type InvoiceRow, invoiceResource } from '../../model/invoice/resource.ts';

type Draft = ReturnType<typeof invoiceFor> & {
  subscriberId: string;
  subscriptionId: string;
  billingCycleId: string | null;
  kind: (typeof invoiceKinds)[number];
  periodStart: Date;
  dueAt: Date;
  /** The instant of issue; the scope's `now` unless given. */
  at?: Date;
  /** Credit pays it at issue. The caller takes it from the credit. */
  isCovered?: boolean;
};

/** Issues one invoice. See `issueInvoices`. */
export async function issueInvoice(scope: WriteScope, draft: Draft): Promise<InvoiceRow> {
  const [issued] = await issueInvoices(scope, [draft]);
  if (!issued) throw new Error('no invoice was issued');
  return issued;
}

/**
 * Issues invoices. Their numbers are assigned right before the commit, in the order of issue. A total of 0 is PAID at issue, and
 * so is what credit covers. Billing runs write the rows with their numbers; an update would write each index entry and check each
 * foreign key again. Contract: Invoice.
 * @returns the invoices in the order given
 */
export async function issueInvoices(scope: WriteScope, drafts: Draft[]): Promise<InvoiceRow[]> {
  if (drafts.length === 0) return [];
  const { beforeCommit, lateInvoices } = scope.outbox;
  const isLate = lateInvoices !== undefined && drafts.every(({ total }) => total > 0);
  if (isLate) beforeCommit.add(writeLateInvoices);
  // Numbering comes last, because it is in the order of issue over all invoices of the transaction.
  if (beforeCommit.delete(numberInvoices) || !isLate) beforeCommit.add(numberInvoices);
  const issued = await createEach(
    scope,
    invoiceResource,
    drafts.map(({ at = scope.now, isCovered: _, ...draft }) => ({
      at,
      values: {
        ...draft,
        status: 'OPEN' as const,
        amountPaid: ZERO,
        amountRefunded: ZERO,
        amountDue: draft.total,
        issuedAt: at,
      },
    })),
    { insert: isLate ? writeLater : undefined },
  );
  await enqueueEmails(
    scope,
    // A first invoice is paid at issue. The receipt email contains it, or the settlement from credit queues its email.
    issued.flatMap((row, i) =>
      row.kind !== 'FIRST' && row.total > 0 ? [invoiceEmail(row, { fromCredit: drafts[i]?.isCovered })] : [],
    ),
  );
  const settled = issued.filter((row, i) => row.total === 0 || drafts[i]?.isCovered);
  const paid = await transitionEach(
    scope,
    invoiceResource,
    'pay',
    settled.map((row) => ({
      row,
      at: row.issuedAt,
      patch: { amountPaid: row.total, amountDue: ZERO, paidAt: row.issuedAt },
    })),
    { update: isLate ? changeLater : undefined },
  );
  const paidById = new Map(paid.map((row) => [row.id, row]));
  return issued.map((row) => paidById.get(row.id) ?? row);
}

/** The email of an invoice that was issued. */
export function invoiceEmail(
  { id, subscriberId, total, currency, dueAt, issuedAt }: InvoiceRow,
  { fromCredit = false } = {},
): FactDraft {
  const facts = {
    amount: total,
    currency,
    invoiceId: id,
    at: instantText(dueAt),
    ...(fromCredit && { fromCredit }),
  };
  return { kind: 'INVOICE', factId: id, subscriberId, facts, at: issuedAt };
}

/** Leaves rows for `writeLateInvoices`. */
async function writeLater(
  { outbox }: WriteScope,
  _resource: typeof invoiceResource,
  rows: object[],
): Promise<InvoiceRow[]> {
  const issued = rows.map((row) => ({ number: null, paidAt: null, ...row }) as InvoiceRow);
  outbox.lateInvoices?.push(...issued);
  return issued;
}

/** Changes rows that `writeLateInvoices` has yet to write. */
async function changeLater(
  { outbox }: WriteScope,
  _resource: typeof invoiceResource,
  patches: object[],
): Promise<InvoiceRow[]> {
  const lateById = new Map(outbox.lateInvoices?.map((row, i) => [row.id, i]));
  return (patches as (Partial<InvoiceRow> & { id: string })[]).map((patch) => {
    const place = lateById.get(patch.id);
    const row = place === undefined ? undefined : outbox.lateInvoices?.[place];
    if (!row || place === undefined) throw new Error(`${patch.id} is not issued here`);
    const changed = Object.assign({}, row, patch) as InvoiceRow;
    outbox.lateInvoices?.splice(place, 1, changed);
    return changed;
  });
}

/**
 * Writes the late invoices with the next numbers of the provider, in the order of issue. Where others have none yet, all get them
 * after.
 */
async function writeLateInvoices(scope: WriteScope): Promise<void> {
  const late = scope.outbox.lateInvoices ?? [];
  if (scope.outbox.beforeCommit.has(numberInvoices)) {
    await insertRows(scope, invoiceResource, late);
    return;
  }
  const inOrder = late.toSorted(
    (a, b) => a.issuedAt.getTime() - b.issuedAt.getTime() || (a.id < b.id ? -1 : 1),
  );
  const [taken] = await scope.db
    .update(provider)
    .set({ lastInvoiceNumber: sql`${provider.lastInvoiceNumber} + ${late.length}` })
    .where(eq(provider.id, scope.providerId))
    .returning({ last: provider.lastInvoiceNumber });
  if (!taken) throw new Error(`${scope.providerId} was not found`);
  const before = taken.last - late.length;
  await insertRows(
    scope,
    invoiceResource,
    inOrder.map((row, i) => ({ ...row, number: invoiceNumber(before + i + 1) })),
  );
}

/**
 * Assigns the next numbers of the provider to the invoices of this transaction, in the order of issue. The lock on the
 * provider's row lasts until the commit, so numbers have no gaps and no duplicates. The join uses `ctid`, which is stable
 * within a statement: the planner underestimates the rows, and a join by id would take quadratic time.
 */
async function numberInvoices(scope: WriteScope): Promise<void> {
  const { prefix, digits: least } = invoiceNumbers;
  await scope.db.execute(sql`
    with fresh as (
      select ctid as place, row_number() over (order by issued_at, id) as nth, count(*) over () as n
      from invoice where provider_id = ${scope.providerId} and number is null
    ), taken as (
      update provider set last_invoice_number = last_invoice_number + (select count(*) from fresh)
      where id = ${scope.providerId} returning last_invoice_number as last
    ), numbered as (
      select fresh.place, (taken.last - fresh.n + fresh.nth)::text as digits from fresh, taken
    )
    update invoice set number = ${prefix}::text || lpad(digits, greatest(${least}::int, length(digits)), '0')
    from numbered where invoice.ctid = numbered.place`);
}
