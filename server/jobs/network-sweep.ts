import { countUsage } from '../domain/network/count-usage.ts';
import { adjustSessionsInDoubt } from '../domain/network/enqueue-session-change.ts';
import { reportForgedAccounting } from '../domain/network/forged.ts';
import { accountForMissed, endSilentSessions } from '../domain/network/sweep.ts';
import { throttlePassed } from '../domain/network/throttle.ts';

/** The steps of an Inngest function that scheduled work uses. */
export type Steps = {
  run(name: string, work: () => Promise<unknown>): Promise<unknown>;
  sleep(name: string, time: string): Promise<void>;
};

/**
 * Looks at all accounting: sessions that went silent, what was missed, what was forged, what was used, and who is online by what held
 * before. Usage is counted twice a minute: who passes a cap right after a count is to be slowed down within a minute.
 */
export async function sweepNetwork(step: Steps): Promise<void> {
  await step.run('end silent sessions', endSilentSessions);
  await step.run('account for what was missed', accountForMissed);
  await step.run('report forged accounting', () => reportForgedAccounting());
  await step.run('count usage', countUsage);
  await step.run('throttle', throttlePassed);
  await step.run('adjust sessions in doubt', adjustSessionsInDoubt);
  await step.sleep('half a minute', '30s');
  await step.run('count usage again', countUsage);
  await step.run('throttle again', throttlePassed);
}
