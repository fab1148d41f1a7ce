import { env } from '../env.ts';
import { afterAdvance } from './after-advance.ts';
import { createFairSlots } from './fair-slots.ts';

/** As many requests as the process has connections: a write holds one for its transaction. */
const slots = createFairSlots(env.DATABASE_CONNECTIONS);

/**
 * Runs the work of a request in a slot of the provider that it is for: of an API call, a page, a payer, or a gateway that reports. The
 * requests for one provider then leave connections to those for others. Work that an advance of the test clock refuses is done again.
 * @throws SERVICE_UNAVAILABLE when the process is at its capacity, or the test clock is being advanced for long
 */
export function inSlotOf<T>(providerId: string, work: () => Promise<T>): Promise<T> {
  return afterAdvance(providerId, () => slots.run(providerId, work));
}
