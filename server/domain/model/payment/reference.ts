import { and, eq, inArray } from 'drizzle-orm';
import { payment } from '../../../../drizzle/schema/billing.ts';
import { gatewayNames } from '../../../contract/enums.ts';
import type { Scope } from '../../../work/scope.ts';

/**
 * Whether a payment of the provider has this reference, as the gateway writes it, or as people and phones write it by hand.
 * @param isOfGateway counts only payments of gateways: other references of people may differ by their case
 */
export async function isReferenceTaken(
  scope: Scope,
  reference: string,
  { isOfGateway = false } = {},
): Promise<boolean> {
  const lower = reference.toLowerCase();
  const forms = [reference, reference.toUpperCase(), lower, lower.charAt(0).toUpperCase() + lower.slice(1)];
  const [row] = await scope.db
    .select({ id: payment.id })
    .from(payment)
    .where(
      and(
        eq(payment.providerId, scope.providerId),
        inArray(payment.reference, forms),
        isOfGateway ? inArray(payment.rail, [...gatewayNames]) : undefined,
      ),
    )
    .limit(1);
  return row !== undefined;
}
