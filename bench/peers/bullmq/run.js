import { Queue, Worker } from 'bullmq';
import pg from 'pg';
import { attempts, CONCURRENCY, countdown, prepare, RETRY_DELAYS_S, requireLog } from '../attempt.js';

const SCHEMA = 'peer_bullmq';
const QUEUE = 'delivery';

process.once('message', async ({ databaseUrl, redisPort, ...job }) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const { webhooks, warmUpJobs, jobs } = await prepare(pool, SCHEMA, job);
  const connection = { host: '127.0.0.1', port: redisPort, maxRetriesPerRequest: null };
  const queue = new Queue(QUEUE, { connection });
  const opts = {
    attempts: RETRY_DELAYS_S.length + 1,
    backoff: { type: 'schedule' },
    removeOnComplete: true,
  };
  const attempt = attempts(pool, SCHEMA, webhooks);
  async function deliver(some) {
    for (let i = 0; i < some.length; i += 1_000) {
      await queue.addBulk(some.slice(i, i + 1_000).map((data) => ({ name: 'delivery', data, opts })));
    }
    await pool.query('vacuum analyze');
    const { all, one } = countdown(some.length);
    const started = performance.now();
    const worker = new Worker(
      QUEUE,
      async ({ data, attemptsMade }) => {
        await attempt(data, attemptsMade + 1);
        one();
      },
      {
        connection,
        concurrency: CONCURRENCY,
        settings: { backoffStrategy: (made) => RETRY_DELAYS_S[made - 1] * 1_000 },
      },
    );
    worker.on('error', (error) => process.stderr.write(`${error.stack}\n`));
    await all;
    const ms = performance.now() - started;
    await worker.close();
    return ms;
  }
  await deliver(warmUpJobs);
  const ms = await deliver(jobs);
  await requireLog(pool, SCHEMA, warmUpJobs.length + jobs.length);
  await queue.obliterate({ force: true });
  await queue.close();
  await pool.query(`drop schema ${SCHEMA} cascade`);
  await pool.end();
  process.send({ result: { ms } });
});
process.on('disconnect', () => process.exit(0));
