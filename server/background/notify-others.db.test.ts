import { beforeAll, expect, test } from 'vitest';
import { startDatabaseProxy } from '../../test/fixtures/database-proxy.ts';
import { useDatabase } from '../../test/fixtures/use-database.ts';
import { listenForWakes, notifyOthers } from './notify-others.ts';

const database = useDatabase();
let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>;
beforeAll(async () => {
  proxy = await startDatabaseProxy(database.current.url);
  return () => proxy.close();
});

test('a process with jobs gets the wake-ups of others, and again after it lost its connection', async () => {
  const woken = new Set<string>();
  const stop = listenForWakes(proxy.url, (name, providerId) => woken.add(`${name} ${providerId}`), 50);
  // A wake-up that is sent before the process listens is lost, so it is repeated.
  const expectWoken = (providerId: string) =>
    expect
      .poll(() => {
        notifyOthers('deliveries/due', providerId);
        notifyOthers('billing/due', providerId);
        return [...woken].filter((wake) => wake.endsWith(providerId)).sort();
      })
      .toEqual([`billing/due ${providerId}`, `deliveries/due ${providerId}`]);
  await expectWoken('provider_1');
  proxy.cut('reset');
  await expectWoken('provider_2');
  await stop();
});

test('a notification that is no wake-up is ignored', async () => {
  const woken = new Set<string>();
  // Wake-ups of the test before may still arrive.
  const stop = listenForWakes(database.current.url, (name, providerId) => {
    if (providerId === 'provider_3') woken.add(name);
  });
  await expect
    .poll(async () => {
      await database.current.sql`select pg_notify('demarc_wake', 'unknown/due provider_3')`;
      await database.current.sql`select pg_notify('demarc_wake', 'emails/due provider_3')`;
      return [...woken];
    })
    .toEqual(['emails/due']);
  await stop();
});
