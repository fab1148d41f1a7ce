import { eq, sql } from 'drizzle-orm';
import { provider } from '../../../drizzle/schema/provider.ts';
import type { invoiceKinds } from '../../contract/enums.ts';
import type { WriteScope } from '../../db/scope.ts';
import { create } from '../../state/record.ts';
import type { invoiceFor } from '../billing/rules.ts';
import { type InvoiceRow, invoiceResource } from './resource.ts';

type Draft = ReturnType<typeof invoiceFor> & {
  subscriberId: string;
  subscriptionId: string;
  billingCycleId: string | null;
  kind: (typeof invoiceKinds)[number];
  periodStart: Date;
  dueAt: Date;
};

/**
 * Issues an invoice under the provider's next number. The number is taken in the same transaction, from a row that
 * stays locked until it commits: none is skipped and none is given twice. Contract: Invoice.
 */
export async function issueInvoice(scope: WriteScope, draft: Draft): Promise<InvoiceRow> {
  const [numbered] = await scope.db
    .update(provider)
    .set({ lastInvoiceNumber: sql`${provider.lastInvoiceNumber} + 1` })
    .where(eq(provider.id, scope.providerId))
    .returning({ last: provider.lastInvoiceNumber });
  if (!numbered) throw new Error('the provider is gone');
  return create(scope, invoiceResource, {
    ...draft,
    number: `INV-${String(numbered.last).padStart(6, '0')}`,
    status: 'OPEN',
    amountPaid: 0,
    amountRefunded: 0,
    amountDue: draft.total,
    issuedAt: scope.now,
  });
}
