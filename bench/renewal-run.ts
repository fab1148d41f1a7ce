// The billing run in a process of its own: what it takes in time and memory is its alone.
import { monotonicMs } from '../server/clock.ts';
import { openDatabase } from '../server/db/client.ts';
import { drainDue } from '../server/domain/scheduling/run.ts';
import { answer } from './answer.ts';

export type RenewalJob = {
  databaseUrl: string;
  providerId: string;
  /** Renewed first and not counted, so that the process is as warm as a server that has been up for a while. */
  warmUpId: string;
};
export type RenewalResult = {
  ms: number;
  /** The most memory the process ever held, in bytes. */
  peakRss: number;
};

/** Longer than any run here takes. */
const BUDGET_MS = 3_600_000;

answer(async ({ databaseUrl, providerId, warmUpId }: RenewalJob): Promise<RenewalResult> => {
  const database = openDatabase(databaseUrl, 2);
  await drainDue({ providerId: warmUpId, budgetMs: BUDGET_MS });
  const started = monotonicMs();
  await drainDue({ providerId, budgetMs: BUDGET_MS });
  const ms = monotonicMs() - started;
  await database.close();
  return { ms, peakRss: process.resourceUsage().maxRSS * 1_024 };
});
