import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { send, type Target, TIMEOUT_MS } from './stall-target.ts';
import type { Attack } from './worst-requests.ts';

/** The longest stall of a server during an attack, in ms, and the status of its first answer. */
export type Stall = { name: string; ms: number; status: number };

/**
 * The longest stall of a process with `stall-meter.ts` since the last time, in ms.
 * @throws when the process gives no figure in time, because its event loop is taken
 */
export async function longestStall(server: ChildProcess, timeoutMs = TIMEOUT_MS): Promise<number> {
  const figure = once(server, 'message', { signal: AbortSignal.timeout(timeoutMs) });
  server.send('look');
  const [{ longestMs }] = (await figure) as [{ longestMs: number }];
  return longestMs;
}

/** Makes an attack and waits a little for what is done after the answer. */
export async function attackOnce(server: ChildProcess, target: Target, attack: Attack): Promise<Stall> {
  await longestStall(server);
  const [first] = await Promise.all(attack.requests.map((wire) => send(target, wire)));
  await sleep(20);
  const ms = await longestStall(server).catch((cause) => {
    throw new Error(`the event loop is still taken after ${attack.name}`, { cause });
  });
  return { name: attack.name, ms, status: first?.status ?? 0 };
}

/** A stall above the limit is measured again, because the first request of a kind also compiles code, and the shortest counts. */
const TIMES = 3;

/** Attacks that are made at once in a first measure. */
const AT_ONCE = 10;

/** As `longestOf`, some at once: one of them is made alone where they stall longer together. */
export async function longestOfMany(
  server: ChildProcess,
  target: Target,
  attacks: readonly Attack[],
  mostMs: number,
): Promise<Stall[]> {
  const stalls: Stall[] = [];
  for (let at = 0; at < attacks.length; at += AT_ONCE) {
    const part = attacks.slice(at, at + AT_ONCE);
    const name = `${part[0]?.name}, and ${part.length - 1} others at once`;
    const together = await attackOnce(server, target, {
      name,
      requests: part.flatMap(({ requests }) => requests),
    });
    if (together.ms <= mostMs) stalls.push(together);
    else stalls.push(...(await longestOf(server, target, part, mostMs)));
  }
  return longestFirst(stalls);
}

const longestFirst = (stalls: Stall[]) => stalls.toSorted((one, other) => other.ms - one.ms);

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
  return longestFirst(stalls);
}
