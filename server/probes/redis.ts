import { Redis } from 'ioredis';
import { SECOND_MS } from '../clock.ts';

const WAIT_MS = 3 * SECOND_MS;

/** @throws Error with the cause unless Redis accepts the password and answers within 3 s */
export async function pingRedis(url: string): Promise<void> {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: WAIT_MS,
    commandTimeout: WAIT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let cause: unknown;
  client.on('error', (error) => {
    cause = error;
  });
  try {
    await client.connect();
    await client.ping();
  } catch (error) {
    throw cause ?? error;
  } finally {
    client.disconnect();
  }
}
