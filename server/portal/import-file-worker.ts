import type { FileOptions, FileQuestion } from '../contract/portal/import-file.ts';
import { answerTasks } from '../threads/answer-tasks.ts';
import { type ImportTable, partOf } from './import-table.ts';
import { readImportFile } from './read-import-file.ts';

/** Runs in a process of its own, for one file after the other. It keeps the rows of a file, and sends those that are asked for. */

/** A file to read, or the first of the rows to send. */
export type FileTask = { bytes: Uint8Array; options: FileOptions } | { from: number };

/** What it sends: the columns or a question, then rows on request. */
export type FileAnswer =
  | { is: 'table'; columns: string[] }
  | { is: 'question'; question: FileQuestion }
  | { is: 'rows'; rows: string[][] };

let table: ImportTable = { columns: [], rows: [] };

answerTasks(async (task: FileTask): Promise<FileAnswer> => {
  if ('from' in task) return { is: 'rows', rows: partOf(table, task.from) };
  table = { columns: [], rows: [] };
  const file = await readImportFile(task.bytes, task.options);
  if ('choose' in file) return { is: 'question', question: file };
  table = file;
  return { is: 'table', columns: file.columns };
});
