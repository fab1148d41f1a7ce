import { Worker } from 'node:worker_threads';
import { SECOND_MS } from '../clock.ts';
import { invalidValue, type Refusal } from '../contract/errors.ts';
import { createFairPlaces } from '../fair-places.ts';
import type { Outcome } from './answer-tasks.ts';
import { type Answerer, fileOf, startProcess } from './start-process.ts';

/** How long a thread without work is kept, in ms. */
const IDLE_MS = 60 * SECOND_MS;

/** A thread that answers one task at a time. It keeps what its module holds from one task to the next. */
export type Thread<Task, Answer> = {
  /** @throws Refusal of the thread, or of a task beyond the limits; Error when the task fails */
  ask(task: Task): Promise<Answer>;
};

export type ThreadPool<Task, Answer> = {
  /**
   * Runs work with a thread of its own. Where all threads are taken, owners take turns.
   * @param owner the account or the person
   * @throws SERVICE_UNAVAILABLE where too many wait
   */
  run<T>(owner: string, work: (thread: Thread<Task, Answer>) => Promise<T>): Promise<T>;
};

type Choice = {
  /** The module of the thread in `server`, without its extension. It calls `answerTasks`. */
  module: string;
  /** Threads at the same time. Each takes a processor. */
  threads: number;
  /** Threads of one owner at the same time: by default all. */
  threadsOfOwner?: number;
  /** Work that may wait for a thread. */
  waiting: number;
  /** The memory of a thread, in MB. */
  heapMb: number;
  /** Whether each is a process, for bytes from outside whose size in memory is not known before they are read. */
  isProcess?: boolean;
  /** Work that takes longer makes its owner slow, in ms: slow owners share a half of the threads. By default none does. */
  slowMs?: number;
  /** The longest time for one task, in ms. */
  taskMs: number;
  /** The refusal of a task that takes more time or memory; its thread ends. */
  tooMuch: () => Refusal;
};

type Idle = { worker: Answerer; timer: NodeJS.Timeout };

/**
 * Threads for work that would keep all other requests waiting. They start with the first work, end when they have none for a
 * minute, and do not keep the process alive.
 */
export function createThreadPool<Task, Answer>(choice: Choice): ThreadPool<Task, Answer> {
  const idle: Idle[] = [];
  const places = createFairPlaces({
    ...{ places: choice.threads, waiting: choice.waiting },
    ...(choice.threadsOfOwner && { ofOwner: choice.threadsOfOwner }),
    ...(choice.slowMs !== undefined && { slowMs: choice.slowMs }),
  });

  function forget(worker: Answerer): void {
    const at = idle.findIndex((each) => each.worker === worker);
    if (at >= 0) clearTimeout(idle.splice(at, 1)[0]?.timer);
  }

  function start(): Answerer {
    const { module, heapMb, isProcess } = choice;
    const worker = isProcess ? startProcess(module, heapMb) : startWorker(module, heapMb);
    // An error without a listener ends the process. Between two tasks there is no other listener.
    worker.on('error', () => forget(worker));
    worker.on('exit', () => forget(worker));
    return worker;
  }

  function take(): Answerer {
    const found = idle.pop();
    clearTimeout(found?.timer);
    const worker = found?.worker ?? start();
    worker.ref();
    return worker;
  }

  function keep(worker: Answerer): void {
    const timer = setTimeout(() => void worker.terminate(), IDLE_MS).unref();
    worker.unref();
    idle.push({ worker, timer });
  }

  return {
    run: (owner, work) =>
      places.run(owner, async () => {
        const worker = take();
        let isUsable = true;
        try {
          return await work({
            ask: (task) =>
              askWorker<Answer>(worker, task, choice, () => {
                isUsable = false;
              }),
          });
        } finally {
          if (isUsable) keep(worker);
          else void worker.terminate();
        }
      }),
  };
}

/** @param onLost called for a thread that is of no further use */
function askWorker<Answer>(
  worker: Answerer,
  task: unknown,
  { taskMs, tooMuch }: Choice,
  onLost: () => void,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    };
    const lose = (error: unknown) => {
      end();
      onLost();
      reject(error);
    };
    const onMessage = (outcome: Outcome) => {
      end();
      if ('answer' in outcome) resolve(outcome.answer as Answer);
      else if ('failed' in outcome) reject(outcome.failed);
      else reject(invalidValue(outcome.refused.field, outcome.refused.message));
    };
    const onError = (error: NodeJS.ErrnoException) =>
      lose(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error);
    const onExit = () => lose(tooMuch());
    const timer = setTimeout(onExit, taskMs);
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(task);
  });
}

function startWorker(module: string, heapMb: number): Worker {
  const { file, args } = fileOf(module);
  // Options of the process, such as a port of the debugger, are not for the thread.
  return new Worker(file, { argv: args, resourceLimits: { maxOldGenerationSizeMb: heapMb }, execArgv: [] });
}
