import { log } from '../log.ts';

/**
 * Does the work of each account, one after the other. What fails is logged, and the next account has its turn: what one account can bring
 * about must not end the work of others.
 * @param rows may name an account several times
 */
export async function forEachAccount<T extends { providerId: string }>(
  work: string,
  rows: readonly T[],
  run: (row: T) => Promise<unknown>,
): Promise<void> {
  for (const row of rows) {
    await run(row).catch((err: unknown) =>
      log.error({ err, providerId: row.providerId, work }, 'the work of an account failed'),
    );
  }
}
