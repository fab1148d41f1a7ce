import type { Db, Tx } from '../../server/db/client.ts';
import { answerInvariants } from './answers.ts';
import { cycleInvariants } from './cycles.ts';
import { deliveryInvariants } from './deliveries.ts';
import { historyInvariants } from './history.ts';
import type { Invariant } from './invariant.ts';
import { moneyInvariants } from './money.ts';
import { nameInvariants } from './names.ts';
import { networkInvariants } from './network.ts';

/** Everything that holds in a database of ours, whatever happened to the processes that wrote it. */
export const invariants: readonly Invariant[] = [
  ...cycleInvariants,
  ...moneyInvariants,
  ...historyInvariants,
  ...answerInvariants,
  ...deliveryInvariants,
  ...networkInvariants,
  ...nameInvariants,
];

/** Culprits of one rule that are worth reading. */
const SHOWN = 5;

/**
 * Audits a whole database, every provider in it.
 * @returns what is wrong, as `rule: culprit`; nothing where the books are in order
 */
export async function checkInvariants(db: Db | Tx): Promise<string[]> {
  const found = await Promise.all(
    invariants.map(async ({ name, broken }) => {
      const culprits = await broken(db);
      const more = culprits.length > SHOWN ? [`and ${culprits.length - SHOWN} more`] : [];
      return [...culprits.slice(0, SHOWN), ...more].map((what) => `${name}: ${what}`);
    }),
  );
  return found.flat();
}
