import { realNow } from '../clock.ts';
import { database } from '../db/client.ts';
import { keepPartitions } from '../db/partitions.ts';
import { jobs } from './client.ts';

/** Months of events and deliveries, made ahead and dropped when they have been kept long enough. */
export const partitions = jobs.createFunction(
  { id: 'partitions', triggers: [{ cron: '17 3 * * *' }], concurrency: { limit: 1 }, retries: 2 },
  async ({ step }) => step.run('keep', () => keepPartitions(database().sql, realNow())),
);
