import { SECOND_MS } from '../clock.ts';
import { pingRedis } from '../probes/redis.ts';
import { type Check, failed, ok, reasonOf, skipped, warning } from './check.ts';

const WAIT_MS = 3 * SECOND_MS;

export const redis: Check = {
  name: 'redis',
  look: '`systemctl status redis`, its log, and REDIS_URL',
  remedy: 'start Redis or correct REDIS_URL. Meanwhile each process counts rate limits for itself',
  async run({ env }) {
    if (!env.REDIS_URL) return skipped('REDIS_URL is unset');
    await pingRedis(env.REDIS_URL);
    return ok('it answers');
  },
};

export const inngest: Check = {
  name: 'inngest',
  look: 'the log of the Inngest server, and whether it reaches /api/inngest of the processes',
  remedy: 'start it again; it registers the functions again',
  async run({ env }) {
    if (!env.INNGEST_BASE_URL) return skipped('INNGEST_BASE_URL is unset: the processes run the jobs');
    const { status } = await reach(`${env.INNGEST_BASE_URL}/health`);
    return status < 500 ? ok('it answers') : failed(`it answers ${status}`);
  },
};

export const process: Check = {
  name: 'process',
  look: '`systemctl status demarc` or `docker compose ps`, and the log line `not ready`',
  remedy: 'docs/operations/watch.md#demarcdown',
  async run({ env }) {
    const host = ['0.0.0.0', '::'].includes(env.HOST) ? '127.0.0.1' : env.HOST;
    const at = `${host.includes(':') ? `[${host}]` : host}:${env.PORT}`;
    try {
      const answer = await reach(`http://${at}/readyz`);
      const body = await answer.text();
      return answer.ok ? ok(`${at} is ready`) : failed(`${at} is not ready: ${body}`);
    } catch (error) {
      return warning(
        `no process answers at ${at}: ${reasonOf(error instanceof Error ? (error.cause ?? error) : error)}`,
      );
    }
  },
};

async function reach(url: string): Promise<Response> {
  return await fetch(url, { signal: AbortSignal.timeout(WAIT_MS), redirect: 'manual' });
}
