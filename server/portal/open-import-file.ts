import { SECOND_MS } from '../clock.ts';
import { invalidValue } from '../contract/errors.ts';
import type { FileOptions, FileQuestion } from '../contract/portal/import-file.ts';
import { createThreadPool, type Thread } from '../threads/thread-pool.ts';
import type { FileAnswer, FileTask } from './import-file-worker.ts';

const threads = createThreadPool<FileTask, FileAnswer>({
  module: 'portal/import-file-worker',
  threads: 2,
  // Reading lasts as long as the rows are stored, so one account leaves a process for the others.
  threadsOfOwner: 1,
  // Each holds a file of up to 20 MB.
  waiting: 20,
  // A file of 20 MB takes about 150.
  heapMb: 512,
  isProcess: true,
  // Two accounts that send such files again and again would hold both processes.
  slowMs: 20 * SECOND_MS,
  taskMs: 60 * SECOND_MS,
  tooMuch: () =>
    invalidValue(
      'file',
      'The file takes too long or too much memory to read. Split it, or copy the table alone into a new file.',
    ),
});

/** A file that a thread has read. */
export type OpenFile = {
  columns: string[];
  /** All rows as cells by column, some hundred at a time. It can be read again from the start. */
  rows: AsyncIterable<Record<string, string>[]>;
};

/**
 * Reads a file in a process of its own, so that no other request waits for it or ends with it.
 * @param providerId accounts take turns, and one has one file at a time
 * @param parts the bytes, as they came: sending them in one go would take the event loop
 * @param use gets the file, or the question that a person has to answer; the rows are gone after it
 * @throws VALIDATION_FAILED at `file`, naming the line or row; also for a file that takes too long or too much memory;
 *   SERVICE_UNAVAILABLE where too many files wait
 */
export function withImportFile<T>(
  providerId: string,
  parts: Buffer[],
  options: FileOptions,
  use: (file: OpenFile | FileQuestion) => Promise<T>,
): Promise<T> {
  return threads.run(providerId, async (thread) => {
    await thread.ask({ options });
    for (const part of parts) await thread.ask({ part });
    const answer = await thread.ask({ is: 'end' });
    if (answer.is === 'question') return use(answer.question);
    if (answer.is !== 'table') throw new Error(`the answer is ${answer.is}`);
    const { columns } = answer;
    return use({ columns, rows: { [Symbol.asyncIterator]: () => rowsOf(thread, columns) } });
  });
}

async function* rowsOf(
  thread: Thread<FileTask, FileAnswer>,
  columns: string[],
): AsyncGenerator<Record<string, string>[]> {
  for (let from = 0; ; ) {
    const answer = await thread.ask({ from });
    if (answer.is !== 'rows') throw new Error(`the answer is ${answer.is}`);
    if (answer.rows.length === 0) return;
    from += answer.rows.length;
    yield answer.rows.map((cells) =>
      Object.fromEntries(cells.flatMap((cell, i) => (cell === '' ? [] : [[columns[i] ?? '', cell]]))),
    );
  }
}
