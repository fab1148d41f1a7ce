import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { payment } from '../../../drizzle/schema/billing.ts';
import { provider } from '../../../drizzle/schema/provider.ts';
import { db } from '../../db/client.ts';
import type { WriteScope } from '../../db/scope.ts';
import { expireDuePayments } from '../payment/expire.ts';

/** A kind of work that falls due at an instant of its own. */
export type DueWork = {
  name: string;
  /** The earliest instant up to `until` at which some of the provider's is due. */
  nextDue(scope: WriteScope, until: Date): Promise<Date | null>;
  /** Does what is due at the scope's `now`, at most so much; says how much it was. */
  run(scope: WriteScope, limit: number): Promise<number>;
  /** Providers that have some due by their own clocks. */
  providersDue(realNow: Date): Promise<string[]>;
};

const paymentExpiry: DueWork = {
  name: 'payment expiry',
  async nextDue(scope, until) {
    const [row] = await scope.db
      .select({ at: payment.expiresAt })
      .from(payment)
      .where(
        and(
          eq(payment.providerId, scope.providerId),
          eq(payment.status, 'PENDING'),
          lte(payment.expiresAt, until),
        ),
      )
      .orderBy(asc(payment.expiresAt))
      .limit(1);
    return row?.at ?? null;
  },
  run: expireDuePayments,
  async providersDue(realNow) {
    const rows = await db()
      .selectDistinct({ id: payment.providerId })
      .from(payment)
      .innerJoin(provider, eq(provider.id, payment.providerId))
      .where(
        and(
          eq(payment.status, 'PENDING'),
          lte(
            payment.expiresAt,
            sql`${realNow.toISOString()}::timestamptz + ${provider.clockOffsetMs} * interval '1 millisecond'`,
          ),
        ),
      );
    return rows.map((row) => row.id);
  },
};

/** Everything that time alone brings about, in the order in which things due at the same instant happen. */
export const dueWork: readonly DueWork[] = [paymentExpiry];
