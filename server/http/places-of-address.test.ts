import { once } from 'node:events';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { useUnreadConnections } from '../../test/fixtures/unread-connections.ts';
import { createPlacesOfAddresses, sleepWithoutPlace } from './places-of-address.ts';

/** More than the buffers of both ends of a connection take. */
const PARTS = Array.from({ length: 64 }, () => Buffer.alloc(1024 * 1024));

const { serve, send } = useUnreadConnections();

test.each([
  { name: 'one answer', times: 1 },
  { name: 'several answers on one connection', times: 3 },
])('a client that does not read $name holds no place', async ({ times }) => {
  const places = createPlacesOfAddresses({ places: 1, ofAddress: 1, holdMs: 60_000 });
  const begun: string[] = [];
  await serve((req, res) =>
    places.answer(req, res, () => {
      begun.push(req.url ?? '');
      if (req.url === '/long') Readable.from(PARTS).pipe(res);
      else res.end('short');
    }),
  );
  await send({ path: '/long', times });
  await send({ path: '/short' });
  await expect.poll(() => begun).toEqual([...Array(times).fill('/long'), '/short']);
});

test('requests of one address wait for each other, not those of another', async () => {
  const places = createPlacesOfAddresses({ places: 3, ofAddress: 2, holdMs: 60_000 });
  const open: (() => void)[] = [];
  await serve((req, res) => places.answer(req, res, () => open.push(() => res.end(req.url))));
  for (const path of ['/1', '/2', '/3', '/4']) await send({ path });
  await expect.poll(() => open.length).toBe(2);
  const other = await send({ localAddress: '127.0.0.2' });
  await expect.poll(() => open.length).toBe(3);
  other.destroy();
  open[0]?.();
  await expect.poll(() => open.length).toBe(4);
});

test('an answer that takes long gives its place back before it is made', async () => {
  const places = createPlacesOfAddresses({ places: 1, ofAddress: 1, holdMs: 20 });
  let begun = 0;
  await serve((req, res) => places.answer(req, res, () => void begun++));
  await send();
  await send();
  await expect.poll(() => begun).toBe(2);
});

test('work that its client has left holds its place until it ends', async () => {
  const places = createPlacesOfAddresses({ places: 1, ofAddress: 1, holdMs: 60_000 });
  const begun: string[] = [];
  const { send: end, sent: ended } = signal();
  let left = false;
  await serve((req, res) => {
    if (req.url === '/left') res.once('close', () => (left = true));
    return places.answer(req, res, async () => {
      begun.push(req.url ?? '');
      if (req.url === '/left') await ended;
      else res.end();
    });
  });
  const client = await send({ path: '/left' });
  await expect.poll(() => begun).toEqual(['/left']);
  await send({ path: '/next' });
  client.destroy();
  await expect.poll(() => left).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(begun).toEqual(['/left']);
  end();
  await expect.poll(() => begun).toEqual(['/left', '/next']);
});

test('work that fails before its answer ends the connection and gives its place back', async () => {
  const places = createPlacesOfAddresses({ places: 1, ofAddress: 1, holdMs: 60_000 });
  await serve((req, res) =>
    places.answer(req, res, async () => {
      if (req.url === '/fails') throw new Error('broken');
      res.end('answered');
    }),
  );
  const failing = await send({ path: '/fails' });
  failing.resume();
  await once(failing, 'close');
  const next = await send();
  next.resume();
  const [bytes] = await once(next, 'data');
  expect(String(bytes)).toMatch(/answered$/);
});

function signal() {
  let send = () => {};
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  return { send: () => send(), sent };
}

test('work that sleeps leaves its place to others, and waits for it again', async () => {
  const places = createPlacesOfAddresses({ places: 1, ofAddress: 1 });
  const steps: string[] = [];
  const [arrived, released] = [signal(), signal()];
  await serve((req, res) => {
    if (req.url === '/works') arrived.send();
    const work = async () => {
      steps.push(`${req.url} begins`);
      if (req.url === '/works') await released.sent;
      else {
        await arrived.sent;
        await sleepWithoutPlace(20);
      }
      steps.push(`${req.url} ends`);
      res.end();
    };
    void places.run(req, work);
  });
  await send({ path: '/sleeps' });
  await send({ path: '/works' });
  await expect.poll(() => steps).toEqual(['/sleeps begins', '/works begins']);
  await new Promise((resolve) => setTimeout(resolve, 100));
  released.send();
  await expect.poll(() => steps).toEqual(['/sleeps begins', '/works begins', '/works ends', '/sleeps ends']);
});
