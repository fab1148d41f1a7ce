import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { FirstStartResult } from './first-start.ts';

/** The message to the process of the demo, sent once the database is there. */
export type DemoOrder = {
  databaseUrl: string;
  /** The same database for a superuser, who can load the prepared year. */
  adminUrl: string;
  publicUrl: string;
  dataDir: string;
};

export type DemoProcess = {
  /**
   * Creates the demo partner, as `firstStart` does.
   * @throws Error when the process fails or is ended; nothing of the history is then stored
   */
  create(order: DemoOrder): Promise<FirstStartResult | null>;
  /** Ends the process. */
  end(): void;
};

/**
 * Begins a process that will create the demo partner. It uses the second core while this process loads, and the memory of a
 * year's history ends with it. It ends when this process ends.
 * @param program the file that it runs
 */
export function beginDemoProcess(program: URL | string = ownProgram()): DemoProcess {
  const child = fork(program, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`The process that creates the demo partner ended with ${signal ?? `code ${code}`}`);
  });
  ended.catch(() => {});
  return {
    async create(order) {
      child.send(order);
      return Promise.race([answerOf(child), ended]);
    },
    end: () => void child.kill(),
  };
}

/** The sources run from `server/demo`, the bundle from `dist`. */
function ownProgram(): URL {
  const path = import.meta.url.endsWith('.ts') ? '../cli/demo-create.ts' : './cli/demo-create.js';
  return new URL(path, import.meta.url);
}

async function answerOf(child: ChildProcess): Promise<FirstStartResult | null> {
  const [{ result }] = await once(child, 'message');
  return result;
}
