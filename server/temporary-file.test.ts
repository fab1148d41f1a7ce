import { text } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import { writeTemporaryFile } from './temporary-file.ts';

afterEach(() => vi.useRealTimers());

async function* parts() {
  yield 'first, ';
  yield 'second';
}

test('a file is read as it was written', async () => {
  const file = await writeTemporaryFile(parts());
  expect(file.byteLength).toBe(13);
  expect(await text(file.read())).toBe('first, second');
});

test('a file that is not read within a minute is closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const file = await writeTemporaryFile(parts());
  vi.advanceTimersByTime(60_000);
  expect(() => file.read()).toThrow();
});
