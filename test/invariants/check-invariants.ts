import type { Db, Tx } from '../../server/db/client.ts';
import { answerInvariants } from './answers.ts';
import { cycleInvariants } from './cycles.ts';
import { deliveryInvariants } from './deliveries.ts';
import { eventStateInvariants } from './event-states.ts';
import { historyInvariants } from './history.ts';
import type { Invariant } from './invariant.ts';
import { moneyInvariants } from './money.ts';
import { nameInvariants } from './names.ts';
import { networkInvariants } from './network.ts';
import { rowInvariants } from './rows.ts';

/** All invariants. They also hold after a kill of any process that wrote the database. */
export const invariants: readonly Invariant[] = [
  ...cycleInvariants,
  ...moneyInvariants,
  ...historyInvariants,
  ...eventStateInvariants,
  ...answerInvariants,
  ...deliveryInvariants,
  ...networkInvariants,
  ...nameInvariants,
  ...rowInvariants,
];

/** Violations of one invariant that are reported. */
const SHOWN = 5;

/**
 * Checks all invariants for all providers of a database, in one snapshot of it.
 * @returns the violations as `invariant: row`; empty if all invariants hold
 */
export async function checkInvariants(db: Db | Tx): Promise<string[]> {
  // On one connection, because each connection of the pool would be opened for it and would plan each query.
  const found = await db.transaction(
    (tx) =>
      Promise.all(
        invariants.map(async ({ name, broken }) => {
          const violations = await broken(tx);
          const more = violations.length > SHOWN ? [`and ${violations.length - SHOWN} more`] : [];
          return [...violations.slice(0, SHOWN), ...more].map((what) => `${name}: ${what}`);
        }),
      ),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  return found.flat();
}
