import { reportFaults } from '../domain/network/accounting-faults.ts';
import { applyThrottles } from '../domain/network/apply-throttles.ts';
import { countUsage } from '../domain/network/count-usage.ts';
import { enqueueMissedSessionChanges } from '../domain/network/enqueue-session-changes.ts';
import { accountMissedSessions } from '../domain/network/missed-accounting.ts';
import { reportForgedAccounting } from '../domain/network/report-forged-accounting.ts';
import { endSilentSessions } from '../domain/network/sweep.ts';

/** The steps of an Inngest function that scheduled work uses. */
export type Steps = {
  run(name: string, work: () => Promise<unknown>): Promise<unknown>;
  sleep(name: string, time: string): Promise<void>;
};

/**
 * Checks all accounting: ends silent sessions, creates missed ones, reports forged rows, counts usage, applies throttles and
 * enqueues missed session changes. Usage is counted twice a minute, so that a throttle follows a passed cap within a minute.
 */
export async function sweepNetwork(step: Steps): Promise<void> {
  await step.run('end silent sessions', endSilentSessions);
  await step.run('account missed sessions', accountMissedSessions);
  await step.run('report forged accounting', () => reportForgedAccounting());
  await step.run('report unusable accounting', () => reportFaults());
  await step.run('count usage', countUsage);
  await step.run('apply throttles', applyThrottles);
  await step.run('enqueue missed session changes', enqueueMissedSessionChanges);
  await step.sleep('half a minute', '30s');
  await step.run('count usage again', countUsage);
  await step.run('apply throttles again', applyThrottles);
}
