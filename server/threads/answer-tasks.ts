import { parentPort } from 'node:worker_threads';
import { Refusal } from '../contract/errors.ts';

/** What a thread sends for a task. Classes do not cross to another thread or process, so a refusal is sent as its field and its message. */
export type Outcome =
  | { answer: unknown }
  | { refused: { field: string; message: string } }
  | { failed: unknown };

/** In the module of a thread or a process: answers the tasks of a `ThreadPool`, one after the other. */
export function answerTasks<Task, Answer>(answer: (task: Task) => Answer | Promise<Answer>): void {
  if (parentPort) {
    const port = parentPort;
    port.on('message', async (task: Task) => port.postMessage(await outcomeOf(task, answer)));
  } else process.on('message', async (task: Task) => void process.send?.(await outcomeOf(task, answer)));
}

async function outcomeOf<Task, Answer>(
  task: Task,
  answer: (task: Task) => Answer | Promise<Answer>,
): Promise<Outcome> {
  try {
    return { answer: await answer(task) };
  } catch (error) {
    if (!(error instanceof Refusal)) return { failed: error };
    const [reason] = error.body.rejectionReasons;
    return { refused: { field: reason?.field ?? '_', message: reason?.message ?? '' } };
  }
}
