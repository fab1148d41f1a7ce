import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { send, type Target } from './stall-target.ts';
import type { Attack } from './worst-requests.ts';

/** The longest stall of a server during an attack, in ms, and the status of its first answer. */
export type Stall = { name: string; ms: number; status: number };

/** The longest stall of a process with `stall-meter.ts` since the last time, in ms. */
export async function longestStall(server: ChildProcess): Promise<number> {
  server.send('look');
  const [{ longestMs }] = (await once(server, 'message')) as [{ longestMs: number }];
  return longestMs;
}

/** Makes an attack and waits a little for what is done after the answer. */
export async function attackOnce(server: ChildProcess, target: Target, attack: Attack): Promise<Stall> {
  await longestStall(server);
  const [first] = await Promise.all(attack.requests.map((wire) => send(target, wire)));
  await sleep(20);
  return { name: attack.name, ms: await longestStall(server), status: first?.status ?? 0 };
}

/** A stall above the limit is measured again, because the first request of a kind also compiles code, and the shortest counts. */
const TIMES = 3;

/** Makes attacks one after the other. The longest stall comes first. */
export async function longestOf(
  server: ChildProcess,
  target: Target,
  attacks: readonly Attack[],
  mostMs: number,
): Promise<Stall[]> {
  const stalls: Stall[] = [];
  for (const attack of attacks) {
    let stall = await attackOnce(server, target, attack);
    for (let i = 1; i < TIMES && stall.ms > mostMs; i++) {
      const again = await attackOnce(server, target, attack);
      if (again.ms < stall.ms) stall = again;
    }
    stalls.push(stall);
  }
  return stalls.toSorted((one, other) => other.ms - one.ms);
}
