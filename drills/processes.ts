import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { plainEnvironment } from '../server/postgres/embedded-postmaster.ts';

/** The environment of programs, some of which are those of the administrator. */
export const environment = { ...plainEnvironment(), PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };

type Run = { as?: string; env?: Record<string, string>; input?: string };

/**
 * Runs a program to its end. Returns what it printed.
 * @param as the name of a system account; that of the drill by default
 * @throws Error with its output when it fails
 */
export async function run(command: string, args: string[], { as = 'root', env, input = '' }: Run = {}) {
  const [program, ...rest] = commandAs(as, [command, ...args]);
  const done = promisify(execFile)(program as string, rest, { cwd: '/', env: { ...environment, ...env } });
  // A program that reads nothing may have ended.
  done.child.stdin?.on('error', () => {}).end(input);
  const { stdout, stderr } = await done;
  return stdout + stderr;
}

/** A command as a system account, with all its groups. */
export const commandAs = (user: string, command: string[]): string[] =>
  user === 'root' ? command : ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', ...command];

/** The ids of the processes whose parent is the given one, on Linux. */
export async function childrenOf(parent: number): Promise<number[]> {
  return (await parents()).filter(([, of]) => of === parent).map(([pid]) => pid);
}

/** The ids of all processes below the given one, on Linux. */
export async function descendantsOf(ancestor: number): Promise<number[]> {
  const all = await parents();
  const found = [ancestor];
  for (const pid of found) found.push(...all.filter(([, of]) => of === pid).map(([child]) => child));
  return found.slice(1);
}

/** Each process and its parent. */
async function parents(): Promise<[number, number][]> {
  const pairs: [number, number][] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    // The name of the program, in brackets, may contain spaces.
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    pairs.push([Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])]);
  }
  return pairs;
}
