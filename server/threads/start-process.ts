import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { pathToFileURL } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { shippedFile } from '../shipped-file.ts';

/** What runs a module that calls `answerTasks`: a thread, or a process. */
export type Answerer = Pick<Worker, 'ref' | 'unref' | 'postMessage'> &
  Pick<EventEmitter, 'on' | 'off'> & { terminate(): unknown };

/**
 * Starts a module in a process of its own. V8 ends the whole process where an allocation does not fit, and the limit of a thread does
 * not prevent that. It gets none of this one's variables, and so no secrets, and ends with it.
 * @param module in `server`, without its extension. It calls `answerTasks`
 * @param heapMb the memory of the process, in MB
 */
export function startProcess(module: string, heapMb: number): Answerer {
  const { file, args } = fileOf(module);
  const child = fork(file, args, {
    execArgv: [`--max-old-space-size=${heapMb}`],
    env: { NODE_ENV: 'production' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Ctrl-C in a terminal is for the server, which lets work in flight end.
    detached: true,
  });
  const events = new EventEmitter();
  for (const name of ['message', 'error', 'exit']) child.on(name, (value) => events.emit(name, value));
  return Object.assign(events, {
    // A process that has ended receives no task; its `exit` is what counts.
    postMessage: (task: unknown) => void child.send(task as object, () => {}),
    terminate: () => child.kill('SIGKILL'),
    ref() {
      child.ref();
      child.channel?.ref();
    },
    unref() {
      child.unref();
      child.channel?.unref();
    },
  });
}

/** What to start for a module: the build has it as a file of JavaScript; without one, it starts from its sources. */
export function fileOf(module: string): { file: string; args: string[] } {
  try {
    return { file: shippedFile(`${module}.js`), args: [] };
  } catch {
    const source = pathToFileURL(shippedFile(`server/${module}.ts`)).href;
    return { file: shippedFile('server/threads/source-thread.mjs'), args: [source] };
  }
}
