import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { longestStall } from './measure-stalls.ts';
import { send } from './stall-target.ts';

test('an answer that never ends counts as none, also where parts of it keep coming', async () => {
  const server = createServer((_, res) => {
    const part = setInterval(() => res.write('.'), 5);
    res.on('close', () => clearInterval(part));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { status } = await send({ address }, { method: 'GET', path: '/', headers: {} }, 100);
  expect(status).toBe(0);
  await new Promise((closed) => server.close(closed));
});

test('a process that gives no figure ends the wait', async () => {
  const taken = spawn(process.execPath, ['-e', 'for (;;);'], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  await expect(longestStall(taken, 100)).rejects.toThrow(/abort/i);
  taken.kill('SIGKILL');
});
