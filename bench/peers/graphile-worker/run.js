import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import pg from 'pg';
import { attempts, CONCURRENCY, countdown, prepare, RETRY_DELAYS_S, requireLog } from '../attempt.js';

const SCHEMA = 'peer_graphile';
const WORKER_SCHEMA = 'peer_graphile_worker';
const logger = new Logger(() => () => {});

process.once('message', async ({ databaseUrl, ...job }) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const { webhooks, warmUpJobs, jobs } = await prepare(pool, SCHEMA, job);
  await pool.query(`drop schema if exists ${WORKER_SCHEMA} cascade`);
  const preset = {
    worker: {
      connectionString: databaseUrl,
      schema: WORKER_SCHEMA,
      logger,
      concurrentJobs: CONCURRENCY,
      maxPoolSize: 10,
      // What its guide to performance advises: jobs are fetched and completed in batches.
      localQueue: { size: 4 * CONCURRENCY },
      completeJobBatchDelay: 5,
      failJobBatchDelay: 5,
    },
  };
  const utils = await makeWorkerUtils({ preset });
  await utils.migrate();
  // The delay between attempts is its own: it grows with the number of the attempt.
  const maxAttempts = RETRY_DELAYS_S.length + 1;
  const attempt = attempts(pool, SCHEMA, webhooks);
  async function deliver(some) {
    for (let i = 0; i < some.length; i += 1_000) {
      await utils.addJobs(
        some.slice(i, i + 1_000).map((payload) => ({ identifier: 'delivery', payload, maxAttempts })),
      );
    }
    await pool.query('vacuum analyze');
    const { all, one } = countdown(some.length);
    const started = performance.now();
    const runner = await run({
      preset,
      noHandleSignals: true,
      taskList: {
        async delivery(payload, { job: { attempts: number } }) {
          await attempt(payload, number);
          one();
        },
      },
    });
    await all;
    const ms = performance.now() - started;
    await runner.stop();
    return ms;
  }
  await deliver(warmUpJobs);
  const ms = await deliver(jobs);
  await utils.release();
  await requireLog(pool, SCHEMA, warmUpJobs.length + jobs.length);
  await pool.query(`drop schema ${SCHEMA} cascade; drop schema ${WORKER_SCHEMA} cascade`);
  await pool.end();
  process.send({ result: { ms } });
});
process.on('disconnect', () => process.exit(0));
