import { Worker } from 'node:worker_threads';
import { SECOND_MS } from '../clock.ts';

/** The memory of a thread, in MB. A file of 20 MB takes about 150. */
const MAX_HEAP_MB = 512;

/** Threads at the same time. Each takes a processor. */
const MAX_THREADS = 2;

/** How long a thread is kept for the next file, in ms. */
const IDLE_MS = 60 * SECOND_MS;

/** A thread that reads files. */
export type FileThread = {
  worker: Worker;
  /** Notes that the thread is of no further use, and returns the error. */
  failed<E extends Error>(error: E): E;
};

let running = 0;
const waiting: (() => void)[] = [];
const idle: { worker: Worker; timer: NodeJS.Timeout }[] = [];

/** Runs work with a thread of its own, after those that came before where all threads are taken. */
export async function withFileThread<T>(work: (thread: FileThread) => Promise<T>): Promise<T> {
  if (running < MAX_THREADS) running++;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  let isUsable = true;
  let worker: Worker | undefined;
  try {
    worker = takeIdle() ?? startWorker();
    worker.ref();
    const failed = <E extends Error>(error: E): E => {
      isUsable = false;
      return error;
    };
    return await work({ worker, failed });
  } finally {
    if (worker && isUsable) keep(worker);
    else void worker?.terminate();
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

function takeIdle(): Worker | undefined {
  const found = idle.pop();
  clearTimeout(found?.timer);
  return found?.worker;
}

/** Keeps a thread for the next file. It does not keep the process from ending. */
function keep(worker: Worker): void {
  const timer = setTimeout(() => {
    forget(worker);
    void worker.terminate();
  }, IDLE_MS);
  timer.unref();
  worker.unref();
  idle.push({ worker, timer });
}

function forget(worker: Worker): void {
  const at = idle.findIndex((each) => each.worker === worker);
  if (at >= 0) clearTimeout(idle.splice(at, 1)[0]?.timer);
}

/** The thread's module: beside this one in the source, below the bundle of the server in a build. */
function startWorker(): Worker {
  // Options of the process, such as a port of the debugger, are not for the thread.
  const options = { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB }, execArgv: [] };
  const isSource = import.meta.url.endsWith('.ts');
  const url = JSON.stringify(new URL('./import-file-worker.ts', import.meta.url));
  const worker = isSource
    ? new Worker(`import('tsx/esm/api').then(({ tsImport }) => tsImport(${url}, ${url}))`, {
        ...options,
        eval: true,
      })
    : new Worker(new URL('./portal/import-file-worker.js', import.meta.url), options);
  // An error without a listener ends the process. Between two files there is no other listener.
  worker.on('error', () => forget(worker));
  worker.on('exit', () => forget(worker));
  return worker;
}
