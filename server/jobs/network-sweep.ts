import { adjustSessionsInDoubt } from '../domain/network-session/adjust-later.ts';
import { accountForMissed, endSilentSessions } from '../domain/network-session/sweep.ts';
import { countUsage } from '../domain/network-usage/count.ts';
import { throttlePassed } from '../domain/network-usage/throttle.ts';
import { jobs } from './client.ts';

/**
 * Looks at all accounting once a minute: sessions that went silent, what was missed, what was used, and who is online by
 * what held before.
 */
export const networkSweep = jobs.createFunction(
  { id: 'network-sweep', triggers: [{ cron: '* * * * *' }], concurrency: { limit: 1 }, retries: 0 },
  async ({ step }) => {
    await step.run('end silent sessions', endSilentSessions);
    await step.run('account for what was missed', accountForMissed);
    await step.run('count usage', countUsage);
    await step.run('throttle', throttlePassed);
    await step.run('adjust sessions in doubt', adjustSessionsInDoubt);
  },
);
