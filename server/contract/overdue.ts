const DAY_MS = 86_400_000;

/**
 * For how many whole days something has been overdue; under one day it is due today, and the answer is 0.
 * Contract: Invoice.
 */
export function daysOverdue(dueAt: Date, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - dueAt.getTime()) / DAY_MS));
}
