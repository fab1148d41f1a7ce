import { and, eq, inArray } from 'drizzle-orm';
import { payment } from '../../../../drizzle/schema/billing.ts';
import type { Scope } from '../../../work/scope.ts';

/** Whether a payment of the provider has this reference, as the gateway writes it, or as people and phones write it by hand. */
export async function isReferenceTaken(scope: Scope, reference: string): Promise<boolean> {
  const lower = reference.toLowerCase();
  const forms = [reference, reference.toUpperCase(), lower, lower.charAt(0).toUpperCase() + lower.slice(1)];
  const [row] = await scope.db
    .select({ id: payment.id })
    .from(payment)
    .where(and(eq(payment.providerId, scope.providerId), inArray(payment.reference, forms)))
    .limit(1);
  return row !== undefined;
}
