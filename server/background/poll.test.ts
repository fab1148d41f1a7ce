import { expect, test } from 'vitest';
import { HOUR_MS } from '../clock.ts';
import { poll } from './poll.ts';

test('there is no pause while more work waits', async () => {
  let left = 3;
  const stop = poll(async () => --left > 0, {
    ...{ log: { warn: () => {} }, failure: 'failed', pauseMs: HOUR_MS },
  });
  await expect.poll(() => left).toBe(0);
  stop();
});
