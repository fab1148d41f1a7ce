import { afterEach, expect, test, vi } from 'vitest';
import { claimTick } from '../../server/background/claim-ticks.ts';
import { createClient } from '../../server/background/create-client.ts';
import { startLocalRunner } from '../../server/background/local-runner.ts';
import { eventually } from '../fixtures/eventually.ts';
import { useDatabase } from '../fixtures/use-database.ts';
import { silent } from './test-runners.ts';

useDatabase({ checked: 'never' });
afterEach(() => vi.useRealTimers());

const at = (time: string) => new Date(`2026-03-01T${time}:00.000Z`);

test('of two runners on one database, one runs a scheduled function each minute; both run what they are sent', async () => {
  vi.useFakeTimers({ now: new Date('2026-05-01T03:28:30Z'), toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  const ran: string[] = [];
  const start = async (process: string) => {
    const client = createClient({ id: 'replicas', server: null, logger: silent });
    const run = (what: string) => () => void ran.push(`${process} ${what}`);
    const functions = [
      client.createFunction({ id: 'sweep', triggers: { cron: '* * * * *' } }, run('sweeps')),
      client.createFunction({ id: 'work', triggers: { event: 'work/due' } }, run('works')),
    ];
    return { client, runner: await startLocalRunner({ client, functions, log: silent, claimTick }) };
  };
  const [one, two] = [await start('one'), await start('two')];
  for (const minutes of [1, 2]) {
    await vi.advanceTimersByTimeAsync(60_000);
    await eventually(() => expect(ran).toHaveLength(minutes));
  }
  await one.client.send({ name: 'work/due', data: {} });
  await two.client.send({ name: 'work/due', data: {} });
  await eventually(() => expect(ran).toEqual(expect.arrayContaining(['one works', 'two works'])));
  for (const { runner } of [one, two]) {
    await runner.idle();
    await runner.stop();
  }
  expect(ran.filter((run) => run.endsWith('sweeps'))).toHaveLength(2);
});

test('a minute is claimed once, an earlier one not at all', async () => {
  const claim = (time: string) => claimTick({ functionId: 'purge', minute: at(time) });
  expect(await claim('12:01')).toBe(true);
  expect(await claim('12:01')).toBe(false);
  expect(await claim('12:00')).toBe(false);
  expect(await claim('12:02')).toBe(true);
});

test('the claim of a process whose clock was ahead is replaced', async () => {
  const minute = new Date(Date.now() + 3_600_000);
  expect(await claimTick({ functionId: 'ahead', minute })).toBe(true);
  expect(await claimTick({ functionId: 'ahead', minute: new Date() })).toBe(true);
  expect(await claimTick({ functionId: 'ahead', minute: at('12:00') })).toBe(false);
});
