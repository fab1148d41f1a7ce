import { SECOND_MS } from '../clock.ts';
import { invalidValue } from '../contract/errors.ts';
import type { FileOptions, FileQuestion } from '../contract/import-file.ts';
import { type FileThread, withFileThread } from './file-threads.ts';
import type { FileAnswer, FileTask } from './import-file-worker.ts';

/** The longest time for one answer of a thread, in ms. */
const MAX_READING_MS = 60 * SECOND_MS;

/** A file that a thread has read. */
export type OpenFile = {
  columns: string[];
  /** All rows as cells by column, some hundred at a time. It can be read again from the start. */
  rows: AsyncIterable<Record<string, string>[]>;
};

/**
 * Reads a file in a thread of its own, so that no other request waits for it.
 * @param use gets the file, or the question that a person has to answer; the rows are gone after it
 * @throws VALIDATION_FAILED at `file`, naming the line or row; also for a file that takes too long or too much memory
 */
export function withImportFile<T>(
  bytes: Buffer,
  options: FileOptions,
  use: (file: OpenFile | FileQuestion) => Promise<T>,
): Promise<T> {
  return withFileThread(async (thread) => {
    // Small bodies share their memory with others, so the bytes are copied before they are moved.
    const copy = new Uint8Array(bytes);
    const answer = await ask(thread, { bytes: copy, options }, [copy.buffer]);
    if (answer.is === 'question') return use(answer.question);
    if (answer.is !== 'table') throw thread.failed(new Error(`the answer is ${answer.is}`));
    const { columns } = answer;
    return use({ columns, rows: { [Symbol.asyncIterator]: () => rowsOf(thread, columns) } });
  });
}

async function* rowsOf(thread: FileThread, columns: string[]): AsyncGenerator<Record<string, string>[]> {
  for (let from = 0; ; ) {
    const answer = await ask(thread, { from });
    if (answer.is !== 'rows') throw thread.failed(new Error(`the answer is ${answer.is}`));
    if (answer.rows.length === 0) return;
    from += answer.rows.length;
    yield answer.rows.map((cells) =>
      Object.fromEntries(cells.flatMap((cell, i) => (cell === '' ? [] : [[columns[i] ?? '', cell]]))),
    );
  }
}

/** @throws VALIDATION_FAILED for a file that is refused, and for a thread that has no answer */
function ask(thread: FileThread, task: FileTask, moved: ArrayBuffer[] = []): Promise<FileAnswer> {
  const { worker } = thread;
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      settle();
    };
    const fail = (error: Error) => end(() => reject(thread.failed(error)));
    const onMessage = (answer: FileAnswer) =>
      end(() =>
        answer.is === 'refused' ? reject(invalidValue(answer.field, answer.message)) : resolve(answer),
      );
    const onError = (error: NodeJS.ErrnoException) =>
      fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error);
    const onExit = () => fail(tooMuch());
    const timer = setTimeout(onExit, MAX_READING_MS);
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(task, moved);
  });
}

function tooMuch() {
  return invalidValue('file', 'The file takes too long or too much memory to read. Split it.');
}
