import { and, asc, eq, sql } from 'drizzle-orm';
import { charge } from '../../../../drizzle/schema/charge.ts';
import { chargeResource } from '../../model/charge/resource.ts';
import { dueRows } from '../../model/due-work.ts';
import { lockInstallations } from '../../model/installation/lock.ts';
import { expireCharges } from './end.ts';

/** Cancels pending charges past `expiresAt`, and the installation whose fee a charge is. Contract: Charge. */
export const chargeExpiry = dueRows({
  name: 'charge expiry',
  resource: chargeResource,
  column: charge.expiresAt,
  subscriberId: charge.subscriberId,
  status: ['PENDING'],
  async run(scope, items) {
    const dueAt = new Map(items.map(({ row, at }) => [row.id, at]));
    const fees = items.flatMap(({ row }) => row.installationId ?? []);
    const installations = await lockInstallations(scope, fees);
    const charges = await scope.db
      .select()
      .from(charge)
      .where(
        and(
          eq(charge.providerId, scope.providerId),
          sql`${charge.id} = any(${sql.param([...dueAt.keys()])})`,
          eq(charge.status, 'PENDING'),
        ),
      )
      .orderBy(asc(charge.id))
      .for('no key update');
    await expireCharges(
      scope,
      charges.map((row) => ({ row, at: dueAt.get(row.id) })),
      installations,
    );
  },
});
