import { DAY_MS } from './days.ts';

/** Whole days since an amount was due. Under one day it is 0: due today. Contract: Invoice. */
export function daysOverdue(dueAt: Date, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - dueAt.getTime()) / DAY_MS));
}
