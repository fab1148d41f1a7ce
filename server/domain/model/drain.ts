import { monotonicMs } from '../../clock.ts';

/**
 * Claims what is due and attempts it, a claim at a time, until nothing is due or the budget is spent.
 * @param budgetMs real time in which new attempts are begun, in ms
 * @returns whether it stopped with more to do
 */
export async function drain<T>(
  { providerId, budgetMs }: { providerId: string; budgetMs: number },
  claim: (providerId: string) => Promise<T[]>,
  attempt: (due: T) => Promise<void>,
): Promise<{ more: boolean }> {
  const started = monotonicMs();
  while (monotonicMs() - started < budgetMs) {
    const due = await claim(providerId);
    if (due.length === 0) return { more: false };
    await Promise.all(due.map(attempt));
  }
  return { more: true };
}
