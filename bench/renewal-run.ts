// The billing run in a process of its own: what it takes in time and memory is its alone.
import { openDatabase } from '../server/db/client.ts';
import type { Lane } from '../server/domain/queue/lane.ts';
import { drainDue } from '../server/domain/scheduling/run.ts';
import { answer } from './answer.ts';
import { type Cost, costOf } from './cost.ts';

export type RenewalJob = {
  databaseUrl: string;
  providerId: string;
  /** Renewed first and not counted, so that the process is as warm as a server that has been up for a while. */
  warmUpId: string;
  /** Concurrent runs; one run without lanes if absent, as before there were any. */
  lanes?: Lane[] | undefined;
};
export type RenewalResult = Cost & {
  /** The most memory the process ever held, in bytes. */
  peakRss: number;
};

/** Longer than any run here takes. */
const BUDGET_MS = 3_600_000;

answer(async ({ databaseUrl, providerId, warmUpId, lanes }: RenewalJob): Promise<RenewalResult> => {
  const database = openDatabase(databaseUrl, 1 + (lanes?.length ?? 1));
  const renew = (providerId: string) =>
    lanes
      ? Promise.all(lanes.map((lane) => drainDue({ providerId, budgetMs: BUDGET_MS, lane })))
      : drainDue({ providerId, budgetMs: BUDGET_MS });
  await renew(warmUpId);
  const cost = await costOf(database.sql, () => renew(providerId));
  await database.close();
  return { ...cost, peakRss: process.resourceUsage().maxRSS * 1_024 };
});
