import type { installationStatuses } from '@/server/contract/enums.ts';

type Status = (typeof installationStatuses)[number];
type Column = { status: Status; sort: string; limit: number };

/** The columns that are always open, in the order of the work. The next appointment is on top. */
export const boardColumns: Column[] = [
  { status: 'PENDING_PAYMENT', sort: 'scheduledAt', limit: 50 },
  { status: 'AWAITING_INSTALLATION', sort: 'scheduledAt', limit: 50 },
  { status: 'ACTIVATED', sort: '-updatedAt', limit: 20 },
];

/** The final states, collapsed into one column. */
export const endedColumns: Column[] = (['COMPLETED', 'CANCELLED', 'ABANDONED', 'ARCHIVED'] as const).map(
  (status) => ({ status, sort: '-updatedAt', limit: 10 }),
);

/** The query of a column. */
export function columnInput({ status, sort, limit }: Column) {
  return { status, sort, limit } as const;
}
