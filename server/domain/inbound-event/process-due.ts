import { drain, providersWithDue } from '../queue/leased-queue.ts';
import { claimInbound, inboundQueue } from './claim.ts';
import { processEvent } from './process.ts';

/**
 * Processes the due inbound events of one provider until nothing is due or the budget is spent. Events of one external
 * service are processed in order, those of different services concurrently. Contract: Inbound.
 * @param budgetMs real time in which new attempts begin, in ms
 */
export function processDueEvents(work: { providerId: string; budgetMs: number }): Promise<{ more: boolean }> {
  return drain(inboundQueue, work, processEvent, (_queue, providerId) => claimInbound(providerId));
}

/** The ids of the providers with inbound events that are due. */
export function providersWithDueEvents(): Promise<string[]> {
  return providersWithDue(inboundQueue);
}
