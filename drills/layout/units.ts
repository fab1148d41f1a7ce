import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readPostmaster } from '../../server/postgres/embedded-postmaster.ts';
import { commandAs, descendantsOf, environment, run } from '../processes.ts';

/** Debian's units. */
const STOCK = '/lib/systemd/system';

/** What the drill changes in the environment of a unit. */
export type Overrides = { cwd: string; env: Record<string, string> };

/** What systemd would run: the lines of a unit that matter without its sandbox. */
type Unit = { user: string; env: Record<string, string>; command: string[] };

/** A unit that runs, or ran. */
export type Running = {
  name: string;
  /** Whether its process runs now. */
  isRunning(): boolean;
  /** Whether it was killed or stopped. Until then it is started again whenever it ends. */
  isOver(): boolean;
  /** Sends SIGKILL to the process and all below it, as when its machine ends. */
  kill(): Promise<void>;
  /** Sends SIGTERM and waits for the end, as `systemctl stop`. */
  stop(): Promise<void>;
};

/** systemd starts a unit again that ended by itself, in ms. */
const RESTARTS_AFTER_MS = 2_000;

/**
 * Starts the command of a unit as its account, and again when it ends by itself. Paths below /etc, /run and /var are those of the machine's
 * folder.
 * @param root the folder of the machine
 */
export async function startUnit(root: string, name: string, overrides: Overrides): Promise<Running> {
  const unit = await readUnit(root, name);
  let child = await spawnUnit(root, name, unit, overrides);
  let isWanted = true;
  let starting: Promise<void> | undefined;
  function watch(): void {
    child.once('exit', () => {
      if (isWanted) starting = restart();
    });
  }
  async function restart(): Promise<void> {
    await sleep(RESTARTS_AFTER_MS);
    if (!isWanted) return;
    child = await spawnUnit(root, name, unit, overrides);
    watch();
  }
  watch();
  return {
    name,
    isRunning: () => !hasEnded(child),
    isOver: () => !isWanted,
    async kill() {
      isWanted = false;
      await starting;
      await killUnit(child, name, root);
    },
    async stop() {
      isWanted = false;
      await starting;
      if (hasEnded(child)) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function spawnUnit(
  root: string,
  name: string,
  unit: Unit,
  { cwd, env }: Overrides,
): Promise<ChildProcess> {
  const own = unit.command.map((word) => (word === '/usr/bin/node' ? process.execPath : word));
  const [command, ...args] = commandAs(unit.user, own);
  const log = await open(join(root, 'log', `${name}.log`), 'a');
  const child = spawn(command as string, args, {
    cwd,
    stdio: ['ignore', log.fd, log.fd],
    env: { ...environment, ...unit.env, ...env },
  });
  await once(child, 'spawn');
  await log.close();
  return child;
}

/** Runs the command of a unit of type `oneshot` to its end. Returns what it printed. */
export async function runUnit(root: string, name: string): Promise<string> {
  const { command, user } = await readUnit(root, name);
  const [program, ...args] = command;
  return run(program as string, args, { as: user });
}

async function readUnit(root: string, name: string): Promise<Unit> {
  const own = join(root, 'etc/systemd/system');
  const file = await access(join(own, `${name}.service`)).then(
    () => join(own, `${name}.service`),
    () => join(STOCK, `${name}.service`),
  );
  const dropIns = await readdir(join(own, `${name}.service.d`)).catch(() => []);
  const files = [file, ...dropIns.map((each) => join(own, `${name}.service.d`, each))];
  const texts = await Promise.all(files.map((each) => readFile(each, 'utf8')));
  const lines = texts.join('\n').matchAll(/^(User|Environment|EnvironmentFile|ExecStart)=(.*)$/gm);
  const unit: Unit = { user: 'root', env: {}, command: [] };
  for (const [, key, value = ''] of lines) {
    if (key === 'User') unit.user = value;
    else if (key === 'Environment') Object.assign(unit.env, variablesIn(wordsIn(value)));
    else if (key === 'EnvironmentFile')
      Object.assign(unit.env, await readVariables(root, value.replaceAll('%p', name)));
    else unit.command = wordsIn(value);
  }
  unit.command = unit.command
    .flatMap((word) =>
      /^\$\w+$/.test(word)
        ? wordsIn(unit.env[word.slice(1)] ?? '')
        : [word.replace(/\$(\w+)/g, (_, variable) => unit.env[variable] ?? '')],
    )
    .map((word) => (/^\/(etc|run|var)\//.test(word) ? join(root, word) : word));
  return unit;
}

/** The words of a line; quotes keep spaces together. */
const wordsIn = (line: string) =>
  [...line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) => word.replace(/["']/g, ''));

const variablesIn = (words: string[]) =>
  Object.fromEntries(
    words.map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
  );

/** A file of `NAME=value` lines. One whose path begins with `-` may be absent. */
async function readVariables(root: string, path: string): Promise<Record<string, string>> {
  const isOptional = path.startsWith('-');
  const file = join(root, path.replace(/^-/, ''));
  const text = await readFile(file, 'utf8').catch((error) => {
    if (isOptional) return '';
    throw error;
  });
  return variablesIn([...text.matchAll(/^\w+=.*$/gm)].map(([line]) => line.replace(/=(["'])(.*)\1$/, '=$2')));
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

async function killUnit(child: ChildProcess, name: string, root: string): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  // A master that noticed the end of its children would start others.
  child.kill('SIGSTOP');
  const pids = [child.pid as number, ...(await descendantsOf(child.pid as number))];
  child.kill('SIGKILL');
  await ended;
  if (name === 'patroni') {
    // PostgreSQL is no child of Patroni, which may end without it.
    const { pid } = (await readPostmaster(join(root, 'var/lib/postgresql/demarc'))) ?? {};
    if (pid) pids.push(pid, ...(await descendantsOf(pid)));
  }
  for (const pid of pids) signal(pid, 'SIGKILL');
  // A process that still holds its memory or its port would stop the next one. One that is not reaped holds neither.
  for (let tries = 0; tries < 100 && pids.some((pid) => signal(pid, 0)); tries++) await sleep(20);
}

/** Returns whether the process was there. */
function signal(pid: number, kind: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, kind);
  } catch {
    return false;
  }
}
