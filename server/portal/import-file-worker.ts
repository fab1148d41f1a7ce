import type { FileOptions, FileQuestion } from '../contract/portal/import-file.ts';
import { answerTasks } from '../threads/answer-tasks.ts';
import { readImportFile } from './read-import-file.ts';

/** Runs in a process of its own, for one file after the other. It keeps the rows of a file, and sends those that are asked for. */

/** A file to read, or the first of the rows to send. */
export type FileTask = { bytes: Uint8Array; options: FileOptions } | { from: number };

/** What it sends: the columns or a question, then rows on request. */
export type FileAnswer =
  | { is: 'table'; columns: string[] }
  | { is: 'question'; question: FileQuestion }
  | { is: 'rows'; rows: string[][] };

/** The most rows in one message, and their characters: what receives them handles them in one go. */
const ROWS_AT_ONCE = 500;
const CHARACTERS_AT_ONCE = 128 * 1024;

let rows: string[][] = [];

/** The next rows, at least one where any is left. */
function rowsFrom(from: number): string[][] {
  let characters = 0;
  const taken = rows.slice(from, from + ROWS_AT_ONCE);
  const end = taken.findIndex((row) => {
    characters += row.reduce((sum, cell) => sum + cell.length, 0);
    return characters > CHARACTERS_AT_ONCE;
  });
  return end < 0 ? taken : taken.slice(0, Math.max(end, 1));
}

answerTasks(async (task: FileTask): Promise<FileAnswer> => {
  if ('from' in task) return { is: 'rows', rows: rowsFrom(task.from) };
  rows = [];
  const file = await readImportFile(task.bytes, task.options);
  if ('choose' in file) return { is: 'question', question: file };
  rows = file.rows;
  return { is: 'table', columns: file.columns };
});
