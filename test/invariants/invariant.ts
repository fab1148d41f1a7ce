import { type Db, driver, type Tx } from '../../server/db/client.ts';

/** Something that holds in every database of ours whenever nobody is in the middle of a transaction. */
export type Invariant = {
  /** What holds, in words. */
  name: string;
  /** What breaks it, each in words; nothing where it holds. */
  broken(db: Db | Tx): Promise<string[]>;
};

/**
 * A rule stated by a query that selects whatever breaks it.
 * @param query its only column is `what`, a text that names the culprit
 */
export function invariant(name: string, query: string): Invariant {
  return {
    name,
    async broken(db) {
      const rows = await driver(db).unsafe<{ what: string }[]>(query);
      return rows.map((row) => row.what);
    },
  };
}
