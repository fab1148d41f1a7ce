import type { FileOptions, FileQuestion } from '../contract/import-file.ts';
import { answerTasks } from '../threads/answer-tasks.ts';
import { readImportFile } from './read-import-file.ts';

/** Runs in a thread of its own, for one file after the other. It keeps the rows of a file, and sends those that are asked for. */

/** A file to read, or the first of the rows to send. */
export type FileTask = { bytes: Uint8Array; options: FileOptions } | { from: number };

/** What it sends: the columns or a question, then rows on request. */
export type FileAnswer =
  | { is: 'table'; columns: string[] }
  | { is: 'question'; question: FileQuestion }
  | { is: 'rows'; rows: string[][] };

/** Rows in one message. */
const ROWS_AT_ONCE = 500;

let rows: string[][] = [];

answerTasks(async (task: FileTask): Promise<FileAnswer> => {
  if ('from' in task) return { is: 'rows', rows: rows.slice(task.from, task.from + ROWS_AT_ONCE) };
  rows = [];
  const file = await readImportFile(task.bytes, task.options);
  if ('choose' in file) return { is: 'question', question: file };
  rows = file.rows;
  return { is: 'table', columns: file.columns };
});
