import type { Db, Tx } from '../../server/db/client.ts';
import { driverOf } from '../fixtures/driver-of.ts';

/** A condition that holds in every database between transactions. */
export type Invariant = {
  /** The condition as a sentence. */
  name: string;
  /** The violations, each as a sentence. Empty if the invariant holds. */
  broken(db: Db | Tx): Promise<string[]>;
};

/**
 * An invariant whose query selects its violations.
 * @param query its only column is `what`, a text that names the violating row
 */
export function invariant(name: string, query: string): Invariant {
  return {
    name,
    async broken(db) {
      const rows = await driverOf(db).unsafe<{ what: string }[]>(query);
      return rows.map((row) => row.what);
    },
  };
}
