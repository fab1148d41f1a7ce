import { createConcurrency, type Limit } from '../concurrency.ts';
import { createSlowOwners } from '../slow-owners.ts';

export type SystemsChoice = {
  /** Calls at a time, of all accounts. They wait most of their time, and hold no connection to the database meanwhile. */
  places?: number;
  /** A call that takes longer makes its account slow, in ms. */
  slowMs?: number;
};

/** Places for functions that wait for systems of partners. */
export function createPlacesOfSystems({ places = 32, slowMs = 10_000 }: SystemsChoice = {}) {
  const concurrency = createConcurrency(places);
  const slow = createSlowOwners({ places, slowMs });
  return {
    concurrency,
    /** @throws Stopped */
    run: <T>(account: string, limits: readonly Limit[], call: () => Promise<T>): Promise<T> =>
      concurrency.run([...limits, ...slow.limitsOf(account)], () => slow.measured(account, call)),
  };
}
