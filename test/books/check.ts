import type { Db, Tx } from '../../server/db/client.ts';
import { answerRules } from './answers.ts';
import { cycleRules } from './cycles.ts';
import { deliveryRules } from './deliveries.ts';
import { historyRules } from './history.ts';
import { moneyRules } from './money.ts';
import { nameRules } from './names.ts';
import { networkRules } from './network.ts';
import type { Rule } from './rule.ts';

/** Everything that holds in a database of ours, whatever happened to the processes that wrote it. */
export const bookRules: readonly Rule[] = [
  ...cycleRules,
  ...moneyRules,
  ...historyRules,
  ...answerRules,
  ...deliveryRules,
  ...networkRules,
  ...nameRules,
];

/** Culprits of one rule that are worth reading. */
const SHOWN = 5;

/**
 * Audits a whole database, every provider in it.
 * @returns what is wrong, as `rule: culprit`; nothing where the books are in order
 */
export async function auditBooks(db: Db | Tx): Promise<string[]> {
  const found = await Promise.all(
    bookRules.map(async ({ name, broken }) => {
      const culprits = await broken(db);
      const more = culprits.length > SHOWN ? [`and ${culprits.length - SHOWN} more`] : [];
      return [...culprits.slice(0, SHOWN), ...more].map((what) => `${name}: ${what}`);
    }),
  );
  return found.flat();
}
