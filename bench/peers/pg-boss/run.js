import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { attempts, CONCURRENCY, countdown, prepare, RETRY_DELAYS_S, requireLog } from '../attempt.js';

const SCHEMA = 'peer_pg_boss';
const QUEUE = 'delivery';

process.once('message', async ({ databaseUrl, ...job }) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const { webhooks, warmUpJobs, jobs } = await prepare(pool, SCHEMA, job);
  const boss = new PgBoss({ connectionString: databaseUrl, schema: SCHEMA, max: 10 });
  boss.on('error', (error) => process.stderr.write(`${error.stack}\n`));
  await boss.start();
  // pg-boss supports a delay that doubles up to a limit, and no list of delays.
  const retries = {
    retryLimit: RETRY_DELAYS_S.length,
    retryDelay: RETRY_DELAYS_S[0],
    retryBackoff: true,
    retryDelayMax: RETRY_DELAYS_S.at(-1),
  };
  await boss.createQueue(QUEUE, retries);
  const attempt = attempts(pool, SCHEMA, webhooks);
  // Two workers with half of the attempts each: one fetches while the other waits for its slowest.
  const options = {
    localConcurrency: 2,
    batchSize: CONCURRENCY / 2,
    pollingIntervalSeconds: 0.5,
    burstWhenBatchFull: true,
    includeMetadata: true,
    perJobResults: true,
  };
  async function deliver(some) {
    for (let i = 0; i < some.length; i += 1_000) {
      await boss.insert(
        QUEUE,
        some.slice(i, i + 1_000).map((data) => ({ data })),
      );
    }
    await pool.query('vacuum analyze');
    const { all, one } = countdown(some.length);
    const started = performance.now();
    await boss.work(QUEUE, options, (batch) =>
      Promise.all(
        batch.map(async ({ id, data, retryCount }) => {
          try {
            await attempt(data, retryCount + 1);
            one();
            return { id, status: 'completed' };
          } catch (error) {
            return { id, status: 'failed', output: { message: error.message } };
          }
        }),
      ),
    );
    await all;
    const ms = performance.now() - started;
    await boss.offWork(QUEUE);
    return ms;
  }
  await deliver(warmUpJobs);
  const ms = await deliver(jobs);
  await requireLog(pool, SCHEMA, warmUpJobs.length + jobs.length);
  await boss.stop({ graceful: true, timeout: 5_000 });
  await pool.query(`drop schema ${SCHEMA} cascade`);
  await pool.end();
  process.send({ result: { ms } });
});
process.on('disconnect', () => process.exit(0));
