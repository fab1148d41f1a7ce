import { and, eq } from 'drizzle-orm';
import { payment } from '../../../../drizzle/schema/billing.ts';
import type { Scope } from '../../../work/scope.ts';

/** Whether a payment of the provider has this reference. */
export async function isReferenceTaken(scope: Scope, reference: string): Promise<boolean> {
  const [row] = await scope.db
    .select({ id: payment.id })
    .from(payment)
    .where(and(eq(payment.providerId, scope.providerId), eq(payment.reference, reference)))
    .limit(1);
  return row !== undefined;
}
