import type { Sql } from 'postgres';
import { answerRules } from './answers.ts';
import { cycleRules } from './cycles.ts';
import { historyRules } from './history.ts';
import { moneyRules } from './money.ts';
import { networkRules } from './network.ts';
import type { Rule } from './rule.ts';

/** Everything that holds in a database of ours, whatever happened to the processes that wrote it. */
export const bookRules: readonly Rule[] = [
  ...cycleRules,
  ...moneyRules,
  ...historyRules,
  ...answerRules,
  ...networkRules,
];

/**
 * Audits a whole database, every provider in it.
 * @returns what is wrong, as `rule: culprit`; nothing where the books are in order
 */
export async function auditBooks(sql: Sql): Promise<string[]> {
  const found = await Promise.all(
    bookRules.map(async ({ name, broken }) => (await broken(sql)).map((what) => `${name}: ${what}`)),
  );
  return found.flat();
}
