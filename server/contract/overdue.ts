import { DAY_MS } from './days.ts';

/** Whole days since an amount was due; null before. Under one day it is 0: due now. Contract: Invoice. */
export function daysOverdue(dueAt: Date, now: Date): number | null {
  const ms = now.getTime() - dueAt.getTime();
  return ms < 0 ? null : Math.floor(ms / DAY_MS);
}
