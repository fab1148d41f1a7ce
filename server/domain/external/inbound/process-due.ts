import { sql } from 'drizzle-orm';
import { inboundEvent } from '../../../../drizzle/schema/integration.ts';
import { realNow } from '../../../clock.ts';
import { db } from '../../../db/client.ts';
import { drain } from '../../model/drain.ts';
import { claimDue } from './claim.ts';
import { processEvent } from './process.ts';

/**
 * Processes what is due of one provider's inbound events until nothing is left or the budget is spent: in order for each
 * external service, side by side for different ones. Contract: Inbound.
 * @param budgetMs real time after which nothing more is claimed, in ms
 */
export function processDueEvents(work: { providerId: string; budgetMs: number }): Promise<{ more: boolean }> {
  return drain(work, claimDue, processEvent);
}

/** Providers with inbound events that are due. */
export async function providersWithDueEvents(): Promise<string[]> {
  const rows = await db()
    .selectDistinct({ providerId: inboundEvent.providerId })
    .from(inboundEvent)
    .where(sql`${inboundEvent.nextAttemptAt} <= ${realNow().toISOString()}`);
  return rows.map(({ providerId }) => providerId);
}
